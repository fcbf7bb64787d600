/** Where a walk through the tokens of an address goes on. */
export interface TokenPosition {
  /** The looked at ones lie behind this one; null: they are the first. */
  readonly looked: TokenPlace | null;
  /** The page lies behind this one of them; null: it begins with them. */
  readonly after: (TokenPlace & { readonly rank: number; readonly since: number }) | null;
}

/** Hex of the contract's key, and an id in decimal or null. */
interface TokenPlace {
  readonly asset: string;
  readonly tokenId: string | null;
}

/** A page of tokens, and whether there are more than were looked at. */
interface TokenPage {
  readonly tokens: readonly {
    readonly asset: string;
    readonly tokenId?: string | null;
    readonly rank: number;
    readonly since: number | null;
  }[];
  readonly hasMore: boolean;
}

/** Position behind a page, which has one token more where something does; null where nothing follows. */
export function tokensAfter(
  { tokens, hasMore }: TokenPage,
  lastLooked: TokenPosition['looked'],
  limit: number,
  from: TokenPosition | null,
): TokenPosition | null {
  const last = tokens[limit - 1];
  if (last === undefined || tokens.length <= limit)
    return hasMore && lastLooked ? { looked: lastLooked, after: null } : null;
  const { asset, tokenId = null, rank, since } = last;
  return { looked: from?.looked ?? null, after: { asset, tokenId, rank, since: since ?? 0 } };
}
