/** SQL that makes {@link CosmosTransactionColumns} of a row of `transactions`. */
import type { ChainCode } from '@chaintrail/chains';
import {
  ENTRIES_PER_ROW,
  LISTED,
  type ListPart,
  LOOKED_AT_PER_ROW,
  lookedAt,
  OF_BLOCK,
  partLength,
} from '../transaction-lists.js';

/** Payouts, and entries that answer it: a streaming swap has one for each of its parts. */
const DETAILED_PAYOUTS = 1_000;

/** Messages that take more, as stored, are listed by their types alone: somebody may pay thousands in one. */
const LISTED_MESSAGES_BYTES = 8_192;

/** For lists: SQL expressions of the address whose list it is, and of how many transactions it has. */
interface AddressList {
  readonly key: string;
  readonly limit: string;
  /** Without what is paid for it and answers it, what it says (messages), and transfers of others. */
  readonly compact?: boolean;
  /** SQL of the last key whose entries count for what was paid for it and answers it; without it, all do. */
  readonly until?: string;
}

/**
 * The JSON of the entry in row `t`, of block row `b`.
 * @param list for lists: at most {@link LISTED} transfers, the address's own first, and as many payouts; for the entry
 *   itself a part of its messages and transfers, and {@link DETAILED_PAYOUTS}
 */
export function cosmosJson(chain: ChainCode, list: AddressList | typeof OF_BLOCK | ListPart): string {
  const part = list !== OF_BLOCK && 'offset' in list ? list : null;
  const most = part ? DETAILED_PAYOUTS : LISTED;
  const until = list !== OF_BLOCK && 'until' in list ? list.until : undefined;
  const told =
    list !== OF_BLOCK && 'compact' in list && list.compact
      ? { failure: 'NULL', messages: 'NULL', payouts: 'NULL', answers: 'NULL', outcome: 'NULL' }
      : {
          ...{ failure: 't.failure', messages: part ? partOfMessages(part) : listedMessages },
          ...{ payouts: `(${payouts(chain, most, until)})`, answers: `(${answers(chain, most, until)})` },
          outcome: outcome(chain, until),
        };
  return `json_build_array(
      b.height, encode(b.hash, 'hex'), b.time, t.block_index, ${txidText('t')}, t.code, t.gas_wanted, t.gas_used, t.fee::text,
      encode(t.from_key, 'hex'), t.memo, ${told.failure}, ${told.messages}, encode(t.in_txid, 'hex'),
      ${transferCount(chain)}, (${transfers(chain, list)}), ${told.payouts}, ${told.answers}, ${part ? messageCount : 'NULL'},
      ${told.outcome})`;
}

/** The only message is there in each part: what it says of a payment is of the transaction. */
const partOfMessages = ({
  offset,
  limit,
}: ListPart): string => `CASE WHEN jsonb_array_length(t.messages) <= 1 THEN t.messages ELSE (
      SELECT jsonb_agg(m ORDER BY n) FROM jsonb_array_elements(t.messages) WITH ORDINALITY AS a(m, n)
      WHERE n > ${offset} AND n <= ${offset} + ${limit}) END`;

const messageCount = 'coalesce(jsonb_array_length(t.messages), 0)';
/** Bytes of messages, as they are stored, that are read in the time that a row of a history takes to be shown. */
const MESSAGE_BYTES = 2_500;
const messagesWeight = `coalesce(pg_column_size(t.messages), 0) / ${MESSAGE_BYTES}`;

/** Weight of showing a part of row `t`, in rows of a history. */
export function cosmosPartWeight(chain: ChainCode, part: ListPart): string {
  return `(${partLength(transferCount(chain), part)} / ${ENTRIES_PER_ROW} + ${messagesWeight})`;
}

/** Weight of listing row `t` besides what each row takes, in rows of a history. */
export function listedCosmosWeight(chain: ChainCode, list: { readonly limit: string } | typeof OF_BLOCK): string {
  if (list === OF_BLOCK) return `(${messagesWeight})`;
  return `(least(${transferCount(chain)}, ${lookedAt(list)}) / ${LOOKED_AT_PER_ROW} + ${messagesWeight})`;
}

/** Queries `page_weight`, and `light`: a page's rows unless they weigh too much. @param from name of their query */
export function lightRows(chain: ChainCode, from: string, { limit, most }: Record<'limit' | 'most', string>): string {
  return `page_weight AS MATERIALIZED (
    SELECT coalesce(sum(${listedCosmosWeight(chain, { limit })}), 0) AS weight
    FROM ${from} l CROSS JOIN LATERAL (SELECT tx_key, messages FROM ${chain}.transactions WHERE tx_key = l.tx_key LIMIT 1) t
  ), light AS MATERIALIZED (
    SELECT * FROM ${from} WHERE ${most}::integer IS NULL OR (SELECT weight FROM page_weight) <= ${most}
  )`;
}

/** A row of a history as `walk-history.ts` takes it: row `l` of {@link lightRows} with its entry, `item`. */
export const LISTED_ROW = `json_build_array(NULL, l.seq, l.place, l.delta::text,
        CASE WHEN EXISTS (SELECT FROM opening) THEN l.balance::text END, NULL, item.json)`;

const listedMessages = `CASE WHEN pg_column_size(t.messages) <= ${LISTED_MESSAGES_BYTES} THEN t.messages ELSE (
      SELECT jsonb_agg(jsonb_build_object('type', m -> 'type'))
      FROM (SELECT m FROM jsonb_array_elements(t.messages) m LIMIT ${LISTED}) few) END`;

/** A txid as text: hex of a transaction's, that of the block's own entries as it is stored. */
function txidText(row: string): string {
  return `encode(${row}.txid, CASE WHEN ${row}.block_index IS NULL THEN 'escape' ELSE 'hex' END)`;
}

/** The numbering has no gaps, so the last number tells how many there are. */
export function transferCount(chain: ChainCode, key = 't.tx_key'): string {
  return `coalesce((SELECT idx FROM ${chain}.transfers WHERE tx_key = ${key} ORDER BY tx_key DESC, idx DESC LIMIT 1) + 1, 0)`;
}

/** A query of the transfers of row `t` that a list shows. */
export function listedTransfers(chain: ChainCode, list: AddressList): string {
  const isOwn = `coalesce(from_key = ${list.key} OR to_key = ${list.key}, false)`;
  return `SELECT * FROM (
          SELECT *, ${isOwn} AS is_own FROM ${chain}.transfers WHERE tx_key = t.tx_key ORDER BY tx_key, idx LIMIT ${lookedAt(list)}) seen
        ${list.compact ? 'WHERE is_own ' : ''}ORDER BY is_own DESC, idx LIMIT ${LISTED}`;
}

function transfersOf(chain: ChainCode, list: AddressList | typeof OF_BLOCK | ListPart): string {
  if (list !== OF_BLOCK && 'key' in list) return listedTransfers(chain, list);
  const { offset, limit } = list === OF_BLOCK ? { offset: '0', limit: String(LISTED) } : list;
  return `SELECT *, false AS is_own FROM ${chain}.transfers
        WHERE tx_key = t.tx_key AND idx >= ${offset} AND idx < ${offset} + ${limit} ORDER BY tx_key, idx LIMIT ${limit}`;
}

function transfers(chain: ChainCode, list: AddressList | typeof OF_BLOCK | ListPart): string {
  return `SELECT json_agg(json_build_array(
        x.kind, encode(x.from_key, 'hex'), encode(x.to_key, 'hex'), x.asset, x.amount::text) ORDER BY x.is_own DESC, x.idx)
      FROM (${transfersOf(chain, list)}) x`;
}

/** Collected before they are ordered, so that the planner cannot walk all payouts in the order of their places. */
function payouts(chain: ChainCode, most: number, until?: string): string {
  return `SELECT json_agg(json_build_array(
        encode(p.in_txid, 'hex'), coalesce(encode(p.out_txid, 'hex'), entry.txid), p.to_chain, p.to_address, p.asset, p.amount::text, p.memo)
        ORDER BY p.tx_key, p.idx)
      FROM (
        SELECT * FROM (
          (SELECT * FROM ${chain}.payouts WHERE in_txid = t.txid${upTo(until)} LIMIT ${most})
          UNION
          (SELECT * FROM ${chain}.payouts WHERE tx_key = t.tx_key ORDER BY tx_key, idx LIMIT ${most})) told
        ORDER BY tx_key, idx LIMIT ${most}) p
      CROSS JOIN LATERAL (
        SELECT ${txidText('o')} AS txid FROM ${chain}.transactions o WHERE o.tx_key = p.tx_key LIMIT 1) entry`;
}

/** Texts of entries that answer a transaction of any chain, or tell what was paid for it; `live` gates it. */
export function entriesAbout(chain: ChainCode, txid: string): string {
  const keys = (table: string): string =>
    `(SELECT tx_key FROM ${chain}.${table} WHERE (SELECT live FROM state) AND in_txid = ${txid} LIMIT ${DETAILED_PAYOUTS})`;
  return `(SELECT json_agg(${txidText('o')} ORDER BY o.tx_key)
      FROM (SELECT * FROM (${keys('transactions')} UNION ${keys('payouts')}) told ORDER BY tx_key LIMIT ${DETAILED_PAYOUTS}) k
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = k.tx_key LIMIT 1) o)`;
}

const upTo = (until?: string): string => (until === undefined ? '' : ` AND tx_key <= ${until}`);

function answers(chain: ChainCode, most: number, until?: string): string {
  return `SELECT json_agg(${txidText('a')} ORDER BY a.tx_key)
      FROM (SELECT * FROM ${chain}.transactions WHERE in_txid = t.txid${upTo(until)} LIMIT ${most}) a`;
}

/** Payouts and answers of a transaction that are looked at for its outcome. */
const OUTCOME_ROWS = 50;
/** Behind the payouts of an entry. */
const MOST_PAYOUTS = 2 ** 31 - 1;
/** Memo of a payout that gives back. Source: thornode x/thorchain/memo/memo_refund.go */
const IS_REFUND = `coalesce(p.memo LIKE 'REFUND:%', false)`;

/**
 * SQL of the outcome of the transaction in row `t`, if it succeeded: what paid for it, else what gave it back,
 * and why. Its own entry, or one that answers it, gives a reason without a payout where the fee takes all of it. The
 * reason of an entry with `in_txid` is that one's.
 * @param until SQL of the last key whose entries count; without it, all do
 */
export function outcome(chain: ChainCode, until?: string): string {
  const told = `(SELECT * FROM ${chain}.payouts WHERE in_txid = t.txid${upTo(until)} LIMIT ${OUTCOME_ROWS})`;
  const answered = `(SELECT * FROM ${chain}.transactions WHERE in_txid = t.txid${upTo(until)} LIMIT ${OUTCOME_ROWS})`;
  return `CASE WHEN t.code = 0 THEN (
      SELECT json_build_array(o.paid, o.txid, o.reason)
      FROM (
        SELECT NOT ${IS_REFUND} AS paid, coalesce(encode(p.out_txid, 'hex'), ${txidText('e')}) AS txid,
          CASE WHEN ${IS_REFUND} AND coalesce(e.code, 0) = 0 THEN e.failure END AS reason, p.tx_key, p.idx
        FROM ${told} p
        CROSS JOIN LATERAL (SELECT * FROM ${chain}.transactions WHERE tx_key = p.tx_key LIMIT 1) e
        UNION ALL
        SELECT false, ${txidText('a')}, a.failure, a.tx_key, ${MOST_PAYOUTS} FROM ${answered} a WHERE a.failure IS NOT NULL
        UNION ALL
        SELECT false, ${txidText('t')}, t.failure, t.tx_key, ${MOST_PAYOUTS} WHERE t.failure IS NOT NULL AND t.in_txid IS NULL
      ) o ORDER BY o.paid DESC, o.reason IS NULL, o.tx_key, o.idx LIMIT 1) END`;
}
