/** The audit reads blocks in its own way: of blocks full of odd things it has to say what the codec says. */
import {
  type AccountBlock,
  decodeEvmBlock,
  decodeInternalBlock,
  EVM_CHAINS,
  type EvmBlockAnswers,
  type EvmChainNetwork,
  type KeyTable,
  NO_NUMBER,
  TOKEN_STANDARDS,
  TRANSFER_KINDS,
  type Tracer,
  type TransferColumns,
} from '@chaintrail/chains';
import type { AuditedColumns, AuditedTransfer } from '@chaintrail/db';
import { describe, expect, it } from 'vitest';
import { compareEntry, compareInAnyOrder } from '../src/audit/account/compare-entries.js';
import { expectedEntries } from '../src/audit/account/expected-entries.js';
import { expectedInternal, readTraces, withoutRemains } from '../src/audit/account/expected-internal.js';
import { readNodeBlock } from '../src/audit/account/node-block.js';
import { drawing } from '../src/audit/draw.js';

const EVENTS = [
  'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  'e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
  'ab'.repeat(32),
];
const CONTRACTS = [
  'fffffffffffffffffffffffffffffffffffffffe',
  'deaddeaddeaddeaddeaddeaddeaddeaddead0000',
  '06012c8cf97bead5deae237070f9587f8e7a266d',
  ...['11', '22', '33'].map((byte) => byte.repeat(20)),
];
const hex = (number: number | bigint) => `0x${number.toString(16)}`;
const word = (number: number | bigint) => number.toString(16).padStart(64, '0');
const envelope = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result });
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

class OddBlocks {
  private readonly draw: () => number;
  private names = 0;

  constructor(seed: number) {
    this.draw = drawing(seed);
  }

  below(count: number): number {
    return Math.floor(this.draw() * count);
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  list<T>(most: number, make: (n: number) => T): T[] {
    return Array.from({ length: this.below(most + 1) }, (_, n) => make(n));
  }

  hash(): string {
    return word(++this.names + 0xabc000);
  }

  key(): string {
    return this.below(8) === 0 ? '00'.repeat(20) : `${10 + this.below(6)}`.repeat(20);
  }

  /** A word of the ABI, mostly an address or a small number. */
  word(): string {
    const kind = this.below(12);
    if (kind === 0) return 'ff'.repeat(32);
    return kind < 7 ? this.key().padStart(64, '0') : word(this.of([0, 1, 2, 32, 64, 96, 128, 10 ** 12]));
  }

  log(n: number) {
    const event = this.of(EVENTS);
    const batch = () => {
      const count = this.below(4);
      const ids = Array.from({ length: count }, () => this.word());
      return [word(64), word(32 * (3 + count)), word(count), ...ids, word(count), ...ids].join('');
    };
    const words = this.below(3) === 0 ? batch() : this.list(4, () => this.word()).join('');
    return {
      address: `0x${this.of(CONTRACTS)}`,
      topics: [event, ...this.list(3, () => this.word())].map((topic) => `0x${topic}`),
      data: `0x${words}${this.below(10) === 0 ? 'ab' : ''}`,
      logIndex: hex(n),
    };
  }

  /** Every standard event in its usual form, among them a Transfer beside a Deposit. */
  usualLogs() {
    const [a, b] = [this.key(), this.key()].map((key) => key.padStart(64, '0'));
    const zero = word(0);
    const shapes: [number, string[], string][] = [
      [0, [a!, b!], word(7)],
      [0, [a!, b!, word(9)], ''],
      [0, [], [a, b, word(3)].join('')],
      [1, [a!, a!, b!], [word(4), word(5)].join('')],
      [3, [a!], word(6)],
      [0, [zero, a!], word(6)],
      [4, [b!], word(2)],
    ];
    const address = `0x${this.of(CONTRACTS)}`;
    return shapes.map(([event, indexed, data]) => ({
      ...{ address, data: `0x${data}` },
      topics: [EVENTS[event]!, ...indexed].map((topic) => `0x${topic}`),
    }));
  }

  transaction(index: number, blockHash: string, types: readonly number[], saysStatus: boolean) {
    const hash = this.hash();
    const type = this.of(types);
    const to = this.below(5) === 0 ? null : `0x${this.key()}`;
    const gas = 21_000 + this.below(3) * 4;
    const isDeposit = type === 0x7e;
    return {
      transaction: {
        ...{ hash: `0x${hash}`, blockHash: `0x${blockHash}`, transactionIndex: hex(index), type: hex(type) },
        ...{ from: `0x${this.key()}`, to, value: hex(this.of([0, 5, 10n ** 20n])), nonce: hex(this.below(9)) },
        ...{ gas: hex(gas), gasPrice: hex(30), input: this.of(['0x', '0x00', '0x01', '0xa9059cbb00']) },
        ...(isDeposit ? { mint: this.of([null, '0x0', '0x63']) } : {}),
        ...(type === 0x69 ? { depositValue: '0x64' } : {}),
      },
      receipt: {
        ...{ transactionHash: `0x${hash}`, blockHash: `0x${blockHash}`, transactionIndex: hex(index) },
        ...(saysStatus ? { status: this.of(['0x1', '0x1', '0x0']) } : { root: `0x${hash}` }),
        ...{ gasUsed: hex(this.of([gas, 21_000])), effectiveGasPrice: hex(this.of([5, 30])) },
        contractAddress: to === null ? `0x${this.key()}` : null,
        ...(type === 3 ? { blobGasUsed: '0x20000', blobGasPrice: '0x7' } : {}),
        ...(this.below(2) === 0 ? { l1Fee: '0x11' } : {}),
        ...(this.below(2) === 0 ? { operatorFeeScalar: '0x5f5e100', operatorFeeConstant: '0x3' } : {}),
        ...(this.below(2) === 0 ? { daFootprintGasScalar: '0x9' } : {}),
        ...(isDeposit ? { depositNonce: '0x2a' } : {}),
        logs: [] as object[],
      },
    };
  }

  block(height: number, types: readonly number[], isOld: boolean): { hash: string; answers: EvmBlockAnswers } {
    const hash = this.hash();
    const uncles = isOld
      ? this.list(2, (n) => ({ hash: `0x${this.hash()}`, number: hex(height - 1 - n), miner: `0x${this.key()}` }))
      : [];
    const made = this.list(9, (n) => this.transaction(n, hash, types, !isOld));
    let logIndex = 0;
    for (const { receipt } of made) {
      const logs = this.below(3) === 0 ? this.usualLogs() : this.list(5, () => this.log(0));
      receipt.logs = logs.map((log) => ({ ...log, logIndex: hex(logIndex++) }));
    }
    const block = {
      ...{ hash: `0x${hash}`, parentHash: `0x${this.hash()}`, number: hex(height), timestamp: '0x64', size: '0x200' },
      ...{ miner: `0x${this.key()}`, uncles: uncles.map((uncle) => uncle.hash) },
      ...(isOld ? {} : { baseFeePerGas: '0x8' }),
      ...(isOld
        ? {}
        : { withdrawals: this.list(3, () => ({ address: `0x${this.key()}`, amount: hex(this.below(3)) })) }),
      transactions: made.map(({ transaction }) => transaction),
    };
    const answers: EvmBlockAnswers = {
      block: bytes(envelope(block)),
      receipts: bytes(envelope(made.map(({ receipt }) => receipt))),
      uncles: uncles.length === 0 ? null : bytes(uncles.map(envelope).toReversed()),
    };
    return { hash, answers };
  }
}

function keyOf({ bytes: all, starts }: KeyTable, number: number): string | null {
  return number === NO_NUMBER ? null : Buffer.from(all.subarray(starts[number], starts[number + 1])).toString('hex');
}

function transfersOf(keys: KeyTable, columns: TransferColumns, entry: number): AuditedTransfer[] {
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

/** What would be stored of an entry. */
function columnsOf(block: AccountBlock, t: number): AuditedColumns {
  const isOwn = block.type[t] === NO_NUMBER;
  const text = (value: unknown) => (isOwn || value === null || value === undefined ? null : `${value}`);
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
    ['with proof of work', 'eth', 5_000_000, [0], true],
    ['on the OP stack', 'op', 140_000_000, [0, 2, 0x7e], false],
    ['on the OP stack before it had a base fee', 'op', 50_000, [0, 0x7e], true],
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
        };
        expect(compareEntry(ours, entry)).toEqual([]);
        transfers += entry.transfers.length;
      }
    }
    expect(transfers).toBeGreaterThan(200);
  });
});

const KEYS = Array.from({ length: 6 }, (_, n) => `0x${`${10 + n}`.repeat(20)}`);
const ARB_SYS = `0x${'64'.padStart(40, '0')}`;

interface Frame {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls: readonly Frame[];
}

function frameOf(odd: OddBlocks, depth: number): Frame {
  const type = odd.of(['CALL', 'CALL', 'DELEGATECALL', 'STATICCALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);
  return {
    type: depth === 0 ? odd.of(['CALL', 'CREATE']) : type,
    from: odd.of([...KEYS, ARB_SYS]),
    to: odd.of([...KEYS, `0x${'0'.repeat(40)}`]),
    ...(type === 'STATICCALL' ? {} : { value: hex(odd.below(4)) }),
    ...(odd.below(6) === 0 ? { error: 'execution reverted' } : {}),
    calls: depth === 4 ? [] : odd.list(3, () => frameOf(odd, depth + 1)),
  };
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
      const frames = txids.map(() => frameOf(odd, 0));
      const outer = () => ({
        purpose: odd.of(['feePayment', 'escrow', 'gasRefund']),
        from: odd.of([null, ...KEYS]),
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
      const block = decodeInternalBlock(place, { height, hash }, answer, ids, txids.length);
      for (const [n, traced] of readTraces(answer, txids).entries()) {
        const ours = withoutRemains(transfersOf(block.keys, block.transfers, n), traced.destroyed);
        const theirs = expectedInternal(traced, code === 'arb');
        expect(compareInAnyOrder(ours, theirs)).toEqual([]);
        moves += theirs.length;
      }
    }
    expect(moves).toBeGreaterThan(100);
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
