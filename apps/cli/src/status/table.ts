/** Chains as a table that fits a terminal. Pure. */
import { styleText } from 'node:util';
import { duration, percent } from '@chaintrail/terminal';
import type { ChainRow } from './chain-row.js';

interface Column {
  readonly title: string;
  /** The column with the lowest one gives way first on a narrow terminal. */
  readonly weight: number;
  readonly isRight?: boolean;
  cell(row: ChainRow, nowSeconds: number): string | null;
}

const NUMBER = new Intl.NumberFormat('en-US');
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const number = (value: number | null) => (value === null ? null : NUMBER.format(value));
const NOTHING = '–';
const GAP = '  ';

const COLUMNS: readonly Column[] = [
  { title: 'chain', weight: 20, cell: ({ currency }) => currency },
  { title: 'network', weight: 5, cell: ({ network }) => network },
  { title: 'status', weight: 19, cell: ({ status, stage }) => (status === 'syncing' && stage ? stage : status) },
  { title: 'tip', weight: 18, isRight: true, cell: ({ tip }) => number(tip) },
  { title: 'node', weight: 9, isRight: true, cell: ({ nodeTip }) => number(nodeTip) },
  { title: 'behind', weight: 17, isRight: true, cell: ({ behind }) => number(behind) },
  {
    title: 'progress',
    weight: 16,
    isRight: true,
    cell: ({ progress }) => (progress === null ? null : percent(progress)),
  },
  { title: 'left', weight: 15, isRight: true, cell: ({ etaSeconds }) => time(etaSeconds) },
  { title: 'blocks/s', weight: 7, isRight: true, cell: ({ blocksPerSecond }) => speed(blocksPerSecond) },
  { title: 'mempool', weight: 8, isRight: true, cell: ({ mempool }) => number(mempool) },
  { title: 'indexer', weight: 6, cell: ({ owner }) => owner },
  { title: 'last audit', weight: 10, cell: ({ audit }, now) => audit && auditText(audit, now) },
  { title: 'USD', weight: 4, isRight: true, cell: ({ rate }) => rate && dollars(rate) },
];

function time(seconds: number | null): string | null {
  return seconds === null ? null : duration(seconds);
}

function speed(value: number | null): string | null {
  return value === null ? null : value.toFixed(value < 10 ? 1 : 0);
}

function auditText({ result, finishedAt, findings }: NonNullable<ChainRow['audit']>, now: number): string {
  const what = result === 'findings' ? `${findings} findings` : result;
  return `${what}, ${duration(Math.max(0, now - finishedAt))} ago`;
}

/** To the cent, below a dollar to four digits. Only shown, never counted with. */
function dollars(rate: string): string {
  const value = Number(rate);
  return value >= 1 ? CENTS.format(value) : value.toPrecision(4);
}

export interface TableOptions {
  readonly columns: number;
  readonly nowSeconds: number;
  readonly colours: boolean;
}

/** @returns lines that are no longer than `columns`: titles, chains, and what is in the way of some */
export function statusTable(rows: readonly ChainRow[], { columns, nowSeconds, colours }: TableOptions): string[] {
  if (rows.length === 0) return ['No chain is followed yet.'];
  const built = COLUMNS.map((column) => {
    const cells = rows.map((row) => column.cell(row, nowSeconds) ?? NOTHING);
    return { column, cells, width: Math.max(column.title.length, ...cells.map(({ length }) => length)) };
  }).filter(({ cells }) => cells.some((cell) => cell !== NOTHING));
  const widthOf = () => built.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);
  while (widthOf() > columns && built.length > 1) {
    const least = Math.min(...built.map(({ column }) => column.weight));
    built.splice(
      built.findIndex(({ column }) => column.weight === least),
      1,
    );
  }
  const line = (texts: readonly string[]) =>
    built
      .map(({ column, width }, at) => (column.isRight ? texts[at]?.padStart(width) : texts[at]?.padEnd(width)))
      .join(GAP)
      .trimEnd()
      .slice(0, columns);
  const paint = (style: 'bold' | 'yellow' | 'dim', text: string) =>
    colours ? styleText(style, text, { validateStream: false }) : text;
  return [
    paint('bold', line(built.map(({ column }) => column.title))),
    ...rows.map((row, at) => {
      const text = line(built.map(({ cells }) => cells[at] ?? NOTHING));
      return row.status === 'live' || row.status === 'syncing' ? text : paint('yellow', text);
    }),
    ...rows.flatMap(({ currency, status, reason }) =>
      status !== 'live' && reason !== null
        ? [paint('yellow', `${currency}: ${reason.replace(`${currency}: `, '')}`.slice(0, columns))]
        : [],
    ),
  ];
}
