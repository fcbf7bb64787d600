/** Whether contracts that log Deposit and Withdrawal are wrapped coins: the balances of whom the logs name say it. */
import type { AuditedEvmTransfer } from '@chaintrail/db';
import { askBalances } from './contract-answers.js';
import type { EvmAudit } from './evm-audit.js';
import type { NodeBlock } from './evm-node-block.js';
import type { ExpectedEntry } from './expected-entries.js';
import { ZERO_ADDRESS } from './expected-tokens.js';
import { StateAnswers } from './state-answers.js';

/** So many owners of a contract are looked at, and so many contracts of a block. */
const OWNERS = 3;
const CONTRACTS = 40;

/**
 * @returns contracts that are none: no balance changed by what the logs of the block say, with those of Deposit and
 * Withdrawal. What a node has no state for is not among them.
 */
export async function refutedCoins(
  audit: EvmAudit,
  block: NodeBlock,
  entries: readonly ExpectedEntry[],
): Promise<ReadonlySet<string>> {
  const claims = entries.flatMap((entry) => entry.claims.map(({ transfer }) => transfer));
  const assets = [...new Set(claims.map(({ asset }) => asset!))].slice(0, CONTRACTS);
  const plain = entries.flatMap(({ transfers }) => transfers);
  const questions = assets.flatMap((asset) => {
    const claimed = gains(claims.filter((each) => each.asset === asset));
    const moved = gains(plain.filter((each) => each.asset === asset && each.standard === 'erc20'));
    const owners = [...claimed].filter(([, gain]) => gain !== 0n).slice(0, OWNERS);
    return owners.map(([key, gain]) => ({ asset, key, tokenId: null, gain: gain + (moved.get(key) ?? 0n) }));
  });
  const changes = await balanceChanges(audit, block, questions);
  if (changes === null) return new Set();
  const proved = new Set(questions.filter(({ gain }, n) => changes[n] === gain).map(({ asset }) => asset));
  return new Set(questions.map(({ asset }) => asset).filter((asset) => !proved.has(asset)));
}

/**
 * Changes of balances by a block, by the contracts.
 * @returns null for a contract that gives no number, and as a whole where the node has no state of the block any more
 */
export async function balanceChanges(
  audit: EvmAudit,
  { number, hash, parentHash }: Pick<NodeBlock, 'number' | 'hash' | 'parentHash'>,
  questions: readonly { readonly asset: string; readonly key: string }[],
): Promise<(bigint | null)[] | null> {
  const height = Number(number);
  if (height === 0) return null;
  const state = new StateAnswers();
  const asked = questions.map(({ asset, key }) => ({ asset, key, tokenId: null }));
  const before = await askBalances(audit, state, asked, { height: height - 1, hash: parentHash });
  const after = before && (await askBalances(audit, state, asked, { height, hash }));
  if (before === null || after === null) return null;
  return after.map((balance, n) => {
    // Nobody has anything of a contract that this block makes.
    const earlier = before[n] ?? 0n;
    return balance === null ? null : balance - earlier;
  });
}

/** Sums that transfers give to each key, and take from it. */
export function gains(transfers: readonly AuditedEvmTransfer[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (key: string | null, amount: bigint): void => {
    if (key !== null && key !== ZERO_ADDRESS) sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  for (const { from, to, amount } of transfers) {
    add(from, -BigInt(amount));
    add(to, BigInt(amount));
  }
  return sums;
}
