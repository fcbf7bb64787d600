import { readTransaction } from '@chaintrail/db';
import { z } from 'zod';
import { ProblemError } from '../http/problem.js';
import { route } from '../http/route.js';
import { currencyParameter, txidParameter } from '../schemas/parameters.js';
import { Transaction } from '../schemas/transaction.js';
import { requireTip } from '../shape/progress.js';
import type { ChainState } from '../shape/reason.js';
import { shapeTransaction } from '../shape/transaction.js';
import { SYNCING } from './problems.js';
import { answerAtTip } from './respond.js';

export const transaction = route({
  path: '/transactions/{currency}/{txid}',
  atRoot: false,
  operationId: 'getTransaction',
  tag: 'Transactions',
  summary: 'A transaction with all its inputs and outputs',
  pathParameters: z.strictObject({ currency: currencyParameter, txid: txidParameter }),
  query: z.strictObject({}),
  response: Transaction,
  description:
    'Confirmed ones, and those in the mempool of the node where unconfirmed transactions are followed. `spent` of its ' +
    'outputs tells of confirmed transactions, `spentBy` of an unconfirmed one.',
  problems: {
    404: 'This server does not follow the currency, or neither an indexed block nor the mempool has the transaction.',
    503: SYNCING,
  },
  async handle({ chains, pool }, { path }) {
    const followed = await chains.find(path.currency);
    const { chain } = followed;
    const found = chains.confirm(followed, await readTransaction(pool, chain.code, Buffer.from(path.txid, 'hex')));
    const tip = requireTip(found.state, chain.name);
    const stored = found.transaction;
    if (!stored) {
      throw new ProblemError(
        'unknown-transaction',
        `no block of ${chain.name} from ${found.state.historyFrom} to ${tip.height} has it, ${pendingText(found.state)}`,
        { facts: { tip } },
      );
    }
    return answerAtTip(found.state, tip, () => shapeTransaction(followed, stored, tip));
  },
});

function pendingText({ mempool }: ChainState): string {
  return mempool?.isCurrent ? 'nor is it among the unconfirmed ones' : 'and unconfirmed transactions are not followed';
}
