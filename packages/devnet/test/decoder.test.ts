/** The product's decoder and the demo network's encoder, written apart, must mean the same. */
import { addressKeyOfScript, decodeSpentOutputs, decodeUtxoBlock, formatAddress, scriptType } from '@chaintrail/chains';
import { describe, expect, test } from 'vitest';
import { serializeBlock, serializeSpentOutputs } from '../src/utxo/block.js';
import { addressOf } from '../src/utxo/destination.js';
import { btc, ltc, simulate } from './helpers.js';

describe.each([
  ['btc', btc],
  ['ltc', ltc],
] as const)('%s', (code, chain) => {
  const simulator = simulate(code, 180, { proofOfWork: code === 'btc' ? 'sha256d' : 'scrypt' });
  const { network } = simulator.options;

  test('blocks decode to the same transactions, amounts, types and addresses', () => {
    for (const block of simulator.blocks) {
      const decoded = decodeUtxoBlock(chain, serializeBlock(block, 2));
      expect(decoded.hash).toBe(block.hash);
      expect(decoded.txids).toEqual(Buffer.concat(block.transactions.map(({ txid }) => txid)));
      expect(decoded.hogEx).toBe(block.mweb === null ? -1 : block.transactions.length - 1);
      const coins = block.transactions.flatMap(({ outputs }) => outputs);
      expect([...decoded.outputValue.subarray(0, coins.length)]).toEqual(coins.map(({ value }) => value));
      coins.forEach(({ destination }, index) => {
        const at = decoded.outputScriptOffset[index] as number;
        const length = decoded.outputScriptLength[index] as number;
        const key = addressKeyOfScript(chain, decoded.bytes, at, length);
        expect(key && formatAddress(network, key)).toBe(addressOf(destination, network));
        expect(scriptType(chain, decoded.bytes.subarray(at, at + length))).toBe(destination.type);
      });
    }
  });

  test('spent outputs decode to what the inputs spend', () => {
    for (const block of simulator.blocks.slice(1)) {
      const spent = decodeSpentOutputs(serializeSpentOutputs(block), decodeUtxoBlock(chain, serializeBlock(block, 1)));
      const coins = block.transactions.flatMap(({ inputs }) => inputs);
      expect([...spent.value.subarray(0, coins.length)]).toEqual(coins.map(({ value }) => value));
    }
  });
});
