/** Which tokens there are, and which address ever had a transfer of which: derived from the rows of transfers. */
import {
  type ChainCode,
  type EvmChainNetwork,
  type EvmContract,
  type EvmNetwork,
  requireChain,
  type TokenStandard,
} from '@chaintrail/chains';
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

/** Each contract with the first transaction of it, and the blocks of its first transfers that look like ERC-20 or -721. */
function firstTransfers(chain: ChainCode, condition: string): string {
  const first = (shape: TokenStandard): string => `(min(tx_key) FILTER (WHERE standard = '${shape}') >> 20)::integer`;
  return `SELECT asset, (min(tx_key) >> 20)::integer AS first, ${first('erc20')} AS plain, ${first('erc721')} AS indexed
    FROM ${chain}.transfers WHERE asset IS NOT NULL AND ${condition} GROUP BY asset`;
}

/** The standard that the first transfer of a contract looked like, in SQL. @param token row of tokens */
export function shapeOf(token: string): string {
  return `(CASE WHEN ${token}.plain_from = ${token}.first_height THEN 'erc20' WHEN ${token}.indexed_from = ${token}.first_height THEN 'erc721'
    ELSE 'erc1155' END)::chaintrail.token_standard`;
}

/** Adds the contracts of a span that are not known yet, and what transfers of others look like for the first time. */
export async function insertNewTokens(
  session: Session,
  { chain, network }: EvmChainNetwork,
  { from, to }: TxSpan,
): Promise<void> {
  const { code } = chain;
  const { rows } = await session.query<TokenRow>({
    name: `new_tokens_${code}`,
    text: `SELECT seen.*, t.known FROM (${firstTransfers(code, 'tx_key BETWEEN $1 AND $2')}) seen
      LEFT JOIN LATERAL (SELECT true AS known, plain_from, indexed_from FROM ${code}.tokens WHERE asset = seen.asset LIMIT 1) t ON true
      WHERE t.known IS NULL OR (plain IS NOT NULL AND plain_from IS NULL) OR (indexed IS NOT NULL AND indexed_from IS NULL)`,
    values: [from, to],
  });
  const unknown = rows.filter(({ known }) => known === null);
  for (let at = 0; at < unknown.length; at += INSERTED_AT_ONCE) {
    await insertTokens(session, code, network, unknown.slice(at, at + INSERTED_AT_ONCE));
  }
  const mixed = rows.filter(({ known }) => known !== null);
  if (mixed.length > 0) await mixTokens(session, code, mixed);
}

interface TokenRow {
  readonly asset: Buffer;
  /** Heights. */
  readonly first: number;
  readonly plain: number | null;
  readonly indexed: number | null;
  readonly known: true | null;
}

async function insertTokens(
  session: Session,
  code: ChainCode,
  { contracts }: EvmNetwork,
  rows: readonly TokenRow[],
): Promise<void> {
  await session.query(
    `INSERT INTO ${code}.tokens (asset, address, standard, evidence, first_height, plain_from, indexed_from)
     SELECT asset, address, CASE WHEN is_listed THEN 'erc721' ELSE ${shapeOf('said')} END, CASE WHEN is_listed THEN 'list' ELSE 'shape' END,
       first_height, plain_from, indexed_from
     FROM unnest($1::bytea[], $2::text[], $3::boolean[], $4::integer[], $5::integer[], $6::integer[])
       AS said(asset, address, is_listed, first_height, plain_from, indexed_from)`,
    [
      rows.map(({ asset }) => asset),
      // As address_text writes it, so that texts of tables and views can be joined.
      rows.map(({ asset }) => `0x${asset.toString('hex')}`),
      rows.map(({ asset }) => isListedCollection(contracts, asset)),
      rows.map(({ first }) => first),
      rows.map(({ plain }) => plain),
      rows.map(({ indexed }) => indexed),
    ],
  );
}

/** Collections from before ERC-721, which cannot say that they are one. */
function isListedCollection(contracts: readonly EvmContract[], asset: Buffer): boolean {
  if (contracts.length === 0) return false;
  const address = asset.toString('hex');
  return contracts.some((each) => each.address === address && each.form !== 'wrapped-coin');
}

async function mixTokens(session: Session, code: ChainCode, rows: readonly TokenRow[]): Promise<void> {
  await session.query(
    `UPDATE ${code}.tokens t SET plain_from = coalesce(t.plain_from, seen.plain), indexed_from = coalesce(t.indexed_from, seen.indexed)
     FROM unnest($1::bytea[], $2::integer[], $3::integer[]) AS seen(asset, plain, indexed) WHERE t.asset = seen.asset`,
    [rows.map(({ asset }) => asset), rows.map(({ plain }) => plain), rows.map(({ indexed }) => indexed)],
  );
}

/** Contracts by hex, and the block that changed them last: what was asked about an earlier one is out of date. */
const changes = new WeakMap<Session, Map<string, number>>();
/** Bound on those that are remembered: nothing asked is under way for so long. */
const MOST_CHANGES = 10_000;

function noteChanges(session: Session, keys: readonly Uint8Array[], height: number): void {
  const noted = changes.get(session) ?? new Map<string, number>();
  changes.set(session, noted);
  for (const key of keys) {
    const asset = Buffer.from(key).toString('hex');
    noted.delete(asset);
    noted.set(asset, height);
  }
  for (const asset of noted.keys()) if (noted.size > MOST_CHANGES) noted.delete(asset);
}

/** Whether a block above this height changed the contract's code, as far as this session wrote it. */
export function hasChangedSince(session: Session, asset: Buffer, height: number): boolean {
  return (changes.get(session)?.get(asset.toString('hex')) ?? -1) > height;
}

/** Contracts whose code changed are asked again what they are. @param height the block that changed them */
export async function askAgain(
  session: Session,
  chain: ChainCode,
  keys: readonly Uint8Array[],
  height: number,
): Promise<void> {
  if (keys.length === 0) return;
  noteChanges(session, keys, height);
  await session.query({
    name: `ask_tokens_again_${chain}`,
    text: `UPDATE ${chain}.tokens SET asked_at = NULL, ask_after = greatest(1,
        (SELECT height FROM ${chain}.sync_state) - extract(epoch FROM now() - asked_at) / ${requireChain(chain).blockSeconds})::integer
      WHERE asset = ANY($1::bytea[]) AND asked_at IS NOT NULL`,
    values: [keys.map((key) => Buffer.from(key))],
  });
}

/** Columns of a holding, and of what the table has of it already (`b`) with what is new (`excluded`). */
export const NOTED = 'address_key, asset, token_id, first_touched, touched, had, lost, sent';
export const EITHER = ['had', 'lost', 'sent']
  .map((column) => `${column} = b.${column} OR excluded.${column}`)
  .join(', ');
const ALL_OF = 'min(first_touched), max(touched), bool_or(had), bool_or(lost), bool_or(sent)';

/**
 * Parties of token transfers with what they had a transfer of, and whether that was more than nothing. Only who signed
 * a transaction sent by it: anybody may log that others did. The zero address loses nothing by what is minted from it.
 * @param condition on `f`, and `t`, which has the sender
 * @param source has the transfers
 */
export function touches(
  chain: ChainCode,
  condition: (row: 'f' | 't') => string,
  source = `${chain}.transfers`,
): string {
  const side = (key: string, isParty: string, had: string, lost: string, sent: string) =>
    `SELECT ${key} AS address_key, asset, CASE WHEN standard = 'erc1155' THEN token_id END AS token_id, (f.tx_key >> 20)::integer AS height,
      amount > 0 AND ${had} AS had, amount > 0 AND ${lost} AS lost, amount > 0 AND ${sent} AS sent
     FROM ${source} f ${sent === 'false' ? '' : `LEFT JOIN ${chain}.transactions t ON t.tx_key = f.tx_key AND ${condition('t')}`}
     WHERE asset IS NOT NULL AND ${isParty} AND ${condition('f')}`;
  const isSomebody = `f.from_key <> ${ZERO_ADDRESS}`;
  const isSender = `(${isSomebody} OR f.from_key IS NOT NULL AND standard <> 'erc1155')`;
  const from = side('f.from_key', isSender, 'false', isSomebody, 't.from_key IS NOT DISTINCT FROM f.from_key');
  return `SELECT address_key, asset, token_id, min(height) AS first_touched, max(height) AS touched, bool_or(had) AS had, bool_or(lost) AS lost, bool_or(sent) AS sent
    FROM (${from} UNION ALL ${side('f.to_key', 'f.to_key IS NOT NULL', 'true', 'false', 'false')}) touch GROUP BY address_key, asset, token_id`;
}

const inSpan = (row: string): string => `${row}.tx_key BETWEEN $1 AND $2`;

/** Notes what the transfers of a span touched; what is stored of it is old from here on. */
export async function touchTokenBalances(session: Session, chain: ChainCode, { from, to }: TxSpan): Promise<void> {
  await session.query({
    name: `touch_token_balances_${chain}`,
    text: `INSERT INTO ${chain}.token_balances AS b (${NOTED})
      ${touches(chain, inSpan)} ORDER BY address_key, asset, token_id
      ON CONFLICT (address_key, asset, token_id) DO UPDATE SET touched = excluded.touched, ${EITHER}`,
    values: [from, to],
  });
}

/** Until the transaction ends: by the load's index, each transfer would read the 512 pages of its transaction. */
const JOIN_BY_HASH = 'SET LOCAL enable_hashjoin = on';

/** The same for everything, where nothing is noted yet and there is no index. Inside the caller's transaction. */
export async function insertAllTokenBalances(session: Session, chain: ChainCode): Promise<void> {
  await session.query(`${JOIN_BY_HASH}; SET LOCAL enable_seqscan = on`);
  await session.query(
    `INSERT INTO ${chain}.token_balances (${NOTED})
     ${touches(chain, () => 'true')} ORDER BY address_key, asset, token_id`,
  );
}

/** The same for a span, staged by address. Inside the caller's transaction. */
export async function stageTouches(session: Session, chain: ChainCode, { from, to }: TxSpan): Promise<void> {
  await session.query(JOIN_BY_HASH);
  await session.query(
    `INSERT INTO ${touchesTable(chain)} (part, ${NOTED})
     SELECT ${PART_OF_ADDRESS}, * FROM (${touches(chain, inSpan)}) touched`,
    [from, to],
  );
}

/** Merges staged touches of a part of the addresses, of which nothing is noted yet. */
export async function mergeTouches(session: Session, chain: ChainCode, part: string): Promise<void> {
  await session.query(
    `INSERT INTO ${chain}.token_balances (${NOTED})
     SELECT address_key, asset, token_id, ${ALL_OF} FROM ${part}
     GROUP BY address_key, asset, token_id ORDER BY address_key, asset, token_id`,
  );
}

/** Touched above $1, or asked for there: height > $1 OR touched > $1, in words that are those of the two indexes. */
const NEWER = '(height > $1 OR touched > $1 AND (height IS NULL OR height < touched))';

/** Takes back what later blocks told of tokens. Balances of such a block are not known any more, earlier ones are. */
export async function rollbackTokens(session: Session, chain: ChainCode, height: number): Promise<void> {
  await session.query(`DELETE FROM ${chain}.token_balances WHERE ${NEWER} AND first_touched > $1`, [height]);
  await session.query(
    `UPDATE ${chain}.token_balances SET touched = least(touched, $1), forged_to = least(forged_to, $1),
       balance = CASE WHEN height <= $1 THEN balance END, height = CASE WHEN height <= $1 THEN height END
     WHERE ${NEWER}`,
    [height],
  );
  await session.query(`DELETE FROM ${chain}.tokens WHERE first_height > $1`, [height]);
  await session.query(
    `UPDATE ${chain}.tokens SET plain_from = nullif(plain_from, greatest(plain_from, $1 + 1)),
       indexed_from = nullif(indexed_from, greatest(indexed_from, $1 + 1))
     WHERE greatest(plain_from, indexed_from) > $1 AND greatest(plain_from, indexed_from) > first_height`,
    [height],
  );
}
