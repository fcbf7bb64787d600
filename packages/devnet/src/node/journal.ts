/**
 * The state file of a simulated node: a journal of operations, one JSON document a line, behind a first line that holds
 * everything that shapes the chain. Replaying it gives the same chain again, byte for byte.
 *
 * Why a journal and not a snapshot or the raw blocks: a line is appended and flushed before the block it stands for is
 * served, so whatever a reader of the node has seen survives kill -9 and power loss; a torn last line stands for a block
 * that nobody saw and is cut off; nothing is ever rewritten; and a hundred bytes a block carry what raw blocks cannot:
 * wallets, mempool and the state of the random numbers.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Which chain it is the journal of. */
export interface JournalIdentity {
  readonly format: 1;
  readonly chain: string;
  readonly network: string;
}

export type Operation =
  // `until`: when the last of them is mined, or a little before. `time` is that of each.
  | { readonly op: 'mine'; readonly blocks: number; readonly time?: number; readonly until?: number }
  | { readonly op: 'reorg'; readonly depth: number; readonly newBlocks: number; readonly time?: number }
  | { readonly op: 'invalidate'; readonly depth: number }
  | MempoolOperation;

/** `pending`: payments that were still to come before the next block, as they come by the clock and not from here. */
type MempoolOperation = { readonly pending: number } & (
  | { readonly op: 'pay'; readonly payments: number }
  | { readonly op: 'replace'; readonly txid: string }
  | { readonly op: 'evict'; readonly payments: number }
);

/** `tip`: the hash that the operation led to, display form. */
export type JournalEntry = Operation & { readonly tip: string };

/** `Header`: everything that shapes a chain of its family. */
export interface Journal<Header extends JournalIdentity> {
  readonly path: string;
  readonly header: Header;
  /** Entries of an earlier run. */
  readonly past: readonly JournalEntry[];
  /** Writes and flushes; call it before anybody can see what the operation made. */
  append(entry: JournalEntry): void;
  close(): void;
}

/**
 * Opens the file, or starts it with `header`.
 * @throws Error when the file is of another chain or network, or not a state file
 */
export function openJournal<Header extends JournalIdentity>(path: string, header: Header): Journal<Header> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [first, ...past] = whole.split('\n').flatMap((line) => (line === '' ? [] : [parseLine(path, line)]));
  const found = (first ?? header) as Header;
  if (found.format !== 1 || found.chain !== header.chain || found.network !== header.network) {
    throw new Error(
      `${path} is the state of ${found.chain} ${found.network}, not of ${header.chain} ${header.network}: name another state file`,
    );
  }
  const file = openSync(path, 'a+', 0o600);
  if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
  const append = (line: Header | JournalEntry): void => {
    writeSync(file, `${JSON.stringify(line)}\n`);
    fsyncSync(file);
  };
  if (first === undefined) append(header);
  return { path, header: found, past: past as JournalEntry[], append, close: () => closeSync(file) };
}

function parseLine(path: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`${path} is damaged: remove it, and the database that was filled from this node`, { cause });
  }
}
