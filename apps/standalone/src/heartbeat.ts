/** Says what a start is at while nothing else is said, so that nobody who waits wonders. */
import { Worker } from 'node:worker_threads';
import type { TerminalListener } from '@chaintrail/terminal';

/** End of a line that tells of something that takes a while. */
const ONGOING = / …$/;

/** To the thread that speaks: `doing` is what is said to go on; null leaves it, `isQuiet` as well. */
export interface HeartbeatMessage {
  readonly doing: string | null;
  readonly isQuiet: boolean | null;
}

/** In a thread: blocks of the demo are made without a pause, in which no timer of this one fires. */
export class Heartbeat implements TerminalListener {
  private readonly thread = new Worker(new URL('./heartbeat-thread.js', import.meta.url), { execArgv: [] });

  constructor() {
    this.thread.unref();
    // A start is no worse for it.
    this.thread.on('error', () => undefined);
  }

  line(text: string): void {
    this.tell({ doing: ONGOING.test(text) ? text.replace(ONGOING, '') : null, isQuiet: null });
  }

  bars(areShown: boolean): void {
    this.tell({ doing: null, isQuiet: areShown });
  }

  /** Names the work that goes on from now, where no line says it. */
  doing(what: string): void {
    this.tell({ doing: what, isQuiet: null });
  }

  stop(): void {
    void this.thread.terminate();
  }

  private tell(message: HeartbeatMessage): void {
    this.thread.postMessage(message);
  }
}
