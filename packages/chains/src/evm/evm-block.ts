/**
 * A decoded block of an EVM chain: columns over its entries, address numbers instead of addresses. Made in a decoder
 * thread and handed to the thread that writes rows, so it holds nothing but typed arrays, byte arrays and plain values.
 *
 * **Entries** are the block's transactions in order and, where the protocol itself moved something (withdrawals, what
 * the block's miner was paid), one more: the block's own entry. It comes last, its txid is the block's hash, and it has
 * no sender, recipient, nonce, gas or fee.
 *
 * **Addresses** are numbers into the block's own table of distinct keys.
 */
import type { EffectColumns, KeyTable } from '../account/account-block.js';
import type { Amount } from '../amount.js';

/** Standards of tokens, named as in the schema's enum `token_standard`. */
export const TOKEN_STANDARDS = ['erc20', 'erc721', 'erc1155'] as const;
export type TokenStandard = (typeof TOKEN_STANDARDS)[number];

/** Transfers of entries, those of entry `e` at `start[e] … start[e + 1]`, in the order in which they happened. */
export interface TransferColumns {
  readonly start: Uint32Array;
  /** Index into `TRANSFER_KINDS`. */
  readonly kind: Uint8Array;
  /** Number of the sender; `NO_NUMBER` where there is none (mint, withdrawal, reward). */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Number of the token's contract, `NO_NUMBER` for the chain's own coin. */
  readonly asset: Int32Array;
  /** Form of the log: index into {@link TOKEN_STANDARDS}, `NO_NUMBER` for the chain's own coin. */
  readonly standard: Int8Array;
  /** 1 for a non-fungible token. */
  readonly amount: readonly Amount[];
  /** Token id of ERC-721 and ERC-1155; null elsewhere. */
  readonly tokenId: readonly (bigint | null)[];
}

/** Logs `Deposit` and `Withdrawal` of contracts that may be wrapped coins, and may be anything. Sorted by entry. */
export interface WrappedColumns {
  readonly entry: Uint32Array;
  /** 1 for Deposit. */
  readonly mints: Uint8Array;
  /** Number of the contract, and of whom the log names. */
  readonly asset: Int32Array;
  readonly owner: Int32Array;
  readonly amount: readonly Amount[];
}

export interface EvmBlock {
  readonly parentHash: string;
  /** Header time, unix seconds. */
  readonly time: number;
  /** Bytes, as the header says or, where it does not, as the node sent them. */
  readonly size: number;
  /** Transactions; entries may be one more. */
  readonly txCount: number;
  readonly keys: KeyTable;
  /** 32 bytes an entry, display order. */
  readonly txids: Uint8Array;
  /** EIP-2718 type of each transaction; `NO_NUMBER` for the block's own entry. */
  readonly type: Int16Array;
  /** 1 succeeded, 0 failed, `NO_NUMBER` not known (before Byzantium) */
  readonly status: Int8Array;
  readonly from: Int32Array;
  /** `NO_NUMBER` for a contract creation. */
  readonly to: Int32Array;
  readonly createdContract: Int32Array;
  readonly value: readonly Amount[];
  /**
   * NaN for the block's own entry, as are gas limit and gas used. Nonce and gas limit are NaN, too, where a transaction
   * has none, or more gas than 2^53.
   */
  readonly nonce: Float64Array;
  readonly gasLimit: Float64Array;
  readonly gasUsed: Float64Array;
  /** Price that was paid per unit of gas; null for the block's own entry. */
  readonly gasPrice: readonly (Amount | null)[];
  /** All that the sender paid beside the value, the parts below included. */
  readonly fee: readonly (Amount | null)[];
  /** Parts of the fee; null as a whole where no transaction of the block has one, null elements where one has not. */
  readonly blobFee: readonly (Amount | null)[] | null;
  readonly l1Fee: readonly (Amount | null)[] | null;
  readonly operatorFee: readonly (Amount | null)[] | null;
  /** First four bytes of the input as an unsigned number; `NO_NUMBER` without, or where it creates a contract. */
  readonly method: Float64Array;
  readonly transfers: TransferColumns;
  readonly wrapped: WrappedColumns;
  /** Contracts that logged another implementation of theirs (ERC-1967), or came to be. */
  readonly changedCode: readonly number[];
  /** Index of the first transfer of each entry that its trace tells; null where traces tell none. */
  readonly firstInternal: Uint32Array | null;
  readonly effects: EffectColumns;
}

/**
 * Part of a block that traces add: transfers inside its transactions, and what these do to addresses. Entries as in the
 * block (its own entry, where it has one, included, always empty here).
 */
export interface InternalBlock {
  readonly keys: KeyTable;
  readonly transfers: TransferColumns;
  readonly effects: EffectColumns;
}

/** Answers of a node about a block, unparsed: bodies of JSON-RPC answers. */
export interface EvmBlockAnswers {
  /** `eth_getBlockByHash` with its transactions in full. */
  readonly block: Buffer;
  /** `eth_getBlockReceipts` of the same block. */
  readonly receipts: Buffer;
  /** `eth_getUncleByBlockHashAndIndex` of its uncles, a batch in any order; null without, and where none are paid. */
  readonly uncles: Buffer | null;
}

/** Ways to ask for a block that the usual way brings wrong, or not at all; in this order. */
export const OTHER_BLOCK_WAYS = [
  'by height',
  'by hash, receipts one by one',
  'by height, receipts one by one',
] as const;
export type OtherBlockWay = (typeof OTHER_BLOCK_WAYS)[number];

/** Request for a block; `maxBytes` is the largest block, and the largest receipts, that the usual way takes. */
export type EvmBlockRequest =
  | { readonly way: 'usual'; readonly maxBytes?: number }
  | { readonly way: OtherBlockWay; readonly height: number };

/** How a node traces transactions: `debug_traceBlockByHash` with the callTracer, or `trace_block`. */
export type Tracer = 'callTracer' | 'parity';

/** Hard forks that changed the rules of SELFDESTRUCT, as the fields of a header show them. */
export type DestructionFork = 'frontier' | 'cancun' | 'amsterdam';

/** Ways to ask for traces, in order: the node's usual one, and others for a block that it cannot trace so. */
export const TRACE_WAYS = ['as a block', 'as a block with its other tracer', 'transaction by transaction'] as const;
export type TraceWay = (typeof TRACE_WAYS)[number];

/** Answer of a node about the traces of a block, unparsed. */
export interface EvmTraceAnswer {
  readonly tracer: Tracer;
  readonly body: Buffer;
  /** The block's fork; absent where the network's own schedule tells it. */
  readonly fork?: DestructionFork | undefined;
}
