/** The words every chain is described with. A chain is data (`params/`) plus the codec of its family. */

/** Every currency code the product has a place for, in the order of the Postgres enum `chain`. */
export const CHAIN_CODES = ['btc', 'eth', 'ltc', 'doge', 'zec', 'bch', 'rune', 'arb', 'cacao', 'base', 'op'] as const;
export type ChainCode = (typeof CHAIN_CODES)[number];

/** What all families share. `family` selects the codec, the node client and the row builder. */
interface ChainCommon {
  readonly code: ChainCode;
  /** "Bitcoin" */
  readonly name: string;
  /** "BTC" */
  readonly symbol: string;
  /** Decimal places between the base unit and the coin. */
  readonly decimals: number;
  /** Average seconds between blocks. */
  readonly blockSeconds: number;
  /** Deepest reorg, in blocks, that is followed without asking the operator (`<CODE>_REORG_LIMIT` overrides). */
  readonly reorgLimit: number;
  /**
   * So many blocks below the tip a first sync hands over to block by block: reorgs that happen every now and then are not
   * deeper. A deeper one at that moment costs time, no rows.
   */
  readonly reorgMargin: number;
}

/** One network (mainnet, testnet4, regtest …) of a chain of the UTXO family. */
export interface UtxoNetwork {
  /** What the operator writes in `<CODE>_NETWORK`. */
  readonly name: string;
  /** `chain` of the node's getblockchaininfo. */
  readonly nodeChain: string;
  /** Display form. */
  readonly genesisHash: string;
  /** Base58check version byte written for P2PKH, then further ones that are accepted and rewritten. */
  readonly p2pkh: readonly number[];
  /** Base58check version byte written for P2SH, then further ones that are accepted and rewritten. */
  readonly p2sh: readonly number[];
  /** Human-readable part of segwit addresses, or null where the chain has none. */
  readonly hrp: string | null;
  /** Human-readable part of MWEB addresses, which can be recognised but not looked up. */
  readonly mwebHrp: string | null;
  /** An address that is valid here, for documentation. */
  readonly addressExample: string;
  /**
   * Heights of coinbases whose outputs never entered the UTXO set, or left it unspent: the genesis block and, on
   * Bitcoin mainnet, the two coinbases that a later block repeated (BIP30).
   * Source: bitcoin src/validation.cpp IsBIP30Repeat, ConnectBlock.
   */
  readonly unspendableCoinbases: readonly number[];
}

export interface UtxoChain extends ChainCommon {
  readonly family: 'utxo';
  /** Outputs of a coinbase may be spent this many blocks later. */
  readonly coinbaseMaturity: number;
  /** Transactions may carry MWEB data (flag 0x08) and the last one of a block may be a HogEx. */
  readonly mweb: boolean;
  /** Lowest `getnetworkinfo.version` that follows the chain's consensus today, and its name for people. */
  readonly minimumNode: { readonly version: number; readonly name: string };
  readonly networks: readonly UtxoNetwork[];
}

/** Every family. Account families (EVM, Cosmos) join this union beside the UTXO one. */
export type Chain = UtxoChain;

/** A block by its place and name. `hash` is in display form (for UTXO chains: reversed hex). */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}
