import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, decodeEvmBlock, decodeInternalBlock, type EvmBlockAnswers } from '../src/index.js';
import { address, blockAnswers, ETH, envelope, hash, hex, OP, REF, topic } from './support/evm-answers.js';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const transfer = { topics: [TRANSFER, topic(1), topic(2)], data: hash(5) };

function rich(): EvmBlockAnswers {
  const withdrawals = [{ index: '0x0', validatorIndex: '0x0', address: address(3), amount: '0x5' }];
  const made = [
    { transaction: { value: hex(10n ** 20n) }, logs: [transfer, transfer] },
    {
      transaction: { type: '0x7e', mint: '0x5' },
      receipt: { l1Fee: '0x5', operatorFeeScalar: '0x1', operatorFeeConstant: '0x2' },
    },
    { transaction: { to: null }, receipt: { contractAddress: address(9) } },
  ];
  return blockAnswers(made, { block: { withdrawals } });
}

/** Decodes, or fails as it should. */
function decodes(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError);
  }
}

/** Bytes of an answer changed here and there, to what JSON is made of. */
function damaged(body: Buffer): fc.Arbitrary<Buffer> {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:0xfn\\ 9')), fc.nat({ max: 255 }));
  const changes = fc.array(fc.tuple(fc.nat({ max: body.length - 1 }), byte), { minLength: 1, maxLength: 4 });
  const cut = fc.tuple(fc.nat({ max: body.length }), fc.nat({ max: 40 }));
  return fc.tuple(changes, cut, fc.boolean()).map(([all, [at, length], cuts]) => {
    const copy = Buffer.from(body);
    for (const [place, value] of all) copy[place] = value;
    return cuts ? Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]) : copy;
  });
}

describe('damaged answers', () => {
  it.each([
    ['Ethereum', ETH],
    ['OP Mainnet', OP],
  ])('about a block of %s fail with a DecodeError or decode', (_, place) => {
    const answers = rich();
    fc.assert(
      fc.property(damaged(answers.block), damaged(answers.receipts), fc.nat({ max: 2 }), (block, receipts, which) => {
        const given = { ...answers, ...(which === 1 ? {} : { block }), ...(which === 0 ? {} : { receipts }) };
        decodes(() => decodeEvmBlock(place, REF, given));
      }),
      { numRuns: 2_000 },
    );
  });

  it('about traces fail with a DecodeError or decode', () => {
    const call = {
      from: address(1),
      to: address(2),
      value: '0x5',
      type: 'CALL',
      input: '0x',
      gas: '0x1',
      gasUsed: '0x1',
    };
    const result = {
      ...call,
      calls: [
        { ...call, calls: [call], error: 'reverted' },
        { ...call, type: 'SELFDESTRUCT' },
      ],
    };
    const frames = envelope([{ txHash: hash(0x1000), result }]);
    const flat = { blockHash: `0x${REF.hash}`, transactionHash: hash(0x1000), transactionPosition: 0, type: 'call' };
    const action = { callType: 'call', from: address(1), to: address(2), value: '0x5' };
    const traces = envelope([
      { ...flat, action, traceAddress: [] },
      { ...flat, action, traceAddress: [0] },
    ]);
    const txids = Buffer.from(hash(0x1000).slice(2), 'hex');
    fc.assert(
      fc.property(damaged(frames), damaged(traces), (body, other) => {
        decodes(() => decodeInternalBlock(ETH, REF, { tracer: 'callTracer', body }, txids, 1));
        decodes(() => decodeInternalBlock(ETH, REF, { tracer: 'parity', body: other }, txids, 1));
      }),
      { numRuns: 2_000 },
    );
  });

  it('that are no answers at all fail with a DecodeError', () => {
    const { receipts } = rich();
    fc.assert(
      fc.property(fc.json(), (text) => {
        const body = Buffer.from(text);
        expect(() => decodeEvmBlock(ETH, REF, { block: body, receipts, uncles: null })).toThrow(DecodeError);
        expect(() => decodeInternalBlock(ETH, REF, { tracer: 'parity', body }, Buffer.alloc(32), 1)).toThrow(
          DecodeError,
        );
      }),
    );
  });
});

describe('answers made to take long', () => {
  // Each takes seconds, or overflows the stack, where work grows faster than the answer.
  it('are read once: nesting, members without end, addresses and wrapped coins by the thousand', () => {
    const answers = rich();
    const nested = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    const block = Buffer.from(answers.block.toString().replace('"result":{', `"result":{"extra":${nested},`));
    const members = `"x":0,`.repeat(200_000);
    const receipts = Buffer.from(answers.receipts.toString().replace('[{', `[{${members}`));
    expect(decodeEvmBlock(ETH, REF, { ...answers, block, receipts }).txCount).toBe(3);

    const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
    const deposits = Array.from({ length: 10_000 }, (_, i) => ({ topics: [DEPOSIT, topic(i)], data: hash(1) }));
    const mints = Array.from({ length: 10_000 }, (_, i) => ({ topics: [TRANSFER, topic(0), topic(i)], data: hash(1) }));
    const many = decodeEvmBlock(ETH, REF, blockAnswers([{ logs: [...deposits, ...mints] }]));
    expect(many.transfers.kind).toHaveLength(10_001);
    expect(many.keys.starts.length - 1).toBe(10_000);
  });
});
