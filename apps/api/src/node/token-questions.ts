/** What is asked together of token contracts, which are anybody's programs: honest ones do not wait for others. */
import { type EvmCall, tokenCalls } from '@chaintrail/chains';
import type { StoredTokenBalance } from '@chaintrail/db';

export type AskedToken = Pick<StoredTokenBalance, 'asset' | 'tokenId' | 'answered'>;

/** Of contracts that gave no answer so many are asked again: each may use all the gas that a call has. */
const MOST_REFUSING = 10;

/** Tokens in groups, each one question, as their places in the list. */
interface TokenGroups {
  readonly answering: readonly number[];
  readonly untried: readonly number[];
  /** Those of contracts that gave no answer of any of them. */
  readonly refusing: readonly number[];
}

export function tokenGroups(tokens: readonly AskedToken[]): TokenGroups {
  const refusers = new Set(tokens.flatMap(({ asset, answered }) => (answered === false ? [asset] : [])));
  const groups = { answering: [] as number[], untried: [] as number[], refusing: [] as number[] };
  for (const [place, { asset, answered }] of tokens.entries()) {
    if (answered) groups.answering.push(place);
    else groups[refusers.has(asset) ? 'refusing' : 'untried'].push(place);
  }
  return { ...groups, refusing: groups.refusing.slice(0, MOST_REFUSING) };
}

/** ERC-1155 counts each id apart. The other standards ask the same question. */
export function balanceOf({ asset, tokenId }: AskedToken, owner: Buffer): EvmCall {
  const data = tokenId === null ? tokenCalls.balanceOf(owner) : tokenCalls.balanceOfToken(owner, BigInt(tokenId));
  return { to: Buffer.from(asset, 'hex'), data };
}
