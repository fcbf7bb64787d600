/** Blocks from what was run: tries, header, hash. */
import { bloomOf } from '../bytes/bloom.js';
import { byteLength, concat, type Hex, hashOf, rlpInteger, ZERO_HASH } from '../bytes/hex.js';
import { encodeRlp, type Rlp } from '../bytes/rlp.js';
import { listRoot } from '../bytes/trie.js';
import type { BlockBuilder } from '../rules/block-builder.js';
import type { EvmRules } from '../rules/evm-rules.js';
import type { EvmBlock, ExecutedTransaction, Withdrawal } from './evm-block.js';
import { encodedHeader, headerFields, headerHash } from './evm-header.js';
import { OP_DEPOSIT_TYPE } from './evm-transaction.js';

interface Contents {
  readonly number: number;
  readonly branch: number;
  readonly time: number;
  readonly baseFee: bigint;
  readonly miner: Hex;
  readonly parentHash: Hex;
  /** What the state follows from. */
  readonly stateRoot: Hex;
  readonly gasUsed: number;
  readonly blobGasUsed: number;
  readonly transactions: readonly ExecutedTransaction[];
  readonly withdrawals: readonly Withdrawal[] | null;
  readonly moves: EvmBlock['moves'];
}

export function assembleBlock(builder: BlockBuilder, rules: EvmRules, parent: EvmBlock, branch: number): EvmBlock {
  const { place, transactions, gasUsed, blobGasUsed } = builder;
  const withdrawals = rules.hasWithdrawals ? rules.withdrawals(builder) : null;
  return blockOf(rules, {
    ...place,
    branch,
    parentHash: parent.hash,
    stateRoot: parent.stateRoot,
    gasUsed,
    blobGasUsed,
    transactions,
    withdrawals,
    moves: builder.moves,
  });
}

export function genesisBlock(rules: EvmRules, chainId: number, seed: number, time: number): EvmBlock {
  return blockOf(rules, {
    number: 0,
    branch: 0,
    time,
    baseFee: rules.leastBaseFee,
    miner: rules.miner(0),
    parentHash: ZERO_HASH,
    stateRoot: hashOf('genesis', chainId, seed),
    gasUsed: 0,
    blobGasUsed: 0,
    transactions: [],
    withdrawals: rules.hasWithdrawals ? [] : null,
    moves: [],
  });
}

function blockOf(rules: EvmRules, contents: Contents): EvmBlock {
  const { number, time, transactions, withdrawals, parentHash, baseFee, moves } = contents;
  const encodedTransactions = transactions.map(({ transaction }) => transaction.bytes);
  const encodedWithdrawals = (withdrawals ?? []).map(encodedWithdrawal);
  const withdrawalsRoot = listRoot(encodedWithdrawals);
  const transactionsRoot = listRoot(encodedTransactions);
  const receiptsRoot = listRoot(transactions.map(encodedReceipt));
  // There is no trie of the state. What a block leaves behind follows from what was before and what is in it.
  const stateRoot = hashOf(
    contents.stateRoot,
    transactionsRoot,
    receiptsRoot,
    withdrawalsRoot,
    number,
    contents.branch,
  );
  const { extras, ...own } = rules.header({ ...contents, withdrawalsRoot });
  const header = headerFields({
    ...own,
    ...contents,
    stateRoot,
    transactionsRoot,
    receiptsRoot,
    logsBloom: bloomOf(transactions.flatMap(({ logs }) => logs)),
  });
  const parts = [encodedHeader(header), ...encodedTransactions, ...encodedWithdrawals];
  return {
    number,
    hash: headerHash(header),
    parentHash,
    time,
    baseFee,
    stateRoot,
    header,
    headerExtras: extras,
    transactions,
    withdrawals,
    size: parts.reduce((sum, part) => sum + byteLength(part), 0),
    moves,
  };
}

function encodedWithdrawal({ index, validatorIndex, address, amount }: Withdrawal): Hex {
  return encodeRlp([rlpInteger(index), rlpInteger(validatorIndex), address, rlpInteger(amount)]);
}

/**
 * A receipt as the receipts' trie has it (EIP-2718). Deposits of the OP stack carry their nonce and version behind the usual four
 * fields (op-geth core/types/receipt.go depositReceiptRLP).
 */
function encodedReceipt(executed: ExecutedTransaction): Hex {
  const { transaction, status, cumulativeGasUsed, logsBloom, logs } = executed;
  const fields: Rlp[] = [
    rlpInteger(status),
    rlpInteger(cumulativeGasUsed),
    logsBloom,
    logs.map(({ address, topics, data }) => [address, topics, data]),
  ];
  if (transaction.type === OP_DEPOSIT_TYPE) fields.push(rlpInteger(transaction.nonce), rlpInteger(1));
  const encoded = encodeRlp(fields);
  return transaction.type === 0 ? encoded : concat(rlpInteger(transaction.type), encoded);
}
