/** Balances before the first indexed block, as the first entry of that block. */
import type { CosmosChainNetwork } from '../chain.js';
import { DecodeError } from '../errors.js';
import { readCosmosAddress } from './cosmos-address.js';
import type { CosmosOpening, CosmosTransfer } from './cosmos-block.js';

interface Opening {
  readonly transfers: readonly CosmosTransfer[];
  /** The source of the balances, and the denominations that it omits. */
  readonly message: { readonly type: 'opening'; readonly source: string; readonly unknownDenoms: readonly string[] };
}

/**
 * Nodes list balances in any order. The entry sorts them by account and denomination, so equal balances give equal
 * rows.
 * @param json of {@link CosmosOpening} @throws DecodeError where it is none
 */
export function readOpening({ chain, network }: CosmosChainNetwork, json: Buffer): Opening {
  const { source, unknownDenoms, balances } = JSON.parse(json.toString('utf8')) as CosmosOpening;
  const transfers: (CosmosTransfer & { readonly to: Buffer })[] = [];
  for (const [address, coins] of balances) {
    const to = readCosmosAddress(network.hrp, address);
    if (to === null) throw new DecodeError(`the opening balances have an address that is none of ${network.name}`, 0);
    for (const [name, text] of coins) {
      const amount = BigInt(text);
      const denom = name === chain.nativeDenom ? null : name;
      if (amount > 0n) transfers.push({ kind: 'genesis', from: null, to, denom, amount });
    }
  }
  transfers.sort((a, b) => Buffer.compare(a.to, b.to) || compareDenoms(a.denom, b.denom));
  return { transfers, message: { type: 'opening', source, unknownDenoms } };
}

/** The chain's own coin first. */
function compareDenoms(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
