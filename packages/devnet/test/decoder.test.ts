/** The product's decoder and the demo network's encoder, written apart, must mean the same. */
import {
  addressKeyOfScript,
  decodeSpentOutputs,
  decodeUtxoBlock,
  displayHash,
  formatAddress,
  readCashToken,
  scriptType,
} from '@chaintrail/chains';
import { describe, expect, test } from 'vitest';
import { addressOf } from '../src/utxo/destination.js';
import { serializeBlock, serializeSpentOutputs } from '../src/utxo/utxo-block.js';
import { bch, btc, doge, ltc, simulate } from './helpers.js';

describe.each([
  ['btc', btc],
  ['ltc', ltc],
  ['doge', doge],
  ['bch', bch],
] as const)('%s', (code, chain) => {
  const simulator = simulate(code, 180);
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

  test('tokens decode to what the outputs carry', () => {
    for (const block of simulator.blocks) {
      const decoded = decodeUtxoBlock(chain, serializeBlock(block, 2));
      const coins = block.transactions.flatMap(({ outputs }) => outputs);
      const read = coins.map((_, index) => {
        const length = decoded.outputTokenLength?.[index] ?? 0;
        const at = decoded.outputScriptOffset[index] as number;
        return length > 0 ? readCashToken(decoded.bytes, at - length, length) : null;
      });
      expect(read).toEqual(
        coins.map(
          ({ token }) =>
            token && {
              category: displayHash(token.category),
              amount: token.amount.toString(),
              nft: token.nft && { ...token.nft, commitment: token.nft.commitment.toString('hex') },
            },
        ),
      );
    }
  });
});

test.each(['btc', 'ltc'] as const)('spent outputs of %s decode to what the inputs spend', (code) => {
  const simulator = simulate(code, 180);
  for (const block of simulator.blocks.slice(1)) {
    const bytes = serializeBlock(block, 1);
    const spent = decodeSpentOutputs(serializeSpentOutputs(block), decodeUtxoBlock(simulator.options.chain, bytes));
    const coins = block.transactions.flatMap(({ inputs }) => inputs);
    expect([...spent.value.subarray(0, coins.length)]).toEqual(coins.map(({ value }) => value));
  }
});
