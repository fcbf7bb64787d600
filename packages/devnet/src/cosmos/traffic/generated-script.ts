/** A chain in the shape of the mainnets: sends, swaps, payouts, names, contracts, observations and rewards. */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import { LRUCache } from 'lru-cache';
import { Random } from '../../random.js';
import type { Balances } from '../bank.js';
import type { CosmosScript } from '../chain.js';
import type { BlockContent, CosmosTx } from '../cosmos-block.js';
import { BlockDraft, LONGEST_STREAM, type TrafficShape, type World } from './block-draft.js';
import { beginBlock, payGas, poolNames, reward } from './block-events.js';
import { chainTerms, foreignId, personNamed } from './chain-terms.js';
import { EventLog } from './event-log.js';
import { OBSERVED_AFTER, observation, outboundSeen, type Swap, swapInBlock } from './swap.js';
import { TransactionWriter } from './tx-writer.js';

/** A few transactions and some hundred events a block. */
export const MAINNET_SHAPE: TrafficShape = { sends: 3, deposits: 3, inbound: 3, pools: 25, people: 2_000 };
/** Little, so that people can look at it. */
export const DEMO_SHAPE: TrafficShape = { sends: 3, deposits: 2, inbound: 1, pools: 2, people: 40 };

export interface GeneratedOptions {
  readonly place: CosmosChainNetwork;
  readonly seed: number;
  readonly shape: TrafficShape;
}

const CACHED_DRAFTS = 64;
/** Coins of the rich: with what one of them may spend in a block, enough for more blocks than anybody makes. */
const RICH_COINS = 500_000n;

/** Every block follows from its height alone, so none of them has to be kept. */
export function generatedScript({ place, seed, shape }: GeneratedOptions): CosmosScript {
  const named = (name: string) => personNamed(place, seed, name);
  const rich = Array.from({ length: shape.people }, (_, index) => named(`person ${index}`));
  const world: World = { terms: chainTerms(place), seed, shape, rich, named, validator: named('validator') };
  const traffic = new Traffic(world);
  return {
    chainId: world.terms.chainId,
    firstHeight: 1,
    opening: openingOf(world),
    content: (height, branch) => traffic.content(height, branch),
    resolveName: (name, height) => traffic.resolveName(name, height),
  };
}

function openingOf({ terms, rich }: World): Balances {
  const { coin, unit, token, heldDenom, asgard, reserve, bond, contract } = terms;
  const coins = new Map([
    [coin, RICH_COINS * unit],
    [token, 1_000_000_000_000n],
    [heldDenom, 10_000_000_000n],
  ]);
  const opening = new Map(rich.map(({ address }) => [address, coins]));
  for (const module of [asgard, reserve, bond]) opening.set(module, new Map([[coin, 100_000_000n * unit]]));
  if (contract !== null) opening.set(contract, new Map([[coin, 1_000n * unit]]));
  return opening;
}

class Traffic {
  private readonly world: World;
  private readonly pools: readonly string[];
  /** Blocks go on with the swaps of those below. */
  private readonly drafts = new LRUCache<string, BlockDraft>({ max: CACHED_DRAFTS });

  constructor(world: World) {
    this.world = world;
    this.pools = poolNames(world.shape.pools);
  }

  content(height: number, branch: number): BlockContent {
    const { terms } = this.world;
    const { transactions } = this.draft(height, branch);
    const observed = this.observePaid(height, branch);
    const end = new EventLog();
    for (const swap of this.swapsUntil(height, branch)) {
      if (swap.height + swap.quantity > height) swapInBlock(end, terms, swap, height);
    }
    reward(end, terms, this.pools, height);
    for (const _ of observed) payGas(end, terms);
    return { begin: beginBlock(terms, height), transactions: [...observed, ...transactions], end: end.events };
  }

  resolveName(name: string, height: number): string | null {
    const born = Number(/^[a-z]+-(\d+)$/.exec(name)?.[1] ?? 0);
    if (born < 1 || born > height) return null;
    return this.draft(born, 0).names.get(name) ?? null;
  }

  private draft(height: number, branch: number): BlockDraft {
    const key = `${branch} ${height}`;
    const draft = this.drafts.get(key) ?? new BlockDraft(this.world, this.random(height, branch), height, branch);
    this.drafts.set(key, draft);
    return draft;
  }

  private random(height: number, branch: number): Random {
    return new Random(this.world.seed * 1_000_003 + height * 4_096 + branch);
  }

  /** Those that may not be over at this height. */
  private *swapsUntil(height: number, branch: number): Generator<Swap> {
    for (let born = Math.max(1, height - LONGEST_STREAM + 1); born <= height; born++) {
      yield* this.draft(born, branch).swaps;
    }
  }

  /** Messages about payments on other chains for swaps that ended some blocks ago. */
  private observePaid(height: number, branch: number): readonly CosmosTx[] {
    const { terms, validator } = this.world;
    const writer = new TransactionWriter(terms, this.random(height, 2_048 + branch), height);
    const paid = height - OBSERVED_AFTER;
    for (const swap of this.swapsUntil(paid, branch)) {
      if (swap.kind !== 'out' || swap.height + swap.quantity - 1 !== paid) continue;
      const id = foreignId(swap.txid, 'paid');
      const outbound = outboundSeen(swap, id);
      writer.observe(validator, observation(id, outbound.from, outbound.to, swap.bitcoin, outbound.memo), outbound);
    }
    return writer.transactions;
  }
}
