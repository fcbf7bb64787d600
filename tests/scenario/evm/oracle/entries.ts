/** What each block holds, entry by entry: its transactions, and what the block itself paid out. */
import { getAddress } from 'ethers';
import { internalTransfersOf } from './internal-transfers.js';
import type { NodeBlock, TracedTransaction } from './node-block.js';
import { tokenTransfersOf } from './token-logs.js';
import { etherTransfer, type Transfer } from './transfer.js';

/** Where the OP stack collects base fees. */
const BASE_FEE_VAULT = '0x4200000000000000000000000000000000000019';
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

/** @param isOptimism base fees are collected instead of burned, deposits may mint */
export function entriesOf(block: NodeBlock, isOptimism: boolean): Entry[] {
  const entries = block.transactions.map((traced, index) => transactionEntry(block, index, traced));
  const income = incomeOf(block, isOptimism);
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

function transactionEntry(block: NodeBlock, index: number, traced: TracedTransaction): Entry {
  const { transaction, receipt, frame } = traced;
  const succeeded = receipt.status === '0x1';
  const from = getAddress(transaction.from);
  const recipient = transaction.to ?? null;
  const createdContract =
    succeeded && recipient === null && receipt.contractAddress ? getAddress(receipt.contractAddress) : null;
  const to = recipient === null ? createdContract : getAddress(recipient);
  const fee = feeOf(traced);
  const mint = BigInt(transaction.mint ?? 0);
  const value = BigInt(transaction.value);
  const transfers: Transfer[] = [];
  if (mint > 0n) transfers.push(etherTransfer('mint', null, from, mint));
  if (succeeded) {
    if (value > 0n) transfers.push(etherTransfer('native', from, to, value));
    transfers.push(...receipt.logs.flatMap(tokenTransfersOf), ...internalTransfersOf(frame));
  }
  const effects = new Map<string, Effect>();
  effectOn(effects, from).delta -= fee;
  if (to !== null) effectOn(effects, to);
  for (const transfer of transfers) apply(effects, transfer);
  return { txid: transaction.hash, block, index, traced, succeeded, fee, createdContract, transfers, effects };
}

function feeOf({ transaction, receipt }: TracedTransaction): bigint {
  const gas = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
  const isBlob = Number(transaction.type) === 3;
  return isBlob ? gas + BigInt(receipt.blobGasUsed ?? 0) * BigInt(receipt.blobGasPrice ?? 0) : gas;
}

function incomeOf(block: NodeBlock, isOptimism: boolean): Transfer[] {
  let tips = 0n;
  let base = 0n;
  for (const { transaction, receipt } of block.transactions) {
    if (Number(transaction.type) === DEPOSIT_TYPE) continue;
    const gas = BigInt(receipt.gasUsed);
    tips += gas * (BigInt(receipt.effectiveGasPrice) - block.baseFee);
    base += gas * block.baseFee;
  }
  const income: Transfer[] = [];
  if (isOptimism && base > 0n) income.push(etherTransfer('fee', null, getAddress(BASE_FEE_VAULT), base));
  if (tips > 0n) income.push(etherTransfer('fee', null, getAddress(block.miner), tips));
  return income;
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
