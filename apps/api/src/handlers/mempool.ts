import type { ChainCode, UtxoChainNetwork } from '@chaintrail/chains';
import { OWN, readMempool } from '@chaintrail/db';
import { z } from 'zod';
import { ProblemError } from '../http/problem.js';
import { route } from '../http/route.js';
import { madeInSlices } from '../http/slices.js';
import type { FollowedChain } from '../read/followed-chain.js';
import { type AnswerSources, readAnswer } from '../read/read-answer.js';
import { Recent } from '../read/recent.js';
import { Fees, Mempool } from '../schemas/mempool-schema.js';
import { currencyParameter } from '../schemas/parameters.js';
import { requireTip, type Tip } from '../shape/progress.js';
import {
  byFeeRate,
  type Package,
  packagesOf,
  type ProjectedBlock,
  projectBlocks,
} from '../shape/utxo/project-blocks.js';
import { answerNow, SYNCING } from './respond.js';

/** The whole mempool is read and sorted for it: once in so many milliseconds, whoever asks. */
const FRESH_MS = 5_000;
const PROJECTED = 8;
const TARGETS = [1, 2, 3, 6];
/** Lower ends of bands, as explorers draw them. */
const BANDS = [
  ...[0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 350],
  ...[400, 500, 600, 700, 800, 900, 1000, 1200, 1400, 1700, 2000],
];
/** Virtual bytes that miners fill: bitcoin DEFAULT_BLOCK_MAX_WEIGHT / 4, and what the others' nodes make by default. */
const CAPACITY: Readonly<Partial<Record<ChainCode, number>>> = { bch: 8_000_000, zec: 2_000_000 };
const DEFAULT_CAPACITY = 1_000_000;

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
    return answerNow(shown, FRESH_MS / 1_000);
  },
});

export const fees = route({
  path: '/fees/{currency}',
  operationId: 'getFees',
  tag: 'Chains',
  summary: 'What a transaction has to pay to be in one of the next blocks',
  description:
    'On Bitcoin and its forks, by the blocks that `/mempool/{currency}` projects: the lowest rate of the last block that counts. ' +
    'The answer is at most five seconds old.',
  pathParameters: path,
  response: Fees,
  problems,
  async handle(services, { followed }) {
    const { shown, blocks } = await viewOf(services, followed);
    const { currency, decimals, tip } = shown;
    const estimates = TARGETS.map((target) => ({ blocks: target, feeRate: estimate(blocks[target - 1]) }));
    return answerNow({ currency, decimals, estimates, tip }, FRESH_MS / 1_000);
  },
});

function estimate(block: ProjectedBlock | undefined): number | null {
  return block?.isFull ? rounded(block.lowest) : null;
}

interface View {
  readonly shown: Mempool;
  readonly blocks: readonly ProjectedBlock[];
}

const views = new WeakMap<AnswerSources['chains'], Map<ChainCode, Recent<View>>>();

/** @throws ProblemError where there is nothing to tell of */
function viewOf(services: AnswerSources, followed: FollowedChain): Promise<View> {
  const place = requireSizes(followed);
  const known = views.get(services.chains) ?? new Map<ChainCode, Recent<View>>();
  views.set(services.chains, known);
  const { code } = place.chain;
  const view = known.get(code) ?? new Recent(() => readView({ ...services, asking: OWN }, place), FRESH_MS);
  known.set(code, view);
  return view.get();
}

async function readView(services: AnswerSources, place: UtxoChainNetwork): Promise<View> {
  const { chain } = place;
  const found = await readAnswer(services, place, async (db) =>
    services.chains.confirm(place, await readMempool(db, chain.code)),
  );
  const tip = requireTip(place, found.state);
  if (!found.state.mempool?.isCurrent) {
    throw new ProblemError('no-mempool', `unconfirmed transactions of ${chain.name} are not followed at the moment`);
  }
  return shapeView(place, byFeeRate(await madeInSlices(packagesOf(found))), found.unknown, tip);
}

function shapeView({ chain }: UtxoChainNetwork, packages: readonly Package[], unknown: number, tip: Tip): View {
  const blocks = projectBlocks(packages, CAPACITY[chain.code] ?? DEFAULT_CAPACITY, PROJECTED);
  const bands = BANDS.map((from) => ({ from, transactionCount: 0, vsize: 0 }));
  const sum = { count: 0, vsize: 0, fees: 0n };
  for (const { feeRate, count, vsize, fees } of packages) {
    const band = bands.findLast(({ from }) => feeRate >= from)!;
    band.transactionCount += count;
    band.vsize += vsize;
    sum.count += count;
    sum.vsize += vsize;
    sum.fees += BigInt(fees);
  }
  const shown: Mempool = {
    ...{ currency: chain.code, decimals: chain.decimals },
    transactionCount: sum.count + unknown,
    unknownFeeCount: unknown,
    vsize: sum.vsize,
    fees: sum.fees.toString(),
    histogram: bands.filter(({ transactionCount }) => transactionCount > 0).reverse(),
    projectedBlocks: blocks.map((block) => ({
      transactionCount: block.count,
      vsize: block.vsize,
      fees: String(block.fees),
      lowestFeeRate: rounded(block.lowest),
      medianFeeRate: rounded(block.median),
      highestFeeRate: rounded(block.highest),
      full: block.isFull,
    })),
    tip,
  };
  return { shown, blocks };
}

const rounded = (rate: number): number => Math.round(rate * 100) / 100;

/** @throws ProblemError on a chain whose transactions wait without a size and a fee */
function requireSizes(followed: FollowedChain): UtxoChainNetwork {
  if (followed.family === 'utxo') return followed;
  const why = `transactions of ${followed.chain.name} have no size and no known fee while they wait`;
  throw new ProblemError('no-mempool', `${why}; ask for those of Bitcoin and its forks`);
}
