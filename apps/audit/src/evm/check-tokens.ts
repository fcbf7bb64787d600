/** Balances of tokens, and what is stored of their contracts, against what those say. */
import type { BlockRef } from '@chaintrail/chains';
import { type AuditedHolding, type CheckReport, type HoldingStretch, readAuditedHoldings } from '@chaintrail/db';
import type { Tally } from '../tally.js';
import { isSmall, keyRanges, walkRanges } from '../walk-ranges.js';
import { askBalances, askContracts } from './contract-answers.js';
import type { EvmAudit } from './evm-audit.js';
import { byBlock, coverage, StateAnswers, withBlocksOfNode } from './state-answers.js';

export async function checkTokens(audit: EvmAudit, tally: Tally): Promise<CheckReport> {
  const { session, code, limits, position } = audit;
  position.tokens ??= { whole: await isSmall(audit), done: 0, place: null };
  const walk = position.tokens;
  const state = new StateAnswers();
  const contracts = new Contracts(audit, state, tally);
  const share = await walkRanges(audit, tally, walk, keyRanges(walk.whole, 2), (range, after) =>
    withBlocksOfNode(audit, async () => {
      const stretch = await readAuditedHoldings(session, code, { range, after, limit: limits.balances });
      const verdicts = await judge(audit, state, stretch);
      await contracts.check(stretch);
      for (const holding of verdicts) tell(tally, holding);
      return stretch.next;
    }),
  );
  return coverage(tally, share, ['holdings']);
}

/** A holding that the contract was asked for. */
type HoldingAtBlock = AuditedHolding & { readonly height: number; readonly hash: string };

interface Verdict {
  readonly holding: AuditedHolding;
  readonly what: 'right' | 'wrong' | 'drifting' | 'no answer' | 'not asked yet' | 'without state' | 'no block';
  readonly expected?: bigint;
}

/**
 * Where nothing moved since, the contract is asked how it is now, which every node can tell. Where that is something
 * else, or something moved, it is asked how it was. If it was what is stored, the token drifts: balances of it change
 * without a transfer.
 */
async function judge(audit: EvmAudit, state: StateAnswers, stretch: HoldingStretch): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const asked: HoldingAtBlock[] = [];
  for (const holding of stretch.rows) {
    const { height, hash } = holding;
    if (height === null) verdicts.push({ holding, what: 'not asked yet' });
    else if (hash === null) verdicts.push({ holding, what: 'no block' });
    else asked.push({ ...holding, height, hash });
  }
  const current = asked.filter(({ height, touched }) => touched <= height);
  const now = stretch.cursor === null ? null : await ask(audit, state, current, stretch.cursor);
  const unchanged = (holding: HoldingAtBlock) => now?.get(holding)?.toString() === holding.balance;
  verdicts.push(...current.filter(unchanged).map((holding) => ({ holding, what: 'right' as const })));
  const older = asked.filter((holding) => !unchanged(holding));
  for (const [block, holdings] of byBlock(older)) {
    const then = await ask(audit, state, holdings, block);
    for (const holding of holdings) verdicts.push(verdictOf(holding, then, now));
  }
  return verdicts;
}

type Answers = ReadonlyMap<AuditedHolding, bigint | null>;

function verdictOf(holding: HoldingAtBlock, then: Answers | null, now: Answers | null): Verdict {
  const answer = then?.get(holding);
  // Nothing moved, and it is not what it was: how it was cannot be asked.
  if (answer === undefined) return { holding, what: now?.get(holding) == null ? 'without state' : 'drifting' };
  if (answer === null || holding.balance === null) return { holding, what: 'no answer' };
  if (answer !== BigInt(holding.balance)) return { holding, what: 'wrong', expected: answer };
  return { holding, what: now?.has(holding) ? 'drifting' : 'right' };
}

/** @returns null where the node has no state of the block any more; null for a contract that gives no answer */
async function ask(
  audit: EvmAudit,
  state: StateAnswers,
  holdings: readonly AuditedHolding[],
  block: BlockRef,
): Promise<Answers | null> {
  const answers = await askBalances(audit, state, holdings, block);
  return answers && new Map(holdings.map((holding, n) => [holding, answers[n]!]));
}

/** So many contracts are remembered; one that comes again after them is asked again. */
const REMEMBERED = 50_000;

/** Stored facts of the contracts of holdings, against their own words. Each is asked once. */
class Contracts {
  readonly #audit: EvmAudit;
  readonly #state: StateAnswers;
  readonly #tally: Tally;
  readonly #asked = new Set<string>();

  constructor(audit: EvmAudit, state: StateAnswers, tally: Tally) {
    this.#audit = audit;
    this.#state = state;
    this.#tally = tally;
  }

  /** @throws BlockNotFoundError before anything is told */
  async check({ cursor, tokens }: HoldingStretch): Promise<void> {
    const fresh = tokens.filter(({ asset, age }) => age !== null && !this.#asked.has(asset));
    if (cursor === null) return;
    const assets = fresh.map(({ asset }) => asset);
    const words = await askContracts(this.#audit, this.#state, assets, cursor);
    if (words === null) return;
    if (this.#asked.size > REMEMBERED) this.#asked.clear();
    for (const [n, { asset, standard, decimals, age }] of fresh.entries()) {
      const said = words[n]!;
      const place = `asset ${asset}`;
      this.#asked.add(asset);
      this.#tally.count('contracts', 1);
      if (said.standard !== null && standard !== null && said.standard !== standard)
        this.#tally.find('standard', place, said.standard, standard);
      const places = said.decimals === null ? null : Number(said.decimals);
      // Words of a contract that is gone stay.
      if (places === decimals || said.isGone) continue;
      if (age! > this.#audit.limits.oldestWordsSeconds)
        this.#tally.find('decimals', place, `${places}`, `${decimals}, asked ${age} s ago`);
      else this.#tally.count('changed since they were asked', 1);
    }
  }
}

const NOT_COMPARED: ReadonlySet<Verdict['what']> = new Set(['no block', 'not asked yet', 'without state']);

function tell(tally: Tally, { holding, what, expected }: Verdict): void {
  const { key, asset, tokenId, height, balance } = holding;
  const id = tokenId === null ? '' : ` id ${tokenId}`;
  const place = `address_key ${key} asset ${asset}${id}`;
  if (what === 'no block') tally.find('height', place, 'that of an indexed block', `${height}`);
  else if (what === 'wrong') tally.find('token-balance', `${place} at block ${height}`, expected!, balance!);
  else if (what !== 'right') tally.count(what, 1);
  if (!NOT_COMPARED.has(what)) tally.count('holdings', 1);
}
