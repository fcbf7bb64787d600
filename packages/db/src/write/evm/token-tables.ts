/** Which tokens there are, and which address ever had a transfer of which: derived from the rows of transfers. */
import { type Chain, type ChainCode, TOKEN_STANDARDS } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import type { TxSpan } from '../../tx-key.js';
import { PART_OF_ADDRESS, touchesTable } from './staged-touches.js';

/**
 * Tokens are minted from it, which gives it nothing. What is sent to it may be its own, as contracts say. Of each
 * contract it has a row as everybody has; of ids that are only minted it would have as many as all holders together.
 */
export const ZERO_ADDRESS = `'\\x${'00'.repeat(20)}'`;
/** Contracts that are inserted at once. */
const INSERTED_AT_ONCE = 10_000;

/** Each contract with what its first transfer looked like: the least of tx_key and standard in one number. */
function firstTransfers(chain: ChainCode, condition: string): string {
  const standard = TOKEN_STANDARDS.map((name, n) => `WHEN '${name}' THEN ${n}`).join(' ');
  return `SELECT asset, min(tx_key * 4 + CASE standard ${standard} END) AS first
    FROM ${chain}.transfers WHERE asset IS NOT NULL AND ${condition} GROUP BY asset`;
}

/** Adds the contracts of a span that are not known yet. */
export async function insertNewTokens(session: Session, chain: Chain, { from, to }: TxSpan): Promise<void> {
  const { code } = chain;
  const { rows } = await session.query<TokenRow>({
    name: `new_tokens_${code}`,
    text: `SELECT asset, first FROM (${firstTransfers(code, 'tx_key BETWEEN $1 AND $2')}) seen
      WHERE NOT EXISTS (SELECT FROM ${code}.tokens t WHERE t.asset = seen.asset)`,
    values: [from, to],
  });
  for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE) {
    await insertTokens(session, code, rows.slice(at, at + INSERTED_AT_ONCE));
  }
}

interface TokenRow {
  readonly asset: Buffer;
  readonly first: string;
}

async function insertTokens(session: Session, code: ChainCode, rows: readonly TokenRow[]): Promise<void> {
  const firsts = rows.map(({ first }) => Number(first));
  await session.query(
    `INSERT INTO ${code}.tokens (asset, address, standard, first_height)
     SELECT * FROM unnest($1::bytea[], $2::text[], $3::chaintrail.token_standard[], $4::integer[])`,
    [
      rows.map(({ asset }) => asset),
      // As address_text writes it, so that texts of tables and views can be joined.
      rows.map(({ asset }) => `0x${asset.toString('hex')}`),
      firsts.map((first) => TOKEN_STANDARDS[first % 4]),
      firsts.map((first) => Math.floor(first / 2 ** 22)),
    ],
  );
}

/** Parties of token transfers with what they had a transfer of. */
function touches(chain: ChainCode, condition: string): string {
  const side = (key: string, isParty: string) =>
    `SELECT ${key} AS address_key, asset, CASE WHEN standard = 'erc1155' THEN token_id END AS token_id, (tx_key >> 20)::integer AS height
     FROM ${chain}.transfers WHERE asset IS NOT NULL AND ${isParty} AND ${condition}`;
  const isSender = `(from_key <> ${ZERO_ADDRESS} OR from_key IS NOT NULL AND standard <> 'erc1155')`;
  return `SELECT address_key, asset, token_id, min(height) AS first_touched, max(height) AS touched
    FROM (${side('from_key', isSender)} UNION ALL ${side('to_key', 'to_key IS NOT NULL')}) touch GROUP BY address_key, asset, token_id`;
}

/** Notes what the transfers of a span touched; what is stored of it is old from here on. */
export async function touchTokenBalances(session: Session, chain: ChainCode, { from, to }: TxSpan): Promise<void> {
  await session.query({
    name: `touch_token_balances_${chain}`,
    text: `INSERT INTO ${chain}.token_balances (address_key, asset, token_id, first_touched, touched)
      ${touches(chain, 'tx_key BETWEEN $1 AND $2')} ORDER BY address_key, asset, token_id
      ON CONFLICT (address_key, asset, token_id) DO UPDATE SET touched = excluded.touched`,
    values: [from, to],
  });
}

/** The same for everything, where nothing is noted yet and there is no index. */
export async function insertAllTokenBalances(session: Session, chain: ChainCode): Promise<void> {
  await session.query(
    `INSERT INTO ${chain}.token_balances (address_key, asset, token_id, first_touched, touched)
     ${touches(chain, 'true')} ORDER BY address_key, asset, token_id`,
  );
}

/** The same for a span, staged by address. */
export async function stageTouches(session: Session, chain: ChainCode, { from, to }: TxSpan): Promise<void> {
  await session.query(
    `INSERT INTO ${touchesTable(chain)} (part, address_key, asset, token_id, first_touched, touched)
     SELECT ${PART_OF_ADDRESS}, * FROM (${touches(chain, 'tx_key BETWEEN $1 AND $2')}) touched`,
    [from, to],
  );
}

/** What was staged of a part of the addresses, of which nothing is noted yet. */
export async function mergeTouches(session: Session, chain: ChainCode, part: string): Promise<void> {
  await session.query(
    `INSERT INTO ${chain}.token_balances (address_key, asset, token_id, first_touched, touched)
     SELECT address_key, asset, token_id, min(first_touched), max(touched) FROM ${part}
     GROUP BY address_key, asset, token_id ORDER BY address_key, asset, token_id`,
  );
}

/** Touched above $1, or asked for there: height > $1 OR touched > $1, in words that are those of the two indexes. */
const NEWER = '(height > $1 OR touched > $1 AND (height IS NULL OR height < touched))';

/** Takes back what blocks above `height` told of tokens. What is stored of their balances has to be asked again. */
export async function rollbackTokens(session: Session, chain: ChainCode, height: number): Promise<void> {
  await session.query(`DELETE FROM ${chain}.token_balances WHERE ${NEWER} AND first_touched > $1`, [height]);
  await session.query(
    `UPDATE ${chain}.token_balances SET touched = least(touched, $1), balance = NULL, height = NULL
     WHERE ${NEWER}`,
    [height],
  );
  await session.query(`DELETE FROM ${chain}.tokens WHERE first_height > $1`, [height]);
}
