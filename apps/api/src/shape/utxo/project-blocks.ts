/**
 * Which unconfirmed transactions the next blocks take, as miners choose them: by the fee rate of a transaction together
 * with what it depends on (bitcoin src/node/miner.cpp BlockAssembler::addPackageTxs). Pure.
 */
import type { StoredMempool } from '@chaintrail/db';

/** Transactions that pay the same, or that are chosen together. */
export interface Package {
  /** Base units for a virtual byte. */
  readonly feeRate: number;
  readonly count: number;
  readonly vsize: number;
  readonly fees: number;
}

/** Transactions that depend on each other. */
interface ChosenTogether extends Package {
  readonly ids: ReadonlySet<number>;
}

export interface ProjectedBlock {
  readonly count: number;
  readonly vsize: number;
  readonly fees: number;
  readonly lowest: number;
  readonly median: number;
  readonly highest: number;
  /** Whether nothing more has room. */
  readonly isFull: boolean;
}

/** A transaction and those it depends on that are not chosen yet. */
interface Candidate {
  readonly id: number;
  readonly ids: ReadonlySet<number>;
  readonly vsize: number;
  readonly fees: number;
}

const rateOf = ({ fees, vsize }: Pick<Candidate, 'fees' | 'vsize'>): number => fees / vsize;

/**
 * All of the mempool, in no order. Some hundred thousand in chains take a second, so it is made step by step.
 * @returns null for a step that chooses none
 */
export function* packagesOf({
  single,
  related,
  spends,
}: Pick<StoredMempool, 'single' | 'related' | 'spends'>): Generator<ChosenTogether | null> {
  for (const [, count, vsize, fees] of single) yield { feeRate: fees / vsize, count, vsize, fees, ids: NONE };
  yield* chosenTogether(related, spends);
}

const NONE: ReadonlySet<number> = new Set();

/** Orders by fee rate, highest first. */
export function byFeeRate(packages: readonly (Package | null)[]): Package[] {
  return packages.filter((each) => each !== null).sort((a, b) => b.feeRate - a.feeRate);
}

function* chosenTogether(
  related: StoredMempool['related'],
  spends: StoredMempool['spends'],
): Generator<ChosenTogether | null> {
  const own = new Map(related.map(([id, vsize, fee]) => [id, { vsize, fee }]));
  const parents = new Map<number, number[]>();
  for (const [child, parent] of spends) {
    const known = parents.get(child);
    if (known) known.push(parent);
    else parents.set(child, [parent]);
  }
  const candidateOf = (id: number): Candidate => {
    const ids = new Set([id]);
    let [vsize, fees] = [0, 0];
    // A set is gone through in the order in which it grows.
    for (const each of ids) {
      const { vsize: size, fee } = own.get(each)!;
      vsize += size;
      fees += fee;
      for (const parent of parents.get(each) ?? []) if (own.has(parent)) ids.add(parent);
    }
    return { id, ids, vsize, fees };
  };
  const queue = new Heap<Candidate>((a, b) => rateOf(a) - rateOf(b));
  for (const id of own.keys()) {
    queue.push(candidateOf(id));
    yield null;
  }
  for (let best = queue.pop(); best !== undefined; best = queue.pop()) {
    // Its ancestors may have been chosen since, and then it is another package.
    const isStale = [...best.ids].some((id) => !own.has(id));
    if (isStale && own.has(best.id)) queue.push(candidateOf(best.id));
    if (isStale) {
      yield null;
      continue;
    }
    for (const id of best.ids) own.delete(id);
    yield { feeRate: rateOf(best), count: best.ids.size, vsize: best.vsize, fees: best.fees, ids: best.ids };
  }
}

/** @param packages what pays most first @param capacity virtual bytes of a block */
export function projectBlocks(packages: readonly Package[], capacity: number, most: number): ProjectedBlock[] {
  const blocks: ProjectedBlock[] = [];
  let taken: Package[] = [];
  let room = capacity;
  const close = (isFull: boolean) => {
    if (taken.length > 0 && blocks.length < most) blocks.push(blockOf(taken, isFull));
    taken = [];
    room = capacity;
  };
  for (const each of packages) {
    let rest = each;
    while (blocks.length < most) {
      const mean = rest.vsize / rest.count;
      const fitting = rest.vsize <= room ? rest.count : Math.floor(room / mean);
      if (fitting > 0) {
        const part = partOf(rest, fitting);
        taken.push(part);
        room -= part.vsize;
        if (fitting === rest.count) break;
        rest = partOf(rest, rest.count - fitting);
      } else if (taken.length === 0) {
        // One that no block has room for.
        break;
      }
      close(true);
    }
  }
  close(false);
  return blocks;
}

function partOf({ feeRate, count, vsize, fees }: Package, of: number): Package {
  return { feeRate, count: of, vsize: Math.round((vsize * of) / count), fees: Math.round((fees * of) / count) };
}

function blockOf(packages: readonly Package[], isFull: boolean): ProjectedBlock {
  const sum = (key: 'count' | 'vsize' | 'fees') => packages.reduce((total, each) => total + each[key], 0);
  const vsize = sum('vsize');
  let passed = 0;
  const middle = packages.find((each) => {
    passed += each.vsize;
    return passed * 2 >= vsize;
  });
  const [first, last] = [packages[0]!, packages.at(-1)!];
  return {
    ...{ count: sum('count'), vsize, fees: sum('fees'), isFull },
    ...{ lowest: last.feeRate, median: middle?.feeRate ?? last.feeRate, highest: first.feeRate },
  };
}

/** A binary heap: the greatest comes first. */
class Heap<T> {
  readonly #items: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(items[parent]!, item) >= 0) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return last;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < items.length && this.#compare(items[child + 1]!, items[child]!) > 0) child++;
      if (child >= items.length || this.#compare(last, items[child]!) >= 0) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return first;
  }
}
