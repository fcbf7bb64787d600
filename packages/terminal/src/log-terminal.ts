import { Terminal } from './terminal.js';

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
