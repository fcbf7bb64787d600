/** The end of a run on an account chain: everything that was played has arrived, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Balance, TokenBalance } from '@chaintrail/client';
import type { EvmAddressModel, EvmLedgerModel } from '@chaintrail/devnet';
import { ApiClient, type HistoryItem, inParallel, inSession, isConfirmed, walkByOffset } from '@chaintrail/testkit';
import { type Compared, type Comparison, READERS } from '../played-chain.js';
import { problemsOfHistory } from './account-history.js';
import { problemsOfAccountRows } from './account-rows.js';
import type { FollowedAccountChain } from './followed-account-chain.js';
import { problemsOfTokens } from './tokens.js';
import { readTracing, type Tracing } from './tracing.js';

/** The rows of all addresses, and what the API says of `apiAddresses` of them and of every waiting transaction. */
export async function compareAccountChain(
  chain: FollowedAccountChain,
  { databaseUrl, apiUrl, apiAddresses, findings }: Comparison,
): Promise<Compared> {
  const { code } = chain;
  const api = new ApiClient<'evm'>(apiUrl, code);
  const model = chain.node.model();
  const wrong = (what: string) => findings.add(code, `at the end, ${what}`);
  for (const problem of await problemsOfAccountRows(databaseUrl, code, model)) wrong(problem);
  const tracing = await inSession(databaseUrl, (session) => readTracing(session, code));
  const tipHeight = chain.tip().height;
  if (chain.traced === 'full') {
    for (let height = 1; height <= tipHeight; height++)
      if (!tracing.isTraced(height)) wrong(`block ${height} is not traced`);
  }
  await inParallel([...model.addresses].slice(0, apiAddresses), READERS, async ([address, expected]) => {
    const problems = await problemsOfAddress(api, address, expected, model, tracing);
    for (const problem of problems) wrong(`${address}: ${problem}`);
  });
  await inParallel(chain.followsMempool ? model.pendingTxids : [], READERS, async (txid) => {
    const { status } = await api.transaction(`0x${txid}`);
    if (status !== 'pending') wrong(`${txid} of the node's mempool is ${status}`);
  });
  return { addresses: model.addresses.size, pages: api.answers };
}

async function problemsOfAddress(
  api: ApiClient<'evm'>,
  address: string,
  expected: EvmAddressModel,
  model: EvmLedgerModel,
  tracing: Tracing,
): Promise<string[]> {
  const problems: string[] = [];
  const answer = await readWholeBalance(api, address, expected);
  const { balance, received, transactionCount } = answer;
  if (balance !== `${expected.balance}`) problems.push(`the balance is ${balance}, not ${expected.balance}`);
  problems.push(...problemsOfTokens(answer, expected.tokens));
  for (const { asset, tokenId } of unanswered(answer, expected))
    problems.push(`token ${asset} ${tokenId} is not known`);
  const all = await walkByOffset(api, address, { wrong: (problem) => problems.push(problem) });
  const items = all.filter(isConfirmed);
  if (transactionCount !== items.length) problems.push(`${transactionCount} transactions, ${items.length} are listed`);
  const truth = {
    entries: expected.history,
    balanceAt: (height: number) => model.balanceAt(address, height),
    isTraced: (height: number) => tracing.isTraced(height),
  };
  problems.push(...problemsOfHistory(items, truth));
  const paid = receivedBy(address, items);
  if (received !== null && paid !== null && BigInt(received) !== paid) {
    problems.push(`received is ${received}, its transfers come to ${paid}`);
  }
  return problems;
}

const LOOKS = 5;
const LOOK_AGAIN_MS = 1_000;

/** An API on a busy machine may not get the node's answer in time; the next one has it. */
async function readWholeBalance(api: ApiClient<'evm'>, address: string, expected: EvmAddressModel): Promise<Balance> {
  for (let look = 1; ; look++) {
    const answer = await api.balance(address);
    const isWhole = answer.balance !== null && unanswered(answer, expected).length === 0;
    if (isWhole || look === LOOKS) return answer;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Tokens whose balance the API does not know, though their contract tells it. */
function unanswered({ tokens }: Balance, expected: EvmAddressModel): readonly TokenBalance[] {
  const silent = new Set(expected.tokens.flatMap((token) => (token.balance === null ? [token.asset] : [])));
  return tokens.filter(({ balance, asset }) => balance === null && !silent.has(asset));
}

/** @returns null where a list does not show all transfers */
function receivedBy(address: string, items: readonly HistoryItem<'evm'>[]): bigint | null {
  if (items.some(({ transfers, transferCount }) => transfers.length < transferCount)) return null;
  const paid = items.flatMap(({ transfers }) => transfers.filter(({ to, asset }) => to === address && asset === null));
  return paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
