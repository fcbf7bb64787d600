/** Balances of tokens against what their contracts say. */
import { type BlockRef, tokenCalls } from '@chaintrail/chains';
import { type AuditedHolding, type CheckReport, type HoldingStretch, readAuditedHoldings } from '@chaintrail/db';
import type { Tally } from '../tally.js';
import { isSmall, keyRanges, walkRanges } from '../walk-ranges.js';
import type { EvmAudit } from './evm-audit.js';
import { byBlock, coverage, StateAnswers, withBlocksOfNode } from './state-answers.js';

export async function checkTokens(audit: EvmAudit, tally: Tally): Promise<CheckReport> {
  const { session, code, limits, position } = audit;
  position.tokens ??= { whole: await isSmall(audit), done: 0, place: null };
  const walk = position.tokens;
  const state = new StateAnswers();
  const share = await walkRanges(audit, tally, walk, keyRanges(walk.whole, 2), (range, after) =>
    withBlocksOfNode(audit, async () => {
      const stretch = await readAuditedHoldings(session, code, { range, after, limit: limits.balances });
      for (const holding of await judge(audit, state, stretch)) tell(tally, holding);
      return stretch.next;
    }),
  );
  return coverage(tally, share, ['holdings']);
}

/** A holding that the contract was asked for. */
type Asked = AuditedHolding & { readonly height: number; readonly hash: string };

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
  const asked: Asked[] = [];
  for (const holding of stretch.rows) {
    const { height, hash } = holding;
    if (height === null) verdicts.push({ holding, what: 'not asked yet' });
    else if (hash === null) verdicts.push({ holding, what: 'no block' });
    else asked.push({ ...holding, height, hash });
  }
  const current = asked.filter(({ height, touched }) => touched <= height);
  const now = stretch.cursor === null ? null : await ask(audit, state, current, stretch.cursor);
  const unchanged = (holding: Asked) => now?.get(holding)?.toString() === holding.balance;
  verdicts.push(...current.filter(unchanged).map((holding) => ({ holding, what: 'right' as const })));
  const older = asked.filter((holding) => !unchanged(holding));
  for (const [block, holdings] of byBlock(older)) {
    const then = await ask(audit, state, holdings, block);
    for (const holding of holdings) verdicts.push(verdictOf(holding, then, now));
  }
  return verdicts;
}

type Answers = ReadonlyMap<AuditedHolding, bigint | null>;

function verdictOf(holding: Asked, then: Answers | null, now: Answers | null): Verdict {
  const answer = then?.get(holding);
  // Nothing moved, and it is not what it was: how it was cannot be asked.
  if (answer === undefined) return { holding, what: now?.get(holding) == null ? 'without state' : 'drifting' };
  if (answer === null || holding.balance === null) return { holding, what: 'no answer' };
  if (answer !== BigInt(holding.balance)) return { holding, what: 'wrong', expected: answer };
  return { holding, what: now?.has(holding) ? 'drifting' : 'right' };
}

/** @returns null where the node has no state of the block any more; null for a contract that gives no answer */
async function ask(
  { node }: EvmAudit,
  state: StateAnswers,
  holdings: readonly AuditedHolding[],
  block: BlockRef,
): Promise<Answers | null> {
  if (holdings.length === 0) return new Map();
  const calls = holdings.map(({ key, asset, tokenId }) => {
    const owner = Buffer.from(key, 'hex');
    const data = tokenId === null ? tokenCalls.balanceOf(owner) : tokenCalls.balanceOfToken(owner, BigInt(tokenId));
    return { to: Buffer.from(asset, 'hex'), data };
  });
  const answers = await state.at(block, () => node.calls(calls, block));
  return answers && new Map(holdings.map((holding, n) => [holding, tokenCalls.decodeNumber(answers[n]!)]));
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
