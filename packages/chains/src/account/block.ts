/**
 * A decoded block of an account chain: columns over its entries, address numbers instead of addresses. Made in a decoder
 * thread and handed to the thread that writes rows, so it holds nothing but typed arrays, byte arrays and plain values.
 *
 * **Entries** are the block's transactions in order and, where the protocol itself moved something (withdrawals, what the
 * block's miner was paid), one more: the block's own entry. It comes last, its txid is the block's hash, and it has no
 * sender, recipient, nonce, gas or fee.
 *
 * **Addresses** are numbers into the block's own table of distinct keys.
 */
/** No address, no asset, no method. */
export const NO_NUMBER = -1;

/** What moved, in the words of the schema's enum `transfer_kind`. */
export const TRANSFER_KINDS = [
  /** The value of the transaction itself. */
  'native',
  /** Value that a contract sent on (from traces). */
  'internal',
  /** A fungible token, or WETH's deposit and withdrawal, told by a log of its contract. */
  'token',
  /** From the beacon chain's validators to an address. */
  'withdrawal',
  /** Base units that came into being: a deposit from layer 1. */
  'mint',
  /** Base units that ceased to be. */
  'burn',
  /** Fees of the block's transactions, to who is paid them. */
  'fee',
  /** What the protocol pays for a block or an uncle. */
  'reward',
  /** Had before the first indexed block. */
  'genesis',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** What kind of token an asset is, in the words of the schema's enum `token_standard`. */
export const TOKEN_STANDARDS = ['erc20', 'erc721', 'erc1155'] as const;
export type TokenStandard = (typeof TOKEN_STANDARDS)[number];

/** An amount in base units: a number while that is exact, a bigint beyond 2^53. */
export type AccountAmount = number | bigint;

/** Distinct address keys; key `n` is `bytes[starts[n] … starts[n + 1]]`. */
export interface KeyTable {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Transfers of a run of entries, those of entry `e` at `start[e] … start[e + 1]`, in the order in which they happened. */
export interface TransferColumns {
  readonly start: Uint32Array;
  /** Index into {@link TRANSFER_KINDS}. */
  readonly kind: Uint8Array;
  /** Number of the address that it came from; {@link NO_NUMBER} where it came from nowhere (mint, withdrawal, reward). */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Number of the token's contract, {@link NO_NUMBER} for the chain's own coin. */
  readonly asset: Int32Array;
  /** Index into {@link TOKEN_STANDARDS}, {@link NO_NUMBER} for the chain's own coin. */
  readonly standard: Int8Array;
  /** 1 for a non-fungible token. */
  readonly amount: readonly AccountAmount[];
  /** Of ERC-721 and ERC-1155; null elsewhere. */
  readonly tokenId: readonly (bigint | null)[];
}

/** What entries do to addresses: one row per entry and address it touches, those of entry `e` at `start[e] … start[e + 1]`. */
export interface EffectColumns {
  readonly start: Uint32Array;
  readonly address: Int32Array;
  /** Net effect on the balance in the chain's own coin, fees included; may be 0 (a party of a token transfer). */
  readonly delta: readonly AccountAmount[];
  /** Gross of the chain's own coin that it was paid. */
  readonly received: readonly AccountAmount[];
}

export interface AccountBlock {
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
  /** EIP-2718 type of each transaction; {@link NO_NUMBER} for the block's own entry. */
  readonly type: Int16Array;
  /** 1 succeeded, 0 failed, {@link NO_NUMBER} not known (before Byzantium) */
  readonly status: Int8Array;
  readonly from: Int32Array;
  /** {@link NO_NUMBER} for a contract creation. */
  readonly to: Int32Array;
  readonly createdContract: Int32Array;
  readonly value: readonly AccountAmount[];
  /** NaN for the block's own entry, as are the other numbers; nonce and gas limit also where a transaction says none, or more gas than 2^53. */
  readonly nonce: Float64Array;
  readonly gasLimit: Float64Array;
  readonly gasUsed: Float64Array;
  /** Price that was paid per unit of gas; null for the block's own entry. */
  readonly gasPrice: readonly (AccountAmount | null)[];
  /** All that the sender paid beside the value, the parts below included. */
  readonly fee: readonly (AccountAmount | null)[];
  /** Parts of the fee; null as a whole where no transaction of the block has one, null elements where one has not. */
  readonly blobFee: readonly (AccountAmount | null)[] | null;
  readonly l1Fee: readonly (AccountAmount | null)[] | null;
  readonly operatorFee: readonly (AccountAmount | null)[] | null;
  /** First four bytes of the input as an unsigned number; {@link NO_NUMBER} where there are none, or it creates a contract. */
  readonly method: Float64Array;
  readonly transfers: TransferColumns;
  readonly effects: EffectColumns;
}

/**
 * What traces add to a block: transfers inside its transactions, and what these do to addresses. Entries as in the block
 * (its own entry, where it has one, included, always empty here).
 */
export interface InternalBlock {
  readonly keys: KeyTable;
  readonly transfers: TransferColumns;
  readonly effects: EffectColumns;
}
