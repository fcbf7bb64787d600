import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256d } from '../src/sha256.js';
import { displayHash, merkleRoot } from '../src/utxo/hash.js';
import { serializeBlock } from '../src/utxo/utxo-block.js';
import { transactionId } from '../src/zcash/digests.js';
import { writeTransaction } from '../src/zcash/write-transaction.js';
import { zcashGenesis } from '../src/zcash/zcash-genesis.js';
import { readBlock } from './zcash-reader.js';

test('the genesis block is that of regtest', () => {
  const block = zcashGenesis();
  expect(block.hash).toBe('029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327');
  expect(serializeBlock(block, 1)).toHaveLength(382);
});

describe('blocks of mainnet', () => {
  const folder = join(import.meta.dirname, '../../../../shared/vectors/zec');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+\.(hex|bin)$/.test(name)) : [];

  test.each(files.length > 0 ? files : ['none: the folder of shared test vectors is not there'])('%s', (name) => {
    if (files.length === 0) return expect(existsSync(folder)).toBe(false);
    const file = readFileSync(join(folder, name));
    const block = readBlock(name.endsWith('.hex') ? Buffer.from(file.toString('latin1').trim(), 'hex') : file);
    for (const { parts, bytes } of block.transactions) expect(writeTransaction(parts).equals(bytes)).toBe(true);
    const ids = block.transactions.map(({ parts, bytes }) => transactionId(parts, bytes));
    expect(merkleRoot(ids).equals(block.merkleRoot)).toBe(true);
    expect(displayHash(sha256d(block.header))).toMatch(/^0{6}/);
  });
});
