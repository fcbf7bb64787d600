/** Tokens of balances: which are read, and where a walk through them goes on. For every family that has some. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { ofMany, queryChain } from './chain-state.js';
import { type TokenPosition, tokensAfter } from './token-position.js';

/** Tokens of an address that are read: a page, or some by name. */
export interface TokensRead<Asset> {
  readonly limit: number;
  readonly from: TokenPosition | null;
  readonly assets: readonly Asset[] | null;
}

/** `first`: tokens that matter most. `after`: what follows a page. `named`: those asked for, ever had or not. */
export type TokenForm = 'first' | 'after' | 'named';

/** How a family reads balances. */
export interface BalanceReading {
  /** Names of its statements, about one address and about several. */
  readonly name: string;
  readonly names: string;
  /** Tokens that are looked at, which addresses that are asked for at once share. */
  readonly lookedAt: number;
  /**
   * Parameters: $1 address key, $2 the last block to count or NULL, $3 how many tokens; from $4 on assets of `named`, or
   * position of `after`.
   * @param lookedAt SQL; all of {@link lookedAt} where it is absent
   */
  statement(chain: ChainCode, form: TokenForm, lookedAt?: string): string;
  /** In the order of parameters. */
  positionValues(position: TokenPosition): readonly unknown[];
}

/** @returns a row for each address */
export function askBalances<Row extends object>(
  db: Queryable,
  chain: ChainCode,
  reading: BalanceReading,
  keys: readonly Buffer[],
  height: number | null,
  { limit, from, assets }: TokensRead<unknown>,
): Promise<Row[]> {
  const [only, ...others] = keys;
  const isOne = only !== undefined && others.length === 0;
  const form: TokenForm = assets ? 'named' : from && isOne ? 'after' : 'first';
  const more = assets ? [assets] : form === 'after' && from ? reading.positionValues(from) : [];
  const suffix = form === 'first' ? '' : `_${form}`;
  if (isOne) {
    const build = (code: ChainCode): string => reading.statement(code, form);
    return queryChain<Row>(db, `${reading.name}${suffix}`, chain, build, [only, height, limit, ...more]);
  }
  const share = Math.floor(reading.lookedAt / keys.length);
  const build = (code: ChainCode): string =>
    ofMany(reading.statement(code, form, `$${4 + more.length}::integer`), { $1: 'bytea[]' });
  return queryChain<Row>(db, `${reading.names}${suffix}`, chain, build, [keys, height, limit, ...more, share]);
}

interface ListedToken {
  readonly asset: string;
  readonly tokenId?: string | null;
  readonly rank: number;
  readonly since: number;
}

/** The part of an answer that is about tokens: a page, with one more where something follows. */
export interface ListedTokens<Token extends ListedToken> {
  readonly tokens: readonly Token[];
  readonly hasMore: boolean;
  readonly lastLooked: TokenPosition['looked'];
}

/** The page of tokens, and whether and where there are more. */
export function tokenPage<Token extends ListedToken>(
  listed: ListedTokens<Token>,
  { limit, from, assets }: TokensRead<unknown>,
): { tokens: readonly Omit<Token, 'rank' | 'since'>[]; hasMore: boolean; nextTokens: TokenPosition | null } {
  return {
    tokens: listed.tokens.slice(0, limit).map(({ rank: _rank, since: _since, ...token }) => token),
    hasMore: listed.hasMore || (from?.looked ?? null) !== null || assets !== null,
    nextTokens: assets ? null : tokensAfter(listed, listed.lastLooked, limit, from),
  };
}
