/** The mempool of a UTXO chain as miners see it: made for all who ask, once in some seconds. */
import type { ChainCode, UtxoChainNetwork } from '@chaintrail/chains';
import { OWN, readMempool } from '@chaintrail/db';
import { madeInSlices } from '../http/slices.js';
import { ProblemError } from '../problem.js';
import type { FollowedChain, ListedChain, ListedUtxoChain } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { type AnswerSources, readRows } from '../read/read-answer.js';
import { Recent } from '../read/recent.js';
import type { Mempool } from '../schemas/mempool-schema.js';
import {
  byFeeRate,
  type Package,
  type ProjectedBlock,
  packagesOf,
  projectBlocks,
} from '../shape/utxo/project-blocks.js';
import { roundedRate } from '../shape/utxo/shape-waiting.js';

/** The whole mempool is read and sorted for it: once in so many milliseconds, whoever asks. */
export const MEMPOOL_FRESH_MS = 5_000;
/** Older ones say too little of where a transaction stands. */
const STALE_MS = 60_000;
const PROJECTED = 8;
/** Lower ends of bands, as explorers draw them. */
const BANDS = [
  ...[0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 350],
  ...[400, 500, 600, 700, 800, 900, 1000, 1200, 1400, 1700, 2000],
];
/** Virtual bytes that miners fill: bitcoin DEFAULT_BLOCK_MAX_WEIGHT / 4, and what the others' nodes make by default. */
const CAPACITY: Readonly<Partial<Record<ChainCode, number>>> = { bch: 8_000_000, zec: 2_000_000 };
const DEFAULT_CAPACITY = 1_000_000;

export interface View {
  readonly madeMs: number;
  readonly shown: Mempool;
  readonly blocks: readonly ProjectedBlock[];
}

/** Views of a chain: the one that is being made or fresh, and the last one that was made. */
interface Views {
  readonly recent: Recent<View>;
  last?: View;
}

const views = new WeakMap<AnswerSources['chains'], Map<ChainCode, Views>>();

/** @throws ProblemError where there is nothing to tell of */
export function viewOf(services: AnswerSources, followed: ListedChain): Promise<View> {
  return viewsOf(services, requireSizes(followed)).recent.get();
}

/** The next blocks as of some seconds ago, unless nobody has asked for a while. @returns null: not known */
export async function projectedBlocks(
  services: AnswerSources,
  followed: ListedUtxoChain,
): Promise<readonly ProjectedBlock[] | null> {
  const known = viewsOf(services, followed);
  const next = known.recent.get();
  const { last } = known;
  if (last && performance.now() - last.madeMs < STALE_MS) return last.blocks;
  try {
    return (await next).blocks;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

function viewsOf(services: AnswerSources, followed: ListedUtxoChain): Views {
  const all = views.get(services.chains) ?? new Map<ChainCode, Views>();
  views.set(services.chains, all);
  const { code } = followed.chain;
  const known: Views = all.get(code) ?? {
    recent: new Recent(async () => {
      known.last = await readView({ ...services, asking: OWN }, followed);
      return known.last;
    }, MEMPOOL_FRESH_MS),
  };
  all.set(code, known);
  return known;
}

async function readView(services: AnswerSources, followed: ListedUtxoChain): Promise<View> {
  const found = await readRows(services, followed, readMempool);
  if (!found.state.mempool?.isCurrent) throw notFollowed(followed);
  return shapeView(followed, byFeeRate(await madeInSlices(packagesOf(found))), found.unknown, found.tip);
}

function shapeView({ chain }: UtxoChainNetwork, packages: readonly Package[], unknown: number, tip: Tip): View {
  const blocks = projectBlocks(packages, CAPACITY[chain.code] ?? DEFAULT_CAPACITY, PROJECTED);
  const bands = BANDS.map((from) => ({ from, transactionCount: 0, vsize: 0 }));
  const sum = { count: 0, vsize: 0, fees: 0n };
  for (const { feeRate, count, vsize, fees } of packages) {
    const band = bands.findLast(({ from }) => feeRate >= from) ?? bands[0]!;
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
      lowestFeeRate: roundedRate(block.lowest),
      medianFeeRate: roundedRate(block.median),
      highestFeeRate: roundedRate(block.highest),
      full: block.isFull,
    })),
    tip,
  };
  return { shown, blocks, madeMs: performance.now() };
}

/** @throws ProblemError on a chain whose transactions wait without a size and a fee */
function requireSizes(followed: ListedChain): ListedUtxoChain {
  if (followed.family === 'utxo') return followed;
  throw noSizes(followed);
}

export function notFollowed({ chain }: FollowedChain): ProblemError {
  return new ProblemError('no-mempool', `unconfirmed transactions of ${chain.name} are not followed at the moment`);
}

export function noSizes({ chain }: FollowedChain): ProblemError {
  const why = `transactions of ${chain.name} have no size and no known fee while they wait`;
  return new ProblemError('no-mempool', `${why}; ask for those of Bitcoin and its forks`);
}
