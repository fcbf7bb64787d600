/** What the operator sees: lines, and below them one progress bar per chain in its first sync, where a terminal can. */
import { MultiBar, type SingleBar } from 'cli-progress';

/** Between two lines about the same chain where there are no bars. */
const LINE_EVERY_MS = 10_000;

export interface SyncProgress {
  readonly chain: string;
  /** Blocks indexed, and to index as far as the node knows. */
  readonly done: number;
  readonly total: number;
  readonly transactionsPerSecond: number | null;
  readonly etaSeconds: number | null;
}

export class Terminal {
  private readonly output: NodeJS.WriteStream;
  private bars: MultiBar | undefined;
  private readonly barOf = new Map<string, SingleBar>();
  private readonly lastLineMs = new Map<string, number>();

  constructor(output: NodeJS.WriteStream = process.stdout) {
    this.output = output;
  }

  line(text: string): void {
    if (this.bars) this.bars.log(`${text}\n`);
    else this.output.write(`${text}\n`);
  }

  progress(progress: SyncProgress): void {
    if (this.output.isTTY) this.drawBar(progress);
    else this.writeLine(progress);
  }

  /** The chain's first sync is over, or is told about in words now. */
  endProgress(chain: string): void {
    this.lastLineMs.delete(chain);
    const bar = this.barOf.get(chain);
    if (!bar) return;
    this.bars?.remove(bar);
    this.barOf.delete(chain);
    if (this.barOf.size === 0) this.close();
  }

  close(): void {
    this.bars?.stop();
    this.bars = undefined;
    this.barOf.clear();
  }

  private drawBar(progress: SyncProgress): void {
    this.bars ??= new MultiBar(
      {
        format: '{chain} {bar} {percentage} %  {detail}',
        hideCursor: true,
        clearOnComplete: true,
        stream: this.output,
      },
      { format: '{chain} {bar} {percentage} %  {detail}', barCompleteChar: '█', barIncompleteChar: '░' },
    );
    const payload = { chain: progress.chain.padEnd(5), detail: detailOf(progress) };
    let bar = this.barOf.get(progress.chain);
    if (!bar) {
      bar = this.bars.create(progress.total, progress.done, payload);
      this.barOf.set(progress.chain, bar);
    }
    bar.setTotal(progress.total);
    bar.update(progress.done, payload);
  }

  private writeLine(progress: SyncProgress): void {
    const now = Date.now();
    if (now - (this.lastLineMs.get(progress.chain) ?? 0) < LINE_EVERY_MS) return;
    this.lastLineMs.set(progress.chain, now);
    const percent = progress.total === 0 ? 0 : Math.floor((100 * progress.done) / progress.total);
    this.line(`${progress.chain}: ${percent} %  ${detailOf(progress)}`);
  }
}

const NUMBER = new Intl.NumberFormat('en-US');

function detailOf({ done, total, transactionsPerSecond, etaSeconds }: SyncProgress): string {
  const parts = [`${NUMBER.format(done)} of ${NUMBER.format(total)} blocks`];
  if (transactionsPerSecond !== null) parts.push(`${NUMBER.format(Math.round(transactionsPerSecond))} tx/s`);
  if (etaSeconds !== null) parts.push(`${duration(etaSeconds)} left`);
  return parts.join(', ');
}

/** "3 h 12 min", "4 min", "20 s" */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
