/** Common part of Blockbook's routes. */
import type { ChainState } from '@chaintrail/db';
import { answerAtTip } from '../http/kept-answers.js';
import type { JsonText } from '../http/rows.js';
import { ProblemError } from '../problem.js';
import type { ListedChain, ListedEvmChain, ListedUtxoChain } from '../read/followed-chain.js';
import { routesOf } from '../services/foreign-route.js';
import { SYNCING } from '../services/route.js';

const ABOUT =
  'In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below ' +
  '`/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.';

/** A chain that Blockbook's routes tell of. */
export type BlockbookChain = ListedUtxoChain | ListedEvmChain;

/** An answer, and the state that it was read at. */
export interface BlockbookAnswer {
  readonly state: ChainState;
  readonly body: object | JsonText;
  /** Whether it changes with more than the rows and the program. */
  readonly isFleeting?: boolean;
}

export const blockbook = routesOf<BlockbookChain, BlockbookAnswer>({
  ...{ tag: 'Blockbook', base: '/blockbook/{currency}/api/v2', errors: 'error', about: ABOUT, syncing: SYNCING },
  notFound: 'This server does not follow the currency, or not for Blockbook',
  requireKnown,
  answerOf({ state, body, isFleeting = false }) {
    const answer = answerAtTip(state, () => body);
    return isFleeting ? { ...answer, version: null } : answer;
  },
});

/** @throws ProblemError on a chain of another family */
export function requireKnown(listed: ListedChain): BlockbookChain {
  if (listed.family !== 'cosmos') return listed;
  throw new ProblemError(
    'unknown-route',
    `Blockbook is for Bitcoin, Ethereum and their like, not for ${listed.chain.name}`,
  );
}

/** @throws ProblemError on a chain that has no outputs */
export function requireOutputs(followed: BlockbookChain): ListedUtxoChain {
  if (followed.family === 'utxo') return followed;
  throw refused(`${followed.chain.name} keeps accounts: there is nothing of the kind`);
}

export const refused = (sentence: string): ProblemError => new ProblemError('invalid-parameter', sentence);

/** @throws ProblemError as Blockbook words it */
export function readTxid(text: string): Buffer {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1];
  if (digits === undefined) throw refused('expected a transaction id: 64 hexadecimal digits');
  return Buffer.from(digits, 'hex');
}

/** @throws ProblemError where there is none */
export const transactionNotFound = (txid: string): ProblemError =>
  new ProblemError('unknown-transaction', `Transaction '${txid}' not found`);
