import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { type ChainState, queryState } from '../chain-state.js';
import { requireWeight } from '../history-part.js';
import { type BlockColumns, type TransactionBlock, transactionBlock } from '../transaction-lists.js';
import { COUNTED_UTXOS, utxoStatement } from './utxo-statement.js';
import type { SpentByColumns, StoredToken } from './utxo-transaction-columns.js';

/**
 * Where a walk through unspent outputs goes on: the confirmed ones below `txKey`, and of that transaction those below
 * `vout`. Before them the outputs that were unconfirmed when the walk began and come after `pending` in its order;
 * null: all of them were shown.
 */
export interface UtxoPosition {
  readonly txKey: number;
  readonly vout: number;
  readonly pending: { readonly id: number; readonly vout: number } | null;
}

export interface UtxoPage {
  /** Outputs to pass over, the newest first, at most {@link COUNTED_UTXOS}. Ignored with `from`. */
  readonly offset: number;
  readonly from: UtxoPosition | null;
  readonly limit: number;
  /** Most that it may weigh besides its rows, in rows; null or absent: no bound. */
  readonly mostWeight?: number | null;
}

/** Amounts are base units in decimal, scripts, hashes and ids hex. */
export interface UtxoRow {
  readonly txid: string;
  readonly vout: number;
  readonly amount: string;
  /** Null while the transaction is unconfirmed. */
  readonly block: TransactionBlock | null;
  /** Null where it is the template of the address. */
  readonly script: string | null;
  readonly token: StoredToken | null;
  /** Whether the first output of the transaction pays a HogAddr (Litecoin's MWEB). */
  readonly paysHogAddr: boolean;
  /** The unconfirmed transaction that spends it. */
  readonly spentBy: SpentByColumns | null;
  /** Hex; of an account, whose outputs have several. */
  readonly key?: string | undefined;
}

export interface Utxos {
  readonly state: ChainState;
  /** Unspent outputs of the address, unconfirmed ones included; null with `from`, and above {@link COUNTED_UTXOS}. */
  readonly total: number | null;
  /** Newest first; outputs of one transaction from the last to the first. */
  readonly rows: readonly UtxoRow[];
  /** Null when nothing follows. */
  readonly next: UtxoPosition | null;
}

/** `id` is that of the mempool tables, null for what is read from the confirmed ones. */
type Row = readonly [
  id: number | null,
  txKey: number | null,
  txid: string,
  vout: number,
  amount: string,
  block: BlockColumns | null,
  script: string | null,
  token: StoredToken | null,
  paysHogAddr: boolean,
  spentBy: SpentByColumns | null,
  key?: string,
];

interface StatementRow {
  readonly weight: number;
  readonly total: number | null;
  readonly front: readonly Row[] | null;
  readonly confirmed: readonly Row[] | null;
}

/** @param addressKey or an account's, each once @returns null without a row in sync_state; no rows in a first sync */
export async function readUtxos(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer | readonly Buffer[],
  { offset, from, limit, mostWeight = null }: UtxoPage,
): Promise<Utxos | null> {
  const isAccount = Array.isArray(addressKey);
  const build = (code: ChainCode): string => utxoStatement(code, isAccount ? 'account' : 'address');
  const answer = await queryState<StatementRow>(db, isAccount ? 'account_utxos' : 'utxos', chain, build, [
    ...[addressKey, offset, limit, from?.txKey ?? null, from?.vout ?? null],
    ...[from?.pending?.id ?? null, from?.pending?.vout ?? null, mostWeight],
  ]);
  if (!answer) return null;
  requireWeight(answer.weight, mostWeight);
  const front = [...(answer.front ?? [])].sort((a, b) => (b[0] ?? 0) - (a[0] ?? 0) || b[3] - a[3]);
  const confirmed = [...(answer.confirmed ?? [])].sort((a, b) => (b[1] ?? 0) - (a[1] ?? 0) || b[3] - a[3]);
  const found = [...front, ...confirmed];
  return {
    state: answer.state,
    total: answer.total !== null && answer.total <= COUNTED_UTXOS ? answer.total : null,
    rows: found.slice(0, limit).map(utxoRow),
    next: found.length > limit ? placeAfter(found[limit - 1], from, answer.state) : null,
  };
}

function utxoRow([, , txid, vout, amount, block, script, token, paysHogAddr, spentBy, key]: Row): UtxoRow {
  return {
    block: block && transactionBlock(block),
    ...{ txid, vout, amount, script, token, paysHogAddr, spentBy, key },
  };
}

/** Outputs of a block after the first page of a walk was read lie above everything that was confirmed then. */
function placeAfter(last: Row | undefined, from: UtxoPosition | null, { height }: ChainState): UtxoPosition | null {
  if (!last) return null;
  const [id, key, , vout] = last;
  if (id === null) return { txKey: key ?? 0, vout, pending: null };
  const start = from ?? { txKey: txKey((height ?? 0) + 1, 0), vout: 0 };
  return { txKey: start.txKey, vout: start.vout, pending: { id, vout } };
}
