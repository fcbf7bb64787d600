/** The addresses and transactions of the requests: drawn from the tables, or from a list. */
import { readFile } from 'node:fs/promises';
import { CHAIN_CODES, type ChainCode, formatAddress, type Network, requireChain } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';

export interface Subject {
  readonly currency: ChainCode;
  readonly address: string;
  /** Null where only the API is known. */
  readonly key: Buffer | null;
  /** Transactions of its history. */
  readonly total: number;
}

export interface Subjects {
  readonly addresses: readonly Subject[];
  readonly txids: readonly { readonly currency: ChainCode; readonly txid: string }[];
}

/** More than a run requests would only delay its start. */
const MOST = 2_000;
/** Lengths of histories, both ends in them, and how many addresses are drawn: of the longest ones, the longest. */
const DRAWN = {
  btc: [
    { low: 1_000, high: 2 ** 40, most: 10 },
    { low: 90, high: 110, most: MOST },
    { low: 10, high: 10, most: MOST },
    { low: 1, high: 1, most: MOST },
  ],
  eth: [{ low: 25, high: 2 ** 40, most: MOST }],
} as const;

/** @param networks of the chains that are there */
export async function drawSubjects(
  session: Session,
  networks: ReadonlyMap<ChainCode, Network>,
  seed: number,
): Promise<Subjects> {
  const addresses: Subject[] = [];
  for (const currency of ['btc', 'eth'] as const) {
    const network = networks.get(currency);
    if (!network) continue;
    const drawn = DRAWN[currency];
    // Hashes are random enough, and the same in every run.
    const order = `CASE WHEN most < ${MOST} THEN -total END, hashtextextended(encode(address_key, 'hex'), $4)`;
    const { rows } = await session.query<{ key: Buffer; total: number }>(
      `WITH counted AS MATERIALIZED (
         SELECT address_key, max(seq) AS total FROM ${currency}.address_transactions GROUP BY address_key)
       SELECT address_key AS key, total::float8
       FROM unnest($1::bigint[], $2::bigint[], $3::integer[]) WITH ORDINALITY AS wanted(low, high, most, place)
       CROSS JOIN LATERAL (SELECT * FROM counted WHERE total BETWEEN low AND high ORDER BY ${order} LIMIT most) found
       ORDER BY place, ${order}`,
      [drawn.map(({ low }) => low), drawn.map(({ high }) => high), drawn.map(({ most }) => most), seed],
    );
    for (const { key, total } of rows) addresses.push({ currency, address: formatAddress(network, key), key, total });
  }
  const { rows } = await session.query<{ txid: string }>(
    `SELECT encode(txid, 'hex') AS txid FROM btc.transactions ORDER BY hashtextextended(encode(txid, 'hex'), $1) LIMIT ${MOST}`,
    [seed],
  );
  return { addresses, txids: rows.map(({ txid }) => ({ currency: 'btc', txid })) };
}

/**
 * Reads the lengths of listed addresses' histories, and their newest transactions, from an API.
 * @param file one address a line, behind its currency
 * @throws Error where the file cannot be used
 */
export async function readSubjects(url: string, file: string): Promise<Subjects> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`--addresses: ${error.message}`);
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const addresses: Subject[] = [];
  const txids: { currency: ChainCode; txid: string }[] = [];
  for (const line of lines.slice(0, MOST)) {
    const [code, address = ''] = line.trim().split(/\s+/);
    const currency = CHAIN_CODES.find((each) => each === code);
    if (!currency) throw new Error(`--addresses: expected CURRENCY ADDRESS on each line, not “${line.slice(0, 60)}”`);
    const response = await fetch(`${url}/v0/addresses/${currency}/${encodeURIComponent(address)}/transactions?limit=1`);
    if (!response.ok) throw new Error(`${response.status} of ${currency} ${address}: ${await response.text()}`);
    const { total, transactions } = (await response.json()) as { total: number; transactions: { txid: string }[] };
    addresses.push({ currency, address, key: null, total });
    if (requireChain(currency).family === 'utxo') for (const { txid } of transactions) txids.push({ currency, txid });
  }
  return { addresses, txids };
}
