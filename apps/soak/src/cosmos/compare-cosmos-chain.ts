/**
 * The end of a run on a Cosmos chain: everything that was played has arrived, and nothing else. The node's bank module
 * is the oracle of rows, for every address, denomination and block.
 */
import { formatAddress } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { cosmosPlace } from '@chaintrail/devnet';
import { ApiClient, inParallel, inSession, walkByOffset } from '@chaintrail/testkit';
import { type Compared, type Comparison, READERS } from '../played-chain.js';
import { problemsOfCoins } from './cosmos-balance.js';
import type { FollowedCosmosChain } from './followed-cosmos-chain.js';

/** The rows of all addresses and transactions, and what the API says of `apiAddresses` of them. */
export async function compareCosmosChain(
  chain: FollowedCosmosChain,
  { databaseUrl, apiUrl, apiAddresses, findings }: Comparison,
): Promise<Compared> {
  const { code } = chain;
  const api = new ApiClient<'cosmos'>(apiUrl, code);
  const wrong = (what: string) => findings.add(code, `at the end, ${what}`);
  await inSession(databaseUrl, async (session) => {
    for (const problem of await problemsOfHistories(session, chain)) wrong(problem);
    for (const problem of await problemsOfTransactions(session, chain)) wrong(problem);
  });
  const addresses = chain.addresses();
  await inParallel(addresses.slice(0, apiAddresses), READERS, async (address) => {
    for (const problem of await problemsOfAddress(chain, api, address)) wrong(`${address}: ${problem}`);
  });
  return { addresses: addresses.length, pages: api.answers };
}

async function problemsOfAddress(
  chain: FollowedCosmosChain,
  api: ApiClient<'cosmos'>,
  address: string,
): Promise<string[]> {
  const answer = await api.balance(address);
  const problems = problemsOfCoins(chain, address, answer);
  const items = await walkByOffset(api, address, { wrong: (problem) => problems.push(problem) });
  if (answer.transactionCount !== items.length) {
    problems.push(`${answer.transactionCount} transactions, ${items.length} are listed`);
  }
  const sum = items.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (`${sum}` !== answer.balance) problems.push(`its history comes to ${sum}, its balance is ${answer.balance}`);
  return problems;
}

interface StoredChange {
  readonly key: Buffer;
  /** Null for the chain's own coin. */
  readonly asset: string | null;
  readonly height: number;
  /** Sum of the block's changes, and the balance after the last of them. */
  readonly delta: string;
  readonly balance: string;
  readonly least: string;
}

/** What an address's entries of a block did, by denomination, in the order of the chain. */
const CHANGES = (code: string) => `
  SELECT address_key AS key, asset, (tx_key >> 20)::integer AS height, sum(delta)::text AS delta, min(balance)::text AS least,
    (array_agg(balance ORDER BY tx_key DESC))[1]::text AS balance
  FROM (
    SELECT address_key, NULL AS asset, tx_key, delta, balance FROM ${code}.address_transactions
    UNION ALL SELECT address_key, asset, tx_key, delta, balance FROM ${code}.token_history
  ) histories
  GROUP BY address_key, asset, tx_key >> 20
  ORDER BY address_key, asset, height`;

async function problemsOfHistories(session: Session, { code, chain, node }: FollowedCosmosChain): Promise<string[]> {
  const { bank } = node.chain;
  const { network } = cosmosPlace(chain);
  const { rows } = await session.query<StoredChange>(CHANGES(code));
  const problems: string[] = [];
  const told = new Map<string, bigint>();
  for (const { key, asset, height, delta, balance, least } of rows) {
    const address = formatAddress(network, key);
    const denom = asset ?? chain.nativeDenom;
    const name = `${address} ${denom}`;
    const expected = new Map(bank.coins(address, height)).get(denom) ?? 0n;
    // The first indexed block begins with what everybody had before.
    const before = told.get(name) ?? 0n;
    told.set(name, BigInt(balance));
    if (BigInt(balance) !== expected) problems.push(`${name} after block ${height} is ${balance}, not ${expected}`);
    if (BigInt(balance) - before !== BigInt(delta)) problems.push(`${name} in block ${height} changes by ${delta}`);
    if (least.startsWith('-')) problems.push(`${name} is ${least} within block ${height}`);
  }
  for (const [address, coins] of bank.balances(node.chain.height)) {
    for (const [denom, amount] of coins) {
      const found = told.get(`${address} ${denom}`);
      if (found !== amount) problems.push(`${address} ${denom} is ${found} at last, not ${amount}`);
    }
  }
  return problems;
}

async function problemsOfTransactions(session: Session, { code, node }: FollowedCosmosChain): Promise<string[]> {
  const { rows } = await session.query<{ height: number; ids: string[] }>(
    `SELECT (tx_key >> 20)::integer AS height, array_agg(concat_ws(' ', encode(txid, 'hex'), code) ORDER BY tx_key) AS ids
     FROM ${code}.transactions WHERE block_index IS NOT NULL GROUP BY tx_key >> 20`,
  );
  const stored = new Map(rows.map(({ height, ids }) => [height, ids]));
  const problems: string[] = [];
  for (let { firstHeight: height } = node.chain.script; height <= node.chain.height; height++) {
    const right = node.transactionsAt(height).map(({ txid, code: result }) => `${txid} ${result}`);
    const found = stored.get(height) ?? [];
    if (found.join() !== right.join())
      problems.push(`block ${height} has ${found.join() || 'nothing'}, not ${right.join()}`);
  }
  return problems;
}
