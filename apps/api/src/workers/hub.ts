/** Common state of the workers; the primary keeps it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainCode } from '@chaintrail/chains';
import type { RateLimits } from '@chaintrail/config';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { MemoryCounter, type Counter as UseCounter } from '../access/counters.js';
import { MemoryRoom, type Room } from '../access/room.js';
import { Recent } from '../read/recent.js';
import { keepCounts, type Snapshot, textOf, WORKER_ENDS } from '../shares/snapshot.js';
import type { IpcChannel } from './ipc-channel.js';
import type { HeightList, PrimaryFunctions, ProcessReport, WorkerFunctions } from './protocol.js';

/** Most that an answer waits until every worker knows how far it goes: one that does not listen by then is stuck. */
const SHARE_MS = 250;
/** A scrape waits so long, at most, for a worker; what it said before counts then. Prometheus waits ten seconds. */
const REPORT_MS = 8_000;
/** Scrapes within so long of another one share its text. */
const SCRAPE_MS = 500;

export class Member {
  readonly place: number;
  readonly channel: IpcChannel<WorkerFunctions>;
  isListening = false;
  /** It finishes what it has under way, and another one has its place. */
  isLeaving = false;
  /** How it leaves what it has entered, by number. */
  readonly entries = new Map<number, () => void>();
  /** Its last metrics. */
  snapshot: Snapshot = [];

  constructor(place: number, channel: IpcChannel<WorkerFunctions>) {
    this.place = place;
    this.channel = channel;
  }
}

type Shared = Pick<PrimaryFunctions, 'begin' | 'take' | 'enter' | 'leave' | 'share' | 'scrape'>;

export class Hub {
  readonly #members = new Set<Member>();
  readonly #counters: ReadonlyMap<string, UseCounter>;
  readonly #rooms = new Map<string, Room>();
  readonly #heights = new Map<string, Map<ChainCode, number>>();
  readonly #registry = new Registry();
  readonly #ends: Counter;
  /** Counts of workers that have ended. */
  #kept: Promise<Snapshot> = Promise.resolve([]);
  /** Each worker asks once a second at most; together they do, too. */
  readonly #shared: Recent<string>;
  #lastEntry = 0;
  readonly #nameKey = randomUUID();

  /** @param scrapeMs how long the text of a scrape is given again */
  constructor(rateLimits: RateLimits | null, scrapeMs = SCRAPE_MS) {
    this.#shared = new Recent(() => this.#scrape(), scrapeMs);
    const tiers = [...(rateLimits?.tiers.values() ?? [])];
    this.#counters = new Map(tiers.map((tier) => [tier.name, new MemoryCounter(tier)]));
    collectDefaultMetrics({ register: this.#registry });
    this.#ends = new Counter({ ...WORKER_ENDS, registers: [this.#registry] });
  }

  get members(): readonly Member[] {
    return [...this.#members].sort((a, b) => a.place - b.place);
  }

  get listening(): readonly Member[] {
    return this.members.filter(({ isListening }) => isListening);
  }

  add(member: Member): void {
    this.#members.add(member);
  }

  /** It has ended: what it had under way is over, and what it counted stays. */
  remove(member: Member): void {
    this.#members.delete(member);
    for (const leave of member.entries.values()) leave();
    this.#kept = this.#kept.then((kept) => keepCounts([kept, member.snapshot]));
  }

  countEnd(): void {
    this.#ends.inc();
  }

  /** Questions that a worker may ask. */
  functionsFor(member: () => Member): Shared {
    return {
      begin: () => ({
        place: member().place,
        nameKey: this.#nameKey,
        heights: [...this.#heights].map(([variable, heights]) => [variable, [...heights]] as const),
      }),
      take: (tier: string, client: string, units: number) => this.#counters.get(tier)!.take(client, units),
      enter: async (...args: Parameters<PrimaryFunctions['enter']>) => this.#enter(member(), ...args),
      leave: (entry: number) => {
        member().entries.get(entry)?.();
        member().entries.delete(entry);
      },
      share: (variable: string, heights: HeightList) => this.#share(member(), variable, heights),
      scrape: () => this.#shared.get(),
    };
  }

  async #enter(member: Member, ...[name, limits, client, weight]: Parameters<PrimaryFunctions['enter']>) {
    const room = this.#rooms.get(name) ?? new MemoryRoom(limits);
    this.#rooms.set(name, room);
    const entered = await room.enter(client, weight);
    if (typeof entered === 'string') return entered;
    const entry = ++this.#lastEntry;
    if (this.#members.has(member)) member.entries.set(entry, entered);
    else entered();
    return entry;
  }

  async #share(from: Member, variable: string, heights: HeightList): Promise<void> {
    const known = this.#heights.get(variable) ?? new Map<ChainCode, number>();
    this.#heights.set(variable, known);
    for (const [chain, height] of heights) known.set(chain, Math.max(height, known.get(chain) ?? -1));
    const others = this.members.filter((member) => member !== from);
    const told = others.map(async ({ channel, isListening }) => {
      const heard = channel.ask('heights', variable, heights).catch(() => undefined);
      // One that does not answer clients yet hears of it before it does.
      if (isListening) await within(SHARE_MS, heard, undefined);
    });
    await Promise.all(told);
  }

  async #scrape(): Promise<string> {
    // Both as they are now: a worker that ends meanwhile is counted once.
    const [members, kept] = [this.listening, this.#kept];
    const reports = members.map((member, at) => this.#report(member, at === 0));
    const own = (await this.#registry.getMetricsAsJSON()).filter(({ name }) => /^(process|chaintrail)_/.test(name));
    const [common] = await Promise.all(reports);
    return textOf([own, await kept, ...members.map(({ snapshot }) => snapshot)], common?.text ?? '');
  }

  async #report(member: Member, isForAll: boolean): Promise<ProcessReport | null> {
    const asked = member.channel.ask('metrics', isForAll).catch(() => null);
    const report = await within(REPORT_MS, asked, null);
    if (report) member.snapshot = report.snapshot;
    return report;
  }
}

async function within<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, otherwise, { signal: timer.signal }).catch(() => otherwise);
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}
