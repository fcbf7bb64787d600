/** What has to be indexed of a block, recomputed from the node's own words in the simplest way. Pure. */
import type { AuditedColumns, AuditedTransfer } from '@chaintrail/db';
import type { AuditedEvmChain } from './evm-audit.js';
import type { NodeBlock, NodeReceipt, NodeTransaction } from './evm-node-block.js';
import { type ExpectedFee, feeOf } from './expected-fees.js';
import { coinTransfer, incomeOf } from './expected-income.js';
import { tokenTransfers } from './expected-tokens.js';

export interface ExpectedEntry {
  readonly columns: AuditedColumns;
  /** Without internal ones. */
  readonly transfers: readonly AuditedTransfer[];
}

/** Source: optimism specs deposits.md; nitro arbos/tx_processor.go */
const OPTIMISM_DEPOSIT = 0x7en;
const ARBITRUM_DEPOSIT = 0x64n;
const METHOD_DIGITS = 8;

/** The block's transactions, and what it moved itself. */
export function expectedEntries(place: AuditedEvmChain, block: NodeBlock): ExpectedEntry[] {
  const { feeRules } = place.chain;
  const fees = block.transactions.map((transaction, n) => feeOf(feeRules, transaction, block.receipts[n]!));
  const entries = block.transactions.map((transaction, n) => entryOf(transaction, block.receipts[n]!, fees[n]!));
  const income = incomeOf(place, block, fees);
  if (income.length > 0) entries.push({ columns: { ...NOTHING, txid: block.hash }, transfers: income });
  return entries;
}

const NOTHING: Omit<AuditedColumns, 'txid'> = {
  ...{ type: null, succeeded: null, from: null, to: null, created: null, value: null, nonce: null, gasLimit: null },
  ...{ gasUsed: null, gasPrice: null, fee: null, blobFee: null, l1Fee: null, operatorFee: null, method: null },
};

function entryOf(transaction: NodeTransaction, receipt: NodeReceipt, fee: ExpectedFee): ExpectedEntry {
  const { hash, from, nonce, gas } = transaction;
  const to = transaction.to ?? null;
  const type = transaction.type ?? 0n;
  const value = transaction.value ?? 0n;
  const input = transaction.input ?? '';
  const succeeded = hasSucceeded(transaction, receipt);
  const created = succeeded && to === null ? (receipt.contractAddress ?? null) : null;
  const columns: AuditedColumns = {
    txid: hash,
    type: `${type}`,
    succeeded: receipt.status == null ? null : `${receipt.status === 1n}`,
    ...{ from, to, created },
    value: `${value}`,
    nonce: textOf(type === OPTIMISM_DEPOSIT ? (receipt.depositNonce ?? nonce ?? 0n) : (nonce ?? null)),
    // Beyond that it means nothing: anybody may offer as much where gas is for nothing (Arbitrum).
    gasLimit: gas == null || gas > BigInt(Number.MAX_SAFE_INTEGER) ? null : `${gas}`,
    gasUsed: `${receipt.gasUsed}`,
    gasPrice: textOf(fee.gasPrice),
    fee: textOf(fee.total),
    blobFee: textOf(fee.blob),
    l1Fee: textOf(fee.l1),
    operatorFee: textOf(fee.operator),
    method: to === null || input.length < METHOD_DIGITS ? null : input.slice(0, METHOD_DIGITS),
  };
  // What is minted arrives even where the transaction fails.
  const minted = type === ARBITRUM_DEPOSIT ? value : (transaction.mint ?? transaction.depositValue ?? 0n);
  const recipient = to ?? created;
  const transfers = minted > 0n ? [coinTransfer('mint', null, from, minted)] : [];
  if (succeeded && value > 0n && recipient !== null) transfers.push(coinTransfer('native', from, recipient, value));
  if (succeeded) transfers.push(...tokenTransfers(receipt.logs));
  return { columns, transfers };
}

function textOf(amount: bigint | null): string | null {
  return amount === null ? null : `${amount}`;
}

/**
 * Before Byzantium receipts did not say. What failed had used up all its gas, as had what ran no code and was given
 * just enough. Source: EIP-658; Ethereum Yellow Paper, appendix G
 */
function hasSucceeded({ gas, to, input }: NodeTransaction, { status, gasUsed, logs }: NodeReceipt): boolean {
  if (status != null) return status === 1n;
  if (gasUsed !== gas || logs.length > 0) return true;
  const bytes = [...Buffer.from(input ?? '', 'hex')];
  const withoutCode = bytes.reduce((sum, byte) => sum + (byte === 0 ? 4 : 68), to == null ? 53_000 : 21_000);
  return gasUsed === BigInt(withoutCode);
}
