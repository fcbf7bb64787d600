/** The bytes of transactions, from the node and to it. */
import { type FoundUtxoTransaction, readUtxoTransaction } from '@chaintrail/db';
import { z } from 'zod';
import { readTxid } from '../families/read-txid.js';
import { answerNow } from '../http/answer.js';
import { answerAtTip } from '../http/kept-answers.js';
import { parsedJson } from '../http/read-body.js';
import type { PlacedTxid, RawTransactions } from '../node/raw-transactions.js';
import { ProblemError } from '../problem.js';
import type { ListedChain, ListedUtxoChain } from '../read/followed-chain.js';
import { readRows } from '../read/read-answer.js';
import { currencyParameter, txidParameter } from '../schemas/parameters.js';
import { RawTransaction, SentTransaction, sentBody } from '../schemas/raw-transaction-schema.js';
import { type RequestBody, route, SYNCING } from '../services/route.js';
import { answered, away, IS_HEX, MOST_HEX, requireBroadcast, requireNode } from './ask-node.js';

/** Its block, and no more of its lists than the statement needs. */
const PLACE_ALONE = { offset: 0, limit: 1, mostWeight: null } as const;

const NO_NODE =
  'or there is no node to ask for bytes: on chains of accounts, and where this server has none (`no-raw-transactions`).';
const AWAY = `${SYNCING} The same where the node does not answer (\`node-unavailable\`).`;

export const rawTransaction = route({
  path: '/transactions/{currency}/{txid}/raw',
  operationId: 'getRawTransaction',
  tag: 'Transactions',
  summary: 'The bytes of a transaction, as wallets sign and send them',
  description:
    'On Bitcoin and its forks, confirmed ones and those in the mempool. The node is asked for them, by the block that is indexed: ' +
    'it needs no index of its own.',
  pathParameters: z.strictObject({ currency: currencyParameter, txid: txidParameter }),
  response: RawTransaction,
  problems: {
    404: `This server does not follow the currency, or neither an indexed block nor the mempool has the transaction, ${NO_NODE}`,
    503: AWAY,
  },
  cost: () => ({ asksNode: true }),
  changesWith: () => 'rows',
  async handle(services, { followed: listed, path }) {
    const followed = requireUtxoNode(services.raw, listed);
    const txid = readTxid(followed, path.txid);
    const found = await readRows(services, followed, (db, code) => readUtxoTransaction(db, code, txid, PLACE_ALONE));
    const { tip } = found;
    const placed = placeOf(found, txid.toString('hex'));
    if (!placed)
      throw new ProblemError('unknown-transaction', `${followed.chain.name} has no such transaction`, {
        facts: { tip },
      });
    const bytes = answered(followed, await services.raw.read(followed, [placed])).get(placed.txid);
    if (!bytes) throw away(followed, 'does not have that transaction at the moment');
    const { block } = placed;
    return answerAtTip(found.state, () => ({
      ...{ currency: followed.chain.code, txid: placed.txid, tip },
      ...{ blockHeight: block?.height ?? null, blockHash: block?.hash ?? null },
      ...{ size: bytes.length, hex: bytes.toString('hex') },
    }));
  },
});

const takes: RequestBody = {
  mostBytes: MOST_HEX,
  description: 'The transaction in hexadecimal, signed: as JSON, or as text alone.',
  content: {
    'application/json': { schema: z.toJSONSchema(sentBody), example: { hex: '0200000001…' } },
    'text/plain': { schema: { type: 'string' }, example: '0200000001…' },
  },
};

export const broadcast = route({
  takes,
  path: '/transactions/{currency}',
  operationId: 'sendTransaction',
  tag: 'Transactions',
  summary: 'Sends a signed transaction through the node, where the operator allows it',
  description:
    'On Bitcoin and its forks, off by default. What the node says of a transaction that it refuses is told in its own words ' +
    '(`transaction-refused`). After a 503 the node may have it nevertheless: sending it again does no harm.',
  pathParameters: z.strictObject({ currency: currencyParameter }),
  response: SentTransaction,
  problems: {
    403: 'The operator does not let clients send transactions (`broadcast-off`).',
    404: `This server does not follow the currency, ${NO_NODE}`,
    413: 'The transaction is larger than any that nodes take (`body-too-large`).',
    415: 'The body is compressed (`unsupported-body`).',
    503: 'The node does not answer (`node-unavailable`), or there is too much to do (`overloaded`). `Retry-After` says when to send again.',
  },
  cost: () => ({ asksNode: true }),
  async handle(services, { followed: listed, body }) {
    const { raw } = services;
    requireBroadcast(raw);
    const followed = requireUtxoNode(raw, listed);
    const sent = answered(followed, await raw.broadcast(followed, readHex(body)));
    if ('refusal' in sent) throw new ProblemError('transaction-refused', sent.refusal);
    return answerNow({ currency: followed.chain.code, txid: sent.txid });
  },
});

/** @throws ProblemError where nobody can be asked for bytes */
function requireUtxoNode(raw: RawTransactions, followed: ListedChain): ListedUtxoChain {
  if (followed.family !== 'utxo')
    throw new ProblemError(
      'no-raw-transactions',
      `ask a node of ${followed.chain.name} for the bytes of transactions: this server has them of Bitcoin and its forks`,
    );
  requireNode(raw, followed);
  return followed;
}

/** @returns null where neither a block nor the mempool has it */
function placeOf({ transaction, dropped }: FoundUtxoTransaction, txid: string): PlacedTxid | null {
  if (!transaction || dropped) return null;
  const { block } = transaction;
  return { txid, block: block && { height: block.height, hash: block.hash } };
}

/** @throws ProblemError saying what is expected */
function readHex(body: string): string {
  const text = body.trim();
  const hex = text.startsWith('{') ? sentBody.safeParse(parsedJson(text)).data?.hex : text;
  if (hex !== undefined && IS_HEX.test(hex)) return hex;
  throw new ProblemError(
    'invalid-parameter',
    'the body: expected a signed transaction in hexadecimal digits, alone or as {"hex": "…"}',
  );
}
