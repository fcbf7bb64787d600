import { type DescribedTransaction, parseAddress, requireUtxoChain, scriptOfAddressKey } from '@chaintrail/chains';
import { AUDIT, parseCommandLine } from '@chaintrail/commands';
import type { SampledTransaction } from '@chaintrail/db';
import { describe, expect, it } from 'vitest';
import { auditArguments } from '../src/limits.js';
import { timeLeft } from '../src/progress.js';
import { reportText } from '../src/report.js';
import { drawing, drawn, shuffled } from '../src/seeded-random.js';
import { compareTransaction } from '../src/utxo/compare-utxo-transaction.js';

const btc = requireUtxoChain('btc');
const network = btc.networks[0]!;
const ADDRESS = network.addressExample;
const KEY = parseAddress({ family: 'utxo', chain: btc, network }, ADDRESS);
const SCRIPT = scriptOfAddressKey(KEY).toString('hex');
const TXID = 'ab'.repeat(32);
/** The first key that ever received coins, as a bare key; its address is that of its hash. */
const BARE_KEY = `4104${'678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f'}ac`;
const BARE_KEY_ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ONE_OF_ONE = `51${BARE_KEY.slice(0, -2)}51ae`;

const ours: SampledTransaction = {
  txid: TXID,
  fee: '10',
  poolGain: '0',
  inputs: [[TXID, 3, '110']],
  outputs: [['100', KEY.toString('hex'), null]],
  tokens: null,
};
const theirs: DescribedTransaction = {
  txid: TXID,
  inputs: [{ txid: TXID, vout: 3 }],
  outputs: [{ value: 100n, addresses: [ADDRESS], scriptHex: SCRIPT }],
};
const compare = (changed: Partial<SampledTransaction>, described: Partial<DescribedTransaction> = {}) =>
  compareTransaction(btc, network, { ...ours, ...changed }, { ...theirs, ...described }, 100).map(({ what }) => what);
const ofOutput = (key: string | null, script: string | null, addresses: string[], scriptHex: string) =>
  compare({ outputs: [['100', key, script]] }, { outputs: [{ value: 100n, addresses, scriptHex }] });

describe('a transaction', () => {
  it('agrees with the same one', () => {
    expect(compare({})).toEqual([]);
    const coinbase = { inputs: ['coinbase' as const] };
    expect(compare({ inputs: [], fee: '0' }, coinbase)).toEqual([]);
    // A value unknown before the history is no finding.
    expect(compare({ inputs: [[TXID, 3, null]], fee: null })).toEqual([]);
    // A pool's gain is not paid to the miner.
    expect(compare({ poolGain: '4', fee: '6' })).toEqual([]);
  });

  it('has no tokens before there were any, whatever the node describes', () => {
    const bch = requireUtxoChain('bch');
    const mainnet = bch.networks[0]!;
    const key = parseAddress({ family: 'utxo', chain: bch, network: mainnet }, mainnet.addressExample);
    const scriptHex = scriptOfAddressKey(key).toString('hex');
    const token = { category: 'ab'.repeat(32), amount: '1', nft: null };
    const output = { value: 100n, addresses: [mainnet.addressExample], scriptHex, token };
    const found = (
      height: number,
      stored: SampledTransaction['outputs'][number],
      tokens: typeof token | null = null,
    ) => {
      const indexed = { ...ours, outputs: [stored], tokens: tokens && [tokens] };
      return compareTransaction(bch, mainnet, indexed, { ...theirs, outputs: [output] }, height).length;
    };
    const whole = `ef${'ab'.repeat(32)}1001${scriptHex}`;
    expect(found(792_772, ['100', null, whole])).toBe(0);
    expect(found(792_772, ['100', key.toString('hex'), null])).toBeGreaterThan(0);
    expect(found(792_772, ['100', null, whole], token)).toBe(1);
    expect(found(792_773, ['100', null, whole])).toBeGreaterThan(0);
    expect(found(792_773, ['100', key.toString('hex'), null], token)).toBe(0);
    expect(found(792_773, ['100', key.toString('hex'), null])).toBe(1);
  });

  it.each([
    ['inputs', { inputs: [] }],
    ['input', { inputs: [[TXID, 4, '110']] }],
    ['input', { inputs: [['cd'.repeat(32), 3, '110']] }],
    ['outputs', { outputs: [] }],
    ['amount', { outputs: [['99', KEY.toString('hex'), null]] }],
    ['script', { outputs: [['100', KEY.toString('hex'), '51']] }],
    ['fee', { fee: '11' }],
    ['fee', { fee: null }],
    ['fee', { poolGain: '1' }],
  ] as [string, Partial<SampledTransaction>][])('differs in its %s', (what, changed) => {
    expect(compare(changed)).toContain(what);
  });

  it('has the address of a bare key, whether the node shows one or not', () => {
    const key = parseAddress({ family: 'utxo', chain: btc, network }, BARE_KEY_ADDRESS).toString('hex');
    expect(ofOutput(key, BARE_KEY, [], BARE_KEY)).toEqual([]);
    expect(ofOutput(key, BARE_KEY, [BARE_KEY_ADDRESS], BARE_KEY)).toEqual([]);
    expect(ofOutput(null, BARE_KEY, [BARE_KEY_ADDRESS], BARE_KEY)).toEqual(['address-key']);
  });

  it('has no address of a multisig, for whose keys older nodes show some', () => {
    expect(ofOutput(null, ONE_OF_ONE, [], ONE_OF_ONE)).toEqual([]);
    expect(ofOutput(null, ONE_OF_ONE, [BARE_KEY_ADDRESS], ONE_OF_ONE)).toEqual([]);
    expect(ofOutput(null, ONE_OF_ONE, [BARE_KEY_ADDRESS, ADDRESS], ONE_OF_ONE)).toEqual([]);
  });

  it('differs where the node shows another address, none, or one for data', () => {
    const key = KEY.toString('hex');
    expect(ofOutput(key, null, [BARE_KEY_ADDRESS], SCRIPT)).toEqual(['address']);
    expect(ofOutput(key, null, ['nonsense'], SCRIPT)).toEqual(['address']);
    expect(ofOutput(key, null, [], SCRIPT)).toEqual(['address']);
    expect(ofOutput(null, '6a0100', [ADDRESS], '6a0100')).toEqual(['address']);
  });
});

describe('what is drawn', () => {
  it('is the same from the same seed, and another from another', () => {
    expect(shuffled(100, 7)).toEqual(shuffled(100, 7));
    expect(shuffled(100, 7)).not.toEqual(shuffled(100, 8));
    expect([...shuffled(1_000, 3)].sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  });

  it('lies within its bounds, and is all there is where that is little', () => {
    const draw = drawing(1);
    for (let n = 0; n < 1_000; n++) {
      const value = draw();
      expect(value >= 0 && value < 1).toBe(true);
    }
    const heights = drawn(50, 10, 100, draw);
    expect(heights.size).toBe(50);
    for (const height of heights) expect(height >= 10 && height <= 100).toBe(true);
    expect([...drawn(50, 3, 5, draw)]).toEqual([3, 4, 5]);
    expect([...drawn(50, 0, -1, draw)]).toEqual([]);
  });
});

it('the time that is left follows from what was done since the start', () => {
  const start = { atMs: 0, share: 0.2 };
  expect(timeLeft(start, 0.2, 5_000)).toBeNull();
  expect(timeLeft(start, 0.6, 10_000)).toBeCloseTo(10);
  expect(timeLeft(start, 1, 10_000)).toBe(0);
});

const asked = (...args: string[]) => auditArguments(parseCommandLine(AUDIT, args));

it.each([
  [[], "missing required argument 'code'"],
  [['xyz'], "'xyz' is invalid"],
  [['btc', 'ltc'], 'too many arguments'],
  [['btc', '--sample', 'many'], 'whole number from 1'],
  [['btc', '--sample', '0'], 'whole number from 1'],
  [['btc', '--fuller'], '--fuller'],
])('%j is not an audit', (args, expected) => {
  expect(() => asked(...args)).toThrow(expected);
});

it('more blocks are drawn for a full audit, and as many as are asked for', () => {
  expect(asked('LTC')).toMatchObject({ scope: 'sample', sampledBlocks: 20, json: false });
  expect(asked('ltc', '--full', '--json')).toMatchObject({ scope: 'full', sampledBlocks: 200, json: true });
  expect(asked('ltc', '--sample', '7')).toMatchObject({ sampledBlocks: 7 });
});

it('the report is for reading', () => {
  const finding = { problem: 'rank', place: 'address_key 00ab seq 7', expected: '6', found: '7' };
  const check = { reason: null, share: 1, facts: {}, findings: 0, examples: [] };
  expect(
    reportText({
      ...{ chain: 'btc', network: 'mainnet', scope: 'sample', result: 'findings', seconds: 61.23 },
      reason: 'the node is away',
      block: { height: 900_000, hash: '00ab' },
      checks: [
        { ...check, name: 'unspent-outputs', outcome: 'unfinished', reason: 'the node is away' },
        { ...check, name: 'shielded-pools', outcome: 'skipped', reason: 'there are none' },
        {
          ...check,
          name: 'blocks',
          outcome: 'partial',
          share: 0.0123,
          facts: { blocks: 12_000, total: '123456789012345678' },
        },
        { ...check, name: 'histories', outcome: 'findings', share: 0.5, findings: 3, examples: [finding] },
      ],
    }),
  ).toBe(`Audit of btc mainnet (sample), block 900,000 00ab

  unspent outputs  not finished  the node is away
  shielded pools   left out      there are none
  blocks           clean         1.2 % of all, blocks 12,000, total 123,456,789,012,345,678
  histories        FINDINGS      50 % of all
    rank: address_key 00ab seq 7
      expected 6
      found    7
    … and 2 more

Something does not agree. docs/audit.md says what each finding means and what to do. (61.2 s)
Not finished: the node is away`);
});
