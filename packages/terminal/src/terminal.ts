/** The operator's screen: lines, and below them one progress bar per chain in its first sync, where a terminal can. */
import type { Stage } from '@chaintrail/db';
import { MultiBar, type SingleBar } from 'cli-progress';
import { progressBar, progressSentence } from './progress-text.js';
import type { SyncProgress } from './sync-progress.js';

/** Between two lines about the same chain and stage where there are no bars: while somebody waits for it, and later. */
const LINE_EVERY_MS = { atFirst: 4_500, later: 30_000 };
const AT_FIRST_MS = 600_000;

/** Called with all that the operator sees. */
export interface TerminalListener {
  line(text: string): void;
  /** Bars, which move by themselves, are there or not any more. */
  bars(areShown: boolean): void;
}

export class Terminal {
  private readonly output: NodeJS.WriteStream;
  private readonly listener: TerminalListener | undefined;
  private readonly beganMs = Date.now();
  private bars: MultiBar | undefined;
  private readonly barOf = new Map<string, SingleBar>();
  private readonly lastLine = new Map<string, { readonly atMs: number; readonly stage: Stage | null }>();

  constructor(output: NodeJS.WriteStream = process.stdout, listener?: TerminalListener) {
    this.output = output;
    this.listener = listener;
    // Who read the lines (`| tee`) may end first, of the same Ctrl-C: there is nobody left to write for.
    output.on('error', () => undefined);
  }

  line(text: string): void {
    this.listener?.line(text);
    if (!this.bars) {
      this.output.write(`${text}\n`);
      return;
    }
    this.bars.log(`${text}\n`);
    // At once: what still waits to be drawn when the bars are closed, or the process ends, would be lost.
    this.bars.update();
  }

  progress(progress: SyncProgress): void {
    if (this.output.isTTY) this.drawBar(progress);
    else this.writeLine(progress);
  }

  /** The chain's first sync is over, or is told about in words now. */
  endProgress(chain: string): void {
    this.lastLine.delete(chain);
    const bar = this.barOf.get(chain);
    if (!bar) return;
    this.bars?.remove(bar);
    this.barOf.delete(chain);
    if (this.barOf.size === 0) this.close();
  }

  close(): void {
    if (this.bars) this.listener?.bars(false);
    this.bars?.stop();
    this.bars = undefined;
    this.barOf.clear();
  }

  private drawBar(progress: SyncProgress): void {
    const bar = this.barOf.get(progress.chain);
    if (bar) {
      bar.update({ progress });
      return;
    }
    if (!this.bars) this.listener?.bars(true);
    this.bars ??= new MultiBar({
      format: (_options, { maxWidth }, payload: { readonly progress: SyncProgress }) =>
        progressBar(payload.progress, maxWidth),
      stream: this.output,
      fps: 2,
      clearOnComplete: true,
      // A line above the bars moves them: they are drawn again although nothing of them has changed.
      forceRedraw: true,
      // Else the terminal would cut long lines off, and go on doing so if this process is killed.
      linewrap: true,
    });
    this.barOf.set(progress.chain, this.bars.create(1, 0, { progress }));
  }

  private writeLine(progress: SyncProgress): void {
    const { chain, stage } = progress;
    const last = this.lastLine.get(chain);
    const everyMs = Date.now() - this.beganMs < AT_FIRST_MS ? LINE_EVERY_MS.atFirst : LINE_EVERY_MS.later;
    if (last?.stage === stage && Date.now() - last.atMs < everyMs) return;
    this.lastLine.set(chain, { atMs: Date.now(), stage });
    this.line(progressSentence(progress));
  }
}

/** Where a program that logs on standard output can also draw. */
export interface LogTerminal {
  readonly terminal: Terminal;
  /** Takes the log's lines where they share the terminal with what is drawn; undefined where they go elsewhere. */
  readonly lines: { write(text: string): void } | undefined;
}

/**
 * A terminal on standard output shows log lines with the bars below them. Where the log goes to a file or a pipe, the
 * bars are drawn on standard error, if that is a terminal.
 * @returns null where nobody is watching; the log alone has to do then
 */
export function logTerminal(
  log: NodeJS.WriteStream = process.stdout,
  other: NodeJS.WriteStream = process.stderr,
): LogTerminal | null {
  if (log.isTTY) {
    const terminal = new Terminal(log);
    return { terminal, lines: { write: (text) => terminal.line(text.replace(/\n$/, '')) } };
  }
  return other.isTTY ? { terminal: new Terminal(other), lines: undefined } : null;
}
