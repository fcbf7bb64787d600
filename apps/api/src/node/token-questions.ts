/** Questions to token contracts together, which are anybody's programs: honest ones do not wait for others. */
import { type EvmCall, tokenCalls } from '@chaintrail/chains';
import type { StoredTokenBalance } from '@chaintrail/db';

export type AskedToken = Pick<StoredTokenBalance, 'asset' | 'tokenId' | 'answered'>;

/** So many contracts without an answer are asked again: each may use all the gas that a call has. */
export const MOST_REFUSING = 10;
/**
 * Gas of a call that everybody's contracts may use: `balanceOf` takes some 30,000. A hundred of them use as much as a
 * block has. What takes more, as some odd tokens do, is asked as what gave no answer is.
 */
export const ORDINARY_GAS = 300_000;

/** Tokens in groups, each one question, as their places in the list. */
interface TokenGroups {
  readonly answering: readonly number[];
  readonly untried: readonly number[];
  /** Those of contracts that gave no answer of any of them, or take more than ordinary gas for it. */
  readonly refusing: readonly number[];
}

/** @param isSlow whether a contract gave no answer with ordinary gas */
export function tokenGroups(tokens: readonly AskedToken[], isSlow: (asset: string) => boolean): TokenGroups {
  const refusers = new Set(tokens.flatMap(({ asset, answered }) => (answered === false ? [asset] : [])));
  const groups = { answering: [] as number[], untried: [] as number[], refusing: [] as number[] };
  for (const [place, { asset, answered }] of tokens.entries()) {
    if (answered && !isSlow(asset)) groups.answering.push(place);
    else groups[answered || refusers.has(asset) || isSlow(asset) ? 'refusing' : 'untried'].push(place);
  }
  // Contracts that have answered before go first.
  const refusing = groups.refusing.sort((a, b) => Number(tokens[b]!.answered) - Number(tokens[a]!.answered));
  return { ...groups, refusing: refusing.slice(0, MOST_REFUSING) };
}

/** ERC-1155 counts each id apart. The other standards ask the same question. */
export function balanceOf({ asset, tokenId }: AskedToken, owner: Buffer): EvmCall {
  const data = tokenId === null ? tokenCalls.balanceOf(owner) : tokenCalls.balanceOfToken(owner, BigInt(tokenId));
  return { to: Buffer.from(asset, 'hex'), data };
}
