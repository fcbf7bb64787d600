/** A block, its receipts and its uncles as the node tells them, read without the codec that indexed them. */
import type { EvmBlockAnswers } from '@chaintrail/chains';
import { z } from 'zod';
import { parsedAnswer, resultOf, unreadable } from '../node-answer.js';

const digits = (count: string) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]${count}$`))
    .transform((text) => text.slice(2).toLowerCase());
const hash = digits('{64}');
const key = digits('{40}');
const data = digits('*');
const amount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));

const transaction = z.object({
  hash,
  type: amount.nullish(),
  from: key,
  to: key.nullish(),
  // These may be missing in types that nobody knows yet.
  value: amount.nullish(),
  nonce: amount.nullish(),
  gas: amount.nullish(),
  input: data.nullish(),
  gasPrice: amount.nullish(),
  mint: amount.nullish(),
  depositValue: amount.nullish(),
});

const receipt = z.object({
  transactionHash: hash,
  status: amount.nullish(),
  gasUsed: amount,
  effectiveGasPrice: amount.nullish(),
  contractAddress: key.nullish(),
  blobGasUsed: amount.nullish(),
  blobGasPrice: amount.nullish(),
  l1Fee: amount.nullish(),
  operatorFeeScalar: amount.nullish(),
  operatorFeeConstant: amount.nullish(),
  daFootprintGasScalar: amount.nullish(),
  depositNonce: amount.nullish(),
  logs: z.array(z.object({ address: key, topics: z.array(hash), data })),
});

const uncle = z.object({ hash, number: amount, miner: key });

const block = z.object({
  hash,
  parentHash: hash,
  number: amount,
  timestamp: amount,
  miner: key,
  baseFeePerGas: amount.nullish(),
  difficulty: amount.nullish(),
  uncles: z.array(hash).nullish(),
  withdrawals: z.array(z.object({ address: key, amount })).nullish(),
  transactions: z.array(transaction),
});

export type NodeTransaction = z.output<typeof transaction>;
export type NodeReceipt = z.output<typeof receipt>;
export type NodeLog = NodeReceipt['logs'][number];
export type NodeBlock = z.output<typeof block> & {
  /** In the order of the transactions. */
  readonly receipts: readonly NodeReceipt[];
  /** In the order in which the block names them. */
  readonly uncleHeaders: readonly z.output<typeof uncle>[];
};

/** @throws NotComparableError for answers that are none about this block */
export function readNodeBlock(answers: EvmBlockAnswers, wanted: string): NodeBlock {
  const read = resultOf(block, answers.block, `block ${wanted}`);
  if (read.hash !== wanted) throw unreadable(`block ${wanted}`, `it is block ${read.hash}`);
  const receipts = resultOf(z.array(receipt), answers.receipts, `receipts of block ${wanted}`);
  const byHash = new Map(receipts.map((each) => [each.transactionHash, each]));
  const uncles =
    answers.uncles === null
      ? []
      : parsedAnswer(z.array(z.object({ result: uncle })), answers.uncles, `uncles of ${wanted}`);
  const headers = new Map(uncles.map(({ result }) => [result.hash, result]));
  return {
    ...read,
    receipts: read.transactions.map((each) => byHash.get(each.hash) ?? missing(wanted, `receipt of ${each.hash}`)),
    uncleHeaders:
      answers.uncles === null
        ? []
        : (read.uncles ?? []).map((each) => headers.get(each) ?? missing(wanted, `uncle ${each}`)),
  };
}

function missing(wanted: string, what: string): never {
  throw unreadable(`block ${wanted}`, `there is no ${what}`);
}
