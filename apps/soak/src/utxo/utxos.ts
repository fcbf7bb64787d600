import type { ApiClient } from '../check/api-client.js';
import type { Check } from '../check/reading.js';
import type { FollowedUtxoChain } from '../world/utxo-chain.js';
import { readBalance, readUtxos } from './api-answers.js';

const LIMIT = 1_000;

/**
 * The outputs of an address that nothing spends, unconfirmed ones too, add up to its balance with what is pending. Between
 * a reorg and the next look at the node's mempool they need not: what spent an output that is gone counts until then. So
 * this says something only while the index has what the node has.
 */
export function unspentOutputs(chain: FollowedUtxoChain): Check {
  return async ({ api, address, wrong }) => {
    const expected = (): string => {
      const { addresses, pending } = chain.node.model();
      return `${chain.tip().hash} ${addresses.get(address)?.balance ?? 0n} ${pending.get(address)?.balance ?? 0n}`;
    };
    const before = expected();
    const balance = await readBalance(api, address);
    if (before !== `${balance.tip.hash} ${balance.balance} ${balance.pending}`) return false;
    const problems = await problemsOfUtxos(api, address);
    const after = await readBalance(api, address);
    if (before !== expected() || before !== `${after.tip.hash} ${after.balance} ${after.pending}`) return false;
    for (const problem of problems) wrong(problem);
    return true;
  };
}

/** Of an address whose history is not changing. Long lists are left out: empty. */
export async function problemsOfUtxos(api: ApiClient, address: string): Promise<string[]> {
  const { balance, pending, tip } = await readBalance(api, address);
  const { utxos, total } = await readUtxos(api, address, `limit=${LIMIT}`);
  if (total === null || total > LIMIT) return [];
  const problems: string[] = [];
  if (utxos.length !== total) problems.push(`${utxos.length} unspent outputs of ${total}`);
  const outpoints = new Set(utxos.map(({ txid, vout }) => `${txid}:${vout}`));
  if (outpoints.size !== utxos.length) problems.push('an unspent output is listed twice');
  const sum = utxos.reduce((all, { amount, spentBy }) => (spentBy === null ? all + BigInt(amount) : all), 0n);
  if (sum !== BigInt(balance) + BigInt(pending ?? 0)) {
    const spent = utxos.flatMap(({ txid, vout, spentBy }) => (spentBy ? `${txid}:${vout} by ${spentBy.txid}` : []));
    problems.push(
      `its ${total} unspent outputs come to ${sum}, balance and pending to ${balance} + ${pending} at block ` +
        `${tip.height}; spent by unconfirmed ones: ${spent.join(', ') || 'none'}`,
    );
  }
  return problems;
}
