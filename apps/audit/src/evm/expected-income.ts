/** Payments of a block itself: rewards of proof of work, fees, withdrawals from the beacon chain. */
import type { AuditedEvmTransfer } from '@chaintrail/db';
import { NotComparableError } from '../audit.js';
import type { AuditedEvmChain } from './evm-audit.js';
import type { NodeBlock } from './evm-node-block.js';
import { type ExpectedFee, paysNoFee } from './expected-fees.js';

/**
 * Source: optimism specs/protocol/predeploys.md, isthmus/predeploys.md; l2geth core/state_transition.go for the first
 */
const SEQUENCER_VAULT = '4200000000000000000000000000000000000011';
const BASE_FEE_VAULT = '4200000000000000000000000000000000000019';
const L1_FEE_VAULT = '420000000000000000000000000000000000001a';
const OPERATOR_FEE_VAULT = '420000000000000000000000000000000000001b';
const GWEI = 1_000_000_000n;

/** In the order in which it is indexed; nothing of nothing. @param fees of the transactions, in order */
export function incomeOf(place: AuditedEvmChain, block: NodeBlock, fees: readonly ExpectedFee[]): AuditedEvmTransfer[] {
  const paid = (kind: string) => (payment: Payment) => coinTransfer(kind, null, ...payment);
  const withdrawals = (block.withdrawals ?? []).map(({ address, amount }): Payment => [address, amount * GWEI]);
  return [
    ...rewards(place, block).map(paid('reward')),
    ...feeIncome(place, block, fees).map(paid('fee')),
    ...withdrawals.map(paid('withdrawal')),
  ].filter(({ amount }) => amount !== '0');
}

type Payment = readonly [to: string, amount: bigint];

/** Source: go-ethereum consensus/ethash/consensus.go accumulateRewards */
function rewards({ network }: AuditedEvmChain, block: NodeBlock): Payment[] {
  const { number, miner, uncles, uncleHeaders } = block;
  const reward =
    network.blockRewards === null
      ? rewardOf(block)
      : (network.blockRewards.findLast(({ from }) => BigInt(from) <= number)?.reward ?? 0n);
  if (reward === 0n) return [];
  const included = BigInt(uncles?.length ?? 0) * (reward / 32n);
  const ofUncles = uncleHeaders.map((uncle): Payment => [uncle.miner, ((8n + uncle.number - number) * reward) / 8n]);
  return [[miner, reward + included], ...ofUncles];
}

/**
 * Where each network has forks of its own. A difficulty of 1 or 2 is that of authorities, who are paid fees alone
 * (EIP-225).
 */
function rewardOf({ number, difficulty, baseFeePerGas }: NodeBlock): bigint {
  if (number === 0n || (difficulty ?? 0n) <= 2n) return 0n;
  // London is later than Constantinople, since which it is 2 ether. Nothing older is indexed.
  if (baseFeePerGas != null) return 2n * 10n ** 18n;
  throw new NotComparableError(`what block ${number} paid its miner is not known: it is older than London`);
}

function feeIncome({ chain }: AuditedEvmChain, block: NodeBlock, fees: readonly ExpectedFee[]): Payment[] {
  const { miner, baseFeePerGas, transactions, receipts } = block;
  const baseFee = baseFeePerGas ?? 0n;
  const sums = { base: 0n, priority: 0n, l1: 0n, operator: 0n };
  for (const [n, { gasPrice, l1, operator }] of fees.entries()) {
    if (paysNoFee(transactions[n]!) || gasPrice === null) continue;
    const { gasUsed } = receipts[n]!;
    sums.base += gasUsed * baseFee;
    sums.priority += gasPrice > baseFee ? gasUsed * (gasPrice - baseFee) : 0n;
    sums.l1 += l1 ?? 0n;
    sums.operator += operator ?? 0n;
  }
  switch (chain.feeRules) {
    case 'ethereum':
      return [[miner, sums.priority]];
    case 'op-stack':
      if (baseFeePerGas == null) return [[SEQUENCER_VAULT, sums.priority + sums.l1]];
      return [
        [BASE_FEE_VAULT, sums.base],
        [miner, sums.priority],
        [L1_FEE_VAULT, sums.l1],
        [OPERATOR_FEE_VAULT, sums.operator],
      ];
    case 'arbitrum':
      // Who is paid is in traces.
      return [];
  }
}

/** A transfer of the chain's own coin. */
export function coinTransfer(kind: string, from: string | null, to: string | null, amount: bigint): AuditedEvmTransfer {
  return { kind, from, to, asset: null, standard: null, amount: `${amount}`, tokenId: null };
}
