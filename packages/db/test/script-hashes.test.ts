import { createHash } from 'node:crypto';
import { addressKeyOfScript, CHAINS, type ChainCode, scriptOfAddressKey, type UtxoChain } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { addressesOfScriptHashes } from '../src/read/utxo/read-script-hash.js';
import { buildMissingIndexes, missingIndexes } from '../src/write/chain-indexes.js';
import { registerChain } from '../src/write/ledger.js';
import { chooseScriptHashes, SCRIPT_HASH_INDEXES } from '../src/write/utxo/script-hashes.js';
import { openReadDatabase } from './support/opened-databases.js';

const db = openReadDatabase(async () => undefined);

const UTXO_CHAINS = CHAINS.filter((chain): chain is UtxoChain => chain.family === 'utxo');
const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const bytes = (length: number, seed: number): Buffer => Buffer.alloc(length, seed);

/** A key of every kind that the chain has. */
function keysOf(chain: UtxoChain): Buffer[] {
  const witness = [
    [0, 20],
    [0, 32],
    [1, 32],
    [1, 2],
    [16, 40],
  ] as const;
  return [
    Buffer.concat([Buffer.of(0), bytes(20, 1)]),
    Buffer.concat([Buffer.of(1), bytes(20, 2)]),
    ...(chain.cashTokens ? [Buffer.concat([Buffer.of(2), bytes(32, 3)])] : []),
    ...(chain.segwit
      ? witness.map(([v, length], n) => Buffer.concat([Buffer.of(0x10 + v), bytes(length, 4 + n)]))
      : []),
  ];
}

/** Address of one hash; undefined where the chain has no index of them. */
const addressOfScriptHash = async (chain: ChainCode, hash: Buffer): Promise<Buffer | null | undefined> =>
  (await addressesOfScriptHashes(db.session, chain, [hash]))!.keys?.[0];

async function use(chain: string, key: Buffer, seq = 1): Promise<void> {
  await db.session.query(`INSERT INTO ${chain}.address_transactions VALUES (1, $2, $1, 1, 1, 1)`, [key, seq]);
}

describe('script hashes', () => {
  it.each(UTXO_CHAINS)('lead to every kind of address of $name', async (chain) => {
    const { code } = chain;
    await registerChain(db.session, code, 'regtest', 0);
    const keys = keysOf(chain);
    // The hash is of a script that nodes know by that address.
    for (const key of keys) {
      const script = scriptOfAddressKey(key);
      expect(addressKeyOfScript(chain, script, 0, script.length)).toEqual(key);
      await use(code, key);
    }
    await chooseScriptHashes(db.session, code, true);
    await buildMissingIndexes(db.session, code);
    // All in one statement, in their order, with one that nobody used among them.
    const hashes = keys.map((key) => hashOf(scriptOfAddressKey(key)));
    const found = await addressesOfScriptHashes(db.session, code, [hashOf(Buffer.from('no script')), ...hashes]);
    expect(found).toMatchObject({ state: { chain: code, network: 'regtest' }, keys: [null, ...keys] });
  });

  it('of addresses that only an unconfirmed transaction pays are found, too', async () => {
    const key = Buffer.concat([Buffer.of(0x10), bytes(20, 77)]);
    const hash = hashOf(scriptOfAddressKey(key));
    expect(await addressOfScriptHash('btc', hash)).toBeNull();
    await db.session.query(`INSERT INTO btc.mempool_address_transactions VALUES (1, NULL, 5, 5, $1, '{0}')`, [key]);
    expect(await addressOfScriptHash('btc', hash)).toEqual(key);
  });

  it('have to agree to the last byte, and are of first rows alone', async () => {
    const key = Buffer.concat([Buffer.of(0), bytes(20, 1)]);
    const hash = hashOf(scriptOfAddressKey(key));
    const { rows } = await db.session.query<{ entries: number }>(
      `SELECT reltuples::integer AS entries FROM pg_class WHERE oid = 'btc.address_transactions_script_hash'::regclass`,
    );
    for (let seq = 2; seq < 20; seq++) await use('btc', key, seq);
    await db.session.query('REINDEX INDEX btc.address_transactions_script_hash');
    const { rows: later } = await db.session.query<{ entries: number }>(
      `SELECT reltuples::integer AS entries FROM pg_class WHERE oid = 'btc.address_transactions_script_hash'::regclass`,
    );
    expect(later).toEqual(rows);
    hash[31]! ^= 1;
    expect(await addressOfScriptHash('btc', hash)).toBeNull();
  });

  it('are found by the index, however large the table is', async () => {
    const hash = hashOf(Buffer.from('any'));
    await db.session.query('SET enable_seqscan = off');
    const { rows } = await db.session.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT address_key FROM btc.address_transactions WHERE seq = 1 AND btc.script_hash_head(address_key) = 5
         AND sha256(btc.script_of(address_key)) = $1`,
      [hash],
    );
    await db.session.query('RESET enable_seqscan');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/using address_transactions_script_hash|on address_transactions_script_hash/);
    // Its functions are part of the statement: a call for each row would cost more than the hash.
    expect(plan).not.toContain('script_hash_head');
  });

  it('are not looked for without their index, which goes when it is not wanted', async () => {
    const names = async () => (await missingIndexes(db.session, 'ltc')).map(({ name }) => name);
    const hash = hashOf(Buffer.from('any'));
    await chooseScriptHashes(db.session, 'ltc', false);
    expect(await names()).toEqual([]);
    expect(await addressOfScriptHash('ltc', hash)).toBeUndefined();
    await chooseScriptHashes(db.session, 'ltc', true);
    expect(await names()).toEqual(SCRIPT_HASH_INDEXES);
    expect(await addressOfScriptHash('ltc', hash)).toBeUndefined();
    await buildMissingIndexes(db.session, 'ltc');
    expect(await addressOfScriptHash('ltc', hash)).toBeNull();
  });
});
