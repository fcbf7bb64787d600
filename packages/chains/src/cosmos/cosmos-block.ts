/**
 * A decoded block of a Cosmos chain. Its **entries** are in the order in which balances change:
 * - `opening`: balances before the first indexed block, in that block alone
 * - `begin`: PreBlock and BeginBlock together, where anything moved
 * - the transactions
 * - `end`: what EndBlock moved, one entry for each transaction that it answers, and one for the rest
 */
import type { TransferKind } from '../account/account-block.js';

export type CosmosEntryKind = 'opening' | 'begin' | 'transaction' | 'end';

/** Coins that moved, of one denomination. The sum over all transfers is what the bank module booked. */
export interface CosmosTransfer {
  readonly kind: Extract<TransferKind, 'native' | 'token' | 'mint' | 'burn' | 'fee' | 'genesis'>;
  /** Address key; null for a mint. */
  readonly from: Buffer | null;
  /** Address key; null for a burn. */
  readonly to: Buffer | null;
  /** Denomination as the bank module writes it; null for the chain's own coin. */
  readonly denom: string | null;
  /** Base units, above 0. */
  readonly amount: bigint;
}

/** A payout for a transaction, on this chain or another, from the chain's `outbound` event. */
export interface CosmosPayout {
  /** The transaction that it answers, of this chain or of the one that coins came from, without 0x. */
  readonly inTxid: Buffer;
  /** The transaction that paid, on `chain`; null where this chain pays in EndBlock. */
  readonly txid: Buffer | null;
  /** Chain that was paid on, as events write it: THOR, BTC, ETH. */
  readonly chain: string;
  /** Address there, as events write it. */
  readonly to: string;
  /** Asset as events write it: BTC.BTC. */
  readonly asset: string;
  /** In the chain's own 1e-8. */
  readonly amount: bigint;
  readonly memo: string | null;
}

/** Coins that an `end` entry swapped or gave back, from the `swap` and `refund` events of the transaction that it answers. */
export interface CosmosInput {
  /** Asset as events write it: BTC.BTC. */
  readonly asset: string;
  /** In the chain's own 1e-8. */
  readonly amount: bigint;
  /** Memo of that transaction. */
  readonly memo: string | null;
}

/** A message of a transaction: its type URL, and its fields where it is of a known type, ready for JSON. */
export interface CosmosMessage {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface CosmosEntry {
  readonly kind: CosmosEntryKind;
  /** SHA-256 of a transaction's bytes; of others the ASCII of `block:<height>:<kind>`, `block:<height>:end:<n>`. */
  readonly txid: Buffer;
  /** Place among the block's transactions; null where it is none. */
  readonly index: number | null;
  /** Result code: 0 succeeded; null where it is no transaction. */
  readonly code: number | null;
  /** The result's message about a failure, cut; where none, why what the entry is about was given back, or null. */
  readonly log: string | null;
  readonly gasWanted: number | null;
  readonly gasUsed: number | null;
  /** Address key of the first signer; null where nobody signed, or it cannot be read. */
  readonly from: Buffer | null;
  /** Base units of the chain's own coin; null where it is no transaction. */
  readonly fee: bigint | null;
  readonly memo: string | null;
  readonly messages: readonly CosmosMessage[];
  /** The transaction that an `end` entry answers, or the deposit on another chain that a transaction gives back. */
  readonly inTxid: Buffer | null;
  /** Null where it swapped nothing, and gave nothing back. */
  readonly input: CosmosInput | null;
  readonly transfers: readonly CosmosTransfer[];
  readonly payouts: readonly CosmosPayout[];
}

export interface CosmosBlock {
  readonly parentHash: string;
  /** Header time, unix seconds. */
  readonly time: number;
  /** Bytes of its transactions. */
  readonly size: number;
  /** Transactions; entries may be more. */
  readonly txCount: number;
  readonly entries: readonly CosmosEntry[];
}

export interface DecodedCosmosBlock extends CosmosBlock {
  readonly results: CosmosResults;
}

/** Evidence on whether a node's results of a block are whole. Hashes are lower-case hex. */
export interface CosmosResults {
  /** Root of the results, which the header of the next block has. */
  readonly hash: string;
  /** That of the block before, by this block's header. */
  readonly parentHash: string;
  /** Whether it has an event: no hash covers those. */
  readonly hasEvents: boolean;
}

/** Answers of a node about a block, unparsed: bodies of JSON-RPC answers. */
export interface CosmosBlockAnswers {
  readonly block: Buffer;
  readonly results: Buffer;
  /** `last_results_hash` of the next block's header, in lower case; null where the node has none yet. */
  readonly resultsHash: string | null;
  /** Results are read as they are, whole or not. */
  readonly isTrusted?: boolean;
  /** Balances before the block, for the first one that is indexed; null elsewhere. */
  readonly opening: CosmosOpening | null;
}

/** Balances before the first indexed block. Amounts are decimal strings. */
export interface CosmosOpening {
  /** Where they are from: the bank module at that height, or the genesis. */
  readonly source: 'bank' | 'genesis';
  /** Denominations with unknown balances, as the genesis omits them. */
  readonly unknownDenoms: readonly string[];
  /** Address text, then denomination and amount. */
  readonly balances: readonly (readonly [
    address: string,
    coins: readonly (readonly [denom: string, amount: string])[],
  ])[];
}

/** The txid of an entry that is no transaction. */
export function entryTxid(height: number, kind: Exclude<CosmosEntryKind, 'transaction'>, n?: number): Buffer {
  return Buffer.from(`block:${height}:${kind}${n === undefined ? '' : `:${n}`}`, 'latin1');
}
