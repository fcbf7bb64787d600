/** The audit reads blocks in its own way: of blocks full of odd things it has to say what the codec says. */
import {
  decodeEvmBlock,
  decodeInternalBlock,
  EVM_CHAINS,
  type EvmBlock,
  type EvmChainNetwork,
  type KeyTable,
  NO_NUMBER,
  TOKEN_STANDARDS,
  TRANSFER_KINDS,
  type Tracer,
  type TransferColumns,
} from '@chaintrail/chains';
import type { AuditedEvmColumns, AuditedEvmTransfer } from '@chaintrail/db';
import { describe, expect, it } from 'vitest';
import { compareEntry, compareInAnyOrder } from '../src/evm/compare-evm-entries.js';
import { readNodeBlock } from '../src/evm/evm-node-block.js';
import { expectedEntries } from '../src/evm/expected-entries.js';
import { expectedInternal, withoutRemains } from '../src/evm/expected-internal.js';
import { readTraces } from '../src/evm/read-traces.js';
import { bytes, envelope, hex, OddBlocks } from './evm-audit-odd-blocks.js';

function keyOf({ bytes: all, starts }: KeyTable, number: number): string | null {
  return number === NO_NUMBER ? null : Buffer.from(all.subarray(starts[number], starts[number + 1])).toString('hex');
}

function transfersOf(keys: KeyTable, columns: TransferColumns, entry: number): AuditedEvmTransfer[] {
  const at = Array.from(
    { length: columns.start[entry + 1]! - columns.start[entry]! },
    (_, n) => columns.start[entry]! + n,
  );
  return at.map((i) => ({
    kind: TRANSFER_KINDS[columns.kind[i]!]!,
    from: keyOf(keys, columns.from[i]!),
    to: keyOf(keys, columns.to[i]!),
    asset: keyOf(keys, columns.asset[i]!),
    standard: TOKEN_STANDARDS[columns.standard[i]!] ?? null,
    amount: `${columns.amount[i]}`,
    tokenId: columns.tokenId[i] === null ? null : `${columns.tokenId[i]}`,
  }));
}

/** Transfers that an entry would have, were the contracts of its Deposits and Withdrawals wrapped coins. */
function claimsOf({ keys, wrapped }: EvmBlock, t: number): AuditedEvmTransfer[] {
  return [...wrapped.entry.keys()]
    .filter((i) => wrapped.entry[i] === t)
    .map((i) => {
      const [asset, owner] = [keyOf(keys, wrapped.asset[i]!), keyOf(keys, wrapped.owner[i]!)];
      const [from, to] = wrapped.mints[i] ? ['0'.repeat(40), owner] : [owner, '0'.repeat(40)];
      return { kind: 'token', from, to, asset, standard: 'erc20', amount: `${wrapped.amount[i]}`, tokenId: null };
    });
}

/** Columns that an entry would have. */
function columnsOf(block: EvmBlock, t: number): AuditedEvmColumns {
  const isOwn = block.type[t] === NO_NUMBER;
  const text = (value: unknown) =>
    isOwn || value === null || value === undefined || Number.isNaN(value) ? null : `${value}`;
  const method = block.method[t]!;
  return {
    txid: Buffer.from(block.txids.subarray(32 * t, 32 * t + 32)).toString('hex'),
    type: text(block.type[t]),
    succeeded: block.status[t] === NO_NUMBER ? null : `${block.status[t] === 1}`,
    from: keyOf(block.keys, block.from[t]!),
    to: keyOf(block.keys, block.to[t]!),
    created: keyOf(block.keys, block.createdContract[t]!),
    ...{ value: text(block.value[t]), nonce: text(block.nonce[t]), gasLimit: text(block.gasLimit[t]) },
    ...{ gasUsed: text(block.gasUsed[t]), gasPrice: text(block.gasPrice[t]), fee: text(block.fee[t]) },
    ...{ blobFee: text(block.blobFee?.[t]), l1Fee: text(block.l1Fee?.[t]), operatorFee: text(block.operatorFee?.[t]) },
    method: method === NO_NUMBER ? null : method.toString(16).padStart(8, '0'),
  };
}

const placeOf = (code: string, name = 'mainnet'): EvmChainNetwork => {
  const chain = EVM_CHAINS.find((each) => each.code === code)!;
  return { family: 'evm', chain, network: chain.networks.find((each) => each.name === name)! };
};

describe('a block full of odd things', () => {
  it.each([
    ['of today', 'eth', 23_000_000, [0, 1, 2, 3, 4], false],
    ['with proof of work', 'eth', 4_000_000, [0], true],
    ['of Frontier', 'eth', 1_000_000, [0], true],
    ['on the OP stack', 'op', 140_000_000, [0, 2, 0x79, 0x7d, 0x7e], false],
    ['on the OP stack before it had a base fee', 'op', 50_000_000, [0, 0x7e], true],
    ['on Arbitrum', 'arb', 300_000_000, [2, 0x64, 0x69, 0x6a], false],
  ] as const)('%s is read as the codec reads it', (_, code, height, types, isOld) => {
    const place = placeOf(code);
    const odd = new OddBlocks(height);
    let transfers = 0;
    for (let n = 0; n < 150; n++) {
      const { hash, answers } = odd.block(height, types, isOld);
      const block = decodeEvmBlock(place, { height, hash }, answers);
      const expected = expectedEntries(place, readNodeBlock(answers, hash));
      expect(expected).toHaveLength(block.type.length);
      for (const [t, entry] of expected.entries()) {
        const ours = {
          columns: columnsOf(block, t),
          transfers: transfersOf(block.keys, block.transfers, t),
          internal: [],
          claims: claimsOf(block, t),
        };
        const coins = { listed: new Set<string>(), refuted: new Set<string>() };
        expect(compareEntry(ours, entry, coins)).toEqual([]);
        if (ours.claims.length > 0) {
          const [first, ...others] = ours.claims;
          expect(compareEntry({ ...ours, claims: others }, entry, coins)).toMatchObject([{ what: 'transfer' }]);
          const moved = { ...ours, transfers: [...ours.transfers, first!], claims: others };
          expect(compareEntry(moved, entry, coins)).toEqual([]);
          const refuted = new Set([first!.asset!]);
          expect(compareEntry(moved, entry, { ...coins, refuted })).toMatchObject([{ what: 'transfer' }]);
        }
        const claims = entry.claims.filter(({ isBeside }) => !isBeside).map(({ transfer }) => transfer);
        expect(claimsOf(block, t)).toEqual(claims);
        transfers += entry.transfers.length + entry.claims.length;
      }
    }
    expect(transfers).toBeGreaterThan(200);
  });
});

const KEYS = Array.from({ length: 6 }, (_, n) => `0x${`${10 + n}`.repeat(20)}`);
const ZERO = `0x${'0'.repeat(40)}`;
const ARB_SYS = `0x${'64'.padStart(40, '0')}`;

interface Frame {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly input?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls: readonly Frame[];
}

function frameOf(odd: OddBlocks, depth: number): Frame {
  const type = odd.of(['CALL', 'CALL', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);
  return {
    type: depth === 0 ? odd.of(['CALL', 'CREATE']) : type,
    from: odd.of([...KEYS, ARB_SYS, ZERO]),
    to: odd.of([...KEYS, ZERO]),
    ...(type === 'STATICCALL' ? {} : { value: hex(odd.below(4)) }),
    ...(odd.below(6) === 0 ? { error: 'execution reverted' } : {}),
    calls: depth === 4 ? [] : odd.list(3, () => frameOf(odd, depth + 1)),
  };
}

/**
 * As Nitro traces a retryable that is submitted: its deposit is minted first, and fees may come back from the zero
 * address.
 */
function submissionOf(odd: OddBlocks): Frame {
  const [sender, collector] = [odd.of(KEYS), odd.of([ZERO, KEYS[1]!])];
  const move = (from: string, to: string) => ({ type: 'CALL', from, to, value: hex(odd.below(4)), calls: [] });
  const calls = [move(ZERO, sender), move(sender, collector), move(sender, odd.of(KEYS)), move(sender, odd.of(KEYS))];
  const later = odd.list(3, () => move(odd.of([sender, ZERO]), odd.of(KEYS)));
  const to = `0x${'6e'.padStart(40, '0')}`;
  // Fees come back where it fails; a call to redeem ends it where gas was bought.
  const [back, redeem] =
    odd.below(2) === 0
      ? [odd.list(1, () => ({ ...calls[1]!, from: collector, to: sender })), []]
      : [[], [{ ...move(sender, to), value: '0x0' }]];
  const all = [...calls, ...back, ...later, ...redeem];
  return { type: 'CALL', from: sender, to, input: '0xc9f95d32', value: '0x0', calls: all };
}

/** The same as `trace_block` tells it. */
function flattened(frame: Frame, place: object, traceAddress: readonly number[] = []): object[] {
  const { type, from, to, value = '0x0', error, calls } = frame;
  const shared = { ...place, traceAddress, ...(error === undefined ? {} : { error }) };
  const inner = calls.flatMap((call, n) => flattened(call, place, [...traceAddress, n]));
  if (type === 'SELFDESTRUCT') {
    return [
      { ...shared, type: 'suicide', action: { address: from, refundAddress: to, balance: value }, result: null },
      ...inner,
    ];
  }
  if (type.startsWith('CREATE')) {
    return [
      { ...shared, type: 'create', action: { from, value }, result: error === undefined ? { address: to } : null },
      ...inner,
    ];
  }
  return [{ ...shared, type: 'call', action: { callType: type.toLowerCase(), from, to, value }, result: {} }, ...inner];
}

describe('traces', () => {
  it.each([
    ['callTracer', 'eth'],
    ['parity', 'eth'],
    ['callTracer', 'arb'],
  ] as const)('of %s on %s are read as the codec reads them', (tracer: Tracer, code) => {
    const place = placeOf(code, 'local');
    const odd = new OddBlocks(7);
    let moves = 0;
    for (let height = 1; height < 60; height++) {
      const [hash, txids] = [odd.hash(), odd.list(6, () => odd.hash())];
      const types = txids.map(() => (code === 'arb' ? odd.of([2n, 0x68n, 0x69n]) : 2n));
      const frames = types.map((type) => (type === 0x69n ? submissionOf(odd) : frameOf(odd, 0)));
      const outer = () => ({
        purpose: odd.of(['feePayment', 'escrow', 'gasRefund', 'refund']),
        from: odd.of([null, ZERO, ...KEYS]),
        to: KEYS[0],
        value: '0x5',
      });
      const result =
        tracer === 'parity'
          ? frames.flatMap((frame, n) =>
              flattened(frame, { blockHash: `0x${hash}`, transactionHash: `0x${txids[n]}`, transactionPosition: n }),
            )
          : frames.map((frame, n) => ({
              txHash: `0x${txids[n]}`,
              result: {
                ...frame,
                ...(code === 'arb' ? { beforeEVMTransfers: [outer()], afterEVMTransfers: [outer()] } : {}),
              },
            }));
      const answer = { tracer, body: bytes(envelope(result)) };
      const ids = Buffer.from(txids.join(''), 'hex');
      const block = decodeInternalBlock(place, { height, hash, time: 1_700_000_000 }, answer, ids, txids.length);
      for (const [n, traced] of readTraces(answer, txids).entries()) {
        const ours = withoutRemains(transfersOf(block.keys, block.transfers, n), traced.destroyed);
        const theirs = expectedInternal(traced, types[n]!, code === 'arb');
        expect(ours).toEqual(theirs);
        moves += theirs.length;
      }
    }
    expect(moves).toBeGreaterThan(100);
  });

  it('move what comes from the zero address, but for the deposit of a retryable', () => {
    const [zero, sender, refunded] = ['00', '11', '22'].map((byte) => byte.repeat(20));
    const move = (from: string, to: string) => ({ from, to, amount: 5n });
    const traced = {
      moves: [move(zero!, sender!), move(zero!, refunded!)],
      destroyed: new Set<string>(),
      failed: false,
      unreadable: null,
    };
    const receiversOf = (type: bigint) => expectedInternal(traced, type, true).map(({ to }) => to);
    expect(receiversOf(0x68n)).toEqual([sender, refunded]);
    expect(receiversOf(0x69n)).toEqual([refunded]);
  });

  it('tell what failed, and contracts that destroyed themselves as far as it can be read', () => {
    const txid = 'ab'.repeat(32);
    const [caller, contract, other] = KEYS as [string, string, string];
    const of = (more: Partial<Frame>, inner: Partial<Frame>, tracer: Tracer = 'callTracer') => {
      const call = { type: 'CALL', from: caller, to: contract, value: '0x7', calls: [], ...more };
      const destroy = { type: 'SELFDESTRUCT', from: contract, calls: [], ...inner } as Frame;
      const flat = { blockHash: `0x${txid}`, transactionHash: `0x${txid}`, transactionPosition: 0 };
      const frame = { ...call, calls: [destroy] };
      const result = tracer === 'parity' ? flattened(frame, flat) : [{ txHash: `0x${txid}`, result: frame }];
      return readTraces({ tracer, body: bytes(envelope(result)) }, [txid])[0]!;
    };
    for (const tracer of ['callTracer', 'parity'] as const) {
      expect(of({ error: 'Reverted' }, { to: other, value: '0x5' }, tracer)).toMatchObject({ failed: true, moves: [] });
      expect(of({}, { to: other, value: '0x5' }, tracer)).toMatchObject({ failed: false, unreadable: null });
      expect(of({}, { value: '0x5' }, tracer).unreadable).toMatch(/without its beneficiary/);
      // As clients on revm tell what moved nothing.
      for (const silent of [
        { from: ZERO, value: '0x0' },
        { from: caller, to: contract, value: '0x7' },
      ]) {
        expect(of({}, silent, tracer)).toMatchObject({ unreadable: null, moves: [] });
      }
    }
  });

  it('that are none say so', () => {
    for (const result of [null, {}, [{}], [{ txHash: `0x${'ab'.repeat(32)}`, result: 7 }]]) {
      for (const tracer of ['callTracer', 'parity'] as const) {
        expect(() => readTraces({ tracer, body: bytes(envelope(result)) }, ['ab'.repeat(32)])).toThrow(/right node/);
      }
    }
    expect(() => readTraces({ tracer: 'parity', body: Buffer.from('{') }, [])).toThrow(/right node/);
  });
});

it('differences are told in the order of the transfers, or as what is missing and too much', () => {
  const transfer = { kind: 'native', from: 'aa', to: 'bb', asset: null, standard: null, amount: '5', tokenId: null };
  const other = { ...transfer, amount: '6' };
  expect(compareInAnyOrder([transfer, other], [other, transfer])).toEqual([]);
  expect(compareInAnyOrder([transfer, transfer], [transfer, other, other])).toEqual([
    { what: 'internal-transfer', expected: 'native 6 from aa to bb', found: 'native 5 from aa to bb' },
    { what: 'internal-transfer', expected: 'native 6 from aa to bb', found: 'none' },
  ]);
});
