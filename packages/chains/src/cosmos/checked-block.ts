/** Reads a node's answers about a block, and checks them against each other and against the requested block. */
import type { BlockRef } from '../chain.js';
import { DecodeError } from '../errors.js';
import type { CosmosBlockAnswers, CosmosResults } from './cosmos-block.js';
import { type BlockEvents, readEvents } from './events.js';
import { type CosmosHeader, headerHash, merkleRoot, sha256 } from './header-hash.js';

export interface CheckedBlock {
  readonly header: CosmosHeader;
  /** Transactions as they were signed, and their ids. */
  readonly transactions: readonly { readonly bytes: Buffer; readonly txid: Buffer }[];
  readonly events: BlockEvents;
  readonly results: CosmosResults;
}

interface RawBlock {
  readonly block_id?: { readonly hash?: unknown };
  readonly block?: {
    readonly header?: CosmosHeader;
    readonly data?: { readonly txs?: readonly unknown[] | null } | null;
  };
}

/**
 * The header must have the requested hash, its `data_hash` must match the transactions, and the next header's
 * `last_results_hash` the results. No hash covers the events: they are the node's word. But a success has some.
 * @param remedy for results that are not whole
 * @throws DecodeError
 */
export function readAnswers(ref: BlockRef, answers: CosmosBlockAnswers, remedy: string): CheckedBlock {
  const { block, block_id: id } = resultOf<RawBlock>(answers.block, 'block');
  const header = block?.header;
  if (header === undefined || header === null) fail('the answer has no header');
  if (Number(header.height) !== ref.height) fail(`this is block ${header.height}, not ${ref.height}`);
  if (!isHash(id?.hash, ref.hash)) fail(`this is not block ${ref.hash} of height ${ref.height}`);
  if (!hashOf(header).equals(Buffer.from(ref.hash, 'hex')))
    fail(`the header of block ${ref.height} is not that of its hash`);

  const texts = block?.data?.txs ?? [];
  if (!Array.isArray(texts)) fail('txs of the block is no list');
  const transactions = texts.map((text: unknown) => {
    if (typeof text !== 'string') fail('a transaction is no text');
    const bytes = Buffer.from(text, 'base64');
    return { bytes, txid: sha256(bytes) };
  });
  if (!isHash(header.data_hash, merkleRoot(transactions.map(({ txid }) => txid)).toString('hex'))) {
    fail(`the transactions of block ${ref.height} are not those of its header`);
  }

  const events = readEvents(answers.results);
  if (Number(events.height) !== ref.height) fail(`these are results of block ${events.height}, not ${ref.height}`);
  if (events.transactions.length !== transactions.length) {
    fail(`there are ${events.transactions.length} results for ${transactions.length} transactions`);
  }
  const hash = merkleRoot(events.transactions.map(({ leaf }) => leaf)).toString('hex');
  if (!answers.isTrusted && answers.resultsHash !== null && hash !== answers.resultsHash)
    fail(`the results of block ${ref.height} are not those that the header of block ${ref.height + 1} has; ${remedy}`);
  const bare = events.transactions.findIndex(({ code, hasEvents }) => code === 0 && !hasEvents);
  if (!answers.isTrusted && bare >= 0)
    fail(
      `transaction ${bare} of block ${ref.height} succeeded without any event: its results are not whole; ${remedy}`,
    );
  const parentHash = header.last_results_hash.toLowerCase();
  return { header, transactions, events, results: { hash, parentHash, hasEvents: events.hasEvents } };
}

function resultOf<T extends object>(body: Buffer, what: string): T {
  let envelope: { readonly result?: T } | null;
  try {
    envelope = JSON.parse(body.toString('utf8')) as typeof envelope;
  } catch {
    return fail(`the answer of ${what} is not JSON`);
  }
  const result = envelope?.result;
  if (typeof result !== 'object' || result === null) return fail(`the answer of ${what} has no result`);
  return result;
}

function hashOf(header: CosmosHeader): Buffer {
  try {
    return headerHash(header);
  } catch (error) {
    return fail(`the header is malformed (${error instanceof Error ? error.message : ''})`);
  }
}

function isHash(text: unknown, hash: string): boolean {
  return typeof text === 'string' && text.toLowerCase() === hash;
}

function fail(message: string): never {
  throw new DecodeError(message, 0);
}
