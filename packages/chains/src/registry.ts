/**
 * The chains that this version can follow. One more of a known family: its code at the end of `CHAIN_CODES`, a file of
 * parameters, and its import and its name here. The compiler says what is missing.
 */
import {
  CHAIN_CODES,
  type Chain,
  type ChainCode,
  type ChainNetwork,
  type CosmosChain,
  type EvmChain,
  type UtxoChain,
} from './chain.js';
import { arb } from './params/arb.js';
import { base } from './params/base.js';
import { bch } from './params/bch.js';
import { btc } from './params/btc.js';
import { cacao } from './params/cacao.js';
import { doge } from './params/doge.js';
import { eth } from './params/eth.js';
import { ltc } from './params/ltc.js';
import { op } from './params/op.js';
import { rune } from './params/rune.js';
import { zec } from './params/zec.js';

const BY_CODE: Readonly<Record<ChainCode, Chain>> = { btc, eth, ltc, doge, zec, bch, rune, arb, cacao, base, op };

/** In the order of `CHAIN_CODES`. */
export const CHAINS: readonly Chain[] = CHAIN_CODES.map((code) => BY_CODE[code]);

/** @returns the chain with this code (any case), or undefined when this version does not know it. */
export function chainByCode(code: string): Chain | undefined {
  const wanted = code.toLowerCase();
  return CHAINS.find((chain) => chain.code === wanted);
}

/** @throws RangeError for a code that is not in the registry; for codes that come from our own tables. */
export function requireChain(code: ChainCode): Chain {
  const chain = chainByCode(code);
  if (!chain) throw new RangeError(`chain ${code} is not in the registry`);
  return chain;
}

/** @throws RangeError for a code that is not of the UTXO family */
export function requireUtxoChain(code: ChainCode): UtxoChain {
  const chain = requireChain(code);
  if (chain.family !== 'utxo') throw new RangeError(`${code} is no chain of the UTXO family`);
  return chain;
}

/** The chains of the UTXO family. */
export const UTXO_CHAINS: readonly UtxoChain[] = CHAINS.filter((chain) => chain.family === 'utxo');

/** The chains of the EVM family. */
export const EVM_CHAINS: readonly EvmChain[] = CHAINS.filter((chain) => chain.family === 'evm');

/** The chains of the Cosmos family. */
export const COSMOS_CHAINS: readonly CosmosChain[] = CHAINS.filter((chain) => chain.family === 'cosmos');

/** @returns a chain with its network of this name, or undefined when it has none */
export function chainOnNetwork(chain: Chain, networkName: string): ChainNetwork | undefined {
  // Spelled out for each family, so that chain and network are known to belong together.
  switch (chain.family) {
    case 'utxo': {
      const network = chain.networks.find(({ name }) => name === networkName);
      return network && { family: 'utxo', chain, network };
    }
    case 'evm': {
      const network = chain.networks.find(({ name }) => name === networkName);
      return network && { family: 'evm', chain, network };
    }
    case 'cosmos': {
      const network = chain.networks.find(({ name }) => name === networkName);
      return network && { family: 'cosmos', chain, network };
    }
  }
}

/** Networks whose coins are worth something, and one's own, which stand for them; not public test networks. */
const WITH_VALUE = ['mainnet', 'regtest', 'local', 'mocknet'];

export function hasValue(networkName: string): boolean {
  return WITH_VALUE.includes(networkName);
}
