/** Rows that a block must have, recomputed from the node's own words in the simplest way. Pure. */
import type { AuditedEvmColumns, AuditedEvmTransfer } from '@chaintrail/db';
import type { AuditedEvmChain } from './evm-audit.js';
import type { NodeBlock, NodeReceipt, NodeTransaction } from './evm-node-block.js';
import { type ExpectedFee, feeOf } from './expected-fees.js';
import { coinTransfer, incomeOf } from './expected-income.js';
import { loggedTokens, type WrappedClaim } from './expected-tokens.js';

export interface ExpectedEntry {
  readonly columns: AuditedEvmColumns;
  /** Without internal ones. */
  readonly transfers: readonly AuditedEvmTransfer[];
  /** Transfers that are expected of wrapped coins beside them, in any order. */
  readonly claims: readonly WrappedClaim[];
}

/** Source: optimism specs deposits.md; nitro arbos/tx_processor.go */
const OPTIMISM_DEPOSIT = 0x7en;
const ARBITRUM_DEPOSIT = 0x64n;
const METHOD_DIGITS = 8;

/** The block's transactions, and what it moved itself. */
export function expectedEntries(place: AuditedEvmChain, block: NodeBlock): ExpectedEntry[] {
  const { feeRules } = place.chain;
  const fees = block.transactions.map((transaction, n) => feeOf(feeRules, transaction, block.receipts[n]!));
  const entries = block.transactions.map((_, n) => entryOf(place, block, n, fees[n]!));
  const income = incomeOf(place, block, fees);
  if (income.length > 0) entries.push({ columns: { ...NOTHING, txid: block.hash }, transfers: income, claims: [] });
  return entries;
}

const NOTHING: Omit<AuditedEvmColumns, 'txid'> = {
  ...{ type: null, succeeded: null, from: null, to: null, created: null, value: null, nonce: null, gasLimit: null },
  ...{ gasUsed: null, gasPrice: null, fee: null, blobFee: null, l1Fee: null, operatorFee: null, method: null },
};

function entryOf(place: AuditedEvmChain, block: NodeBlock, n: number, fee: ExpectedFee): ExpectedEntry {
  const [transaction, receipt] = [block.transactions[n]!, block.receipts[n]!];
  const { hash, from, nonce, gas } = transaction;
  const to = transaction.to ?? null;
  const type = transaction.type ?? 0n;
  const value = transaction.value ?? 0n;
  const input = transaction.input ?? '';
  const { status, moved } = outcomeOf(place, block, transaction, receipt);
  const created = moved && to === null ? (receipt.contractAddress ?? null) : null;
  const columns: AuditedEvmColumns = {
    txid: hash,
    type: `${type}`,
    succeeded: status === null ? null : `${status}`,
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
  // Minted coins arrive even where the transaction fails.
  const minted = type === ARBITRUM_DEPOSIT ? value : (transaction.mint ?? transaction.depositValue ?? 0n);
  const recipient = to ?? created;
  const transfers = minted > 0n ? [coinTransfer('mint', null, from, minted)] : [];
  if (moved && value > 0n && recipient !== null) transfers.push(coinTransfer('native', from, recipient, value));
  const logged = loggedTokens(moved ? receipt.logs : [], place.network.chainId === 1);
  return { columns, transfers: [...transfers, ...logged.transfers], claims: logged.claims };
}

function textOf(amount: bigint | null): string | null {
  return amount === null ? null : `${amount}`;
}

/** Whether a transaction succeeded, null where only running it tells, and whether its value counts as moved. */
interface Outcome {
  readonly status: boolean | null;
  readonly moved: boolean;
}

const outcome = (status: boolean | null, moved = status === true): Outcome => ({ status, moved });

/**
 * Before Byzantium a status is the word of the node that ran the transaction, and most nodes have none: it does not
 * count. What failed had used up all its gas. Source: EIP-658; Ethereum Yellow Paper, appendix G
 */
export function outcomeOf(
  { network: { byzantiumFrom, homesteadFrom } }: AuditedEvmChain,
  { number }: Pick<NodeBlock, 'number'>,
  { gas, from, to, input }: NodeTransaction,
  { status, gasUsed, logs }: NodeReceipt,
): Outcome {
  const height = Number(number);
  const isOld = byzantiumFrom === null ? status == null : height < byzantiumFrom;
  if (!isOld) return outcome(status === 1n);
  if (gasUsed !== gas || logs.length > 0 || to === from) return outcome(true);
  const bytes = [...Buffer.from(input ?? '', 'hex')];
  const ofCreation = to == null && (homesteadFrom === null || height >= homesteadFrom) ? 32_000 : 0;
  const atStart = bytes.reduce((sum, byte) => sum + (byte === 0 ? 4 : 68), 21_000 + ofCreation);
  const isLeftWithNone = gasUsed === BigInt(atStart);
  if (to != null) return outcome(null, isLeftWithNone);
  return isLeftWithNone ? outcome((bytes[0] ?? 0) === 0) : outcome(null);
}
