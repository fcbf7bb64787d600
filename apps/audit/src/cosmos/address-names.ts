import { type CosmosChainNetwork, formatAddress, moduleKey } from '@chaintrail/chains';

/** Addresses as findings name them: modules by their names, too. */
export function addressNames({ chain, network }: CosmosChainNetwork): (key: Buffer) => string {
  const modules = new Map(chain.modules.map((name) => [moduleKey(name).toString('hex'), name]));
  return (key) => {
    const name = modules.get(key.toString('hex'));
    const text = addressText(network, key);
    return name === undefined ? text : `${text} (module ${name})`;
  };
}

/** A key that is damaged is no address: shown as it is. */
function addressText(network: CosmosChainNetwork['network'], key: Buffer): string {
  try {
    return formatAddress(network, key);
  } catch (error) {
    if (error instanceof RangeError) return `address_key ${key.toString('hex')}`;
    throw error;
  }
}
