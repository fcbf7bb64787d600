import { describe, expect, it } from 'vitest';
import { DecodeError, decodeEvmBlock, type EvmBlockAnswers } from '../src/index.js';
import { address, blockAnswers, ETH, envelope, hash, hex, REF } from './support/evm-answers.js';

const parsed = (body: Buffer) => JSON.parse(body.toString('utf8')).result;
const good = () => blockAnswers([{ logs: [{}] }, { logs: [{}, {}] }]);

function withBlock(change: (block: Record<string, never>) => void): EvmBlockAnswers {
  const answers = good();
  const block = parsed(answers.block);
  change(block);
  return { ...answers, block: envelope(block) };
}

function withReceipts(change: (receipts: Record<string, never>[]) => unknown): EvmBlockAnswers {
  const answers = good();
  const receipts = parsed(answers.receipts);
  return { ...answers, receipts: envelope(change(receipts) ?? receipts) };
}

const set = (target: object | undefined, name: string, value: unknown): void => {
  Object.assign(target ?? {}, { [name]: value });
};
const transaction = (name: string, value: unknown) =>
  withBlock((block) => set((block['transactions'] as unknown as object[])[1], name, value));
const receipt = (name: string, value: unknown) => withReceipts((receipts) => set(receipts[1], name, value));
const log = (name: string, value: unknown) =>
  withReceipts((receipts) => set((receipts[1]!['logs'] as unknown as object[])[1], name, value));

const withoutPrice = () =>
  blockAnswers([{ transaction: { gasPrice: undefined }, receipt: { effectiveGasPrice: undefined } }]);

const blobs = (parts: object) => blockAnswers([{ transaction: { type: '0x3' }, receipt: { ...parts } }]);
const unnamedContract = () => blockAnswers([{ transaction: { to: null, value: '0x7' } }]);

describe('what a node answers about a block', () => {
  it('is decoded where nothing is wrong with it', () => {
    expect(decodeEvmBlock(ETH, REF, good()).txCount).toBe(2);
  });

  it.each<[string, EvmBlockAnswers, RegExp]>([
    ['another block', withBlock((block) => set(block, 'hash', hash(1))), /not block b{64}, which was asked for/],
    ['another height', withBlock((block) => set(block, 'number', '0x5')), /number is 5, not 20000000/],
    ['no parent', withBlock((block) => set(block, 'parentHash', undefined)), /lacks its hash, parentHash/],
    ['a short hash', withBlock((block) => set(block, 'parentHash', '0x12')), /a hash of 64 hexadecimal digits/],
    ['a time beyond 2^53', withBlock((block) => set(block, 'timestamp', hex(2n ** 53n))), /larger than any/],
    ['only hashes of transactions', withBlock((block) => set(block, 'transactions', [hash(1)])), /expected an object/],
    [
      'a withdrawal without amount',
      withBlock((block) => set(block, 'withdrawals', [{ address: address(1) }])),
      /withdrawal/,
    ],
    ['transactions out of order', transaction('transactionIndex', '0x2'), /not in order/],
    ['a transaction of another block', transaction('blockHash', hash(3)), /names another block/],
    ['a value that is no number', transaction('value', '0xzz'), /64 hexadecimal digits/],
    ['a value of more than 256 bits', transaction('value', `0x1${'0'.repeat(64)}`), /64 hexadecimal digits/],
    ['a value without digits', transaction('value', '0x'), /64 hexadecimal digits/],
    ['a value that is a JSON number', transaction('value', 5), /expected a string/],
    ['no sender', transaction('from', undefined), /without its hash, from/],
    ['a sender that is no address', transaction('from', '0x1234'), /40 hexadecimal digits/],
    ['a nonce beyond 2^53', transaction('nonce', hex(2n ** 53n)), /larger than any/],
    ['a type larger than a byte', transaction('type', '0x100'), /larger than a byte/],
    ['an input that is no hex', transaction('input', '0xnothexat'), /not hexadecimal/],
    [
      'the receipt of another transaction',
      receipt('transactionHash', hash(0x1000)),
      /receipt 1 is of another transaction/,
    ],
    [
      'a receipt of another block',
      receipt('blockHash', hash(7)),
      /receipt 1, of transaction 0x\w{64}, is of another block: it names 0x\w{64}, not 0x\w{64}/,
    ],
    ['a receipt from another place', receipt('transactionIndex', '0x0'), /another place/],
    ['a status of two', receipt('status', '0x2'), /neither 0 nor 1/],
    ['no gas used', receipt('gasUsed', undefined), /lacks its transactionHash/],
    ['no logs', receipt('logs', undefined), /lacks its transactionHash/],
    ['too few receipts', withReceipts((receipts) => receipts.slice(1)), /receipt 0 is of another/],
    ['no receipts', withReceipts(() => []), /there are 0 of them for 2/],
    ['too many receipts', withReceipts((receipts) => [...receipts, receipts[0]]), /more than the block's 2/],
    ['logs out of order', log('logIndex', '0x1'), /logs are not in order/],
    ['a log of nobody', log('address', null), /expected a string/],
    ['a log with five topics', log('topics', [1, 2, 3, 4, 5].map(hash)), /more than 4 topics/],
    ['a log with a short topic', log('topics', ['0x12']), /topic/],
    ['a log without data', log('data', undefined), /without its address/],
    ['the receipt of blobs without their price', blobs({ blobGasUsed: '0x20000' }), /receipt 0 .* no blobGasPrice/],
    ['the receipt of blobs without their gas', blobs({ blobGasPrice: '0x1' }), /receipt 0 .* no blobGasPrice/],
    ['a contract that was paid and is not named', unnamedContract(), /receipt 0 lacks the contractAddress/],
    ['no price of gas', withoutPrice(), /receipt 0 has no effectiveGasPrice/],
  ])('is refused with %s', (_, answers, problem) => {
    expect(() => decodeEvmBlock(ETH, REF, answers)).toThrow(DecodeError);
    expect(() => decodeEvmBlock(ETH, REF, answers)).toThrow(problem);
  });

  it.each([
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"secret"}}', /the answer is an error/],
    ['nothing', '{"jsonrpc":"2.0","id":1,"result":null}', /has no result/],
    ['an empty object', '{}', /has no result/],
    ['no JSON', '<html>', /expected an object/],
    ['an empty body', '', /ends too early/],
    ['something else', '{"result":{}}{}', /lacks its hash/],
  ])('is refused where it is %s', (_, body, problem) => {
    expect(() => decodeEvmBlock(ETH, REF, { ...good(), block: Buffer.from(body) })).toThrow(DecodeError);
    expect(() => decodeEvmBlock(ETH, REF, { ...good(), block: Buffer.from(body) })).toThrow(problem);
    expect(() => decodeEvmBlock(ETH, REF, { ...good(), receipts: Buffer.from(body) })).toThrow(DecodeError);
  });

  it('is refused where it comes twice in one envelope', () => {
    const twice = (body: Buffer) => {
      const result = JSON.stringify(parsed(body));
      return Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result},"result":${result}}`);
    };
    const { block, receipts } = good();
    expect(() => decodeEvmBlock(ETH, REF, { ...good(), block: twice(block) })).toThrow(/block: .* two results/);
    expect(() => decodeEvmBlock(ETH, REF, { ...good(), receipts: twice(receipts) })).toThrow(
      /receipts: .* two results/,
    );
  });

  it('may end anywhere, and is refused', () => {
    const { block, receipts, uncles } = good();
    for (let end = 0; end < block.length; end += 7) {
      expect(() => decodeEvmBlock(ETH, REF, { block: block.subarray(0, end), receipts, uncles })).toThrow(DecodeError);
    }
    for (let end = 0; end < receipts.length; end += 7) {
      expect(() => decodeEvmBlock(ETH, REF, { block, receipts: receipts.subarray(0, end), uncles })).toThrow(
        DecodeError,
      );
    }
  });
});
