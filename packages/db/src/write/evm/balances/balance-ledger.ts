/**
 * Balances by nodes: which addresses and tokens have to be asked for, and their answers. An answer is written
 * only while the block that it was asked for is indexed, checked in the same statement. An answer about an abandoned
 * branch is dropped.
 */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { HeardRequests } from '../../../token-requests.js';
import { txKey } from '../../../tx-key.js';
import { moveOldWrapped, saveProof, type WrappedCandidate, wrappedCandidates } from '../wrapped-coins.js';
import { detectDrift } from './detect-drift.js';
import {
  type DoubtedHolding,
  doubtedHoldings,
  type RequestedLosses,
  requestedLosses,
  saveDoubted,
  type TokenHolding,
} from './doubted-holdings.js';
import { type AddressGap, saveBalances } from './save-balances.js';
import { requestedTokens, saveMetadata, type TokenMetadata, tokensToAsk } from './token-metadata.js';

/** Holdings among which turns are taken, for each that is asked for. */
const LOOKED_AT = 10;

export interface BalanceLedger {
  /** Addresses that blocks above one height, up to a last one, touched; `limit` at most. */
  touchedAbove(height: number, last: number, limit: number): Promise<Buffer[]>;
  /**
   * Saves balances. Where one does not fit the one before and all that moved since, the blocks between are a gap of
   * the address.
   * @param isSure whether the node was asked twice; else nothing is written of those that do not fit
   * @returns those gaps; null when the block is not indexed any more: nothing is written then
   */
  saveBalances(
    block: BlockRef,
    keys: readonly Buffer[],
    balances: readonly bigint[],
    isSure: boolean,
  ): Promise<readonly AddressGap[] | null>;
  /**
   * Holdings touched from a height on whose balance is not known or from before a transfer. Contracts take turns, those
   * touched last first: one with very many ids does not hold up the others. Those that gave no answer come last.
   */
  staleHoldings(fromHeight: number, limit: number): Promise<TokenHolding[]>;
  /**
   * @param balances null where the contract gives no answer
   * @returns false when the block is not indexed any more; nothing is written then
   */
  saveHoldings(
    block: BlockRef,
    holdings: readonly TokenHolding[],
    balances: readonly (bigint | null)[],
  ): Promise<boolean>;
  /** Holdings that logs alone say were lost, whose first log is above a height, the newest first. */
  doubtedHoldings(height: number, limit: number): Promise<DoubtedHolding[]>;
  /** The same of holdings that clients look at, of any height, and those whose balance has to be asked for first. */
  requestedLosses(limit: number): Promise<RequestedLosses>;
  /** @param hadNothing whether the contract said that there was nothing before the first log */
  saveDoubted(holdings: readonly DoubtedHolding[], hadNothing: readonly boolean[]): Promise<void>;
  /** Contracts to be asked what they are: up to half of them those that clients look at, then by {@link tokensToAsk}. */
  tokensToAsk(limit: number): Promise<Buffer[]>;
  saveMetadata(height: number, tokens: readonly TokenMetadata[]): Promise<void>;
  /** Contracts that may be wrapped coins, each with a log that may prove it. */
  wrappedCandidates(limit: number): Promise<WrappedCandidate[]>;
  saveProof(candidate: WrappedCandidate, isProved: boolean): Promise<void>;
  /** Makes transfers of older logs of proved contracts, a bounded number. @returns whether there were any */
  moveOldWrapped(): Promise<boolean>;
  /** Whether something that clients looked at may wait for an answer. */
  isRequested(): boolean;
}

/** @param session the owner's session of the chain */
export function openBalanceLedger(session: Session, chain: ChainCode): BalanceLedger {
  const requests = {
    tokens: HeardRequests.of(session, chain, 'tokens'),
    losses: HeardRequests.of(session, chain, 'losses'),
  };
  return {
    async touchedAbove(height, last, limit) {
      const { rows } = await session.query<{ key: Buffer }>({
        name: `touched_above_${chain}`,
        // The transactions themselves tell, newest first: the histories have no index that finds what is new.
        text: `SELECT DISTINCT key FROM (
            (SELECT unnest(ARRAY[from_key, to_key, created_contract]) AS key FROM ${chain}.transactions
             WHERE tx_key >= $1 AND tx_key < $2 ORDER BY tx_key DESC LIMIT 3 * $3)
            UNION ALL
            (SELECT unnest(ARRAY[from_key, to_key]) FROM ${chain}.transfers
             WHERE tx_key >= $1 AND tx_key < $2 ORDER BY tx_key DESC, idx DESC LIMIT 4 * $3)
          ) touched WHERE key IS NOT NULL LIMIT $3`,
        values: [txKey(height + 1, 0), txKey(last + 1, 0), limit],
      });
      return rows.map(({ key }) => key);
    },

    saveBalances: (block, keys, balances, isSure) => saveBalances(session, chain, block, keys, balances, isSure),

    async staleHoldings(fromHeight, limit) {
      const { rows } = await session.query<HoldingRow>({
        name: `stale_holdings_${chain}`,
        text: `SELECT address_key AS "addressKey", asset, token_id AS "tokenId"
          FROM (
            SELECT *, height IS NOT NULL AND balance IS NULL AS refused, row_number() OVER (PARTITION BY asset ORDER BY touched DESC) AS turn
            FROM (SELECT * FROM ${chain}.token_balances WHERE (height IS NULL OR height < touched) AND touched >= $2
              ORDER BY touched DESC LIMIT $1 * ${LOOKED_AT}) newest) b
          ORDER BY refused, turn, touched DESC LIMIT $1`,
        values: [limit, fromHeight],
      });
      return rows.map((row) => ({ ...row, tokenId: row.tokenId === null ? null : BigInt(row.tokenId) }));
    },

    async saveHoldings(block, holdings, balances) {
      const columns = [
        holdings.map(({ addressKey }) => addressKey),
        holdings.map(({ asset }) => asset),
        holdings.map(({ tokenId }) => tokenId?.toString() ?? null),
        balances.map((balance) => balance?.toString() ?? null),
      ];
      await detectDrift(session, chain, block, columns);
      const { rows } = await session.query<{ indexed: boolean }>({
        name: `save_holdings_${chain}`,
        text: `WITH block AS (SELECT true FROM ${chain}.blocks WHERE height = $1 AND hash = decode($2, 'hex')),
          saved AS (
            UPDATE ${chain}.token_balances b SET balance = asked.balance, height = $1, had = b.had OR coalesce(asked.balance > 0, false),
              forged_to = CASE WHEN b.forged_to IS NOT NULL AND NOT b.had AND asked.balance = 0 THEN $1 ELSE b.forged_to END
            FROM (SELECT found.place, asked.balance
              FROM unnest($3::bytea[], $4::bytea[], $5::numeric[], $6::numeric[]) AS asked(key, asset, id, balance)
              CROSS JOIN LATERAL (${placeOf(chain)}) found
              WHERE EXISTS (SELECT FROM block)) asked
            -- Some holdings have a transfer in each block: their last known balance is told until there is a newer one.
            WHERE b.ctid = asked.place AND (b.touched <= $1 OR asked.balance IS NOT NULL AND (b.height IS NULL OR b.height < $1)))
          SELECT EXISTS (SELECT FROM block) AS indexed`,
        values: [block.height, block.hash, ...columns],
      });
      return rows[0]?.indexed === true;
    },

    doubtedHoldings: (height, limit) => doubtedHoldings(session, chain, height, limit),
    requestedLosses: (limit) => requestedLosses(session, chain, requests.losses, limit),
    saveDoubted: (holdings, hadNothing) => saveDoubted(session, chain, holdings, hadNothing),
    async tokensToAsk(limit) {
      const requested = await requestedTokens(session, chain, requests.tokens, Math.ceil(limit / 2));
      const others = await tokensToAsk(session, chain, limit);
      const isOther = (asset: Buffer): boolean => !requested.some((each) => each.equals(asset));
      return [...requested, ...others.filter(isOther)].slice(0, limit);
    },
    saveMetadata: (height, tokens) => saveMetadata(session, chain, height, tokens),
    wrappedCandidates: (limit) => wrappedCandidates(session, chain, limit),
    saveProof: (candidate, isProved) => saveProof(session, chain, candidate, isProved),
    moveOldWrapped: () => moveOldWrapped(session, chain),
    isRequested: () => requests.tokens.areOpen || requests.losses.areOpen,
  };
}

/** Where the row of a holding of `asked` lies. Both ways use the whole index, which IS NOT DISTINCT FROM does not. */
function placeOf(chain: ChainCode): string {
  const ofAsset = `SELECT ctid AS place FROM ${chain}.token_balances WHERE address_key = asked.key AND asset = asked.asset`;
  return `${ofAsset} AND token_id = asked.id UNION ALL ${ofAsset} AND token_id IS NULL AND asked.id IS NULL`;
}

interface HoldingRow extends Omit<TokenHolding, 'tokenId'> {
  readonly tokenId: string | null;
}
