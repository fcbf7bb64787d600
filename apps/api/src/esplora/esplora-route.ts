/** Common ground of Esplora's routes. Each sentence that clients compare is the one of electrs' `src/rest.rs`. */
import type { ChainState } from '@chaintrail/db';
import { z } from 'zod';
import type { Answer } from '../http/answer.js';
import { answerAtTip, NEAR_TIP_SECONDS } from '../http/kept-answers.js';
import { ProblemError } from '../problem.js';
import type { ListedChain, ListedUtxoChain } from '../read/followed-chain.js';
import { type ForeignBody, routesOf } from '../services/foreign-route.js';
import { SYNCING } from '../services/route.js';

const ABOUT =
  'In the form of Esplora, on Bitcoin and its forks: amounts are numbers of base units, errors a sentence. Also below ' +
  '`/esplora/{currency}/api`, and `/esplora/{currency}/t/{token}` for software that sends no headers.';

/** Blocks that no reorg takes back, in the eyes of Esplora: what lies below them may be kept for years. */
const DEEP = 10;
const YEARS_SECONDS = 157_784_630;

export type Text = { readonly mediaType: string; readonly description: string };
export const text = (description: string): Text => ({ mediaType: 'text/plain; charset=utf-8', description });
export const bytes = (description: string): Text => ({ mediaType: 'application/octet-stream', description });

export const esplora = routesOf<ListedUtxoChain, Answer<ForeignBody>>({
  ...{ tag: 'Esplora', base: '/esplora/{currency}', errors: 'sentence', about: ABOUT, syncing: SYNCING },
  notFound: 'This server does not follow the currency, or it keeps accounts',
  requireKnown: requireOutputs,
  answerOf: (answer) => answer,
});

function requireOutputs(followed: ListedChain): ListedUtxoChain {
  if (followed.family === 'utxo') return followed;
  throw new ProblemError(
    'unknown-route',
    `${followed.chain.name} keeps accounts: Esplora is for Bitcoin and its forks`,
  );
}

/** @param height of the block that the answer is about; null where a new block may change it */
export function answer(state: ChainState, body: () => ForeignBody, height: number | null = null): Answer<ForeignBody> {
  const isDeep = height !== null && (state.height ?? 0) - height >= DEEP;
  return { ...answerAtTip(state, body), maxAge: isDeep ? YEARS_SECONDS : NEAR_TIP_SECONDS };
}

export const blockNotFound = (sentence = 'Block not found'): ProblemError =>
  new ProblemError('unknown-block', sentence);
export const transactionNotFound = (sentence = 'Transaction not found'): ProblemError =>
  new ProblemError('unknown-transaction', sentence);
export const refused = (sentence: string): ProblemError => new ProblemError('invalid-parameter', sentence);

/** Problem of an answer that exists, but cannot be told now. */
export const askAgain = (sentence: string): ProblemError => new ProblemError('overloaded', sentence, { retryAfter: 1 });

const HASH = '^[0-9a-fA-F]{64}$';
const anyText = (description: string, pattern: string, example: string) =>
  z
    .string()
    .max(512, 'too long')
    .meta({ description, pattern, examples: [example] });

export const EXAMPLE_TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
export const EXAMPLE_BLOCK = '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee';
export const txidParameter = anyText('Transaction id: 64 hexadecimal digits.', HASH, EXAMPLE_TXID);
export const blockHashParameter = anyText('Hash of a block: 64 hexadecimal digits.', HASH, EXAMPLE_BLOCK);
export const numberParameter = (description: string, example: string) => anyText(description, '^[0-9]{1,10}$', example);

/** @throws ProblemError as Esplora words it */
export function readHash(hash: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw refused('Invalid hex string');
  return Buffer.from(hash, 'hex');
}

const MOST_NUMBER = 2 ** 31 - 1;

/** @throws ProblemError as Esplora words it */
export function readNumber(digits: string): number {
  const number = /^\d{1,10}$/.test(digits) ? Number(digits) : Number.POSITIVE_INFINITY;
  if (number > MOST_NUMBER) throw refused('Invalid number');
  return number;
}

export const scriptHashParameter = anyText(
  'SHA-256 of an output script: 64 hexadecimal digits.',
  HASH,
  '8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161',
);
