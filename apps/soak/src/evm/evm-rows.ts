/** The rows of an EVM chain beside the simulator's own ledger: every address, every transaction, every token. */
import { formatAddress, requireChain } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import type { EvmHistoryEntry, EvmLedgerModel, EvmTokenModel } from '@chaintrail/devnet';
import { inSession } from '@chaintrail/testkit';
import { NOBODY } from './tokens.js';
import { readTracing, type Tracing } from './tracing.js';

const NETWORK = requireChain('eth').networks[0]!;

/**
 * @param code currency code
 * @param model of the tip that is indexed
 * @returns what is wrong, in a sentence each
 */
export function problemsOfEvmRows(databaseUrl: string, code: string, model: EvmLedgerModel): Promise<string[]> {
  return inSession(databaseUrl, (session) => problemsOfRows(session, code, model));
}

export async function problemsOfRows(session: Session, code: string, model: EvmLedgerModel): Promise<string[]> {
  return [
    ...(await problemsOfHistories(session, code, model)),
    ...(await problemsOfBalances(session, code, model)),
    ...(await problemsOfTokens(session, code, model)),
    ...(await problemsOfCounts(session, code, model)),
  ];
}

/** As the model writes addresses: EIP-55, which no network changes. */
function textOf(key: Buffer): string {
  return formatAddress(NETWORK, key);
}

interface StoredHistory {
  readonly key: Buffer;
  /** Transactions and what they did: `txid height delta`, the oldest first. */
  readonly entries: readonly string[];
}

const HISTORIES = (code: string) => `
  SELECT address_key AS key, array_agg(concat_ws(' ', encode(t.txid, 'hex'), tx_key >> 20, delta) ORDER BY tx_key) AS entries
  FROM ${code}.address_transactions
  JOIN ${code}.transactions t USING (tx_key)
  GROUP BY address_key`;

async function problemsOfHistories(session: Session, code: string, model: EvmLedgerModel): Promise<string[]> {
  const tracing = await readTracing(session, code);
  const { rows } = await session.query<StoredHistory>(HISTORIES(code));
  const stored = new Map(rows.map(({ key, entries }) => [textOf(key), entries]));
  const problems: string[] = [];
  for (const [address, { history }] of model.addresses) {
    const found = (stored.get(address) ?? []).map((entry) => comparable(entry, tracing));
    stored.delete(address);
    const right = history.flatMap((entry) => expectedEntry(entry, tracing));
    const at = right.findIndex((entry, index) => entry !== found[index]);
    const place = at < 0 && found.length > right.length ? right.length : at;
    if (place >= 0) problems.push(`${address}: entry ${place} of its rows is ${found[place]}, not ${right[place]}`);
  }
  return [...problems, ...[...stored.keys()].map((address) => `${address} has rows, and no history on the chain`)];
}

/** An entry's effect is known where everything is traced. */
function expectedEntry({ txid, height, delta, viaInternalOnly }: EvmHistoryEntry, tracing: Tracing): string[] {
  if (tracing.isTraced(height)) return [`${txid} ${height} ${delta}`];
  return viaInternalOnly ? [] : [`${txid} ${height}`];
}

function comparable(entry: string, tracing: Tracing): string {
  const [txid = '', height = '', delta = ''] = entry.split(' ');
  return tracing.isTraced(Number(height)) ? `${txid} ${height} ${delta}` : `${txid} ${height}`;
}

/** A stored balance held at the block that it was asked for. */
async function problemsOfBalances(session: Session, code: string, model: EvmLedgerModel): Promise<string[]> {
  const { rows } = await session.query<{ key: Buffer; balance: string; height: number }>(
    `SELECT address_key AS key, balance::text, height FROM ${code}.address_balances`,
  );
  return rows.flatMap(({ key, balance, height }) => {
    const address = textOf(key);
    const right = model.balanceAt(address, height);
    return BigInt(balance) === right ? [] : [`${address}: its stored balance at ${height} is ${balance}, not ${right}`];
  });
}

interface StoredToken {
  readonly key: Buffer;
  readonly asset: Buffer;
  readonly tokenId: string | null;
  readonly balance: string | null;
  readonly isOfTip: boolean;
  /** It was caught at changing without a transfer. */
  readonly drifts: boolean;
}

const TOKENS = (code: string) => `
  SELECT b.address_key AS key, asset, b.token_id::text AS "tokenId", b.balance::text, b.height = s.height AS "isOfTip",
    t.drifts
  FROM ${code}.token_balances b
  JOIN ${code}.tokens t USING (asset)
  CROSS JOIN ${code}.sync_state s`;

async function problemsOfTokens(session: Session, code: string, model: EvmLedgerModel): Promise<string[]> {
  const { rows } = await session.query<StoredToken>(TOKENS(code));
  const held = new Map(
    [...model.addresses].flatMap(([address, { tokens }]) =>
      tokens.map((token) => {
        const { asset, tokenId } = token;
        return [[address, asset, ...(tokenId === null ? [] : [tokenId])].join(' '), token] as const;
      }),
    ),
  );
  const problems = rows.flatMap((row) => {
    const { key, asset, tokenId } = row;
    const name = [textOf(key), textOf(asset), ...(tokenId === null ? [] : [tokenId])].join(' ');
    const expected = held.get(name);
    held.delete(name);
    return problemsOfToken(row, expected).map((problem) => `${name}: ${problem}`);
  });
  // Ids that are only minted are not noted of who they are minted from.
  const missing = [...held.keys()].filter((name) => !name.startsWith(NOBODY));
  return [...problems, ...missing.map((name) => `${name}: a token without a row`)];
}

function problemsOfToken({ balance, isOfTip, drifts }: StoredToken, expected: EvmTokenModel | undefined): string[] {
  if (!expected) return ['a token that it never had'];
  if (drifts && !expected.drifts) return ['a token that is said to change without transfers'];
  if (!isOfTip || expected.drifts) return [];
  const isRight = balance === null ? expected.balance === null : BigInt(balance) === expected.balance;
  return isRight ? [] : [`the stored balance is ${balance}, not ${expected.balance}`];
}

async function problemsOfCounts(session: Session, code: string, model: EvmLedgerModel): Promise<string[]> {
  const { rows } = await session.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM ${code}.transactions WHERE type IS NOT NULL`,
  );
  const count = rows[0]?.count;
  return count === model.transactionCount ? [] : [`${count} transactions have rows, not ${model.transactionCount}`];
}
