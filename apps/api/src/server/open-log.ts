import type { ApiSettings } from '@chaintrail/config';
import pino, { type Logger, type LoggerOptions } from 'pino';

/** Bytes that a pipe takes as a whole (PIPE_BUF of Linux), so that lines of several processes never mix. */
const MOST_WRITTEN_BYTES = 4_096;

/** Lines below warnings are written together: a write for each request is a seventh of what a balance costs. */
const LATE_MS = 100;
const WRITTEN_TOGETHER_BYTES = 3_072;

/** Bytes that wait to be written. Where nobody reads fast enough, or the disk is full, only lines are lost. */
const MOST_WAITING_BYTES = 16 * 2 ** 20;

/** The log of this process, on standard output. @param base what each of its lines has */
export function openLog(
  { logLevel, workers }: Pick<ApiSettings, 'logLevel' | 'workers'>,
  base: { readonly worker: number } | null,
): Logger {
  const shared = workers > 1 ? { maxWrite: MOST_WRITTEN_BYTES } : {};
  const together = { minLength: WRITTEN_TOGETHER_BYTES, periodicFlush: LATE_MS };
  const bounded = { maxLength: MOST_WAITING_BYTES, ...shared };
  const output = pino.destination({ dest: 1, sync: false, ...together, ...bounded });
  // Lines that cannot be written are tried again with the next one.
  output.on('error', () => undefined);
  // Lines left at the exit itself are written again and again, for ever, where nobody reads them any more (flushSync of
  // sonic-boom 4). Here the same failure ends the log.
  process.once('beforeExit', () => output.flush());
  const hooks: LoggerOptions['hooks'] = {
    logMethod(line, log, level) {
      log.apply(this, line);
      // Whoever looks for the reason of something finds it.
      if (level >= pino.levels.values['warn']!) output.flush();
    },
  };
  return pino({ level: logLevel, base, hooks }, output);
}

/** Ends the process, which has more to do otherwise, once its log is written as far as anybody reads it. */
export function exitAfterLog(log: Logger, code: number): void {
  log.flush(() => process.exit(code));
}
