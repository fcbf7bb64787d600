/** Recognises the chain of a node by its EIP-155 id, and refuses another one. */
import type { EvmChain, EvmNetwork } from '../../chain.js';
import { PreflightError } from '../../errors.js';
import { EVM_CHAINS } from '../../registry.js';
import { settingOf } from '../../rpc/http-options.js';

/** Ids that an operator may meet beside those of our own chains; chainid.network. */
const OTHERS: Readonly<Record<number, string>> = {
  56: 'BNB Smart Chain',
  61: 'Ethereum Classic',
  100: 'Gnosis Chain',
  130: 'Unichain',
  137: 'Polygon',
  250: 'Fantom',
  324: 'zkSync Era',
  480: 'World Chain',
  1337: 'a development chain of geth',
  17000: 'the Ethereum test network Holesky',
  31337: 'a development chain of Anvil or Hardhat',
  42170: 'Arbitrum Nova',
  43114: 'Avalanche',
  59144: 'Linea',
  81457: 'Blast',
  534352: 'Scroll',
  560048: 'the Ethereum test network Hoodi',
};

interface PublicNetwork {
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
}

/** @returns null for a node of this network, or of any network where the network is one of the operator's own. */
export function wrongChain(chain: EvmChain, network: EvmNetwork, chainId: number): PreflightError | null {
  if (chainId === network.chainId) return null;
  const known = knownNetwork(chainId);
  // A fork of a real chain for development keeps its id, but fees are those of its family.
  if (network.chainId === null && (known === null || known.chain.feeRules === chain.feeRules)) return null;
  const remedies = [`point ${settingOf(chain.code, 'RPC_URL')} at a node of ${chain.name} ${network.name}`];
  if (known?.chain === chain) remedies.unshift(`set ${settingOf(chain.code, 'NETWORK')}=${known.network.name}`);
  else if (known !== null) remedies.push(`follow that chain with ${settingOf(known.chain.code, 'RPC_URL')}`);
  else remedies.push(`set ${settingOf(chain.code, 'NETWORK')}=local for a private network`);
  return new PreflightError(
    chain.code,
    `the node follows ${chainName(chainId)} (chain id ${chainId}), but ${chain.name} ${network.name} is configured: ` +
      remedies.join(' or '),
  );
}

function knownNetwork(chainId: number): PublicNetwork | null {
  for (const chain of EVM_CHAINS) {
    const network = chain.networks.find((one) => one.chainId === chainId);
    if (network) return { chain, network };
  }
  return null;
}

function chainName(chainId: number): string {
  const known = knownNetwork(chainId);
  return known === null
    ? (OTHERS[chainId] ?? 'a chain that is not known here')
    : `${known.chain.name} ${known.network.name}`;
}
