import type { UtxoNetwork } from '@chaintrail/chains';
import type { Destination } from '../utxo/destination.js';
import { type Block, makeBlock } from '../utxo/utxo-block.js';
import { makeTransaction } from '../utxo/utxo-transaction.js';
import { NOTHING_SHIELDED } from './shielded.js';
import { REGTEST_BITS, serializeZcashHeader } from './zcash-header.js';
import { zcashWire } from './zcash-wire.js';

const SATOSHI_KEY =
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f';
const MESSAGE = 'Zcash0b9c4eef8b7cc417ee5001e3500984b6fea35683a7cac141a043c42064835d34';
const TIME = 1_296_688_602;
const SOLUTION = '01936b7db1eb4ac39f151b8704642d0a8bda13ec547d54cd5e43ba142fc6d8877cab07b3';

function coinbaseScript(): Buffer {
  const text = Buffer.from(MESSAGE);
  return Buffer.concat([Buffer.from('04ffff071f0104', 'hex'), Buffer.from([text.length]), text]);
}

/**
 * Regtest's genesis block (zebra zebra-chain/src/block/genesis/block-regtest-0-000-000.txt).
 * @throws RangeError for another network, or when the constants give another hash
 */
export function zcashGenesis(network: UtxoNetwork): Block {
  const key = Buffer.from(SATOSHI_KEY, 'hex');
  const script = Buffer.concat([Buffer.from([key.length]), key, Buffer.from([0xac])]);
  const destination: Destination = { type: 'pubkey', script, wallet: -1, reveal: key };
  const unlocking = { scriptSig: coinbaseScript(), witness: [] };
  const draft = {
    kind: 'coinbase',
    version: 1,
    lockTime: 0,
    inputs: [{ txid: Buffer.alloc(32), vout: 0xffffffff, sequence: 0xffffffff, unlocking }],
    spends: [],
    outputs: [{ value: 0n, destination }],
    zcash: { ...NOTHING_SHIELDED, version: 1, branchId: 0, expiryHeight: 0 },
  } as const;
  const coinbase = makeTransaction(draft, zcashWire);
  coinbase.height = 0;
  const nonce = Buffer.alloc(32);
  nonce[0] = 9;
  const header = serializeZcashHeader({
    version: 4,
    parent: Buffer.alloc(32),
    merkleRoot: coinbase.txid,
    commitments: Buffer.alloc(32),
    time: TIME,
    bits: REGTEST_BITS,
    nonce,
    solution: Buffer.from(SOLUTION, 'hex'),
  });
  const block = makeBlock({
    height: 0,
    header,
    proof: Buffer.alloc(0),
    time: TIME,
    transactions: [coinbase],
    mweb: null,
  });
  if (block.hash === network.genesisHash) return block;
  throw new RangeError(
    `genesis block of zec regtest hashes to ${block.hash}, not ${network.genesisHash} of ${network.name}`,
  );
}
