import { type ChainState, FIRST_PART } from '@chaintrail/db';
import { z } from 'zod';
import { projectedBlocks } from '../families/projected-mempool.js';
import { readTransaction } from '../families/questions.js';
import { readTxid } from '../families/read-txid.js';
import { answerAtTip } from '../http/kept-answers.js';
import { ProblemError } from '../problem.js';
import { readAnswer } from '../read/read-answer.js';
import { currencyParameter, partLimitParameter, partOffsetParameter, txidParameter } from '../schemas/parameters.js';
import { Transaction } from '../schemas/transaction-schema.js';
import { route, SYNCING } from '../services/route.js';
import { shapeWaiting } from '../shape/utxo/shape-waiting.js';

export const transaction = route({
  path: '/transactions/{currency}/{txid}',
  operationId: 'getTransaction',
  tag: 'Transactions',
  summary: 'A transaction with its inputs and outputs, or what it moved',
  pathParameters: z.strictObject({ currency: currencyParameter, txid: txidParameter }),
  query: z.strictObject({ limit: partLimitParameter, offset: partOffsetParameter }),
  response: Transaction,
  description:
    'Confirmed ones, and those in the mempool of the node where unconfirmed transactions are followed. `spent` of its ' +
    'outputs tells of confirmed transactions, `spentBy` names the one that spends it, confirmed or not, where it is found. On Ethereum and its layer 2s `transfers` has ' +
    'all that it moved, and a block hash finds what the block itself moved. On THORChain and MAYAChain `payouts` tells what was ' +
    'paid for it, on any chain, and `answers` in which entries of blocks; `inTxid` of those leads back. ' +
    `An answer has at most ${FIRST_PART.limit} entries of each of \`inputs\`, \`outputs\`, \`transfers\` and \`messages\`, which is all of nearly ` +
    'every transaction. `nextOffset` tells where the next part begins; `inputCount`, `outputCount`, `transferCount` and ' +
    '`messageCount` count all.',
  problems: {
    404: 'This server does not follow the currency, or neither an indexed block nor the mempool has the transaction.',
    503: SYNCING,
  },
  changesWith: () => 'rows',
  async handle(services, { followed, path, query: part }) {
    const txid = readTxid(followed, path.txid);
    const {
      state,
      tip,
      transaction: found,
      answers = [],
      relatives = null,
    } = await readAnswer(services, followed, (db) => readTransaction(services, followed, db, txid, part));
    if (!found) {
      const nowhere = `no block of ${followed.chain.name} from ${state.historyFrom} to ${tip.height} has it`;
      if (answers.length > 0) {
        throw new ProblemError('unknown-transaction', `${nowhere}, but some answer it: ask for those of \`answers\``, {
          facts: { tip, answers: [...answers] },
        });
      }
      throw new ProblemError('unknown-transaction', `${nowhere}, ${pendingText(state)}`, { facts: { tip } });
    }
    if (relatives === null || followed.family !== 'utxo') return answerAtTip(state, () => found);
    const blocks = await projectedBlocks(services, followed);
    return answerAtTip(state, () => ({ ...found, waiting: shapeWaiting(relatives, blocks) }));
  },
});

function pendingText({ mempool }: ChainState): string {
  return mempool?.isCurrent ? 'nor is it among the unconfirmed ones' : 'and unconfirmed transactions are not followed';
}
