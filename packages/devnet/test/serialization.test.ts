import { Block as ReferenceBlock } from 'bitcoinjs-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '../src/node/networks.js';
import { genesisBlock } from '../src/utxo/genesis.js';
import { serializeBlock } from '../src/utxo/utxo-block.js';
import type { UtxoSimulator } from '../src/utxo/utxo-simulator.js';
import { bch, btc, doge, ltc, simulate } from './helpers.js';

const types = (simulator: UtxoSimulator): Set<string> =>
  new Set(
    simulator.blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ outputs }) => outputs.map((coin) => coin.destination.type)),
    ),
  );

describe('genesis blocks', () => {
  test.each([
    [btc, 285],
    [ltc, 280],
    [doge, 224],
    [bch, 285],
  ])('%#', (chain, length) => {
    const network = networkOf(chain);
    const block = genesisBlock(chain, network);
    expect(block.hash).toBe(network.genesisHash);
    expect(serializeBlock(block, 2)).toHaveLength(length);
  });

  test('another network than regtest is refused by name', () => {
    expect(() => genesisBlock(btc, networkOf(btc, 'testnet4'))).toThrow('of testnet4');
  });
});

describe('bitcoin blocks', () => {
  let simulator: UtxoSimulator;
  beforeAll(() => {
    simulator = simulate('btc', 260);
  });

  test('are read by bitcoinjs-lib: roots, witness commitment, ids', () => {
    for (const block of simulator.blocks.slice(1)) {
      const reference = ReferenceBlock.fromBuffer(serializeBlock(block, 1));
      expect(reference.getId()).toBe(block.hash);
      expect(reference.checkTxRoots()).toBe(true);
      expect(reference.transactions?.map((transaction) => transaction.getId())).toEqual(
        block.transactions.map(({ id }) => id),
      );
      expect(reference.transactions?.map((transaction) => transaction.weight())).toEqual(
        block.transactions.map(({ strippedSize, bytes }) => strippedSize * 3 + bytes.length),
      );
    }
  });

  test('start their coinbase script with the height (BIP34)', () => {
    const script = (height: number): string => {
      const block = simulator.blocks[height];
      if (!block) throw new Error('no such block');
      return Buffer.from(
        ReferenceBlock.fromBuffer(serializeBlock(block, 1)).transactions?.[0]?.ins[0]?.script ?? [],
      ).toString('hex');
    };
    expect(script(1)).toMatch(/^51/);
    expect(script(16)).toMatch(/^60/);
    expect(script(17)).toMatch(/^0111/);
    expect(script(127)).toMatch(/^017f/);
    expect(script(128)).toMatch(/^028000/);
    expect(script(256)).toMatch(/^020001/);
  });

  test('carry every kind of output, zero amounts, and blocks without payments', () => {
    const wanted = [
      'pubkey',
      'pubkeyhash',
      'scripthash',
      'witness_v0_keyhash',
      'witness_v0_scripthash',
      'witness_v1_taproot',
      'anchor',
      'multisig',
      'nulldata',
      'witness_unknown',
    ];
    expect(types(simulator)).toEqual(new Set(wanted));
    const payments = simulator.blocks.slice(101).flatMap(({ transactions }) => transactions.slice(1));
    expect(
      payments.some(({ outputs }) =>
        outputs.some(({ value, destination }) => value === 0n && destination.type !== 'nulldata'),
      ),
    ).toBe(true);
    expect(payments.some(({ inputs }) => inputs.length >= 20)).toBe(true);
    expect(payments.some(({ outputs }) => outputs.length >= 20)).toBe(true);
    expect(simulator.blocks.slice(105).some(({ transactions }) => transactions.length === 1)).toBe(true);
    const inOneBlock = payments.some(({ inputs, height }) => inputs.some((coin) => coin.transaction.height === height));
    expect(inOneBlock).toBe(true);
  });
});

describe('litecoin blocks', () => {
  let simulator: UtxoSimulator;
  beforeAll(() => {
    simulator = simulate('ltc', 200);
  });

  test('without MWEB bytes are ordinary segwit blocks', () => {
    for (const block of simulator.blocks.slice(1)) {
      const reference = ReferenceBlock.fromBuffer(serializeBlock(block, 1));
      expect(reference.checkTxRoots()).toBe(true);
      expect(reference.transactions).toHaveLength(block.transactions.length);
    }
  });

  test('with MWEB bytes end in the extension block, behind a HogEx of flag 8', () => {
    const block = simulator.tip;
    const hogEx = block.transactions.at(-1);
    if (!hogEx || !block.mweb) throw new Error('the tip has no HogEx');
    const flagged = Buffer.concat([
      hogEx.bytes.subarray(0, 4),
      Buffer.from([0, 8]),
      hogEx.bytes.subarray(4, -4),
      Buffer.from([0]),
      hogEx.bytes.subarray(-4),
    ]);
    const full = serializeBlock(block, 2);
    expect(full.subarray(-block.mweb.length)).toEqual(block.mweb);
    expect(full.subarray(-block.mweb.length - flagged.length, -block.mweb.length)).toEqual(flagged);
    expect(block.mweb[0]).toBe(1);
    expect(full).toHaveLength(serializeBlock(block, 1).length + block.mweb.length + 3);
  });

  test('chain their HogEx: previous HogAddr first, then exactly the peg-ins of the block', () => {
    const withHogEx = simulator.blocks.filter(({ height }) => height >= 110);
    let previous: unknown = null;
    let pegIns = 0;
    let pegOuts = 0;
    for (const block of withHogEx) {
      const hogEx = block.transactions.at(-1);
      if (hogEx?.kind !== 'hogex') throw new Error(`block ${block.height} has no HogEx`);
      const wanted = block.transactions.flatMap(({ outputs }) =>
        outputs.filter(({ destination }) => destination.type === 'witness_mweb_pegin'),
      );
      expect(hogEx.inputs).toEqual(previous ? [previous, ...wanted] : wanted);
      expect(hogEx.outputs[0]?.destination.script.subarray(0, 2).toString('hex')).toBe('5820');
      expect(wanted.every(({ destination }) => destination.script.toString('hex').startsWith('5920'))).toBe(true);
      previous = hogEx.outputs[0];
      pegIns += wanted.length;
      pegOuts += hogEx.outputs.length - 1;
    }
    expect(simulator.blocks[109]?.mweb).toBeNull();
    expect(pegIns).toBeGreaterThan(10);
    expect(pegOuts).toBeGreaterThan(10);
  });
});
