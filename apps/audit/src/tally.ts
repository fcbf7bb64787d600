import type { CheckName, CheckReport, Finding, Findings, Outcome } from '@chaintrail/db';

/** One thing in which the index differs from the node's words. */
export interface Difference {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** @returns at most one */
export function differing(what: string, expected: string, found: string): Difference[] {
  return expected === found ? [] : [{ what, expected, found }];
}

/** One that is lost shifts all behind it: the first says where. */
export function compareInOrder(what: string, found: readonly string[], expected: readonly string[]): Difference[] {
  const at = Array.from({ length: Math.max(found.length, expected.length) }, (_, n) => n);
  const first = at.find((n) => found[n] !== expected[n]);
  if (first === undefined) return [];
  const numbered = (texts: readonly string[]) => `${what} ${first} of ${texts.length}: ${texts[first] ?? 'none'}`;
  return [{ what, expected: numbered(expected), found: numbered(found) }];
}

/** Counts and collects what a check finds. */
export class Tally {
  readonly name: CheckName;
  facts: Record<string, string | number>;
  findings: number;
  examples: Finding[];
  private readonly most: number;

  /** @param earlier what the check said before it was interrupted */
  constructor(name: CheckName, most: number, earlier?: CheckReport) {
    this.name = name;
    this.most = most;
    this.facts = { ...earlier?.facts };
    this.findings = earlier?.findings ?? 0;
    this.examples = [...(earlier?.examples ?? [])];
  }

  add(found: Findings): void {
    this.findings += found.count;
    this.examples.push(...found.examples.slice(0, this.most - this.examples.length));
  }

  /** A stretch of histories. */
  addHistories(stretch: Findings & { readonly rows: number; readonly addresses: number }): void {
    this.add(stretch);
    this.count('rows', stretch.rows);
    this.count('addresses', stretch.addresses);
  }

  find(problem: string, place: string, expected: string | number | bigint, found: string | number | bigint): void {
    this.add({ count: 1, examples: [{ problem, place, expected: `${expected}`, found: `${found}` }] });
  }

  findAll(place: string, differences: readonly Difference[]): void {
    for (const { what, expected, found } of differences) this.find(what, place, expected, found);
  }

  count(fact: string, by: number): void {
    this.facts[fact] = Number(this.facts[fact] ?? 0) + by;
  }

  sum(fact: string, by: string): void {
    this.facts[fact] = (BigInt(this.facts[fact] ?? 0) + BigInt(by)).toString();
  }

  /** For a check that begins anew after an interruption. */
  restart(): void {
    Object.assign(this, { facts: {}, findings: 0, examples: [] });
  }

  underway(share: number): CheckReport {
    return this.report('unfinished', share, null);
  }

  /** @param share part of all there is that was looked at. @param reason why not more, and what to do */
  done(share: number, reason: string | null = null): CheckReport {
    return this.report(this.findings > 0 ? 'findings' : share < 1 ? 'partial' : 'clean', share, reason);
  }

  skipped(reason: string): CheckReport {
    return this.report('skipped', 0, reason);
  }

  unfinished(reason: string): CheckReport {
    return this.report('unfinished', 0, reason);
  }

  private report(outcome: Outcome, share: number, reason: string | null): CheckReport {
    const { name, facts, findings, examples } = this;
    return { name, outcome, reason, share, facts: { ...facts }, findings, examples: [...examples] };
  }
}
