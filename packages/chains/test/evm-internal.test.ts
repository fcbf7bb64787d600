import { describe, expect, it } from 'vitest';
import {
  DecodeError,
  type DestructionFork,
  decodeInternalBlock,
  type InternalBlock,
  type Tracer,
} from '../src/index.js';
import {
  ARB,
  address,
  ETH,
  effectsOf,
  envelope,
  evmPlace,
  hash,
  hex,
  OP,
  REF,
  transfersOf,
} from './support/evm-answers.js';

const [A, B, C, D, ZERO] = [address(0xa), address(0xb), address(0xc), address(0xd), address(0)];
const txids = (count: number) =>
  Buffer.concat(Array.from({ length: count }, (_, i) => Buffer.from(hash(0x1000 + i).slice(2), 'hex')));

type Fields = Readonly<Record<string, unknown>>;
interface Frame extends Fields {
  readonly calls?: readonly Frame[];
}

const call = (from: string, to: string, value: number, more: Fields = {}): Frame => ({
  ...{ from, gas: '0x1', gasUsed: '0x1', to, input: '0x00', value: hex(value), type: 'CALL' },
  ...more,
});
const destroy = (from: string, to: string, value: number) => call(from, to, value, { type: 'SELFDESTRUCT' });
const create = (from: string, to: string, value: number, more: Fields = {}) =>
  call(from, to, value, { type: 'CREATE', ...more });

function decodeFrames(frames: readonly Frame[], place = ETH, height = REF.height, time = REF.time): InternalBlock {
  const body = envelope(frames.map((result, i) => ({ txHash: hash(0x1000 + i), result })));
  return decodeInternalBlock(
    place,
    { ...REF, height, time },
    { tracer: 'callTracer', body },
    txids(frames.length),
    frames.length,
  );
}
const one = (frame: Frame, place = ETH, height = REF.height, time = REF.time) =>
  decodeFrames([frame], place, height, time);

describe('traces of the callTracer', () => {
  it('tell what calls move, without what the transaction itself does', () => {
    const inner = [call(B, C, 5, { calls: [call(C, D, 2)] }), create(B, D, 3), call(B, D, 0)];
    const block = decodeFrames([call(A, B, 100, { calls: inner }), call(A, B, 7)]);
    expect(transfersOf(block, 0)).toEqual([
      ['internal', B, C, 5],
      ['internal', C, D, 2],
      ['internal', B, D, 3],
    ]);
    expect(effectsOf(block, 0)).toEqual({ [B]: [-8, 0], [C]: [3, 5], [D]: [5, 5] });
    expect(transfersOf(block, 1)).toEqual([]);
  });

  it.each(['DELEGATECALL', 'STATICCALL', 'CALLCODE', 'SOMETHINGNEW'])('count no value of %s', (type) => {
    expect(transfersOf(one(call(A, B, 1, { calls: [call(B, C, 5, { type, calls: [call(C, D, 2)] })] })), 0)).toEqual([
      ['internal', C, D, 2],
    ]);
  });

  it('take back what a failed call holds, and no more', () => {
    const failed = call(B, C, 5, { calls: [call(C, D, 2, { calls: [call(D, A, 1)] })], error: 'execution reverted' });
    expect(transfersOf(one(call(A, B, 1, { calls: [call(B, D, 1), failed, call(B, D, 3)] })), 0)).toEqual([
      ['internal', B, D, 1],
      ['internal', B, D, 3],
    ]);
    expect(transfersOf(one(call(A, B, 1, { calls: [call(B, D, 1)], error: 'out of gas' })), 0)).toEqual([]);
    expect(
      transfersOf(one(call(A, B, 1, { calls: [create(B, D, 1, { to: undefined, error: 'out of gas' })] })), 0),
    ).toEqual([]);
    // Some nodes write an empty error for none.
    expect(transfersOf(one(call(A, B, 1, { calls: [call(B, D, 1, { error: '' })] })), 0)).toHaveLength(1);
  });

  it('leave the entry of the block itself empty', () => {
    const body = envelope([{ txHash: hash(0x1000), result: call(A, B, 1, { calls: [call(B, C, 5)] }) }]);
    const entries = Buffer.concat([txids(1), Buffer.from(REF.hash, 'hex')]);
    const block = decodeInternalBlock(ETH, REF, { tracer: 'callTracer', body }, entries, 2);
    expect([[...block.transfers.start], [...block.effects.start]]).toEqual([
      [0, 1, 1],
      [0, 2, 2],
    ]);
  });
});

describe('traces that contradict receipts', () => {
  const [FAILED, SUCCEEDED, UNKNOWN] = [0, 1, 2];
  const inner = call(B, C, 5);
  const decode = (tracer: Tracer, status: number, { failed = false, calls = [inner] as Frame[], place = ETH } = {}) => {
    const error = failed ? { error: 'execution reverted' } : {};
    const flat = (from: string, to: string, value: number, path: number[], more: Fields = {}) => ({
      ...{ action: { callType: 'call', from, to, value: hex(value) }, result: null, type: 'call', traceAddress: path },
      ...{ blockHash: `0x${REF.hash}`, transactionHash: hash(0x1000), transactionPosition: 0, ...more },
    });
    const answer =
      tracer === 'parity'
        ? [flat(A, B, 1, [], error), ...calls.map((_, n) => flat(B, C, 5, [n]))]
        : [{ txHash: hash(0x1000), result: call(A, B, 1, { ...error, calls }) }];
    const ref = { ...REF, statuses: Uint8Array.of(status) };
    return transfersOf(decodeInternalBlock(place, ref, { tracer, body: envelope(answer) }, txids(1), 1), 0);
  };

  describe.each<Tracer>(['callTracer', 'parity'])('of %s', (tracer) => {
    it('are refused', () => {
      expect(() => decode(tracer, FAILED)).toThrow(/transaction 0 moved coins inside, and its receipt says .* failed/);
      expect(() => decode(tracer, SUCCEEDED, { failed: true })).toThrow(/transaction 0 failed, and its receipt says/);
    });

    it('are none where both agree, or nothing moved, or the receipt does not say', () => {
      expect(decode(tracer, SUCCEEDED)).toHaveLength(1);
      expect(decode(tracer, FAILED, { failed: true })).toEqual([]);
      // op-geth's frame of a deposit that failed before it ran
      expect(decode(tracer, FAILED, { calls: [] })).toEqual([]);
    });
  });

  // Before Byzantium receipts do not tell the outcome: the trace does.
  it('are none of an outcome that is not known, and settle what moved', () => {
    const COUNTED = 3;
    for (const tracer of ['callTracer', 'parity'] as const) {
      expect(decode(tracer, UNKNOWN, { calls: [] })).toEqual([['internal', A, B, 1]]);
      expect(decode(tracer, UNKNOWN, { failed: true })).toEqual([]);
      expect(decode(tracer, COUNTED, { calls: [] })).toEqual([]);
      expect(decode(tracer, COUNTED, { failed: true })).toEqual([['internal', B, A, 1]]);
    }
  });

  it('are none where Arbitrum moves fees around a call that failed', () => {
    const afterEVMTransfers = [{ purpose: 'tip', from: A, to: D, value: '0x3' }];
    const body = envelope([{ txHash: hash(0x1000), result: call(A, B, 1, { error: 'reverted', afterEVMTransfers }) }]);
    const ref = { ...REF, statuses: Uint8Array.of(FAILED) };
    const block = decodeInternalBlock(ARB, ref, { tracer: 'callTracer', body }, txids(1), 1);
    expect(transfersOf(block, 0)).toEqual([['internal', A, D, 3]]);
  });
});

// EIP-6780, and Cancun's height on mainnet.
describe('contracts that destroy themselves', () => {
  const CANCUN = 19_426_587;

  it('pay their beneficiary', () => {
    expect(transfersOf(one(call(A, B, 0, { calls: [destroy(B, C, 9)] })), 0)).toEqual([['internal', B, C, 9]]);
  });

  it('burn what they pay themselves before Cancun, and keep it since', () => {
    const frame = call(A, B, 0, { calls: [destroy(B, B, 9)] });
    const before = one(frame, ETH, CANCUN - 1);
    expect(transfersOf(before, 0)).toEqual([['burn', B, null, 9]]);
    expect(effectsOf(before, 0)).toEqual({ [B]: [-9, 0] });
    expect(transfersOf(one(frame, ETH, CANCUN), 0)).toEqual([]);
    const arbitrumSepolia = evmPlace(ARB.chain, 'sepolia');
    expect(transfersOf(one(frame, arbitrumSepolia, 18_683_404), 0)).toEqual(transfersOf(before, 0));
    expect(transfersOf(one(frame, arbitrumSepolia, 18_683_405), 0)).toEqual([]);
  });

  // As Anvil 1.7 and Reth show it (revm issue 3834 and pull request 3805), and Reth before September 2024.
  it('are read only where it is said who they are and what they had, or nothing can have moved', () => {
    const silent = (from: string, more: Fields = {}) => {
      const { to, value, ...frame } = destroy(from, ZERO, 0);
      return call(A, B, 7, { calls: [{ ...frame, ...more }] });
    };
    expect(transfersOf(one(silent(ZERO), ETH, CANCUN), 0)).toEqual([]);
    for (const [frame, height] of [
      [silent(ZERO), CANCUN - 1],
      [silent(B), CANCUN],
      [silent(B, { to: C }), CANCUN],
      [silent(B, { value: '0x5' }), CANCUN],
    ] as const) {
      expect(() => one(frame, ETH, height)).toThrow(DecodeError);
    }
  });

  it('are not whoever called them: then the frame repeats the call', () => {
    const frame = call(A, B, 0, { calls: [call(D, C, 7, { calls: [destroy(D, C, 7)] })] });
    expect(transfersOf(one(frame, ETH, CANCUN), 0)).toEqual([['internal', D, C, 7]]);
    const true_ = call(A, B, 0, { calls: [call(D, C, 7, { calls: [destroy(C, D, 7)] })] });
    expect(transfersOf(one(true_, ETH, CANCUN), 0)).toHaveLength(2);
    const ofItself = call(A, B, 0, { calls: [create(B, C, 7), call(C, C, 7, { calls: [destroy(C, C, 7)] })] });
    expect(transfersOf(one(ofItself, ETH, CANCUN), 0).at(-1)).toEqual(['burn', C, null, 7]);
  });

  it.each([
    [
      'by another contract',
      call(A, B, 0, { calls: [create(B, C, 4), call(B, C, 0, { calls: [destroy(C, C, 4)] })] }),
      [
        ['internal', B, C, 4],
        ['burn', C, null, 4],
      ],
    ],
    ['by the transaction', create(A, C, 4, { calls: [destroy(C, C, 4)] }), [['burn', C, null, 4]]],
  ])('still burn it in the transaction that created them %s', (_, frame, transfers) => {
    expect(transfersOf(one(frame), 0)).toEqual(transfers);
  });

  // EIP-8246, and the time of Glamsterdam on Sepolia.
  it('keep what they have since Glamsterdam', () => {
    const destroyed = [create(B, C, 4, { calls: [destroy(C, C, 4)] }), call(B, C, 6), call(C, D, 1)];
    const frame = call(A, B, 0, { calls: destroyed });
    const sepolia = evmPlace(ETH.chain, 'sepolia');
    const [before, since] = [1_791_294_815, 1_791_294_816].map((time) => one(frame, sepolia, 11_000_000, time));
    expect(effectsOf(before!, 0)[C]).toEqual([0, 10]);
    expect(effectsOf(since!, 0)[C]).toEqual([9, 10]);
    expect(transfersOf(since!, 0)).toEqual([
      ['internal', B, C, 4],
      ['internal', B, C, 6],
      ['internal', C, D, 1],
    ]);
  });

  it('follow on a private network the rules of the block', () => {
    const local = evmPlace(ETH.chain, 'local');
    const left = (fork: DestructionFork, place = local) => {
      const own = [create(B, C, 4, { calls: [destroy(C, C, 4)] }), destroy(B, B, 9)];
      const body = envelope([{ txHash: hash(0x1000), result: call(A, B, 0, { calls: own }) }]);
      const block = decodeInternalBlock(place, REF, { tracer: 'callTracer', body, fork }, txids(1), 1);
      return transfersOf(block, 0).filter(([kind]) => kind === 'burn');
    };
    expect(left('frontier')).toEqual([
      ['burn', C, null, 4],
      ['burn', B, null, 9],
    ]);
    expect(left('cancun')).toEqual([['burn', C, null, 4]]);
    expect(left('amsterdam')).toEqual([]);
    // Coins that leave for layer 1 are burned in this way.
    expect(left('amsterdam', evmPlace(OP.chain, 'local'))).toEqual([['burn', C, null, 4]]);
  });

  it('burn what they are sent afterwards, less what they sent on', () => {
    const frame = call(A, B, 0, { calls: [destroy(C, D, 9), call(B, C, 6), call(C, D, 1), call(B, C, 2)] });
    expect(transfersOf(one(frame, ETH, CANCUN - 1), 0).slice(-1)).toEqual([['burn', C, null, 7]]);
    expect(transfersOf(one(frame, ETH, CANCUN), 0)).toHaveLength(4);
  });

  it('may do it again', () => {
    const frame = call(A, B, 0, { calls: [destroy(C, D, 9), call(B, C, 6), destroy(C, D, 6)] });
    expect(effectsOf(one(frame, ETH, CANCUN - 1), 0)).toEqual({ [C]: [-9, 6], [D]: [15, 15], [B]: [-6, 0] });
  });

  it('are not destroyed by what failed', () => {
    const failed = call(B, C, 0, { calls: [destroy(C, C, 9)], error: 'execution reverted' });
    expect(transfersOf(one(call(A, B, 0, { calls: [failed, call(B, C, 6)] }), ETH, CANCUN - 1), 0)).toEqual([
      ['internal', B, C, 6],
    ]);
  });
});

// OffchainLabs/go-ethereum eth/tracers/native/tracer_arbitrum.go; nitro arbos/tx_processor.go
describe('Arbitrum', () => {
  const outer = (purpose: string, from: string | null, to: string | null, value: number) => ({
    purpose,
    from,
    to,
    value: hex(value),
  });

  it('tells who is paid fees, which its blocks do not', () => {
    const frame = call(A, B, 5, {
      beforeEVMTransfers: [outer('feePayment', A, null, 100)],
      afterEVMTransfers: [
        outer('gasRefund', null, A, 40),
        outer('feeCollection', null, C, 45),
        outer('feeCollection', null, D, 15),
      ],
    });
    const block = one(frame, ARB);
    expect(transfersOf(block, 0)).toEqual([
      ['mint', null, C, 45],
      ['mint', null, D, 15],
    ]);
    expect(effectsOf(block, 0)).toEqual({ [C]: [45, 45], [D]: [15, 15] });
  });

  it('moves fees of what fails, too', () => {
    const frame = call(A, B, 5, {
      error: 'execution reverted',
      afterEVMTransfers: [outer('feeCollection', null, C, 45)],
    });
    expect(transfersOf(one(frame, ARB), 0)).toEqual([['mint', null, C, 45]]);
  });

  /** As A submits a retryable. */
  const submitted = (calls: readonly Frame[]) => one(call(A, address(0x6e), 0, { input: '0xc9f95d32', calls }), ARB);

  it('does not tell a deposit twice', () => {
    expect(transfersOf(one(call(A, B, 5, { beforeEVMTransfers: [outer('deposit', null, A, 5)] }), ARB), 0)).toEqual([]);
    expect(effectsOf(submitted([call(ZERO, A, 50), call(A, C, 30), call(A, D, 0)]), 0)).toEqual({
      ...{ [A]: [-30, 0], [C]: [30, 30] },
    });
  });

  // A is minted its deposit and pays the fee to C, part of which goes back to D; B is the escrow.
  it('moves nothing into an escrow that who submits a retryable cannot fill', () => {
    const start = [call(ZERO, A, 50), call(A, C, 30), call(A, D, 5), call(A, B, 900)];
    expect(effectsOf(submitted([...start, call(C, A, 30), call(A, D, 30)]), 0)).toEqual({
      ...{ [A]: [-35, 30], [C]: [0, 30], [D]: [35, 35] },
    });
    const filled = { [A]: [-955, 0], [B]: [900, 900], [C]: [30, 30], [D]: [25, 25] };
    expect(effectsOf(submitted([...start, call(A, D, 20)]), 0)).toEqual(filled);
  });

  // In the order of Nitro 3.9.8: deposit, submission fee and its refund, escrow, gas, refund of its price, redemption.
  it.each([
    ['one account', [call(A, C, 20)], [['mint', null, C, 20]]],
    [
      'two accounts',
      [call(A, D, 12), call(A, C, 8)],
      [
        ['mint', null, D, 12],
        ['mint', null, C, 8],
      ],
    ],
    ['nobody, where it costs nothing', [], []],
  ])('tells who is paid the gas of a retryable, which the block charges: %s', (_, gas, collected) => {
    const start = [call(ZERO, A, 1_000), call(A, C, 30), call(A, D, 5), call(A, B, 9)];
    const redeem = call(A, address(0x6e), 0, { input: '0xeda1122c' });
    const block = submitted([...start, ...gas, call(A, D, 7), redeem]);
    expect(transfersOf(block, 0)).toEqual([
      ['internal', A, C, 30],
      ['internal', A, D, 5],
      ['internal', A, B, 9],
      ...collected,
      ['internal', A, D, 7],
    ]);
    expect(effectsOf(block, 0)[A]).toEqual([-51, 0]);
  });

  // So is a chain of `nitro --dev`.
  it('takes no payment of fees that are collected at the zero address for a deposit', () => {
    const refund = outer('refund', ZERO, D, 30);
    const redeemed = call(A, B, 5, { afterEVMTransfers: [refund, outer('feeCollection', null, ZERO, 7)] });
    expect(effectsOf(one(redeemed, ARB), 0)).toEqual({ [ZERO]: [-23, 7], [D]: [30, 30] });
    const cannotFill = [call(ZERO, A, 50), call(A, ZERO, 30), call(A, D, 5), call(A, B, 900), call(ZERO, A, 30)];
    expect(effectsOf(submitted(cannotFill), 0)).toEqual({ [A]: [-5, 30], [ZERO]: [0, 30], [D]: [5, 5] });
    const redeemsItself = call(A, address(0x6e), 0, { input: '0xeda1122c', calls: [call(ZERO, C, 3)] });
    expect(effectsOf(one(redeemsItself, ARB), 0)).toEqual({ [ZERO]: [-3, 0], [C]: [3, 3] });
  });

  it('gives who redeems a retryable its value and its gas', () => {
    const frame = call(A, B, 5, {
      beforeEVMTransfers: [outer('escrow', C, A, 5), outer('prepaid', null, A, 100), outer('feePayment', A, null, 100)],
      afterEVMTransfers: [outer('gasRefund', null, A, 40), outer('undoRefund', A, null, 40)],
    });
    // The block has charged value and fee: 5 and 60.
    expect(effectsOf(one(frame, ARB), 0)).toEqual({ [C]: [-5, 0], [A]: [65, 105] });
  });

  it('burns what goes to layer 1', () => {
    const frame = call(A, address(0x64), 5, { calls: [call(address(0x64), ZERO, 5)] });
    expect(transfersOf(one(frame, ARB), 0)).toEqual([['burn', address(0x64), null, 5]]);
  });

  it('tells by itself what destroyed contracts had left', () => {
    const calls = [create(B, C, 4), destroy(C, D, 4), call(B, C, 6)];
    const frame = call(A, B, 0, { calls, afterEVMTransfers: [outer('selfDestruct', C, null, 6)] });
    expect(transfersOf(one(frame, ARB), 0).filter(([kind]) => kind === 'burn')).toEqual([['burn', C, null, 6]]);
  });
});

describe('traces of trace_block', () => {
  const trace = (position: number, traceAddress: number[], action: Fields, more: Fields = {}) => ({
    ...{ action, blockHash: `0x${REF.hash}`, blockNumber: REF.height, result: { gasUsed: '0x0', output: '0x' } },
    ...{
      subtraces: 0,
      traceAddress,
      transactionHash: hash(0x1000 + position),
      transactionPosition: position,
      type: 'call',
    },
    ...more,
  });
  const calls = (from: string, to: string, value: number, callType = 'call') => ({
    callType,
    from,
    to,
    gas: '0x0',
    input: '0x',
    value: hex(value),
  });
  const parity = (traces: readonly unknown[], count = 1) =>
    decodeInternalBlock(ETH, REF, { tracer: 'parity', body: envelope(traces) }, txids(count), count);

  it('tell what calls move', () => {
    const block = parity(
      [
        trace(0, [], calls(A, B, 100)),
        trace(0, [0], calls(B, C, 5)),
        trace(0, [0, 0], calls(C, D, 9, 'delegatecall')),
        trace(
          0,
          [1],
          { from: B, value: '0x3', init: '0x', gas: '0x0' },
          { type: 'create', result: { address: D, code: '0x', gasUsed: '0x0' } },
        ),
        trace(0, [2], { address: D, refundAddress: C, balance: '0x3' }, { type: 'suicide', result: null }),
        trace(1, [], calls(A, B, 7)),
        {
          action: { author: A, rewardType: 'block', value: '0x1' },
          blockHash: `0x${REF.hash}`,
          type: 'reward',
          traceAddress: [],
          transactionHash: null,
          transactionPosition: null,
          result: null,
        },
      ],
      2,
    );
    expect(transfersOf(block, 0)).toEqual([
      ['internal', B, C, 5],
      ['internal', B, D, 3],
      ['internal', D, C, 3],
    ]);
    expect(transfersOf(block, 1)).toEqual([]);
  });

  it('leave out what is below a failed call', () => {
    const failed = { error: 'Reverted', result: null };
    const block = parity([
      trace(0, [], calls(A, B, 1)),
      trace(0, [0], calls(B, C, 5), failed),
      trace(0, [0, 0], calls(C, D, 2)),
      trace(0, [0, 0, 0], calls(D, A, 2)),
      trace(0, [1], calls(B, D, 3)),
    ]);
    expect(transfersOf(block, 0)).toEqual([['internal', B, D, 3]]);
    expect(transfersOf(parity([trace(0, [], calls(A, B, 1), failed), trace(0, [0], calls(B, C, 1))]), 0)).toEqual([]);
  });

  const suicide = (at: number[], address: string, refundAddress: string, balance?: string) =>
    trace(0, at, { address, refundAddress, balance }, { type: 'suicide', result: null });

  it('read a contract that destroys itself as the callTracer does', () => {
    const frontier = (traces: readonly unknown[]) => {
      const body = envelope(traces);
      return decodeInternalBlock(ETH, { ...REF, height: 1 }, { tracer: 'parity', body }, txids(1), 1);
    };
    const silent = [trace(0, [], calls(A, B, 7)), suicide([0], ZERO, ZERO, '0x0')];
    expect(transfersOf(parity(silent), 0)).toEqual([]);
    expect(() => frontier(silent)).toThrow(/not named/);
    expect(() => parity([trace(0, [], calls(A, B, 7)), suicide([0], B, C)])).toThrow(/without its address/);
    const repeated = [trace(0, [], calls(A, B, 7)), suicide([0], A, B, '0x7')];
    expect(transfersOf(parity(repeated), 0)).toEqual([]);
    expect(transfersOf(parity([trace(0, [], calls(A, B, 7)), suicide([0], B, A, '0x7')]), 0)).toHaveLength(1);
  });

  it('burn what contracts pay themselves in the transaction that created them', () => {
    const creation = { type: 'create', result: { address: C, code: '0x', gasUsed: '0x0' } };
    const block = parity([
      trace(0, [], { from: A, value: '0x4', init: '0x' }, creation),
      trace(0, [0], { address: C, refundAddress: C, balance: '0x4' }, { type: 'suicide', result: null }),
    ]);
    expect(transfersOf(block, 0)).toEqual([['burn', C, null, 4]]);
  });

  it.each<[string, unknown[], RegExp]>([
    ['another block', [trace(0, [], calls(A, B, 1), { blockHash: hash(1) })], /of another block/],
    ['no block', [trace(0, [], calls(A, B, 1), { blockHash: undefined })], /without its blockHash/],
    ['another transaction', [trace(0, [], calls(A, B, 1), { transactionHash: hash(1) })], /of another transaction/],
    [
      'a transaction that the block has not',
      [trace(0, [], calls(A, B, 1)), trace(1, [], calls(A, B, 1))],
      /another transaction/,
    ],
    ['no transaction', [trace(0, [], calls(A, B, 1), { transactionPosition: null })], /transactionPosition/],
    ['a transaction twice', [trace(0, [], calls(A, B, 1)), trace(0, [], calls(A, B, 1))], /not in order/],
    ['a call before its transaction', [trace(0, [0], calls(A, B, 1))], /not in order/],
    ['nothing', [], /traces of 0 of 1 transactions/],
    ['a call of nobody', [trace(0, [], { callType: 'call', value: '0x1' })], /without its from or to/],
  ])('are refused with %s', (_, traces, problem) => {
    expect(() => parity(traces)).toThrow(DecodeError);
    expect(() => parity(traces)).toThrow(problem);
  });
});

// op-reth shows what ends a block, which it does not run, as an empty frame (optimism pull request 22374).
it('of what is not run move nothing', () => {
  const empty = { from: address(0), gas: '0x0', gasUsed: '0x0', input: '0x', type: '' };
  expect(transfersOf(one(empty), 0)).toEqual([]);
});

describe('answers of the callTracer', () => {
  const decode = (result: unknown, count = 1, tracer: Tracer = 'callTracer') =>
    decodeInternalBlock(ETH, REF, { tracer, body: envelope(result) }, txids(count), count);
  const good = { txHash: hash(0x1000), result: call(A, B, 1) };
  const deep = (levels: number): Frame => {
    let frame = call(A, B, 1);
    for (let i = 0; i < levels; i++) frame = call(A, B, 1, { calls: [frame] });
    return frame;
  };

  it.each<[string, unknown, number, RegExp]>([
    ['another transaction', [{ ...good, txHash: hash(1) }], 1, /of another transaction/],
    ['no transaction', [{ result: good.result }], 1, /lacks its txHash/],
    ['fewer transactions', [good], 2, /there are 1 of them for 2/],
    ['more transactions', [good, good], 1, /more than the block's 1/],
    ['an error', [{ txHash: good.txHash, error: 'execution timeout' }], 1, /could not trace transaction 0/],
    ['a frame of nobody', [{ ...good, result: call(A, B, 1, { from: undefined }) }], 1, /without its from or to/],
    ['a value that is no number', [{ ...good, result: call(A, B, 1, { value: '0xno' }) }], 1, /number/],
    ['calls deeper than the EVM has', [{ ...good, result: deep(1_200) }], 1, /nest deeper/],
  ])('are refused with %s', (_, result, count, problem) => {
    expect(() => decode(result, count)).toThrow(DecodeError);
    expect(() => decode(result, count)).toThrow(problem);
  });

  it('may be as deep as the EVM goes', () => {
    expect(decode([{ ...good, result: deep(1_024) }]).transfers.kind).toHaveLength(1_024);
  });
});
