/** Facts about holdings whose transfers a contract may have invented. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { lookOnce } from '../audit-session.js';

/** An invented transfer is known so many blocks after the balance at most. */
const SETTLED_BLOCKS = 64;
/** Blocks after the first transfer in which the node has the state, surely, that tells what was there before. */
const REACHED_BLOCKS = 32;

export interface HoldingMarks {
  /**
   * The last block that the balance was asked for; null where it never was, where the address may ever have had any,
   * where that was asked a moment ago, and where it was long after the first transfer.
   */
  readonly askedHeight: number | null;
  /** Up to this block, transfers out of the holding are known to be invented; null where they are not. */
  readonly forgedTo: number | null;
}

/** @param holdings of ERC-20; hex @returns in their order */
export async function readHoldingMarks(
  session: Session,
  chain: ChainCode,
  holdings: readonly { readonly asset: string; readonly key: string }[],
): Promise<readonly HoldingMarks[]> {
  if (holdings.length === 0) return [];
  const { marks } = await lookOnce<{ readonly marks: readonly HoldingMarks[] }>(
    session,
    `SELECT json_agg(json_build_object(
        'askedHeight', CASE WHEN h.had IS NOT TRUE AND h.height < h.first_touched + ${REACHED_BLOCKS}
          AND h.height < (SELECT height FROM ${chain}.sync_state) - ${SETTLED_BLOCKS} THEN h.height END,
        'forgedTo', CASE WHEN k.forges THEN h.forged_to END) ORDER BY s.n) AS marks
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s(asset, key, n)
     LEFT JOIN ${chain}.token_balances h ON h.address_key = decode(s.key, 'hex') AND h.asset = decode(s.asset, 'hex') AND h.token_id IS NULL
     LEFT JOIN ${chain}.tokens k ON k.asset = h.asset`,
    [holdings.map(({ asset }) => asset), holdings.map(({ key }) => key)],
  );
  return marks;
}
