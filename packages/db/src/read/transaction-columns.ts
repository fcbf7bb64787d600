/**
 * What is read of a transaction: one JSON array per transaction, one per input and output. Arrays instead of objects
 * because the names would be most of the bytes; amounts as text because JSON numbers are floats.
 */

/** What Litecoin's MWEB makes of an output: a deposit into it, or all the coins that are in it. */
type SpentMwebRole = 'pegin' | 'hogaddr';

/**
 * `addressKey` and `amount` are null when the output lies before historyFrom and the node did not deliver it. `mweb` is
 * null outside of HogExes and on other chains than Litecoin.
 */
export type InputColumns = readonly [
  index: number,
  txid: string,
  vout: number,
  addressKey: string | null,
  amount: string | null,
  mweb: SpentMwebRole | null,
];

/** The CashTokens of an output, as `transactions.output_tokens` holds them. */
export interface StoredToken {
  /** Hex, display order. */
  readonly category: string;
  /** Fungible tokens, in decimal. */
  readonly amount: string;
  readonly nft: { readonly capability: 'none' | 'mutable' | 'minting'; readonly commitment: string } | null;
}

/** The transaction that spends an output, and which of its inputs does, from 0. */
export type SpentByColumns = readonly [txid: string, vin: number];

/**
 * `script` is null where it is the template of the key (`scriptBytes` is null then too) or too long to list. `spentBy` is
 * the transaction that spends the output, confirmed or not, as far as it is found; it is read for whole transactions, not for lists.
 */
export type OutputColumns = readonly [
  vout: number,
  amount: string,
  addressKey: string | null,
  script: string | null,
  scriptBytes: number | null,
  notSpent: boolean,
  token: StoredToken | null,
  spentBy: SpentByColumns | null,
];

/** In the order of SHIELDED_POOLS; null where the pool is not touched. */
type ShieldedColumns = readonly [string | null, string | null, string | null, string | null];

export type BlockColumns = readonly [height: number, index: number, hash: string, time: number, txCount: number];

export type TransactionColumns = readonly [
  block: BlockColumns | null,
  firstSeen: number | null,
  txid: string,
  version: number,
  lockTime: number,
  size: number,
  vsize: number,
  fee: string | null,
  inputCount: number,
  outputCount: number,
  paysHogAddr: boolean,
  shielded: ShieldedColumns | null,
  inputs: readonly InputColumns[],
  outputs: readonly OutputColumns[],
  ownInputs: readonly InputColumns[] | null,
  ownOutputs: readonly OutputColumns[] | null,
];

/** The block of a transaction, and its place in it. */
export interface TransactionBlock {
  readonly height: number;
  readonly index: number;
  readonly hash: string;
  readonly time: number;
  readonly txCount: number;
}

/** A transaction. Hashes and keys are hex, amounts base units in decimal, times unix seconds. */
export interface StoredTransaction {
  /** Null while it is unconfirmed. */
  readonly block: TransactionBlock | null;
  /** When the indexer first saw it; null once it is confirmed. */
  readonly firstSeen: number | null;
  readonly txid: string;
  readonly version: number;
  readonly lockTime: number;
  readonly size: number;
  readonly vsize: number;
  readonly fee: string | null;
  /** Whether the first output pays a HogAddr (Litecoin's MWEB). */
  readonly paysHogAddr: boolean;
  /** What Zcash's shielded pools gain; null on other chains, and where none is touched. */
  readonly shielded: ShieldedColumns | null;
  readonly inputCount: number;
  readonly outputCount: number;
  /** In no particular order, as are the outputs. */
  readonly inputs: readonly InputColumns[];
  readonly outputs: readonly OutputColumns[];
}

/** The columns, by name. */
export function storedTransaction(columns: TransactionColumns): StoredTransaction {
  const [block, firstSeen, txid, version, lockTime, size, vsize, fee, inputCount, outputCount, ...rest] = columns;
  const [paysHogAddr, shielded, inputs, outputs, ownInputs, ownOutputs] = rest;
  return {
    block: block && transactionBlock(block),
    ...{ firstSeen, txid, version, lockTime, size, vsize, fee, paysHogAddr, shielded, inputCount, outputCount },
    inputs: ownInputs ? [...inputs, ...ownInputs] : inputs,
    outputs: ownOutputs ? [...outputs, ...ownOutputs] : outputs,
  };
}

export function transactionBlock([height, index, hash, time, txCount]: BlockColumns): TransactionBlock {
  return { height, index, hash, time, txCount };
}
