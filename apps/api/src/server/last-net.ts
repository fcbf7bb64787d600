/** The last net: what nothing else caught. */
import type { Logger } from 'pino';
import { exitAfterLog } from './open-log.js';

/** Ending in order takes less, unless that is what fails. */
const END_MS = 20_000;

/**
 * Logs errors that nothing caught, rejections included. The first one ends the process, whose state is unknown from
 * there on: in order, with 1, so that whoever keeps it running starts another.
 * @param end finishes what is under way
 */
export function catchTheRest(log: Logger, end: (reason: string) => Promise<void> | void): void {
  let isEnding = false;
  process.on('uncaughtException', (error: unknown, origin) => {
    log.fatal(
      { err: error, origin },
      'An error that nothing caught: what is under way is finished, then this process ends',
    );
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), END_MS).unref();
    const leave = (): void => exitAfterLog(log, 1);
    Promise.resolve(end(error instanceof Error ? error.message : String(error))).then(leave, leave);
  });
}
