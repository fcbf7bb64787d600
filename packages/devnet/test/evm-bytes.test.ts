/** Bytes and hashes against ethers. */
import { encodeRlp as ethersRlp, keccak256, Transaction } from 'ethers';
import { describe, expect, test } from 'vitest';
import { EVM_CODES, hex, type NodeJson, rpcBatch, startEvm } from './evm-helpers.js';

describe.each(EVM_CODES)('blocks of %s', (code) => {
  test('hash to their headers, and transactions to their bytes', async () => {
    const node = await startEvm(code, { blocks: 30 });
    const blocks: NodeJson[] = await rpcBatch(
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

function headerOf(block: NodeJson): string[] {
  return HASHED.filter((name) => name in block).map((name) => (NUMBERS.has(name) ? minimal(block[name]) : block[name]));
}

function minimal(value: string): string {
  if (BigInt(value) === 0n) return '0x';
  const digits = BigInt(value).toString(16);
  return `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`;
}

function expectSameHash(transaction: NodeJson): void {
  expect(rebuilt(transaction).hash).toBe(transaction.hash);
}

function rebuilt(transaction: NodeJson): Transaction {
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
