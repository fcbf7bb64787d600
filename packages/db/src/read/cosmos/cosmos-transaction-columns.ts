/** Columns that are read of an entry of a Cosmos chain's block: JSON arrays, as in `../utxo/utxo-transaction-columns.ts`. */
import type { CosmosEntryKind, CosmosMessage } from '@chaintrail/chains';
import type { StoredCosmosTransaction, StoredCosmosTransfer, StoredPayout } from './cosmos-read-model.js';

type TransferRow = readonly [
  kind: StoredCosmosTransfer['kind'],
  from: string | null,
  to: string | null,
  asset: string | null,
  amount: string,
];

type PayoutRow = readonly [
  inTxid: string,
  txid: string,
  chain: string,
  to: string,
  asset: string,
  amount: string,
  memo: string | null,
];

export type CosmosTransactionColumns = readonly [
  height: number,
  hash: string,
  time: number,
  index: number | null,
  txid: string,
  code: number | null,
  gasWanted: number | null,
  gasUsed: number | null,
  fee: string | null,
  from: string | null,
  memo: string | null,
  failure: string | null,
  messages: readonly CosmosMessage[] | null,
  inTxid: string | null,
  transferCount: number,
  transfers: readonly TransferRow[] | null,
  payouts: readonly PayoutRow[] | null,
  answers: readonly string[] | null,
  /** Null in lists. */
  messageCount: number | null,
  outcome: readonly [paid: boolean, txid: string, reason: string | null] | null,
];

/** The columns, by name. */
export function storedCosmosTransaction(columns: CosmosTransactionColumns): StoredCosmosTransaction {
  const [height, hash, time, index, txid, code, gasWanted, gasUsed, fee, from, memo, failure, ...rest] = columns;
  const [messages, inTxid, transferCount, transfers, payouts, answers, messageCount, outcome] = rest;
  return {
    kind: index === null ? kindOf(txid) : 'transaction',
    block: { height, hash, time },
    ...{ txid, index, code, gasWanted, gasUsed, fee, from, memo, failure, inTxid, transferCount },
    messages: messages ?? [],
    transfers: (transfers ?? []).map(storedTransfer),
    payouts: (payouts ?? []).map(storedPayout),
    answers: answers ?? [],
    messageCount,
    outcome: outcome && { paid: outcome[0], txid: outcome[1], reason: outcome[2] },
  };
}

/** @throws RangeError when it is no id of a block's own entry: the index is damaged */
function kindOf(txid: string): Exclude<CosmosEntryKind, 'transaction'> {
  const kind = txid.split(':')[2];
  if (kind === 'begin' || kind === 'end' || kind === 'opening') return kind;
  throw new RangeError(
    'an entry is neither a transaction nor of its block: the index is damaged, sync the chain again',
  );
}

function storedTransfer([kind, from, to, asset, amount]: TransferRow): StoredCosmosTransfer {
  return { kind, from, to, asset, amount };
}

function storedPayout([inTxid, txid, chain, to, asset, amount, memo]: PayoutRow): StoredPayout {
  return { inTxid, txid, chain, to, asset, amount, memo };
}
