/** Small chains with what only one of them has: shielded pools, tokens, MWEB, amounts whose sums exceed 63 bits. */
import { type ChainCode, formatAddress, requireChain } from '@chaintrail/chains';
import { hashOf, type SeedTransaction } from './seed-chain.js';

/** A P2PKH key: every chain has those. */
const keyOf = (name: string): Buffer => Buffer.concat([Buffer.of(0), hashOf(name).subarray(0, 20)]);
export const HOLDER = keyOf('holder');
const MINER = keyOf('miner');
export const P2SH32 = Buffer.concat([Buffer.of(2), hashOf('contract')]);
export const MAX_INT8 = 2n ** 63n - 1n;

export const addressOf = (code: ChainCode, key: Buffer): string =>
  formatAddress(requireChain(code).networks.find(({ name }) => name === 'regtest')!, key);

const coinbase: SeedTransaction = { inputs: [], outputs: [{ key: MINER, value: 1_000n }] };
export const TOKEN = {
  category: 'ca'.repeat(32),
  amount: '21000000',
  nft: { capability: 'minting', commitment: '00ff' },
};
export const FUNGIBLE = { category: 'ce'.repeat(32), amount: '9223372036854775807', nft: null };
const witness = (version: number): Buffer => Buffer.concat([Buffer.of(0x50 + version, 32), Buffer.alloc(32, version)]);

export const SPECIAL_CHAINS: Readonly<Record<'zec' | 'bch' | 'ltc' | 'doge', readonly (readonly SeedTransaction[])[]>> =
  {
    zec: [
      [coinbase],
      // A miner may take everything shielded.
      [{ inputs: [], outputs: [], pools: [null, null, null, 1_000n] }],
      [
        coinbase,
        { inputs: [{ tx: 0, vout: 0 }], outputs: [{ key: HOLDER, value: 300n }], pools: [null, 690n, null, null] },
        { inputs: [], outputs: [{ key: HOLDER, value: 80n }], pools: [-100n, null, null, 10n] },
        { inputs: [], outputs: [], pools: [null, null, -5n, null] },
        { inputs: [{ tx: 3, vout: 0 }], outputs: [{ key: HOLDER, value: 299n }] },
      ],
    ],
    bch: [
      [coinbase],
      [
        coinbase,
        {
          inputs: [{ tx: 0, vout: 0 }],
          outputs: [
            { key: HOLDER, value: 600n, token: TOKEN },
            { key: P2SH32, value: 300n, token: FUNGIBLE },
            { key: HOLDER, value: 50n },
          ],
        },
      ],
    ],
    ltc: [
      [coinbase],
      [
        coinbase,
        { inputs: [{ tx: 0, vout: 0 }], outputs: [{ key: null, value: 900n, script: witness(9) }] },
        { inputs: [{ tx: 2, vout: 0 }], outputs: [{ key: null, value: 900n, script: witness(8) }] },
      ],
      [
        coinbase,
        { inputs: [{ tx: 1, vout: 0 }], outputs: [{ key: null, value: 990n, script: witness(9) }] },
        {
          inputs: [
            { tx: 3, vout: 0 },
            { tx: 5, vout: 0 },
          ],
          outputs: [
            { key: null, value: 1_800n, script: witness(8) },
            { key: HOLDER, value: 80n },
          ],
        },
      ],
    ],
    doge: [
      [coinbase],
      [{ inputs: [], outputs: [{ key: HOLDER, value: MAX_INT8 }] }],
      [
        { inputs: [], outputs: [{ key: HOLDER, value: MAX_INT8 }] },
        { inputs: [{ tx: 0, vout: 0 }], outputs: [{ key: MINER, value: 900n }] },
      ],
    ],
  };
