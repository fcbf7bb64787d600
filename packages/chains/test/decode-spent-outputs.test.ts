import { DecodeError, decodeSpentOutputs, decodeUtxoBlock } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { btc } from './support/networks.js';
import { blockBytes, coinbase, compactSize, i64, payment, sized } from './support/wire.js';

const output = (value: bigint, script: string) => Buffer.concat([i64(value), sized(Buffer.from(script, 'hex'))]);
const two = { ...payment, inputs: [{}, { vout: 9 }] };
const block = decodeUtxoBlock(btc, blockBytes([coinbase, payment, two]));
const spent = [output(1_234n, '51'), output(0n, ''), output(2_100_000_000_000_000n, `0014${'ee'.repeat(20)}`)];

/** As `SerializeBlockUndo` writes it: a list of lists, the coinbase's empty. */
function answer(...lists: Buffer[][]): Buffer {
  const parts = lists.map((items) => Buffer.concat([compactSize(items.length), ...items]));
  return Buffer.concat([compactSize(lists.length), ...parts]);
}

const good = answer([], [spent[0]!], [spent[1]!, spent[2]!]);

describe('decodeSpentOutputs', () => {
  it('lists what each input spends, without the coinbase', () => {
    const { value, scriptOffset, scriptLength, bytes } = decodeSpentOutputs(good, block);
    expect([...value]).toEqual([1_234n, 0n, 2_100_000_000_000_000n]);
    const scripts = [...scriptOffset].map((at, i) => bytes.toString('hex', at, at + scriptLength[i]!));
    expect(scripts).toEqual(['51', '', `0014${'ee'.repeat(20)}`]);
    expect(value.length).toBe(block.inputPrevVout.length - 1);
  });

  it('reads the answer for a block of nothing but its coinbase', () => {
    const genesis = decodeUtxoBlock(btc, blockBytes([coinbase]));
    expect(decodeSpentOutputs(Buffer.from('0100', 'hex'), genesis).value.length).toBe(0);
  });

  it.each<[string, Buffer]>([
    ['spent outputs of 2 transactions for a block of 3', answer([], [spent[0]!])],
    ['spent outputs of 4 transactions for a block of 3', answer([], [spent[0]!], [spent[1]!, spent[2]!], [])],
    ['transaction 0 spends 0 outputs, not 1', answer([spent[0]!], [spent[0]!], [spent[1]!, spent[2]!])],
    ['transaction 1 spends 1 outputs, not 2', answer([], [spent[0]!, spent[1]!], [spent[2]!])],
    ['transaction 2 spends 2 outputs, not 3', answer([], [spent[0]!], [...spent])],
    ['cannot hold 3 spent outputs', answer([], [], [])],
    ['1 bytes follow the last output', Buffer.concat([good, Buffer.of(0)])],
    ['negative value', answer([], [output(-1n, '51')], [spent[1]!, spent[2]!])],
    ['cannot fit', compactSize(0x0200_0000)],
  ])('refuses: %s', (message, bytes) => {
    expect(() => decodeSpentOutputs(bytes, block)).toThrow(DecodeError);
    expect(() => decodeSpentOutputs(bytes, block)).toThrow(message);
  });

  it('refuses every cut', () => {
    for (let length = 0; length < good.length; length++) {
      expect(() => decodeSpentOutputs(good.subarray(0, length), block), `${length} bytes`).toThrow(DecodeError);
    }
  });
});
