import type { EvmBlockAnswers } from '@chaintrail/chains';
import { drawing } from '../src/seeded-random.js';

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
/** CryptoPunks of Ethereum's main network, and its events beside Transfer: Assign, PunkTransfer, PunkBought. */
const PUNKS = 'b47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
const PUNK_EVENTS = [
  '8a0e37b73a0d9c82e205d4d1a3ff3d0b57ce5f4d7bccf6bac03336dc101cb7ba',
  '05af636b70da6819000c49f85b21fa82081c632069bb626f30932034099107d8',
  '58e5d5a525e3b40bc15abaa38b5882678db1ee68befd2f60bafe3a7fd06db9e3',
];
export const hex = (number: number | bigint) => `0x${number.toString(16)}`;
const word = (number: number | bigint) => number.toString(16).padStart(64, '0');
export const envelope = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result });
export const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Blocks as nodes tell them, drawn at random: odd logs, failed and early transactions, uncles, fees of every kind. */
export class OddBlocks {
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

  /** Punks that are given, moved and sold; a sale by a bid names its buyer in the Transfer before it alone. */
  punkLogs() {
    const [assigned, sent, bought] = PUNK_EVENTS as [string, string, string];
    const party = () => this.key().padStart(64, '0');
    const shapes: [string, string[], string][] = [
      [assigned, [party()], word(7)],
      [sent, [party(), party()], word(8)],
      [EVENTS[0]!, [party(), party()], word(1)],
      [bought, [word(9), party(), party()], word(0)],
      [bought, [word(10), party(), word(0)], word(0)],
    ];
    return shapes.map(([event, indexed, data]) => ({
      ...{ address: `0x${PUNKS}`, data: `0x${data}` },
      topics: [event, ...indexed].map((topic) => `0x${topic}`),
    }));
  }

  transaction(index: number, blockHash: string, types: readonly number[], saysStatus: boolean) {
    const hash = this.hash();
    const type = this.of(types);
    const to = this.below(5) === 0 ? null : `0x${this.key()}`;
    const gas = 21_000 + this.below(3) * 4;
    const isDeposit = type === 0x7e;
    if (type === 0x79 || type === 0x7d) return this.odd(index, blockHash, type);
    return {
      transaction: {
        ...{ hash: `0x${hash}`, blockHash: `0x${blockHash}`, transactionIndex: hex(index), type: hex(type) },
        ...{
          from: `0x${this.key()}`,
          to,
          value: hex(this.of([0, 5, 10n ** 18n + 1n, 10n ** 20n])),
          nonce: hex(this.below(9)),
        },
        ...{ gas: hex(gas), gasPrice: hex(30), input: this.of(['0x', '0x00', '0x01', '0xa9059cbb', '0xa9059cbb00']) },
        ...(isDeposit ? { mint: this.of([null, '0x0', '0x63']) } : {}),
        ...(type === 0x69 ? { depositValue: '0x64', gas: hex(this.of([9n, 2n ** 64n - 1n])) } : {}),
      },
      receipt: {
        ...{ transactionHash: `0x${hash}`, blockHash: `0x${blockHash}`, transactionIndex: hex(index) },
        ...(saysStatus ? { status: this.of(['0x1', '0x1', '0x0']) } : { root: `0x${hash}` }),
        ...{ gasUsed: hex(this.of([gas, 21_000])), effectiveGasPrice: hex(this.of([5, 30])) },
        contractAddress: to === null ? `0x${this.key()}` : null,
        // Since Jovian receipts of the OP stack have what is called so, too.
        ...(type === 3 || types.includes(0x7e) ? { blobGasUsed: '0x20000', blobGasPrice: '0x7' } : {}),
        ...(this.below(2) === 0 ? { l1Fee: '0x11' } : {}),
        ...(this.below(2) === 0 ? { operatorFeeScalar: '0x5f5e100', operatorFeeConstant: '0x3' } : {}),
        ...(this.below(2) === 0 ? { daFootprintGasScalar: '0x9' } : {}),
        ...(isDeposit ? { depositNonce: '0x2a' } : {}),
        logs: [] as object[],
      },
    };
  }

  /**
   * Types without value, nonce and gas: a list of calls that somebody else may pay for (Base), and what ends a block
   * (OP stack).
   */
  odd(index: number, blockHash: string, type: number) {
    const hash = this.hash();
    const place = { blockHash: `0x${blockHash}`, transactionIndex: hex(index) };
    const more = type === 0x7d ? { gas: '0x0', value: '0x0', input: '0xc20180' } : { gasLimit: 9, calls: [[]] };
    const fees = { l1Fee: '0x11', operatorFeeScalar: '0x0', operatorFeeConstant: '0x3', payer: `0x${this.key()}` };
    return {
      transaction: { ...place, hash: `0x${hash}`, type: hex(type), from: `0x${this.key()}`, ...more },
      receipt: {
        ...{ ...place, transactionHash: `0x${hash}`, status: '0x1', contractAddress: null, ...fees },
        ...{ gasUsed: hex(type === 0x7d ? 0 : 30_000), effectiveGasPrice: hex(30), logs: [] as object[] },
      },
    };
  }

  block(height: number, types: readonly number[], isOld: boolean): { hash: string; answers: EvmBlockAnswers } {
    const hash = this.hash();
    const uncles = isOld
      ? this.list(2, (n) => ({ hash: `0x${this.hash()}`, number: hex(height - 1 - n), miner: `0x${this.key()}` }))
      : [];
    const made = this.list(9, (n) => this.transaction(n, hash, types, height >= 4_370_000));
    let logIndex = 0;
    for (const { receipt } of made) {
      const form = this.below(6);
      const logs = form < 2 ? this.usualLogs() : form === 2 ? this.punkLogs() : this.list(5, () => this.log(0));
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
