import { id } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEvmBlock, type EvmBlock } from '../src/index.js';
import {
  ARB,
  address,
  BASE,
  blockAnswers,
  ETH,
  effectsOf,
  OP,
  REF,
  topic,
  transfersOf,
  word,
} from './support/evm-answers.js';

// ethers is the independent source of the topics.
const TRANSFER = id('Transfer(address,address,uint256)');
const SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');
const DEPOSIT = id('Deposit(address,uint256)');
const WITHDRAWAL = id('Withdrawal(address,uint256)');

const TOKEN = address(0xc0);
const [A, B, ZERO] = [address(0xa), address(0xb), address(0)];
const MAX = 2n ** 256n - 1n;

interface Log extends Readonly<Record<string, unknown>> {
  readonly address?: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const data = (...words: (bigint | number | string)[]) => `0x${words.map(word).join('')}`;
const parties = (from: string, to: string) => [topic(from), topic(to)];
const decode = (...logs: Log[]) => decodeEvmBlock(ETH, REF, blockAnswers([{ logs: [...logs] }]));
const tokens = (...logs: Log[]) => transfersOf(decode(...logs), 0);
const batch = (ids: bigint[], values: bigint[]) =>
  data(64, 96 + 32 * ids.length, ids.length, ...ids, values.length, ...values);

describe('logs of token contracts', () => {
  it('tell transfers of ERC-20, which touch both parties', () => {
    const block = decode({ topics: [TRANSFER, ...parties(A, B)], data: data(MAX) });
    expect(transfersOf(block, 0)).toEqual([['token', A, B, MAX, TOKEN, 'erc20']]);
    expect(effectsOf(block, 0)).toMatchObject({ [A]: [0, 0], [B]: [0, 0] });
    expect(effectsOf(block, 0)).not.toHaveProperty([TOKEN]);
  });

  it('tell transfers of nothing, too', () => {
    expect(tokens({ topics: [TRANSFER, ...parties(A, B)], data: data(0) })).toEqual([
      ['token', A, B, 0, TOKEN, 'erc20'],
    ]);
  });

  it('tell transfers of ERC-721', () => {
    const log = { topics: [TRANSFER, ...parties(A, B), topic(MAX)], data: '0x' };
    expect(tokens(log)).toEqual([['token', A, B, 1, TOKEN, 'erc721', MAX]]);
  });

  it('tell transfers of ERC-1155, one or many', () => {
    const topics = [address(0xe), A, B].map((party) => topic(party));
    expect(tokens({ topics: [SINGLE, ...topics], data: data(7, 8) })).toEqual([
      ['token', A, B, 8, TOKEN, 'erc1155', 7n],
    ]);
    expect(tokens({ topics: [BATCH, ...topics], data: batch([1n, MAX], [3n, 4n]) })).toEqual([
      ['token', A, B, 3, TOKEN, 'erc1155', 1n],
      ['token', A, B, 4, TOKEN, 'erc1155', MAX],
    ]);
    expect(tokens({ topics: [BATCH, ...topics], data: batch([], []) })).toEqual([]);
  });

  it('tell transfers of tokens from before the standards, which index nothing', () => {
    const log = { topics: [TRANSFER], data: data(A, B, 5) };
    expect(tokens(log)).toEqual([['token', A, B, 5, TOKEN, 'erc20']]);
    const kitties = '0x06012c8cf97bead5deae237070f9587f8e7a266d';
    expect(tokens({ ...log, address: kitties })).toEqual([['token', A, B, 1, kitties, 'erc721', 5n]]);
  });

  it('may be numbered by transaction', () => {
    const log = { topics: [TRANSFER, ...parties(A, B)], data: data(2), logIndex: '0x0' };
    const block = decodeEvmBlock(ETH, REF, blockAnswers([{ logs: [log] }, { logs: [log] }]));
    expect([...block.transfers.start]).toEqual([0, 1, 2, 3]);
  });

  it('keep their order within the transaction and over the block', () => {
    const log = (amount: number) => ({ topics: [TRANSFER, ...parties(A, B)], data: data(amount) });
    const block = decodeEvmBlock(
      ETH,
      REF,
      blockAnswers([{ transaction: { value: '0x1' }, logs: [log(2), log(3)] }, { logs: [log(4)] }]),
    );
    expect([...block.transfers.start]).toEqual([0, 3, 4, 5]);
    expect(block.transfers.amount.slice(0, 4)).toEqual([1, 2, 3, 4]);
  });

  // EIP-7708 (topics of ERC-20, emitted for the chain's own coin); OVM_ETH of Optimism before Bedrock.
  it.each(['0xfffffffffffffffffffffffffffffffffffffffe', '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000'])(
    'are none where %s makes them',
    (emitter) => {
      expect(tokens({ address: emitter, topics: [TRANSFER, ...parties(A, B)], data: data(5) })).toEqual([]);
    },
  );
});

describe('logs of a wrapped coin', () => {
  const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
  const deposit = { address: WETH, topics: [DEPOSIT, topic(A)], data: data(5) };
  const withdrawal = { address: WETH, topics: [WITHDRAWAL, topic(A)], data: data(5) };
  const minted = { address: WETH, topics: [TRANSFER, ...parties(ZERO, A)], data: data(5) };
  const burned = { address: WETH, topics: [TRANSFER, ...parties(A, ZERO)], data: data(5) };
  const mint = ['token', ZERO, A, 5, WETH, 'erc20'];
  const burn = ['token', A, ZERO, 5, WETH, 'erc20'];

  it('mint and burn where it logs no Transfer', () => {
    expect(tokens(deposit, withdrawal)).toEqual([mint, burn]);
  });

  it('are counted once where it logs a Transfer, too, before or after', () => {
    expect(tokens(deposit, minted)).toEqual([mint]);
    expect(tokens(burned, withdrawal)).toEqual([burn]);
    expect(tokens(deposit, minted, deposit)).toEqual([mint, mint]);
  });

  it('are not confused with transfers of others', () => {
    const other = { ...minted, address: address(0xc1) };
    expect(tokens(deposit, other, { ...minted, data: data(6) })).toHaveLength(3);
  });

  it.each([
    ['op', OP, '0x4200000000000000000000000000000000000006'],
    ['base', BASE, '0x4200000000000000000000000000000000000006'],
    ['arb', ARB, '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'],
  ])('are known on %s', (_, place, weth) => {
    const block = decodeEvmBlock(place, REF, blockAnswers([{ logs: [{ ...deposit, address: weth }] }]));
    expect(transfersOf(block, 0)).toContainEqual(['token', ZERO, A, 5, weth, 'erc20']);
  });

  describe('of a contract that no list names', () => {
    const [a, b] = [
      { topics: [DEPOSIT, topic(A)], data: data(5) },
      { topics: [WITHDRAWAL, topic(B)], data: data(7) },
    ];
    const keyOf = ({ keys }: EvmBlock, n: number) =>
      `0x${Buffer.from(keys.bytes.subarray(keys.starts[n]!, keys.starts[n + 1]!)).toString('hex')}`;
    const claims = (...logs: Log[]) => {
      const block = decode(...logs);
      const { entry, mints, asset, owner, amount } = block.wrapped;
      return Array.from(entry, (e, n) => [e, mints[n], keyOf(block, asset[n]!), keyOf(block, owner[n]!), amount[n]]);
    };

    it('are no transfers, but kept as what may be some', () => {
      expect(tokens(a, b)).toEqual([]);
      expect(claims(a, b)).toEqual([
        [0, 1, TOKEN, A, 5],
        [0, 0, TOKEN, B, 7],
      ]);
      expect(effectsOf(decode(a, b), 0)).toMatchObject({ [A]: [0, 0], [B]: [0, 0], [ZERO]: [0, 0] });
    });

    it('are nothing beside a mint or burn of its own, whatever the amounts', () => {
      const shares = { topics: [TRANSFER, ...parties(ZERO, A)], data: data(4) };
      expect(tokens(a, shares)).toEqual([['token', ZERO, A, 4, TOKEN, 'erc20']]);
      expect(claims(a, shares, b)).toEqual([[0, 0, TOKEN, B, 7]]);
      expect(claims(b, { topics: [TRANSFER, ...parties(B, ZERO), topic(1)], data: '0x' })).toEqual([]);
      expect(claims(a, { ...shares, address: address(0xc1) })).toHaveLength(1);
    });
  });
});

describe('logs of CryptoPunks', () => {
  const PUNKS = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
  const punk = (from: string, to: string) => ['token', from, to, 1, PUNKS, 'erc721', 17n];
  const log = (signature: string, indexed: readonly (string | number)[], words: string) => ({
    address: PUNKS,
    topics: [id(signature), ...indexed.map((value) => topic(value))],
    data: words,
  });
  const one = log('Transfer(address,address,uint256)', [A, B], data(1));
  const bought = 'PunkBought(uint256,uint256,address,address)';

  it.each<[string, Log[], unknown[]]>([
    ['assigned', [log('Assign(address,uint256)', [A], data(17))], punk(ZERO, A)],
    ['sent', [one, log('PunkTransfer(address,address,uint256)', [A, B], data(17))], punk(A, B)],
    ['bought', [one, log(bought, [17, A, B], data(9))], punk(A, B)],
    ['sold to a bid, whose buyer the contract loses', [one, log(bought, [17, A, ZERO], data(0))], punk(A, B)],
  ])('name the punk that is %s', (_, logs, transfer) => {
    expect(tokens(...logs)).toEqual([transfer]);
  });

  it('are those of others elsewhere', () => {
    const elsewhere = { ...log('Assign(address,uint256)', [A], data(17)), address: TOKEN };
    expect(tokens(elsewhere, { ...one, address: TOKEN })).toEqual([['token', A, B, 1, TOKEN, 'erc20']]);
  });
});

it('names contracts whose code changed: proxies, and those that came to be', () => {
  const log = { topics: [id('Upgraded(address)'), topic(A)], data: '0x' };
  const created = { transaction: { to: null }, receipt: { contractAddress: B } };
  const block = decodeEvmBlock(ETH, REF, blockAnswers([{ logs: [log] }, created]));
  const { bytes, starts } = block.keys;
  const keys = block.changedCode.map(
    (n) => `0x${Buffer.from(bytes.subarray(starts[n]!, starts[n + 1]!)).toString('hex')}`,
  );
  expect(keys).toEqual([TOKEN, B]);
});

describe('logs that are not those of a token', () => {
  const long = 'f'.repeat(64);
  const three = [address(0xe), A, B].map((party) => topic(party));
  it.each<[string, Log]>([
    ['no topics', { topics: [], data: data(1) }],
    ['another event', { topics: [id('Approval(address,address,uint256)'), ...parties(A, B)], data: data(1) }],
    ['ERC-20 without data', { topics: [TRANSFER, ...parties(A, B)], data: '0x' }],
    ['ERC-20 with short data', { topics: [TRANSFER, ...parties(A, B)], data: '0x01' }],
    ['ERC-20 with long data', { topics: [TRANSFER, ...parties(A, B)], data: data(1, 2) }],
    ['ERC-20 with an address of 32 bytes', { topics: [TRANSFER, `0x${long}`, topic(B)], data: data(1) }],
    ['ERC-20 with one topic too few', { topics: [TRANSFER, topic(A)], data: data(1) }],
    ['ERC-721 with data', { topics: [TRANSFER, ...parties(A, B), topic(1)], data: data(1) }],
    [
      'ERC-721 of a token that is no number',
      { topics: [TRANSFER, ...parties(A, B), `0x${'zz'.repeat(32)}`], data: '0x' },
    ],
    ['unindexed, with an address of 32 bytes', { topics: [TRANSFER], data: data(A, MAX, 1) }],
    ['ERC-1155 with three topics', { topics: [SINGLE, ...parties(A, B)], data: data(1, 2) }],
    ['ERC-1155 with short data', { topics: [SINGLE, ...three], data: data(1) }],
    ['a batch whose arrays differ', { topics: [BATCH, ...three], data: data(64, 160, 2, 1, 1, 1, 5, 5) }],
    ['a batch whose arrays are one', { topics: [BATCH, ...three], data: data(64, 64, 1, 1) }],
    ['a batch whose arrays overlap', { topics: [BATCH, ...three], data: data(64, 96, 1, 1, 1, 1) }],
    ['a batch that begins far away', { topics: [BATCH, ...three], data: data(MAX, MAX, 1, 1, 1, 1) }],
    ['a batch longer than its data', { topics: [BATCH, ...three], data: data(64, 96, MAX, MAX, 1, 1) }],
    ['a batch with half a word', { topics: [BATCH, ...three], data: `${batch([1n], [1n])}00` }],
    ['WETH with two amounts', { topics: [DEPOSIT, topic(A)], data: data(1, 2) }],
    ['WETH of an address of 32 bytes', { topics: [WITHDRAWAL, `0x${long}`], data: data(1) }],
    ['data that is no hex', { topics: [TRANSFER, ...parties(A, B)], data: `0x${'zz'.repeat(32)}` }],
  ])('are no transfers: %s', (_, log) => {
    expect(tokens(log)).toEqual([]);
  });

  it('never stop a block, whatever they hold', () => {
    const topics = fc.constantFrom(
      TRANSFER,
      SINGLE,
      BATCH,
      DEPOSIT,
      WITHDRAWAL,
      topic(A),
      topic(B),
      topic(64),
      topic(MAX),
      `0x${long}`,
    );
    const words = fc.oneof(
      fc.constantFrom(0n, 1n, 2n, 64n, 96n, 128n, MAX, BigInt(A)),
      fc.bigInt({ min: 0n, max: MAX }),
    );
    const body = fc.tuple(fc.array(words, { maxLength: 12 }), fc.constantFrom('', '00', 'ff', '0'.repeat(62)));
    const log = fc.record({
      topics: fc.array(topics, { maxLength: 4 }),
      data: body.map(([all, end]) => data(...all) + end),
    });
    fc.assert(
      fc.property(fc.array(log, { maxLength: 8 }), (logs) => {
        const { transfers, keys } = decode(...logs);
        const words = logs.reduce((sum, { data: bytes }) => sum + (bytes.length - 2) / 64, 0);
        // There is no more of them than what was paid gas for.
        expect(transfers.kind.length).toBeLessThanOrEqual(logs.length + words + 1);
        for (const party of [...transfers.from, ...transfers.to]) expect(party).toBeLessThan(keys.starts.length - 1);
      }),
      { numRuns: 500 },
    );
  });
});
