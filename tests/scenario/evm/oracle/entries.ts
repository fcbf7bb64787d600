/** Content of each block, entry by entry: its transactions, and its own payments. */
import type { EvmFeeRules } from '@chaintrail/chains';
import { getAddress } from 'ethers';
import {
  collectedFromSubmission,
  mintedByArbitrum,
  outerTransfersOf,
  submissionFrames,
  submitsRetryable,
  withoutWithdrawn,
} from './arbitrum.js';
import { etherTransfer, internalTransfersOf, type Transfer } from './internal-transfers.js';
import type { Destruction, NodeBlock, NodeReceipt, TracedTransaction } from './node-block.js';
import { tokenTransfersOf } from './token-logs.js';

/** Where the OP stack collects fees. Source: optimism specs/protocol/predeploys.md, isthmus/predeploys.md */
const BASE_FEE_VAULT = '0x4200000000000000000000000000000000000019';
const L1_FEE_VAULT = '0x420000000000000000000000000000000000001A';
const OPERATOR_FEE_VAULT = '0x420000000000000000000000000000000000001b';
const GWEI = 1_000_000_000n;
const DEPOSIT_TYPE = 0x7e;

interface Effect {
  /** Net effect on the ether of an address. */
  delta: bigint;
  /** Gross of what it was paid. */
  received: bigint;
}

export interface Entry {
  readonly txid: string;
  readonly block: NodeBlock;
  /** Place in the block. */
  readonly index: number;
  /** Null for what the block itself paid out. */
  readonly traced: TracedTransaction | null;
  readonly succeeded: boolean;
  readonly fee: bigint;
  readonly createdContract: string | null;
  readonly transfers: readonly Transfer[];
  /** Everybody it touches. */
  readonly effects: ReadonlyMap<string, Effect>;
}

/** @param rules who is paid fees, and what comes from layer 1 */
export function entriesOf(block: NodeBlock, rules: EvmFeeRules): Entry[] {
  const entries = block.transactions.map((traced, index) => transactionEntry(block, index, traced, rules));
  const income = incomeOf(block, rules);
  if (income.length === 0) return entries;
  const effects = new Map<string, Effect>();
  for (const transfer of income) apply(effects, transfer);
  entries.push({
    txid: block.hash,
    block,
    index: entries.length,
    traced: null,
    succeeded: true,
    fee: 0n,
    createdContract: null,
    transfers: income,
    effects,
  });
  return entries;
}

function transactionEntry(block: NodeBlock, index: number, traced: TracedTransaction, rules: EvmFeeRules): Entry {
  const { transaction, receipt } = traced;
  const succeeded = receipt.status === '0x1';
  const from = getAddress(transaction.from);
  const recipient = transaction.to ?? null;
  const createdContract =
    succeeded && recipient === null && receipt.contractAddress ? getAddress(receipt.contractAddress) : null;
  const to = recipient === null ? createdContract : getAddress(recipient);
  const { total: fee } = feeOf(traced, rules);
  const mint = rules === 'arbitrum' ? mintedByArbitrum(traced) : BigInt(transaction.mint ?? 0);
  const value = BigInt(transaction.value);
  const transfers: Transfer[] = [];
  if (mint > 0n) transfers.push(etherTransfer('mint', null, from, mint));
  if (succeeded) {
    if (value > 0n) transfers.push(etherTransfer('native', from, to, value));
    transfers.push(...receipt.logs.flatMap(tokenTransfersOf));
  }
  transfers.push(...movedInside(traced, rules, block.destruction));
  const effects = new Map<string, Effect>();
  effectOn(effects, from).delta -= fee;
  if (to !== null) effectOn(effects, to);
  for (const transfer of transfers) apply(effects, transfer);
  return { txid: transaction.hash, block, index, traced, succeeded, fee, createdContract, transfers, effects };
}

/** Moves that only traces tell. Where a transaction failed, they tell of no calls but ArbOS's own. */
function movedInside(traced: TracedTransaction, rules: EvmFeeRules, destruction: Destruction): Transfer[] {
  if (rules !== 'arbitrum') return internalTransfersOf(traced.frame, destruction);
  const submits = submitsRetryable(traced);
  const frame = submits ? submissionFrames(traced) : traced.frame;
  const inside = internalTransfersOf(frame, 'new', true).map(withoutWithdrawn);
  return [...inside, ...(submits ? collectedFromSubmission(traced) : []), ...outerTransfersOf(traced)];
}

interface Fee {
  readonly total: bigint;
  readonly l1: bigint;
  readonly operator: bigint;
}

function feeOf({ transaction, receipt }: TracedTransaction, rules: EvmFeeRules): Fee {
  const type = Number(transaction.type);
  if (type === DEPOSIT_TYPE) return { total: 0n, l1: 0n, operator: 0n };
  const gas = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
  const blob = type === 3 ? BigInt(receipt.blobGasUsed ?? 0) * BigInt(receipt.blobGasPrice ?? 0) : 0n;
  if (rules !== 'op-stack') return { total: gas + blob, l1: 0n, operator: 0n };
  const l1 = BigInt(receipt.l1Fee ?? 0);
  const operator = operatorFeeOf(receipt);
  return { total: gas + l1 + operator, l1, operator };
}

/** Source: optimism specs/protocol/isthmus/exec-engine.md and jovian/exec-engine.md, "Operator Fee" */
function operatorFeeOf({ gasUsed, operatorFeeScalar, operatorFeeConstant, daFootprintGasScalar }: NodeReceipt): bigint {
  const scaled = BigInt(gasUsed) * BigInt(operatorFeeScalar ?? 0);
  return (daFootprintGasScalar === undefined ? scaled / 1_000_000n : scaled * 100n) + BigInt(operatorFeeConstant ?? 0);
}

function incomeOf(block: NodeBlock, rules: EvmFeeRules): Transfer[] {
  // Arbitrum's traces tell who is paid.
  if (rules === 'arbitrum') return [];
  const sums = { base: 0n, tips: 0n, l1: 0n, operator: 0n };
  for (const traced of block.transactions) {
    const { transaction, receipt } = traced;
    if (Number(transaction.type) === DEPOSIT_TYPE) continue;
    const gas = BigInt(receipt.gasUsed);
    const { l1, operator } = feeOf(traced, rules);
    sums.tips += gas * (BigInt(receipt.effectiveGasPrice) - block.baseFee);
    sums.base += gas * block.baseFee;
    sums.l1 += l1;
    sums.operator += operator;
  }
  const vaults: readonly (readonly [string, bigint])[] = [
    [BASE_FEE_VAULT, sums.base],
    [block.miner, sums.tips],
    [L1_FEE_VAULT, sums.l1],
    [OPERATOR_FEE_VAULT, sums.operator],
  ];
  const withdrawals = block.withdrawals
    .filter(({ amount }) => BigInt(amount) > 0n)
    .map(({ address, amount }) => etherTransfer('withdrawal', null, getAddress(address), BigInt(amount) * GWEI));
  const fees = vaults
    .filter(([to, amount]) => amount > 0n && (rules === 'op-stack' || to === block.miner))
    .map(([to, amount]) => etherTransfer('fee', null, getAddress(to), amount));
  return [...fees, ...withdrawals];
}

function apply(effects: Map<string, Effect>, { from, to, asset, amount }: Transfer): void {
  const ether = asset === null ? amount : 0n;
  if (from !== null) effectOn(effects, from).delta -= ether;
  if (to === null) return;
  const effect = effectOn(effects, to);
  effect.delta += ether;
  effect.received += ether;
}

function effectOn(effects: Map<string, Effect>, address: string): Effect {
  const known = effects.get(address);
  if (known) return known;
  const effect = { delta: 0n, received: 0n };
  effects.set(address, effect);
  return effect;
}
