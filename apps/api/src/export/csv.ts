/**
 * Histories as CSV (RFC 4180), with the same columns for all chains. Each transaction has a row of kind `net`: its
 * effect on the balance of the chain's own coin. Each movement of another asset has a row. So amounts of an asset add
 * up.
 */
import type { CosmosTransfer } from '../schemas/cosmos-transaction-schema.js';
import type { Transfer } from '../schemas/evm-transaction-schema.js';
import type { HistoryTransaction } from '../schemas/transaction-schema.js';

export const COLUMNS = [
  ...['txid', 'status', 'blockHeight', 'timestamp', 'date', 'kind', 'direction', 'asset', 'symbol', 'tokenId'],
  ...['amount', 'decimals', 'from', 'to', 'fee', 'balanceAfter', 'memo', 'usdRate', 'usdValue', 'usdStale'],
] as const;

/** A value that a spreadsheet may not take for a formula is text. */
type Cell = string | number | boolean | null | Text;
type Row = Partial<Record<(typeof COLUMNS)[number], Cell>>;

/** Words that anybody may have chosen. */
class Text {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

const LINE_END = '\r\n';
export const HEADER = COLUMNS.join(',') + LINE_END;

export type AccountTransfer = Transfer | CosmosTransfer;

/** @param isCut whether there are movements that are not told here, which a row of kind `incomplete` says */
export function csvRows(
  transaction: HistoryTransaction,
  address: string,
  symbol: string,
  transfers: readonly AccountTransfer[],
  isCut: boolean,
): string {
  const common = commonCells(transaction);
  const rows: Row[] = [{ ...common, kind: 'net', symbol, ...netCells(transaction) }];
  for (const transfer of transfers) {
    if (transfer.asset !== null && isOwn(transfer, address))
      rows.push({ ...common, ...transferCells(transfer, address) });
  }
  if (isCut) rows.push({ ...common, kind: 'incomplete' });
  return rows.map(line).join('');
}

export function isOwn({ from, to }: AccountTransfer, address: string): boolean {
  return from === address || to === address;
}

/** Whether a log says so and nothing left its sender. */
export function isSpoofed(transfer: AccountTransfer): boolean {
  return 'spoofed' in transfer && transfer.spoofed === true;
}

function commonCells({ txid, status, blockHeight, timestamp }: HistoryTransaction): Row {
  return { txid, status, blockHeight, timestamp, date: timestamp === null ? null : isoDate(timestamp) };
}

function netCells(transaction: HistoryTransaction): Row {
  const { direction, netAmount, decimals, fee, balanceAfter, usd } = transaction;
  const account = 'transfers' in transaction ? transaction : null;
  return {
    direction,
    ...{ amount: netAmount, decimals, fee, balanceAfter },
    ...{ from: account?.from ?? null, to: account?.to ?? null, memo: account?.memo ? new Text(account.memo) : null },
    ...{ usdRate: usd?.rate ?? null, usdValue: usd?.value ?? null, usdStale: usd?.stale ?? null },
  };
}

function transferCells(transfer: AccountTransfer, address: string): Row {
  const { kind, from, to, asset, symbol, tokenId, amount, decimals } = transfer;
  const direction =
    isSpoofed(transfer) && to !== address ? 'mention' : from === to ? 'self' : from === address ? 'out' : 'in';
  return {
    kind,
    ...{ direction, tokenId, decimals, from, to },
    ...{ asset: asset && new Text(asset), symbol: symbol === null ? null : new Text(symbol) },
    amount:
      direction === 'self' || direction === 'mention'
        ? '0'
        : direction === 'out' && amount !== '0'
          ? `-${amount}`
          : amount,
  };
}

function isoDate(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}

function line(row: Row): string {
  return COLUMNS.map((name) => cellText(row[name] ?? null)).join(',') + LINE_END;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Text) return quoted(defused(cell.words));
  return String(cell);
}

/** With what spreadsheets of other countries part cells by, too. */
function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take such a cell for a formula, some behind blanks; behind an apostrophe it is text (OWASP). */
function defused(text: string): string {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}
