import { type PlacedUtxoBlock, UTXO_CHAINS, type UtxoNetwork } from '@chaintrail/chains';
import { DATA_SCRIPT, HandmadeChain, handmadeChain, LONG_SCRIPT, scriptOf } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { txKey } from '../src/tx-key.js';
import { beginFirstSync } from '../src/write/first-sync/first-sync-state.js';
import { readBackUnspent } from '../src/write/utxo/read-back-unspent.js';
import { UnspentCache } from '../src/write/utxo/unspent-cache.js';
import { closeTargets, firstSyncOf, openTarget, type Target } from './support/first-sync.js';
import { blocksOf, simulator } from './support/simulated-ledger.js';
import { drain, unspentOutputs } from './support/unspent-model.js';

afterEach(closeTargets);

/** Writes the blocks as the load stage does, and reads back what is unspent. */
async function loaded(target: Target, blocks: readonly PlacedUtxoBlock[]): Promise<void> {
  await beginFirstSync(target.session, target.chain.code);
  const load = await firstSyncOf(target).openLoad(() => undefined);
  await load.add(blocks);
  await load.flush();
}

async function readBack(target: Target, network: UtxoNetwork, from: number, cursorHeight: number) {
  const cache = new UnspentCache(0);
  const shares: number[] = [];
  const onShare = (share: number) => shares.push(share);
  await readBackUnspent(target.session, target.chain.code, network, cache, from, cursorHeight, onShare);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  return { unspent: drain(cache), shares };
}

describe.each(UTXO_CHAINS)('unspent outputs of $code that are read back', (chain) => {
  it('are those that the blocks leave, from any transaction on', async () => {
    const simulated = simulator(chain, 21);
    for (let i = 0; i < 30; i++) simulated.mine();
    const blocks = blocksOf(simulated, 0);
    const tip = blocks.length - 1;
    const target = await openTarget(chain);
    // Beside genesis, a coinbase that is too young to be spent in these blocks.
    const network = { ...target.network, unspendableCoinbases: [0, tip - 5] };
    await loaded(target, blocks);
    const all = unspentOutputs(chain, network, blocks);
    expect(all.some((output) => output.key === '')).toBe(true);
    const { unspent, shares } = await readBack(target, network, 0, tip);
    expect(unspent).toEqual(all);
    expect(shares.at(-1)).toBe(1);
    const places = [txKey(tip + 1, 0), txKey(tip, 0), all.at(-1)!.txKey, all[all.length >> 1]!.txKey + 1];
    const anyPlace = fc
      .integer({ min: 0, max: tip })
      .chain((height) => fc.nat(blocks[height]!.txCount).map((index) => txKey(height, index)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyPlace, fc.constantFrom(...places)), async (from) => {
        const later = await readBack(target, network, from, tip);
        expect(later.unspent).toEqual(all.filter((output) => output.txKey >= from));
      }),
      { numRuns: 20, examples: places.map((place): [number] => [place]) },
    );
  });

  it('are those of a history that starts later', async () => {
    const simulated = simulator(chain, 22);
    for (let i = 0; i < 20; i++) simulated.mine();
    const blocks = blocksOf(simulated, 20);
    const target = await openTarget(chain, 20);
    await loaded(target, blocks);
    const { unspent, shares } = await readBack(target, target.network, 0, blocks.at(-1)!.height);
    expect(unspent).toEqual(unspentOutputs(chain, target.network, blocks));
    expect(shares.at(-1)).toBe(1);
  });
});

describe('unspent outputs that are read back', () => {
  it('are not those that nobody can spend', async () => {
    const made = new HandmadeChain();
    const scripts = [DATA_SCRIPT, Buffer.alloc(0), scriptOf(1), LONG_SCRIPT, Buffer.of(0x51), scriptOf(2)];
    const outputs = scripts.map((script, n) => ({ value: 2n ** 53n + BigInt(n), script }));
    const small = scripts.map((script) => ({ value: 1n, script }));
    made.mine(outputs);
    const [coinbase] = made.mine(outputs);
    made.mine(outputs);
    const nothing = outputs.slice(0, 1);
    const [, payment] = made.mine(nothing, [{ spends: [{ txid: coinbase!, vout: 2 }], outputs: small.slice(0, 3) }]);
    made.mine(outputs, [
      { spends: [{ txid: coinbase!, vout: 5 }], outputs: small.slice(0, 2) },
      { spends: [{ txid: payment!, vout: 1 }], outputs: small.slice(0, 1) },
    ]);
    const target = await openTarget(handmadeChain);
    const network = { ...target.network, unspendableCoinbases: [0, 2] };
    await loaded(target, made.blocks);
    const { unspent } = await readBack(target, network, 0, 4);
    expect(unspent).toEqual(unspentOutputs(handmadeChain, network, made.blocks));
    // Outputs of blocks 1, 3 and 4; an empty script and OP_1 can be spent, data and what is too long cannot.
    expect(unspent.map(({ key }) => key.length)).toEqual([0, 0, 42, 0, 42, 0, 42, 0]);
  });

  it('are none where nothing is loaded', async () => {
    const target = await openTarget(handmadeChain);
    await beginFirstSync(target.session, 'btc');
    expect(await readBack(target, target.network, 0, -1)).toEqual({ unspent: [], shares: [] });
  });
});
