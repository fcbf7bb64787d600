/** The end of a run on a Cosmos chain: everything that was played has arrived, and nothing else. */
import { inParallel } from '@chaintrail/testkit';
import { ApiClient } from '../check/api-client.js';
import { wholeHistory } from '../check/whole-history.js';
import type { Compared, Comparison } from '../family.js';
import type { FollowedCosmosChain } from '../world/cosmos-chain.js';
import { problemsOfBalance, readBalance } from './balance.js';
import { problemsOfCosmosRows } from './rows.js';

const READERS = 4;

/** The rows of all addresses and transactions, and what the API says of `apiAddresses` of them. */
export async function compareCosmosChain(
  chain: FollowedCosmosChain,
  { databaseUrl, apiUrl, apiAddresses, findings }: Comparison,
): Promise<Compared> {
  const { code } = chain;
  const api = new ApiClient(apiUrl, code);
  const wrong = (what: string) => findings.add(code, `at the end, ${what}`);
  for (const problem of await problemsOfCosmosRows(databaseUrl, chain)) wrong(problem);
  const addresses = chain.addresses();
  await inParallel(addresses.slice(0, apiAddresses), READERS, async (address) => {
    for (const problem of await problemsOfAddress(chain, api, address)) wrong(`${address}: ${problem}`);
  });
  return { addresses: addresses.length, pages: api.answers };
}

async function problemsOfAddress(chain: FollowedCosmosChain, api: ApiClient, address: string): Promise<string[]> {
  const answer = await readBalance(api, address);
  const problems = problemsOfBalance(chain, address, answer);
  const items = await wholeHistory(api, address, (problem) => problems.push(problem));
  if (answer.transactionCount !== items.length) {
    problems.push(`${answer.transactionCount} transactions, ${items.length} are listed`);
  }
  const sum = items.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (`${sum}` !== answer.balance) problems.push(`its history comes to ${sum}, its balance is ${answer.balance}`);
  return problems;
}
