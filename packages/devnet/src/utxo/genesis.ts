/** Genesis blocks, built from the constants of the nodes' chainparams.cpp and checked against the known hash. */

import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { Destination } from './destination.js';
import { rulesOf } from './rules/rules-by-chain.js';
import { type Block, makeBlock } from './utxo-block.js';
import { serializeHeader } from './utxo-header.js';
import { makeTransaction, type Transaction, type TransactionDraft } from './utxo-transaction.js';
import { bitcoinWire } from './wire/bitcoin-wire.js';

const SATOSHI =
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f';
const LITECOIN =
  '040184710fa689ad5023690c80f3a49c8f13f8d45b8c857fbcbc8bc4a8e4d3eb4b10f4d4604fa08dce601aaf0f470216fe1b51850b4acf21b179c45070ac7b03a9';

interface Coinbase {
  readonly message: string;
  readonly publicKey: string;
  /** Base units; 50 coins by default. */
  readonly value?: bigint;
}
const NINTONDO = { message: 'Nintondo', publicKey: LITECOIN, value: 8_800_000_000n };
const THE_TIMES = {
  message: 'The Times 03/Jan/2009 Chancellor on brink of second bailout for banks',
  publicKey: SATOSHI,
};

const COINBASES: Partial<Record<string, Coinbase>> = {
  btc: THE_TIMES,
  bch: THE_TIMES,
  doge: NINTONDO,
  ltc: { message: 'NY Times 05/Oct/2011 Steve Jobs, Apple’s Visionary, Dies at 56', publicKey: LITECOIN },
};

/** [time, bits, nonce] by chain and network. */
const HEADERS: Partial<Record<string, readonly [number, number, number]>> = {
  'btc mainnet': [1_231_006_505, 0x1d00ffff, 2_083_236_893],
  'btc testnet': [1_296_688_602, 0x1d00ffff, 414_098_458],
  'btc signet': [1_598_918_400, 0x1e0377ae, 52_613_770],
  'btc regtest': [1_296_688_602, 0x207fffff, 2],
  'ltc mainnet': [1_317_972_665, 0x1e0ffff0, 2_084_524_493],
  'ltc testnet': [1_486_949_366, 0x1e0ffff0, 293_345],
  'ltc regtest': [1_296_688_602, 0x207fffff, 0],
  'bch mainnet': [1_231_006_505, 0x1d00ffff, 2_083_236_893],
  'bch testnet': [1_296_688_602, 0x1d00ffff, 414_098_458],
  'bch testnet4': [1_597_811_185, 0x1d00ffff, 114_152_193],
  'bch chipnet': [1_597_811_185, 0x1d00ffff, 114_152_193],
  'bch scalenet': [1_598_282_438, 0x1d00ffff, 2727663012],
  'bch regtest': [1_296_688_602, 0x207fffff, 2],
  'doge mainnet': [1_386_325_540, 0x1e0ffff0, 99_943],
  'doge testnet': [1_391_503_289, 0x1e0ffff0, 997_879],
  'doge regtest': [1_296_688_602, 0x207fffff, 2],
};

function genesisCoinbase({ message, publicKey, value = 5_000_000_000n }: Coinbase): Transaction {
  const text = Buffer.from(message);
  const key = Buffer.from(publicKey, 'hex');
  const scriptSig = Buffer.concat([Buffer.from('04ffff001d0104', 'hex'), Buffer.from([text.length]), text]);
  const script = Buffer.concat([Buffer.from([key.length]), key, Buffer.from([0xac])]);
  const destination: Destination = { type: 'pubkey', script, wallet: -1, reveal: key };
  const draft: TransactionDraft = {
    kind: 'coinbase',
    version: 1,
    lockTime: 0,
    inputs: [{ txid: Buffer.alloc(32), vout: 0xffffffff, sequence: 0xffffffff, unlocking: { scriptSig, witness: [] } }],
    spends: [],
    outputs: [{ value, destination }],
  };
  return makeTransaction(draft, bitcoinWire);
}

/** @throws RangeError for a network whose genesis block is not known here, or when the constants give another hash */
export function genesisBlock(chain: UtxoChain, network: UtxoNetwork): Block {
  const own = rulesOf(chain).genesis;
  if (own) return checked(own(network), chain, network);
  const coinbase = COINBASES[chain.code];
  const constants = HEADERS[`${chain.code} ${network.name}`];
  if (!coinbase || !constants) {
    throw new RangeError(`the demo network has no genesis block for ${chain.code} ${network.name}`);
  }
  const [time, bits, nonce] = constants;
  const transaction = genesisCoinbase(coinbase);
  transaction.height = 0;
  const header = serializeHeader({
    version: 1,
    parent: Buffer.alloc(32),
    merkleRoot: transaction.txid,
    time,
    bits,
    nonce,
  });
  return checked(
    makeBlock({ height: 0, header, proof: Buffer.alloc(0), time, transactions: [transaction], mweb: null }),
    chain,
    network,
  );
}

function checked(block: Block, chain: UtxoChain, network: UtxoNetwork): Block {
  if (block.hash !== network.genesisHash) {
    throw new RangeError(
      `genesis block of ${chain.code} ${network.name} hashes to ${block.hash}, not ${network.genesisHash}`,
    );
  }
  return block;
}
