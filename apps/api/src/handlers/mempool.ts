import type { FeeHistory } from '@chaintrail/chains';
import { readNodeFees } from '@chaintrail/db';
import { z } from 'zod';
import { MEMPOOL_FRESH_MS, noSizes, notFollowed, viewOf } from '../families/projected-mempool.js';
import { readTip } from '../families/questions.js';
import { answerNow } from '../http/answer.js';
import type { ListedEvmChain, ListedUtxoChain } from '../read/followed-chain.js';
import { type AnswerSources, readRows } from '../read/read-answer.js';
import { blockOfTip } from '../read/texts.js';
import { Fees, Mempool } from '../schemas/mempool-schema.js';
import { currencyParameter } from '../schemas/parameters.js';
import { route, SYNCING } from '../services/route.js';
import type { ProjectedBlock } from '../shape/utxo/project-blocks.js';
import { roundedRate } from '../shape/utxo/shape-waiting.js';

const TARGETS = [1, 2, 3, 6];
/** Nodes count fees by 1,000 virtual bytes. */
const BYTES_OF_RATE = 1_000;

const path = z.strictObject({ currency: currencyParameter });
const problems = {
  404: 'This server does not follow the currency, or not its mempool, or the chain has no sizes to choose by (`no-mempool`).',
  503: SYNCING,
};

export const mempool = route({
  path: '/mempool/{currency}',
  operationId: 'getMempool',
  tag: 'Chains',
  summary: 'Unconfirmed transactions: how many, what they pay, and the next blocks as miners would make them',
  description:
    'On Bitcoin and its forks. Rates count a transaction together with what it depends on, as miners do: a child that pays well takes its ' +
    'parents along. The answer is at most five seconds old.',
  pathParameters: path,
  response: Mempool,
  problems,
  async handle(services, { followed }) {
    const { shown } = await viewOf(services, followed);
    return answerNow(shown, MEMPOOL_FRESH_MS / 1_000);
  },
});

export const fees = route({
  path: '/fees/{currency}',
  operationId: 'getFees',
  tag: 'Chains',
  summary: 'What a transaction has to pay to be in one of the next blocks',
  description:
    'On Bitcoin and its forks, by the blocks that `/mempool/{currency}` projects: the lowest rate of the last block that counts; ' +
    '`node` has what the node estimates (`estimatesmartfee`). ' +
    'On Ethereum and its layer 2s `gas` has base fees and tips of the last blocks, as the node sums them up. ' +
    'The answer is at most five seconds old.',
  pathParameters: path,
  response: Fees,
  problems,
  async handle(services, { followed }) {
    if (followed.family === 'evm') return answerNow(await gasFees(services, followed), MEMPOOL_FRESH_MS / 1_000);
    if (followed.family === 'utxo') return answerNow(await byteFees(services, followed), MEMPOOL_FRESH_MS / 1_000);
    throw noSizes(followed);
  },
});

/** The node's own estimates need no mempool: they are there where that is not followed, too. */
async function byteFees(services: AnswerSources, followed: ListedUtxoChain): Promise<Fees> {
  const { code: currency, decimals } = followed.chain;
  const { state, tip, estimates: told } = await readRows(services, followed, readNodeFees);
  const isFollowed = state.mempool?.isCurrent === true;
  if (!isFollowed && told.length === 0) throw notFollowed(followed);
  const blocks = isFollowed ? (await viewOf(services, followed)).blocks : null;
  const estimates = blocks === null ? [] : TARGETS.map((n) => ({ blocks: n, feeRate: estimate(blocks[n - 1]) }));
  const node = told.map(({ blocks: target, feeRate }) => ({ blocks: target, feeRate: feeRate / BYTES_OF_RATE }));
  return { currency, decimals, estimates, node, gas: null, tip };
}

async function gasFees(services: AnswerSources, followed: ListedEvmChain): Promise<Fees> {
  const { tip } = await readTip(services, followed);
  const history = await services.nodes.fees(followed, blockOfTip(tip));
  const { code: currency, decimals } = followed.chain;
  return { currency, decimals, estimates: [], node: [], gas: history && shapeGas(history), tip };
}

function shapeGas({ nextBaseFee, blocks }: FeeHistory): NonNullable<Fees['gas']> {
  return {
    nextBaseFee: nextBaseFee.toString(),
    blocks: blocks.map(({ height, baseFee, gasUsedRatio, tips }) => {
      const [low, median, high] = tips?.map(String) ?? [];
      const shown = low !== undefined && median !== undefined && high !== undefined ? { low, median, high } : null;
      return { height, baseFee: baseFee.toString(), gasUsedRatio, tips: shown };
    }),
  };
}

function estimate(block: ProjectedBlock | undefined): number | null {
  return block?.isFull ? roundedRate(block.lowest) : null;
}
