/** How many outputs paid an owner, and how many of them are spent: counted along its history, once. */
import {
  type AddressHead,
  COUNTED_UNSPENT,
  type OutputSums,
  readAddressHead,
  readHistorySums,
  TooHeavyError,
} from '@chaintrail/db';
import { LRUCache } from 'lru-cache';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readAnswer, readRows } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import { askAgain, refused } from './esplora-route.js';

/** Transactions that one request counts: those of an ordinary one, and of one that is charged for more. */
const STEP = { cheap: 200, heavy: 5_000 } as const;
/** Transactions that take as long as one of a page. */
const COUNTED_PER_ROW = 10;

/** The sums up to a transaction. */
interface Counted {
  readonly last: number;
  /** Block of that transaction: while the chain has it, all before it stays. */
  readonly hash: string | null;
  readonly sums: OutputSums;
  /** Whether something paid the owner's public key alone, so that each input has to be looked at. */
  readonly hasBare: boolean;
}

export const NO_SUMS: OutputSums = { fundedCount: 0, fundedSum: '0', spentCount: 0, spentSum: '0', transactions: 0 };
const FROM_START: Counted = { last: 0, hash: null, sums: NO_SUMS, hasBare: false };
/** So many owners are some megabytes. */
const counted = new LRUCache<string, Counted>({ max: 20_000 });
/** Counts under way. A client that asks for one of its own again waits for it: many at once take as long as one. */
const underway = new Map<string, Promise<Counted>>();

export async function sumsOf(services: Services, followed: ListedUtxoChain, key: Buffer) {
  const name = `${followed.chain.code} ${followed.network.name} ${key.toString('hex')}`;
  const known = counted.get(name) ?? FROM_START;
  const head = await readRows(services, followed, (db, code) => readAddressHead(db, code, key, known.last));
  const isValid = head.known === known.hash && known.last <= head.last;
  const from = isValid ? known : FROM_START;
  const { lane, client } = services.asking;
  const { sums, hasBare } = await once([client, lane, name, from.hash, from.hasBare, head.last, head.state.hash], () =>
    countUpTo(services, followed, key, head, from, (next) => counted.set(name, next)),
  );
  const chain = hasBare ? sums : withUnspent(sums, head);
  return { state: head.state, chain, mempool: head.pending ?? NO_SUMS };
}

async function once(what: readonly unknown[], count: () => Promise<Counted>): Promise<Counted> {
  const name = what.join(' ');
  const counting = underway.get(name) ?? count();
  underway.set(name, counting);
  try {
    return await counting;
  } finally {
    if (underway.get(name) === counting) underway.delete(name);
  }
}

/** Where all is paid to the owner's script, what was spent follows from what is left. */
function withUnspent(sums: OutputSums, { last, received, balance, unspent }: AddressHead): OutputSums {
  if (unspent > COUNTED_UNSPENT) throw refused(`Too many unspent outputs, more than ${COUNTED_UNSPENT}`);
  return {
    ...{ transactions: last, fundedCount: sums.fundedCount, fundedSum: received },
    spentCount: sums.fundedCount - unspent,
    spentSum: (BigInt(received) - BigInt(balance)).toString(),
  };
}

async function countUpTo(
  services: Services,
  followed: ListedUtxoChain,
  key: Buffer,
  head: AddressHead,
  known: Counted,
  keep: (next: Counted) => void,
): Promise<Counted> {
  const { mostWeight } = services;
  const { last, state } = head;
  const left = last - known.last;
  if (left === 0) return known;
  if (mostWeight !== null && left > STEP.cheap)
    throw new TooHeavyError(Math.ceil(Math.min(left, STEP.heavy) / COUNTED_PER_ROW));
  const upTo = Math.min(last, known.last + STEP.heavy);
  const stretch = { from: known.last + 1, to: upTo + 1, looksAtSpent: known.hasBare };
  const sums = await readAnswer(services, followed, async (db) => {
    const found = await readHistorySums(db, followed.chain.code, key, stretch);
    return found && { ...found, state };
  });
  if (!sums?.hash) throw askAgain('The history changed while it was counted, ask again');
  const isBareNow = sums.bareCount > 0 && !known.hasBare;
  // From its first transaction on again, now with what is spent.
  const next: Counted = isBareNow
    ? { ...FROM_START, hasBare: true }
    : { ...known, last: upTo, hash: sums.hash, sums: added(known.sums, sums) };
  keep(next);
  if (isBareNow) return countUpTo(services, followed, key, head, next, keep);
  if (upTo < last) throw askAgain(`Counted ${upTo} of ${last} transactions, ask again for the rest`);
  return next;
}

function added(one: OutputSums, other: OutputSums): OutputSums {
  const text = (of: 'fundedSum' | 'spentSum') => (BigInt(one[of]) + BigInt(other[of])).toString();
  return {
    fundedCount: one.fundedCount + other.fundedCount,
    fundedSum: text('fundedSum'),
    spentCount: one.spentCount + other.spentCount,
    spentSum: text('spentSum'),
    transactions: one.transactions + other.transactions,
  };
}
