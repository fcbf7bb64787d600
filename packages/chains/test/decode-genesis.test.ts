import {
  addressKeyOfScript,
  decodeUtxoBlock,
  decodeUtxoTransaction,
  displayHash,
  formatAddress,
  scriptType,
  type UtxoChain,
  type UtxoNetwork,
} from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { bch, btc, doge, networkOf } from './support/networks.js';
import { i64, sha256d, sized, strippedBytes } from './support/wire.js';

const reward = (hex: string) => Buffer.from(`41${hex}ac`, 'hex');
const satoshi = reward(
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f',
);
const shibetoshi = reward(
  '040184710fa689ad5023690c80f3a49c8f13f8d45b8c857fbcbc8bc4a8e4d3eb4b10f4d4604fa08dce601aaf0f470216fe1b51850b4acf21b179c45070ac7b03a9',
);
const headline = 'The Times 03/Jan/2009 Chancellor on brink of second bailout for banks';

/** The only transaction of a genesis block: a text in its coinbase, and the reward for a public key. */
function genesisTransaction(text: string, value: bigint, script: Buffer): Buffer {
  const input = Buffer.concat([Buffer.from('04ffff001d0104', 'hex'), sized(Buffer.from(text))]);
  const bytes = strippedBytes({
    version: 1,
    inputs: [{ txid: Buffer.alloc(32), vout: 0xffff_ffff, script: input }],
    outputs: [{ value, script }],
  });
  // The sequence of other transactions in these tests is another one.
  bytes.writeUInt32LE(0xffff_ffff, bytes.length - 4 - script.length - i64(value).length - 2 - 4);
  return bytes;
}

function genesisBlock(transaction: Buffer, time: number, bits: number, nonce: number): Buffer {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(1, 0);
  sha256d(transaction).copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(bits, 72);
  header.writeUInt32LE(nonce, 76);
  return Buffer.concat([header, Buffer.of(1), transaction]);
}

const bitcoins = genesisTransaction(headline, 5_000_000_000n, satoshi);
const dogecoins = genesisTransaction('Nintondo', 8_800_000_000n, shibetoshi);

describe('the genesis block', () => {
  it.each<[string, UtxoChain, UtxoNetwork, Buffer, string]>([
    [
      'Bitcoin',
      btc,
      networkOf(btc, 'mainnet'),
      genesisBlock(bitcoins, 1231006505, 0x1d00ffff, 2083236893),
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ],
    [
      'Bitcoin Cash',
      bch,
      networkOf(bch, 'mainnet'),
      genesisBlock(bitcoins, 1231006505, 0x1d00ffff, 2083236893),
      'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy',
    ],
    [
      'Dogecoin',
      doge,
      networkOf(doge, 'mainnet'),
      genesisBlock(dogecoins, 1386325540, 0x1e0ffff0, 99943),
      'DQmCZQo3thCvTxkyAhPHfY7DVLqFtJ2ji6',
    ],
  ])('of %s is named as the parameters say, and pays a public key', (_name, chain, network, bytes, address) => {
    const block = decodeUtxoBlock(chain, bytes, { hash: network.genesisHash });
    expect(block.hash).toBe(network.genesisHash);
    expect(network.unspendableCoinbases).toContain(0);
    const offset = block.outputScriptOffset[0]!;
    const script = bytes.subarray(offset, offset + block.outputScriptLength[0]!);
    expect(scriptType(chain, script)).toBe('pubkey');
    const key = addressKeyOfScript(chain, bytes, offset, script.length);
    expect(key && formatAddress(network, key)).toBe(address);
  });

  it('has the txid that nodes refuse to look up', () => {
    const read = decodeUtxoTransaction(btc, bitcoins)!;
    expect(displayHash(read.txids)).toBe('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b');
  });
});

it('coinbases whose outputs were never spendable are those of BIP30', () => {
  expect(networkOf(btc, 'mainnet').unspendableCoinbases).toEqual([0, 91_722, 91_812]);
  expect(networkOf(bch, 'mainnet').unspendableCoinbases).toEqual([0, 91_722, 91_812]);
});
