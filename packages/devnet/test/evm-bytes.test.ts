/** Bytes, hashes and roots against ethers and recorded blocks. */
import { encodeRlp as ethersRlp, keccak256, Transaction } from 'ethers';
import { describe, expect, test } from 'vitest';
import { bloomOf } from '../src/evm/bytes/bloom.js';
import { encodeRlp } from '../src/evm/bytes/rlp.js';
import { listRoot } from '../src/evm/bytes/trie.js';
import { type Answer, EVM_CODES, hasRecordedAnswers, hex, recordedAnswer, rpcBatch, startEvm } from './evm-helpers.js';

test.each([
  ['nothing', '0x'],
  ['a zero byte', '0x00'],
  ['a small byte', '0x7f'],
  ['a large byte', '0x80'],
  ['55 bytes', `0x${'ab'.repeat(55)}`],
  ['56 bytes', `0x${'ab'.repeat(56)}`],
  ['70,000 bytes', `0x${'ab'.repeat(70_000)}`],
  ['an empty list', []],
  ['lists in lists', [[], ['0x01', ['0x8080']], '0x']],
  ['a long list', Array.from({ length: 300 }, () => '0x1234')],
] as const)('RLP of %s is what ethers makes of it', (_, value) => {
  expect(encodeRlp(value)).toBe(ethersRlp(value as Parameters<typeof ethersRlp>[0]));
});

describe.each(EVM_CODES)('blocks of %s', (code) => {
  test('hash to their headers, and transactions to their bytes', async () => {
    const node = await startEvm(code, { blocks: 30 });
    const blocks: Answer[] = await rpcBatch(
      node,
      Array.from({ length: 31 }, (_, height) => ['eth_getBlockByNumber', hex(height), true]),
    );
    for (const [height, block] of blocks.entries()) {
      expect(keccak256(ethersRlp(headerOf(block)))).toBe(block.hash);
      for (const transaction of block.transactions) if (Number(transaction.type) <= 3) expectSameHash(transaction);
      if (height > 0) expect(block.parentHash).toBe(blocks[height - 1].hash);
    }
    await node.close();
  });
});

test.runIf(hasRecordedAnswers)('roots and filters are those of recorded blocks', () => {
  for (const fork of ['cancun', 'london', 'shanghai']) {
    const { result: block } = recordedAnswer(`eth_getBlockByNumber/get-block-${fork}-fork.io`);
    const known = block.transactions.filter(({ type }: Answer) => Number(type) <= 3);
    if (known.length < block.transactions.length) continue;
    expect(listRoot(known.map((transaction: Answer) => rebuilt(transaction).serialized))).toBe(block.transactionsRoot);
  }
  const { result: first } = recordedAnswer('eth_getBlockByHash/get-block-by-hash.io');
  expect(listRoot(first.transactions.map((transaction: Answer) => rebuilt(transaction).serialized))).toBe(
    first.transactionsRoot,
  );
  const { result: receipt } = recordedAnswer('eth_getTransactionReceipt/get-access-list.io');
  expect(bloomOf(receipt.logs)).toBe(receipt.logsBloom);
});

test('the empty list has the root that everybody knows', () => {
  expect(listRoot([])).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
});

const HASHED = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
];
const NUMBERS = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
]);

function headerOf(block: Answer): string[] {
  return HASHED.filter((name) => name in block).map((name) => (NUMBERS.has(name) ? minimal(block[name]) : block[name]));
}

function minimal(value: string): string {
  if (BigInt(value) === 0n) return '0x';
  const digits = BigInt(value).toString(16);
  return `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`;
}

function expectSameHash(transaction: Answer): void {
  expect(rebuilt(transaction).hash).toBe(transaction.hash);
}

function rebuilt(transaction: Answer): Transaction {
  const { type, to, nonce, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, input, value, chainId } = transaction;
  const { accessList, maxFeePerBlobGas, blobVersionedHashes, r, s, v, yParity } = transaction;
  const word = (text: string): string => `0x${text.slice(2).padStart(64, '0')}`;
  return Transaction.from({
    type: Number(type),
    to,
    nonce: Number(nonce),
    gasLimit: gas,
    data: input,
    value,
    ...(chainId === undefined ? {} : { chainId }),
    ...(Number(type) < 2 ? { gasPrice } : { maxFeePerGas, maxPriorityFeePerGas }),
    ...(accessList ? { accessList } : {}),
    ...(blobVersionedHashes ? { blobVersionedHashes, maxFeePerBlobGas } : {}),
    signature: { r: word(r), s: word(s), v: yParity === undefined ? v : 27 + Number(yParity) },
  });
}
