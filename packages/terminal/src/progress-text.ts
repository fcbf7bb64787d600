/** The words of a progress. Pure, so that every width and stage can be tested. */
import type { Stage } from '@chaintrail/db';
import type { SyncProgress } from './sync-progress.js';

const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  load: 'loading blocks',
  unspent: 'writing unspent outputs',
  sort: 'sorting histories',
  tokens: 'gathering tokens',
  index: 'building indexes',
};
const NUMBER = new Intl.NumberFormat('en-US');
const LEAST_BAR = 6;
const MOST_BAR = 30;

interface Part {
  readonly text: string;
  /** The part with the lowest one gives way first on a narrow terminal. */
  readonly weight: number;
}

/** "btc: 61.2 %, loading block 812,345 of 900,000, 8,123 tx/s, 3 h 12 min left" */
export function progressSentence(progress: SyncProgress): string {
  return `${progress.chain}: ${joined([{ text: percent(progress.share), weight: 0 }, ...details(progress)])}`;
}

/** The same behind a bar, in one line. @param columns of the terminal; a line is shorter, so the cursor stays on it */
export function progressBar(progress: SyncProgress, columns: number): string {
  const start = progress.chain.padEnd(5);
  const done = percent(progress.share).padStart(7);
  const fixed = start.length + 1 + done.length + 2;
  const parts = details(progress);
  const room = () => columns - 1 - fixed - joined(parts).length;
  while (room() < LEAST_BAR && parts.length > 0) parts.splice(lightest(parts), 1);
  const bar = drawn(progress.share ?? 0, Math.max(0, Math.min(MOST_BAR, room())));
  return `${start}${bar} ${done}  ${joined(parts)}`.trimEnd();
}

function details({ stage, height, nodeHeight, transactionsPerSecond, etaSeconds }: SyncProgress): Part[] {
  const parts: Part[] = [];
  const block = height === null ? null : blockOf(height, nodeHeight);
  if (stage === 'load' && block !== null) parts.push({ text: `loading ${block}`, weight: 3 });
  // Blocks stand still in the stages after the loading, and say nothing of what is done.
  else if (stage !== null) parts.push({ text: STAGE_WORDS[stage], weight: 3 });
  else if (block !== null) parts.push({ text: block, weight: 2 });
  if (transactionsPerSecond !== null)
    parts.push({ text: `${NUMBER.format(Math.round(transactionsPerSecond))} tx/s`, weight: 1 });
  if (etaSeconds !== null) parts.push({ text: `${duration(etaSeconds)} left`, weight: 4 });
  return parts;
}

function blockOf(height: number, nodeHeight: number | null): string {
  const of = nodeHeight === null ? '' : ` of ${NUMBER.format(Math.max(nodeHeight, height))}`;
  return `block ${NUMBER.format(height)}${of}`;
}

function lightest(parts: readonly Part[]): number {
  return parts.reduce((found, part, index) => (part.weight < (parts[found] as Part).weight ? index : found), 0);
}

function joined(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(', ');
}

/** Rounded down: "100.0 %" is for what is over. */
export function percent(share: number | null): string {
  return share === null ? '… %' : `${(Math.floor(bounded(share) * 1000) / 10).toFixed(1)} %`;
}

function drawn(share: number, width: number): string {
  const done = Math.floor(bounded(share) * width);
  return `${'█'.repeat(done)}${'░'.repeat(width - done)}`;
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** "3 h 12 min", "4 min", "20 s" */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
