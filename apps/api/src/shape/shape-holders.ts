/** From the stored holders of a token to the page that clients see. */
import { formatAddress } from '@chaintrail/chains';
import type { Holders as StoredHolders } from '@chaintrail/db';
import { Rows } from '../http/rows.js';
import type { FollowedChain, NamedToken } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import type { Holder, Holders, INCOMPLETE_REASONS } from '../schemas/holders-schema.js';
import { denominationFacts } from './cosmos/denomination.js';
import { moduleName } from './cosmos/modules.js';

type Token = NonNullable<StoredHolders['token']>;
type Facts = Pick<Holders, 'symbol' | 'name' | 'decimals' | 'standard'>;

/** The token's own words about itself. */
export function shapeToken(followed: FollowedChain, { asset, tokenId }: NamedToken, token: Token): Facts {
  if (followed.family === 'cosmos') {
    const { symbol, name, decimals } = denominationFacts(followed.chain, asset);
    return { symbol, name, decimals, standard: null };
  }
  const { symbol = null, name = null, decimals = null, standard = null } = token;
  return { symbol, name, decimals, standard: tokenId === null ? standard : 'erc1155' };
}

export function shapeHolders(followed: FollowedChain, { rows }: StoredHolders, tip: Tip): Rows<Holder> {
  return Rows.of(rows, ({ addressKey, balance, height, isOld }) => {
    const key = Buffer.from(addressKey, 'hex');
    const name = followed.family === 'cosmos' ? moduleName(followed, key) : null;
    return {
      address: formatAddress(followed.network, key),
      name,
      balance,
      height: height ?? tip.height,
      changedSince: isOld,
    };
  });
}

/** Why the list is not all there is; nothing where it is. */
export function incompleteReasons(
  { family }: FollowedChain,
  { state, unknown, old, token }: StoredHolders,
): (typeof INCOMPLETE_REASONS)[number][] {
  return [
    ...(unknown === 0 ? [] : (['unknown-balances'] as const)),
    ...(old === 0 ? [] : (['older-balances'] as const)),
    ...(token?.drifts ? (['drifts'] as const) : []),
    // Block 0 of no EVM chain has transactions; Cosmos chains begin with what everybody had, or balances are unknown.
    ...(family === 'evm' && state.historyFrom > 1 ? (['later-start'] as const) : []),
  ];
}
