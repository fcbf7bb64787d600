/** The addresses and transactions that are asked for: drawn from the tables, or from a list. */
import { readFile } from 'node:fs/promises';
import { CHAIN_CODES, type ChainCode, formatAddress, type Network, requireChain } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { UsageError } from '../harness/usage.js';

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

/** More than a run asks for would only make it start later. */
const MOST = 2_000;
/** Lengths of histories, both ends in them, and how many addresses are drawn: of the longest ones, the longest. */
const DRAWN = [
  { chain: 'btc', low: 1_000, high: 2 ** 40, most: 10 },
  { chain: 'btc', low: 90, high: 110, most: MOST },
  { chain: 'btc', low: 10, high: 10, most: MOST },
  { chain: 'btc', low: 1, high: 1, most: MOST },
  { chain: 'eth', low: 25, high: 2 ** 40, most: MOST },
] as const satisfies readonly { chain: ChainCode; low: number; high: number; most: number }[];

/** @param networks of the chains that are there */
export async function drawSubjects(
  session: Session,
  networks: ReadonlyMap<ChainCode, Network>,
  seed: number,
): Promise<Subjects> {
  const addresses: Subject[] = [];
  for (const { chain, low, high, most } of DRAWN) {
    const network = networks.get(chain);
    if (!network) continue;
    // The last row of an address is one that no other follows. Hashes are chance enough, and the same in every run.
    const { rows } = await session.query<{ key: Buffer; total: number }>(
      `SELECT address_key AS key, max(seq)::float8 AS total FROM ${chain}.address_transactions
       GROUP BY address_key HAVING max(seq) BETWEEN $1::bigint AND $2::bigint
       ORDER BY CASE WHEN $3 < ${MOST} THEN -max(seq) END, hashtextextended(encode(address_key, 'hex'), $4) LIMIT $3`,
      [low, high, most, seed],
    );
    for (const { key, total } of rows)
      addresses.push({ currency: chain, address: formatAddress(network, key), key, total });
  }
  const { rows } = await session.query<{ txid: string }>(
    `SELECT encode(txid, 'hex') AS txid FROM btc.transactions ORDER BY hashtextextended(encode(txid, 'hex'), $1) LIMIT ${MOST}`,
    [seed],
  );
  return { addresses, txids: rows.map(({ txid }) => ({ currency: 'btc', txid })) };
}

/**
 * Asks an API how long the histories of listed addresses are, and for their newest transactions.
 * @param file one address a line, behind its currency
 * @throws UsageError
 */
export async function readSubjects(url: string, file: string): Promise<Subjects> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`--addresses: ${error.message}`);
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const addresses: Subject[] = [];
  const txids: { currency: ChainCode; txid: string }[] = [];
  for (const line of lines.slice(0, MOST)) {
    const [code, address = ''] = line.trim().split(/\s+/);
    const currency = CHAIN_CODES.find((each) => each === code);
    if (!currency)
      throw new UsageError(`--addresses: expected CURRENCY ADDRESS on each line, not “${line.slice(0, 60)}”`);
    const response = await fetch(`${url}/v0/addresses/${currency}/${encodeURIComponent(address)}/transactions?limit=1`);
    if (!response.ok) throw new Error(`${response.status} of ${currency} ${address}: ${await response.text()}`);
    const { total, transactions } = (await response.json()) as { total: number; transactions: { txid: string }[] };
    addresses.push({ currency, address, key: null, total });
    if (requireChain(currency).family === 'utxo') for (const { txid } of transactions) txids.push({ currency, txid });
  }
  return { addresses, txids };
}
