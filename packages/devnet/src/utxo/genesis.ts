/** Genesis blocks of regtest, built from the constants of the nodes' chainparams.cpp and checked against the known hash. */
import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import { NO_POOLS } from '../zcash/pools.js';
import { zcashGenesisHeader } from '../zcash/zcash-format.js';
import { bitcoinWire, serializeHeader } from './bitcoin-format.js';
import { genesisCoinbase } from './coinbase.js';
import { type Block, makeBlock } from './utxo-block.js';
import { makeTransaction } from './utxo-transaction.js';

const SATOSHI =
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f';
const LITECOIN =
  '040184710fa689ad5023690c80f3a49c8f13f8d45b8c857fbcbc8bc4a8e4d3eb4b10f4d4604fa08dce601aaf0f470216fe1b51850b4acf21b179c45070ac7b03a9';
const TIME = 1_296_688_602;
/** Bits, and an extra nonce of 4. */
const PREFIX = '04ffff001d0104';

interface Genesis {
  readonly message: string;
  readonly publicKey: string;
  /** Base units. */
  readonly value: bigint;
  readonly nonce: number;
  /** Bits and extra nonce, where they are not Bitcoin's. */
  readonly prefix?: string;
}

const THE_TIMES: Genesis = {
  message: 'The Times 03/Jan/2009 Chancellor on brink of second bailout for banks',
  publicKey: SATOSHI,
  value: 5_000_000_000n,
  nonce: 2,
};
const GENESIS: Partial<Record<string, Genesis>> = {
  btc: THE_TIMES,
  bch: THE_TIMES,
  doge: { message: 'Nintondo', publicKey: LITECOIN, value: 8_800_000_000n, nonce: 2 },
  zec: {
    message: 'Zcash0b9c4eef8b7cc417ee5001e3500984b6fea35683a7cac141a043c42064835d34',
    publicKey: SATOSHI,
    value: 0n,
    nonce: 9,
    prefix: '04ffff071f0104',
  },
  ltc: {
    message: 'NY Times 05/Oct/2011 Steve Jobs, Apple’s Visionary, Dies at 56',
    publicKey: LITECOIN,
    value: 5_000_000_000n,
    nonce: 0,
  },
};

/** @throws RangeError for a network whose genesis block is not known here */
export function genesisBlock(chain: UtxoChain, network: UtxoNetwork): Block {
  const block = madeGenesis(chain);
  if (block.hash === network.genesisHash) return block;
  throw new RangeError(
    `genesis block of ${chain.code} regtest hashes to ${block.hash}, not ${network.genesisHash} of ${network.name}`,
  );
}

function madeGenesis(chain: UtxoChain): Block {
  const genesis = GENESIS[chain.code];
  if (!genesis) throw new RangeError(`the demo network has no genesis block for ${chain.code}`);
  const { message, publicKey, value, nonce, prefix = PREFIX } = genesis;
  // Zcash's first transaction is of version 1, which is Bitcoin's.
  const transaction = makeTransaction(genesisCoinbase(prefix, message, publicKey, value), bitcoinWire);
  transaction.height = 0;
  const parent = Buffer.alloc(32);
  const fields = { version: 1, parent, merkleRoot: transaction.txid, time: TIME, nonce };
  const header = chain.shielded ? zcashGenesisHeader(transaction.txid, TIME) : serializeHeader(fields);
  const proof = Buffer.alloc(0);
  const pools = chain.shielded ? NO_POOLS : null;
  return makeBlock({ height: 0, header, proof, time: TIME, transactions: [transaction], mweb: null, pools });
}
