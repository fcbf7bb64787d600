import { genesisCoinbase } from '../utxo/coinbase.js';
import { type Block, makeBlock } from '../utxo/utxo-block.js';
import { makeTransaction } from '../utxo/utxo-transaction.js';
import { bitcoinWire } from '../utxo/wire.js';
import { REGTEST_BITS, serializeZcashHeader } from './zcash-header.js';

const SATOSHI_KEY =
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f';
const MESSAGE = 'Zcash0b9c4eef8b7cc417ee5001e3500984b6fea35683a7cac141a043c42064835d34';
const TIME = 1_296_688_602;
const SOLUTION = '01936b7db1eb4ac39f151b8704642d0a8bda13ec547d54cd5e43ba142fc6d8877cab07b3';

/** Regtest's genesis block (zebra zebra-chain/src/block/genesis/block-regtest-0-000-000.txt). */
export function zcashGenesis(): Block {
  // Of version 1, which is Bitcoin's.
  const coinbase = makeTransaction(genesisCoinbase('04ffff071f0104', MESSAGE, SATOSHI_KEY, 0n), bitcoinWire);
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
  const proof = Buffer.alloc(0);
  return makeBlock({ height: 0, header, proof, time: TIME, transactions: [coinbase], mweb: null });
}
