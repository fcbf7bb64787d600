/**
 * The functions of a chain's schema as analysts meet them: what they say of bad text, which plans they give, and to
 * whom they answer.
 */
import { CHAINS, type ChainCode, formatAddress, requireChain } from '@chaintrail/chains';
import { createTestDatabase } from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import { bech32Text } from '../../chains/test/support/zcash-unified.js';
import { createIndexedChain, openSession } from '../src/index.js';
import { createChainSchema } from '../src/migrate/chain-schema.js';
import { openReadDatabase } from './support/opened-databases.js';
import { nodeTypes, type PlanNode } from './support/plan.js';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETH = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const THOR = 'thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0';
const TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';

const db = openReadDatabase(async (session) => {
  for (const { code } of CHAINS) await createIndexedChain(session, code, 'mainnet');
});

async function value(sql: string, parameters: readonly unknown[] = [], on = db.session): Promise<unknown> {
  const { rows } = await on.query<{ value: unknown }>(`SELECT ${sql} AS value`, [...parameters]);
  return rows[0]?.value;
}

/** Promises of functions that are not STRICT, and STABLE where they read tables, IMMUTABLE elsewhere. */
const OTHER_PROMISES: Readonly<Record<string, string>> = {
  // A query takes them in, so that an index answers. It would not where they are STRICT and call coalesce, which is not.
  tx_range: 'STABLE PARALLEL s',
  height_at: 'STABLE PARALLEL s',
  // Written into the statements that use them, which STRICT would prevent.
  script_of: 'IMMUTABLE PARALLEL s',
  script_hash_head: 'IMMUTABLE PARALLEL s',
  // They take what is not known of a contract, or of a transfer that is of no token.
  token_reading: 'IMMUTABLE PARALLEL s',
  transfer_standard: 'IMMUTABLE PARALLEL s',
  transfer_amount: 'IMMUTABLE PARALLEL s',
  transfer_token_id: 'IMMUTABLE PARALLEL s',
  // They read tables, and answer only what holds as long as a plan with the answer as a constant.
  settled_range: 'IMMUTABLE STRICT PARALLEL s',
  settled_height: 'IMMUTABLE STRICT PARALLEL s',
};

describe('a schema', () => {
  it.each(CHAINS.map(({ code, networks }) => [code, networks[0]!.addressExample] as const))(
    '%s has the functions of its mainnet',
    async (code, example) => {
      const text = requireChain(code).family === 'evm' ? example.toLowerCase() : example;
      expect(await value(`${code}.address_text(${code}.address_key($1))`, [text])).toBe(text);
    },
  );

  it('explains each of them, and each keeps its promises to the planner', async () => {
    const { rows } = await db.session.query<{ name: string; chain: string; promises: string; source: string }>(
      `SELECT p.proname AS name, p.pronamespace::regnamespace::text AS chain, pg_get_functiondef(p.oid) AS source,
         concat_ws(' ', CASE p.provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE' ELSE 'VOLATILE' END,
           CASE WHEN p.proisstrict THEN 'STRICT' END, 'PARALLEL ' || p.proparallel::text,
           CASE WHEN obj_description(p.oid, 'pg_proc') IS NULL THEN 'unexplained' END) AS promises
       FROM pg_proc p WHERE p.pronamespace::regnamespace::text = ANY ($1) AND p.proname <> 'chain_indexes'`,
      [CHAINS.map(({ code }) => code)],
    );
    const reading = new Set<string>();
    const reads = ({ chain, source }: (typeof rows)[number]): boolean =>
      new RegExp(`FROM ${chain}[.]`).test(source) ||
      // The first is the function itself.
      [...source.matchAll(new RegExp(`\\b(${chain}[.]\\w+)[(]`, 'g'))].slice(1).some(([, name]) => reading.has(name!));
    // Until no more are found that call one.
    for (let found = -1; found < reading.size; ) {
      found = reading.size;
      for (const row of rows) if (reads(row)) reading.add(`${row.chain}.${row.name}`);
    }
    for (const row of rows) {
      const promises = OTHER_PROMISES[row.name] ?? `${reads(row) ? 'STABLE' : 'IMMUTABLE'} STRICT PARALLEL s`;
      expect(`${row.chain}.${row.name} ${row.promises}`).toBe(`${row.chain}.${row.name} ${promises}`);
    }
  });

  it('is made anew for another network while it has no block, and kept afterwards', async () => {
    const other = await createTestDatabase();
    const owner = await openSession(other.url, 'chain-functions-test');
    try {
      const read = () => value('ltc.address_text(decode($1, $2))', [`00${'00'.repeat(20)}`, 'hex'], owner);
      const written = (name: string) => formatAddress(networkOf('ltc', name), Buffer.alloc(21));
      await createChainSchema(owner, 'ltc', 'testnet');
      expect(await read()).toBe(written('testnet'));
      await createChainSchema(owner, 'ltc', 'mainnet');
      expect(await read()).toBe(written('mainnet'));
      expect(await value(`(SELECT network FROM chaintrail.chains WHERE code = 'ltc')`, [], owner)).toBe('mainnet');
      await owner.query(
        `INSERT INTO ltc.sync_state (network, history_from, height, phase) VALUES ('mainnet', 0, 0, 'syncing')`,
      );
      await createChainSchema(owner, 'ltc', 'testnet');
      expect(await read()).toBe(written('mainnet'));
    } finally {
      await owner.end();
      await other.drop();
    }
  });
});

function networkOf(code: ChainCode, name: string) {
  const network = CHAINS.find((chain) => chain.code === code)?.networks.find((one) => one.name === name);
  if (!network) throw new RangeError(`${code} has no network ${name}`);
  return network;
}

const CAPITALS = 'Capitals count in base58: write the address as it was given to you';
/** Typed texts, with the chain and the refusal. */
const REFUSED: readonly (readonly [chain: ChainCode, typed: string, words: string])[] = [
  ['btc', '', 'the address is empty'],
  ['btc', ' ', 'character 1 is neither a digit nor a letter'],
  ['btc', 'x'.repeat(1_000_000), '1000000 characters are more than any address has'],
  ['btc', 'é'.repeat(1_000_000), '1000000 characters are more than any address has'],
  ['btc', `${BTC}\u200b`, 'character 43 is neither a digit nor a letter'],
  ['btc', "'; DROP TABLE btc.blocks; --", 'character 1 is neither a digit nor a letter'],
  ['btc', '\\x00', 'character 1 is neither a digit nor a letter'],
  ['btc', '\u{1d7d9}BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'character 1 is neither a digit nor a letter'],
  ['btc', '1bpei6dfdaufd7gtittlsdbeyjvcoavggu', CAPITALS],
  ['btc', '1BPEI6DFDAUFD7GTITTLSDBEYJVCOAVGGU', CAPITALS],
  ['btc', '3cwfddi6m4ndigykqzyvsfyagqdlpvmtzc', CAPITALS],
  ['btc', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv', 'the length or the checksum is wrong'],
  ['btc', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVgg0', 'character 34 (“0”) does not occur in addresses'],
  ['btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'the checksum is wrong: the address has a typing mistake'],
  ['btc', `B${BTC.slice(1)}`, 'never mixed'],
  ['btc', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'another chain or network (prefix “tb”), of Bitcoin testnet'],
  ['btc', 'LW3ByJXVHpiJsuy3u2sdieFQkXHtuk93Yi', 'another chain or network (version 30), of Litecoin mainnet'],
  ['btc', 'LW3ByJXVHpiJsuy3u2sdieFQkXHtuk93Yj', 'this looks like an address of Litecoin mainnet'],
  ['ltc', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', '(version 1e), of Dogecoin mainnet'],
  ['btc', 't1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs', 'this looks like an address of Zcash mainnet'],
  ['btc', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'this looks like an address of Bitcoin Cash mainnet'],
  ['zec', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'this looks like an address of Bitcoin mainnet, Bitcoin Cash mainnet'],
  ['btc', ETH, 'an address of Ethereum'],
  ['btc', TXID, 'the hash of a transaction or a block'],
  ['btc', `bitcoin:${BTC}`, 'leave the prefix up to the colon out'],
  // BIP350's own: versions above 16, and programs of one byte.
  ['btc', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'no witness version from 0 to 16'],
  ['btc', 'bc1pw5dgrnzv', 'a witness program of version 1 does not have 1 bytes'],
  ['ltc', `ltcmweb1qq${'q'.repeat(101)}`, 'MWEB addresses are shielded'],
  ['ltc', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n8', 'the checksum is wrong'],
  ['bch', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'the checksum is wrong'],
  ['bch', 'bitcoincash:Qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'never mixed'],
  ['bch', 'bitcoincash:ypm2qsznhks23z7629mms6s4cwef74vcwv279a32dj', 'no script is meant by version 32 with 20 bytes'],
  ['bch', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1', 'leave the question mark and all that follows out'],
  [
    'zec',
    'zs1qqqqqqqqqqqqqqqqqqcguyvaw2vjk4sdyeg0lc970u659lvhqq7t0np6hlup5lusxle75c8v35z',
    'does not show what shielded',
  ],
  ['zec', 'tex10wur2u9clts5dcpu2vc6qg93uzyj7cca2xm733', 'the checksum is wrong'],
  ['eth', '', 'the address is empty'],
  ['eth', 'x'.repeat(1_000_000), '1000000 characters are more than any address has'],
  ['eth', '0x', 'an address has 40 hexadecimal digits, not 0'],
  ['eth', `${ETH.slice(0, -1)}é`, 'character 42 is no hexadecimal digit'],
  ['eth', ETH, 'npx chaintrail key eth checks the mixed case of EIP-55'],
  ['eth', 'vitalik.eth', 'names are not resolved'],
  ['eth', `ethereum:${ETH}`, 'this starts like a payment link'],
  ['eth', `0x${TXID}`, 'the hash of a transaction or a block'],
  ['eth', BTC, 'this looks like an address of Bitcoin mainnet; expected an address of Ethereum'],
  ['eth', THOR, 'this looks like an address of THORChain mainnet'],
  ['eth', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'this looks like an address of Dogecoin mainnet'],
  ['eth', 'XE81ETHXREGKITTYCATS', 'npx chaintrail key eth reads the form of ICAP'],
  ['eth', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZT', 'npx chaintrail key eth reads the form of ICAP'],
  ['rune', '', 'the address is empty'],
  ['rune', 'x'.repeat(1_000_000), '1000000 characters are more than any address has'],
  ['rune', `${THOR.slice(0, -1)}q`, 'the checksum is wrong: the address has a typing mistake'],
  ['rune', THOR.replace('g', 'G'), 'upper and lower case are mixed'],
  ['rune', THOR.replace('9', 'b'), 'character 7 is none of bech32'],
  [
    'rune',
    'maya1g98cy3n9mmjrpn0sxmn63lztelera37n8yyjwl',
    '(prefix “maya”), of MAYAChain mainnet; expected an address of THORChain',
  ],
  ['cacao', THOR.toUpperCase(), 'another chain or network (prefix “thor”)'],
  ['rune', BTC, 'another chain or network (prefix “bc”)'],
  ['rune', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'this looks like an address of Dogecoin mainnet'],
  ['rune', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'this looks like an address of Bitcoin Cash'],
  ['rune', `x${THOR}`, 'addresses start with thor1'],
  ['rune', ETH, 'an address of Ethereum'],
  ['rune', TXID, 'the hash of a transaction or a block'],
  ['rune', 'vitalik', 'addresses start with thor1'],
  // The account's public key, and a key of 19 bytes.
  ['rune', bech32Text('thor', Buffer.alloc(33), 1n), 'an address holds 20 bytes, that of a contract 32'],
  ['rune', bech32Text('thor', Buffer.alloc(19), 1n), 'an address holds 20 bytes, that of a contract 32'],
];

describe('address_key', () => {
  it.each(REFUSED.map(([chain, typed, words]) => [chain, words, typed] as const))(
    'on %s says: %s',
    async (chain, words, typed) => {
      const error = await value(`${chain}.address_key($1)`, [typed]).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: '22023', message: expect.stringContaining(words) });
      const { message } = error as Error;
      expect(message).toMatch(/; expected an address of [\w ]+ mainnet such as \S+$/);
      // It may be a private key pasted by mistake.
      if (typed.length > 20) expect(message.split('; expected')[0]).not.toContain(typed.slice(-8));
    },
  );

  it('is NULL for NULL alone', async () => {
    expect(await value('btc.address_key(NULL)')).toBe(null);
    expect(await value('eth.address_text(NULL)')).toBe(null);
    expect(await value('eth.txid(NULL)')).toBe(null);
  });

  it.each([
    ['btc', 'address_transactions', 'address_key', `btc.address_key('${BTC}')`],
    ['eth', 'address_transactions', 'address_key', `eth.address_key('${ETH.toLowerCase()}')`],
    ['btc', 'transactions', 'txid', `btc.txid('${TXID}')`],
    ['eth', 'transactions', 'txid', `eth.txid('0x${TXID}')`],
    ['rune', 'address_transactions', 'address_key', `rune.address_key('${THOR}')`],
    ['rune', 'transactions', 'txid', `rune.txid('block:5:end:0')`],
  ])('%s.%s is looked up by an index on %s', async (chain, table, column, call) => {
    const sql = `EXPLAIN (FORMAT JSON) SELECT * FROM ${chain}.${table} WHERE ${column} = ${call}`;
    const { rows } = await db.session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(sql);
    const plan = rows[0]!['QUERY PLAN'][0].Plan;
    expect(nodeTypes(plan).join()).toMatch(/Index/);
    // Folded to a constant while the statement is planned.
    expect(JSON.stringify(plan)).toMatch(new RegExp(`Cond":"\\(${column} = '\\\\\\\\x[0-9a-f]+'::bytea\\)`));
  });
});

describe('txid', () => {
  it('reads ids in any case, with and without 0x, and writes them as the API does', async () => {
    for (const typed of [TXID, TXID.toUpperCase(), `0x${TXID}`, `0X${TXID.toUpperCase()}`]) {
      expect(await value('btc.txid_text(btc.txid($1))', [typed])).toBe(TXID);
      expect(await value('eth.txid_text(eth.txid($1))', [typed])).toBe(`0x${TXID}`);
      expect(await value('rune.txid_text(rune.txid($1))', [typed])).toBe(TXID.toUpperCase());
    }
  });

  it('reads and writes the texts of a block’s own entries on Cosmos chains alone', async () => {
    for (const text of ['block:17562001:opening', 'block:5:begin', 'block:5:end:12']) {
      expect(await value('rune.txid($1)', [text.toUpperCase()])).toEqual(Buffer.from(text));
      expect(await value('rune.txid_text(rune.txid($1))', [text])).toBe(text);
      await expect(value('eth.txid($1)', [text])).rejects.toMatchObject({ code: '22023' });
      await expect(value('btc.txid_text($1)', [Buffer.from(text)])).rejects.toMatchObject({ code: '22023' });
    }
    for (const text of [
      'block:5:end',
      'block:5:begin:1',
      'block::begin',
      'block:5:end:1 ',
      `block:${'5'.repeat(99)}:begin`,
    ]) {
      const words = 'or an entry of a block such as block:5:end:0 (for addresses there is address_key)';
      await expect(value('rune.txid($1)', [text])).rejects.toMatchObject({
        code: '22023',
        message: expect.stringContaining(words),
      });
    }
    await expect(value(`rune.txid_text('block')`)).rejects.toMatchObject({ code: '22023' });
  });

  it.each([
    ['this has 0 characters', ''],
    ['this has 0 characters', '0x'],
    ['this has 63 characters', TXID.slice(1)],
    ['character 64 is no hexadecimal digit', `${TXID.slice(1)} `],
    ['character 66 is no hexadecimal digit', `0x${TXID.slice(1)}g`],
    ['this has 65 characters', `${TXID}\n`],
    ['character 4 is no hexadecimal digit', `0x0x${TXID.slice(2)}`],
    ['character 1 is no hexadecimal digit', 'é'.repeat(64)],
    ['this has 1000000 characters', 'a'.repeat(1_000_000)],
    ['for addresses there is address_key', BTC],
  ])('refuses text of which %s', async (words, typed) => {
    await expect(value('eth.txid($1)', [typed])).rejects.toMatchObject({
      code: '22023',
      message: expect.stringContaining(words),
    });
  });

  it('refuses to write what is no id', async () => {
    await expect(value(`btc.txid_text('\\x00')`)).rejects.toMatchObject({
      code: '22023',
      message: 'a transaction id has 32 bytes, not 1 (for keys of addresses there is address_text)',
    });
  });
});

describe('the caller', () => {
  const calls = [
    [`encode(btc.address_key('${BTC}'), 'hex')`, '10751e76e8199196d454941c45d1b3a323f1433bd6'],
    [`btc.address_text('\\x10751e76e8199196d454941c45d1b3a323f1433bd6')`, BTC],
    [
      `encode(bch.address_key('1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'), 'hex')`,
      '0076a04053bda0a88bda5177b86a15c3b29f559873',
    ],
    [
      `bch.address_text('\\x0076a04053bda0a88bda5177b86a15c3b29f559873')`,
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    [`encode(eth.address_key('${ETH.toLowerCase()}'), 'hex')`, ETH.slice(2).toLowerCase()],
    [`eth.address_text('\\x${ETH.slice(2)}')`, ETH.toLowerCase()],
    [`btc.txid_text(btc.txid('${TXID}'))`, TXID],
    [`rune.address_text(rune.address_key('${THOR.toUpperCase()}'))`, THOR],
    [`rune.txid_text(rune.txid('BLOCK:5:END:0'))`, 'block:5:end:0'],
  ] as const;

  it('may have any search_path', async () => {
    const own = await openSession(db.database.url, 'chain-functions-test');
    try {
      await own.query(`CREATE SCHEMA evil;
        CREATE FUNCTION evil.length(text) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 7';
        CREATE FUNCTION evil.lower(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT 'evil' $$;
        CREATE FUNCTION evil.sha256(bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT '\\x00'::bytea $$;
        CREATE FUNCTION evil.encode(bytea, text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT 'evil' $$;
        CREATE FUNCTION evil.xor(bigint, bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 0::bigint';
        CREATE OPERATOR evil.# (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.xor);
        CREATE DOMAIN pg_temp.bytea AS text; CREATE DOMAIN pg_temp.text AS integer`);
      const plain = calls.map(([call]) => call.replaceAll('encode(', 'pg_catalog.encode('));
      for (const path of ["''", 'evil', 'evil, pg_catalog', 'pg_temp, evil, pg_catalog', 'btc, eth, bch']) {
        await own.query(`SET search_path = ${path}; DISCARD PLANS`);
        for (const [i, call] of plain.entries())
          expect(await value(call, [], own), `${path}: ${call}`).toBe(calls[i]![1]);
      }
    } finally {
      await own.end();
      await db.session.query('DROP SCHEMA IF EXISTS evil CASCADE');
    }
  });

  it('needs rights on the schema of the chain alone', async () => {
    await db.session.query(
      'CREATE ROLE only_btc; GRANT USAGE ON SCHEMA btc TO only_btc; REVOKE ALL ON SCHEMA public FROM PUBLIC',
    );
    try {
      await db.session.query('SET ROLE only_btc');
      for (const [call, answer] of calls.filter(([one]) => one.includes('btc.')))
        expect(await value(call)).toBe(answer);
      await expect(value(calls[4][0])).rejects.toMatchObject({ code: '42501' });
    } finally {
      await db.session.query('RESET ROLE; REVOKE ALL ON SCHEMA btc FROM only_btc; DROP ROLE only_btc');
    }
  });

  it('may work in a language with other capitals, or compare without regard to case', async () => {
    const { rows } = await db.session.query<{ icu: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_collation WHERE collname = 'tr-x-icu') AS icu`,
    );
    const typed = [
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'BC1P5D7RJQ7G6RDK2YHZKS9SMLAQTEDR4DEKQ08GE8ZTWAC72SFR9RUSXG3297',
    ];
    const collations = ['"C"'];
    if (rows[0]?.icu) {
      await db.session.query(
        `CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
      );
      collations.push('"tr-x-icu"', 'any_case');
    }
    for (const collation of collations) {
      for (const text of typed) {
        expect(await value(`btc.address_text(btc.address_key($1::text COLLATE ${collation}))`, [text])).toBe(
          text.toLowerCase(),
        );
      }
      const mixed = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu';
      expect(await value(`btc.address_text(btc.address_key($1::text COLLATE ${collation}))`, [mixed])).toBe(mixed);
      const upper = ETH.slice(2).toUpperCase();
      expect(await value(`eth.address_text(eth.address_key($1::text COLLATE ${collation}))`, [upper])).toBe(
        ETH.toLowerCase(),
      );
      expect(await value(`eth.txid_text(eth.txid($1::text COLLATE ${collation}))`, [TXID.toUpperCase()])).toBe(
        `0x${TXID}`,
      );
      await expect(value(`btc.address_key($1::text COLLATE ${collation})`, [mixed.toLowerCase()])).rejects.toThrow(
        CAPITALS,
      );
      await expect(value(`eth.address_key($1::text COLLATE ${collation})`, [ETH])).rejects.toThrow('EIP-55');
    }
  });
});
