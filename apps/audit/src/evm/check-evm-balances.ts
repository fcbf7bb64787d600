/** Balances against the node: those that are stored, and those that histories add up to. */
import type { BlockRef } from '@chaintrail/chains';
import {
  type AuditedBalance,
  type BalanceStretch,
  type CheckReport,
  readAuditedBalances,
  readEffectsOfBlock,
} from '@chaintrail/db';
import type { Tally } from '../tally.js';
import { isSmall, keyRanges, walkRanges } from '../walk-ranges.js';
import type { EvmAudit } from './evm-audit.js';
import { byBlock, coverage, StateAnswers, withBlocksOfNode } from './state-answers.js';

/** Answers of the node, by address key. */
type Answers = ReadonlyMap<string, bigint>;

export async function checkBalances(audit: EvmAudit, tally: Tally): Promise<CheckReport> {
  const { session, code, limits, position } = audit;
  position.balances ??= { whole: await isSmall(audit), done: 0, place: null };
  const walk = position.balances;
  const state = new StateAnswers();
  const share = await walkRanges(audit, tally, walk, keyRanges(walk.whole, 2), (range, after) =>
    withBlocksOfNode(audit, async () => {
      const stretch = await readAuditedBalances(session, code, { range, after, limit: limits.balances });
      const findings = await new StretchOfBalances(audit, state, stretch).compare();
      for (const tell of findings) tell(tally);
      return stretch.next;
    }),
  );
  return coverage(tally, share, ['stored', 'sums']);
}

type Conclusion = (tally: Tally) => void;

/** Nothing is told of a stretch before all of it is compared: it may have to be read again. */
class StretchOfBalances {
  private readonly audit: EvmAudit;
  private readonly state: StateAnswers;
  private readonly stretch: BalanceStretch;
  private readonly told: Conclusion[] = [];

  constructor(audit: EvmAudit, state: StateAnswers, stretch: BalanceStretch) {
    this.audit = audit;
    this.state = state;
    this.stretch = stretch;
  }

  async compare(): Promise<readonly Conclusion[]> {
    const { traced, rows } = this.stretch;
    const summed = rows.filter(({ sum }) => sum !== null);
    const current = rows.filter(({ sum, stored }) => sum !== null || stored?.isCurrent);
    const now = traced === null ? null : await this.ask(current, traced);
    if (traced !== null && now !== null) this.audit.setBlock(traced.height, traced.hash);
    await this.compareSums(summed, now);
    await this.compareStored(now);
    return this.told;
  }

  /** The balance before the history and all that transactions did since make the balance. */
  private async compareSums(rows: readonly AuditedBalance[], now: Answers | null): Promise<void> {
    const { opening, traced } = this.stretch;
    const before = now === null || opening === null ? null : await this.ask(rows, opening);
    const differing = rows.filter(({ key, sum }) => {
      const [first, last] = [before?.get(key), now?.get(key)];
      return first !== undefined && last !== undefined && last - first !== BigInt(sum!);
    });
    const irregular = await this.irregularChanges(differing);
    for (const { key, sum } of rows) {
      const [first, last] = [before?.get(key), now?.get(key)];
      if (first === undefined || last === undefined) {
        this.count('without state', 1);
        continue;
      }
      this.count('sums', 1);
      const expected = last - first - (irregular.get(key) ?? 0n);
      if (expected !== BigInt(sum!)) this.find('sum', `${key} at block ${traced?.height}`, expected, sum!);
    }
  }

  /**
   * Changes by the block that moved balances without a transaction (the DAO fork): the difference that the
   * node tells, without what transactions of that block did.
   */
  private async irregularChanges(rows: readonly AuditedBalance[]): Promise<ReadonlyMap<string, bigint>> {
    const { irregularBlock: height } = this.audit.network;
    const { opening, traced } = this.stretch;
    if (height === null || opening === null || traced === null) return new Map();
    if (rows.length === 0 || height <= opening.height || height > traced.height) return new Map();
    const { session, code } = this.audit;
    const keys = rows.map(({ key }) => key);
    const told = await readEffectsOfBlock(session, code, height, keys);
    const since = told && (await this.ask(rows, told.block));
    const before = since && (await this.ask(rows, told.parent));
    if (!before) return new Map();
    return new Map(keys.map((key, n) => [key, since.get(key)! - before.get(key)! - BigInt(told.effects[n]!)]));
  }

  /** A balance that nothing touched since has to be the balance of now, too, which every node knows. */
  private async compareStored(now: Answers | null): Promise<void> {
    const older: { key: string; balance: string; height: number; hash: string }[] = [];
    for (const { key, stored } of this.stretch.rows) {
      if (stored === null) continue;
      const { balance, height, hash, isCurrent } = stored;
      const expected = isCurrent ? now?.get(key) : undefined;
      if (hash === null) this.find('height', key, 'that of an indexed block', `${height}`);
      else if (expected === undefined) older.push({ key, balance, height, hash });
      else this.compareOne({ key, balance, height }, expected);
    }
    for (const [block, rows] of byBlock(older)) {
      const answers = await this.ask(rows, block);
      for (const row of rows) {
        const expected = answers?.get(row.key);
        if (expected === undefined) this.count('without state', 1);
        else this.compareOne(row, expected);
      }
    }
  }

  private compareOne(row: { key: string; balance: string; height: number }, expected: bigint): void {
    this.count('stored', 1);
    if (BigInt(row.balance) !== expected) {
      this.find('balance', `${row.key} at block ${row.height}`, expected, row.balance);
    }
  }

  private async ask(rows: readonly { readonly key: string }[], block: BlockRef): Promise<Answers | null> {
    if (rows.length === 0) return new Map();
    const keys = rows.map(({ key }) => Buffer.from(key, 'hex'));
    const answers = await this.state.at(block, () => this.audit.node.balances(keys, block));
    return answers === null ? null : new Map(rows.map(({ key }, n) => [key, answers[n]!]));
  }

  private find(problem: string, place: string, expected: bigint | string, found: string): void {
    this.told.push((tally) => tally.find(problem, `address_key ${place}`, expected, found));
  }

  private count(fact: string, by: number): void {
    this.told.push((tally) => tally.count(fact, by));
  }
}
