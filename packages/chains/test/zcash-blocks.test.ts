import { readFileSync } from 'node:fs';
import {
  addressKeyOfScript,
  DecodeError,
  decodeUtxoBlock,
  displayHash,
  formatAddress,
  requireUtxoChain,
  SHIELDED_POOLS,
  scriptType,
  TxidsNeededError,
  type UtxoBlock,
} from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { networkOf } from './support/networks.js';
import { listVectors, readJsonVector, readVector, vectorsPresent } from './support/vectors.js';
import { sha256d } from './support/wire.js';
import { referenceTxid } from './support/zcash-reference-txid.js';
import {
  coinbaseBytes,
  coinbaseInput,
  type ModernTransaction,
  modernTransactionBytes,
  NO_ACTIONS,
  NO_SAPLING,
  payment,
  transparentPart,
  u32,
  zcashBlockBytes,
} from './support/zcash-wire.js';

const zec = requireUtxoChain('zec');
const mainnet = networkOf(zec, 'mainnet');

const poolSums = ({ txCount, poolDeltas }: UtxoBlock) =>
  SHIELDED_POOLS.map((_, pool) => {
    let sum = 0n;
    for (let tx = 0; tx < txCount; tx++) sum += poolDeltas![tx * SHIELDED_POOLS.length + pool]!;
    return sum;
  });

function addressesOf({ bytes, outputScriptOffset, outputScriptLength }: UtxoBlock): (string | null)[] {
  return [...outputScriptOffset].map((offset, i) => {
    const key = addressKeyOfScript(zec, bytes, offset, outputScriptLength[i]!);
    return key && formatAddress(mainnet, key);
  });
}

function readBlock(name: string): Buffer {
  const bytes = readVector(`zec/${name}`);
  return name.endsWith('.hex') ? Buffer.from(bytes.toString('latin1').trim(), 'hex') : bytes;
}

interface Expected {
  readonly hash: string;
  readonly txCount: number;
  /** Sums of all transactions together, in the order of the pools. */
  readonly pools: readonly bigint[];
  readonly versions: readonly number[];
}

// Hashes: zebra zebra-chain/src/parameters/checkpoint and zebra-test/src/vectors/block.rs.
const recorded: Record<string, Expected> = {
  '396.hex': { hash: '000000e869e3a0fa', txCount: 2, pools: [14_250_000n, 0n, 0n, 0n], versions: [1, 2] },
  '419199.hex': { hash: '00000000025c3b19', txCount: 10, pools: [-321_484_867_165n, 0n, 0n, 0n], versions: [3] },
  '419201.hex': { hash: '00000000014d117f', txCount: 10, pools: [28_770_000n, 136_171_583n, 0n, 0n], versions: [4] },
  '1046401.bin': { hash: '0000000000cff2bb', txCount: 47, pools: [0n, -25_600_030_000n, 0n, 0n], versions: [4] },
  '1687106.hex': { hash: '00000000017d40c5', txCount: 5, pools: [0n, -4_000n, 0n, 0n], versions: [4, 5] },
  '1687107.hex': { hash: '00000000005a5e6f', txCount: 6, pools: [0n, 500_738_159n, 1_000_000n, 0n], versions: [4, 5] },
};

describe('recorded mainnet blocks', () => {
  const names = [...listVectors('zec', '.hex'), ...listVectors('zec', '.bin')];
  it.skipIf(!vectorsPresent).each(names)('%s is read to its last byte, with ids that give the Merkle root', (name) => {
    const bytes = readBlock(name);
    const block = decodeUtxoBlock(zec, bytes);
    const { hash, ...expected } = recorded[name]!;
    expect(block.hash.startsWith(hash)).toBe(true);
    const versions = [...new Set(block.txVersion)].sort();
    expect({ txCount: block.txCount, pools: poolSums(block), versions }).toEqual(expected);
    expect(block.size).toBe(bytes.length);
    expect(block.txSize.reduce((sum, size) => sum + size, 0)).toBe(bytes.length - 1487 - 1);
    for (const address of addressesOf(block)) if (address !== null) expect(address).toMatch(/^t[13][1-9A-Za-z]{33}$/);
    expect(decodeUtxoBlock(zec, bytes, { nodeTxids: block.txids })).toEqual(block);
  });

  it.skipIf(!vectorsPresent)('hold the transactions and addresses that the node named', () => {
    interface Recorded {
      readonly hex: string;
      readonly vout: readonly { readonly scriptPubKey: { readonly addresses: readonly string[] } }[];
    }
    const { txDetails } = readJsonVector<{ txDetails: Record<string, Recorded> }>('zec/transactions-zcash.json');
    for (const [txid, { hex, vout }] of Object.entries(txDetails)) {
      const bytes = Buffer.from(hex, 'hex');
      const block = decodeUtxoBlock(zec, zcashBlockBytes([{ bytes: coinbaseBytes }, { bytes }], 1344));
      expect(displayHash(block.txids, 32)).toBe(txid);
      expect(addressesOf(block).slice(1)).toEqual(vout.map(({ scriptPubKey }) => scriptPubKey.addresses[0]));
    }
  });
});

interface Coinbase {
  readonly pool: (typeof SHIELDED_POOLS)[number];
  readonly version: number;
  readonly hash: string;
  readonly txid: string;
  readonly gain: string;
  readonly block: string;
}

/**
 * Made by zebrad 7.0.0 on regtest (`generatetoaddress` with an address that has an Orchard receiver), proofs and all;
 * ids as it said.
 */
const coinbases: Coinbase[] = JSON.parse(
  readFileSync(new URL('fixtures/zebrad-shielded-coinbases.json', import.meta.url), 'utf8'),
);

it.each(coinbases)(
  "zebrad's coinbase of version $version that pays into $pool has the id that the node gives it",
  (one) => {
    const block = decodeUtxoBlock(zec, Buffer.from(one.block, 'hex'));
    expect([block.hash, displayHash(block.txids, 0), ...block.txVersion]).toEqual([one.hash, one.txid, one.version]);
    expect(poolSums(block)).toEqual(SHIELDED_POOLS.map((pool) => (pool === one.pool ? BigInt(one.gain) : 0n)));
    expect(block.outputScriptOffset.length).toBe(0);
  },
);

const shielded: ModernTransaction = {
  version: 6,
  branch: 0x37a5_165b,
  lockTime: 0,
  expiry: 3_428_200,
  inputs: [],
  outputs: [],
  sapling: NO_SAPLING,
  orchard: { ...NO_ACTIONS, actions: [Buffer.alloc(820, 1)], balance: 50_000n },
  ironwood: { ...NO_ACTIONS, actions: [Buffer.alloc(820, 2)], balance: -40_000n },
};
const spending: ModernTransaction = {
  ...shielded,
  version: 5,
  inputs: [{ txid: Buffer.alloc(32, 0xab), vout: 1, script: Buffer.alloc(107, 1), sequence: 0xffff_fffe }],
};
const shieldedCoinbase: ModernTransaction = {
  ...shielded,
  inputs: [coinbaseInput],
  orchard: NO_ACTIONS,
  ironwood: { ...NO_ACTIONS, actions: [Buffer.alloc(820, 3)], balance: -125_000_000n },
};
const modern = (tx: ModernTransaction) => ({ bytes: modernTransactionBytes(tx), txid: referenceTxid(tx) });
const coinbase = { bytes: coinbaseBytes };

describe('a built block', () => {
  it('has a hash over its whole header, whatever the length of the solution', () => {
    for (const solutionBytes of [36, 1344]) {
      const bytes = zcashBlockBytes([coinbase], solutionBytes);
      const block = decodeUtxoBlock(zec, bytes);
      const headerBytes = solutionBytes === 36 ? 177 : 1487;
      expect(block.hash).toBe(displayHash(sha256d(bytes.subarray(0, headerBytes))));
      expect(block.parentHash).toBe('cd'.repeat(32));
      expect([block.version, block.time, block.hogEx]).toEqual([4, 1_700_000_000, -1]);
      expect(addressesOf(block)).toEqual(['t1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgW']);
    }
  });

  it('may have transactions without transparent inputs and outputs, and a coinbase that pays into a pool only', () => {
    const block = decodeUtxoBlock(zec, zcashBlockBytes([modern(shieldedCoinbase), modern(shielded), modern(spending)]));
    expect([...block.inputStart]).toEqual([0, 1, 1, 2]);
    expect([...block.outputStart]).toEqual([0, 0, 0, 0]);
    expect([...block.poolDeltas!]).toEqual([0n, 0n, 0n, 125_000_000n, 0n, 0n, -50_000n, 40_000n, 0n, 0n, -50_000n, 0n]);
    expect([block.outputTokenLength, block.txCount]).toEqual([null, 3]);
  });

  it('is no block when its first transaction is no coinbase, or another one is', () => {
    const spend = Buffer.concat([u32(1), transparentPart({ inputs: spending.inputs, outputs: [payment] }), u32(0)]);
    for (const [transactions, message] of [
      [[{ bytes: spend }, coinbase], 'the first transaction is no coinbase'],
      [[modern(shielded)], 'the first transaction is no coinbase'],
      [[coinbase, coinbase], 'a transaction after the first has a coinbase input'],
    ] as const) {
      expect(() => decodeUtxoBlock(zec, zcashBlockBytes(transactions))).toThrow(message);
    }
  });
});

describe('txids of the node', () => {
  const odd = Buffer.alloc(32, 0x5a);
  const bytes = zcashBlockBytes([coinbase, { bytes: modernTransactionBytes(shielded), txid: odd }]);
  const coinbaseTxid = sha256d(coinbaseBytes);

  it('are asked for when the computed ones do not give the Merkle root', () => {
    expect(() => decodeUtxoBlock(zec, bytes)).toThrow(TxidsNeededError);
    expect(() => decodeUtxoBlock(zec, bytes)).toThrow(DecodeError);
  });

  it('are not asked for where no transaction has an id that could be another', () => {
    const forged = zcashBlockBytes([{ ...coinbase, txid: odd }]);
    expect(() => decodeUtxoBlock(zec, forged)).toThrow(DecodeError);
    expect(() => decodeUtxoBlock(zec, forged)).not.toThrow(TxidsNeededError);
  });

  it('take the place of the computed ones, and are checked', () => {
    const nodeTxids = Buffer.concat([coinbaseTxid, odd]);
    expect(decodeUtxoBlock(zec, bytes, { nodeTxids }).txids.subarray(32)).toEqual(odd);
    for (const [given, message] of [
      [[coinbaseTxid, Buffer.alloc(32, 1)], 'Merkle root'],
      [[Buffer.alloc(32, 1), odd], 'the node calls it'],
      [[coinbaseTxid], 'the block has 2 transactions, the node names 1'],
    ] as const) {
      const decode = () => decodeUtxoBlock(zec, bytes, { nodeTxids: Buffer.concat(given) });
      expect(decode).toThrow(message);
      expect(decode).not.toThrow(TxidsNeededError);
    }
  });
});

describe('scripts of a chain without segwit', () => {
  it.each([
    ['51024e73', 'nonstandard'],
    [`0014${'22'.repeat(20)}`, 'nonstandard'],
    [`5120${'22'.repeat(32)}`, 'nonstandard'],
    [`76a914${'11'.repeat(20)}88ac`, 'pubkeyhash'],
    [`a914${'11'.repeat(20)}87`, 'scripthash'],
    ['6a0141', 'nulldata'],
  ])('%s is %s', (hex, type) => {
    const script = Buffer.from(hex, 'hex');
    expect(scriptType(zec, script)).toBe(type);
    const hasAddress = type === 'pubkeyhash' || type === 'scripthash';
    expect(addressKeyOfScript(zec, script, 0, script.length) !== null).toBe(hasAddress);
  });
});
