/** Tokens of balances: which are read, and where a walk through them goes on. For every family that has some. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { type ChainState, ofMany, queryChain } from './chain-state.js';
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

interface ListedToken {
  readonly asset: string;
  readonly tokenId?: string | null;
  readonly rank: number;
  readonly since: number;
}

/** A row of an answer: of tokens a page, with one more where something follows. */
interface ListedTokens {
  readonly state: ChainState | null;
  readonly tokens: readonly ListedToken[];
  readonly hasMore: boolean;
  readonly lastLooked: TokenPosition['looked'];
}

interface TokenPage {
  readonly tokens: readonly object[];
  readonly hasMore: boolean;
  readonly nextTokens: TokenPosition | null;
}

/** @returns the balance of each address; null when the chain has no row in sync_state */
export async function askBalances<Balance extends TokenPage>(
  db: Queryable,
  chain: ChainCode,
  reading: BalanceReading,
  keys: readonly Buffer[],
  height: number | null,
  request: TokensRead<unknown>,
): Promise<Balance[] | null> {
  const { limit, from, assets } = request;
  const [only, ...others] = keys;
  const isOne = only !== undefined && others.length === 0;
  const form: TokenForm = assets ? 'named' : from && isOne ? 'after' : 'first';
  const more = assets ? [assets] : form === 'after' && from ? reading.positionValues(from) : [];
  const share = isOne ? [] : [Math.floor(reading.lookedAt / keys.length)];
  const build = (code: ChainCode): string =>
    isOne
      ? reading.statement(code, form)
      : ofMany(reading.statement(code, form, `$${4 + more.length}::integer`), { $1: 'bytea[]' });
  const name = `${isOne ? reading.name : reading.names}${form === 'first' ? '' : `_${form}`}`;
  const values = [isOne ? only : keys, height, limit, ...more, ...share];
  const rows = await queryChain<ListedTokens>(db, name, chain, build, values);
  return rows[0]?.state ? rows.map((row) => withPage(row, request) as TokenPage as Balance) : null;
}

/** The page of tokens, and whether and where there are more. */
function withPage({ lastLooked, ...listed }: ListedTokens, { limit, from, assets }: TokensRead<unknown>): TokenPage {
  return {
    ...listed,
    tokens: listed.tokens.slice(0, limit).map(({ rank: _rank, since: _since, ...token }) => token),
    hasMore: listed.hasMore || (from?.looked ?? null) !== null || assets !== null,
    nextTokens: assets ? null : tokensAfter(listed, lastLooked, limit, from),
  };
}
