/**
 * The SQL functions for addresses and ids, held against packages/chains, which is right, and against others' libraries.
 */
import * as ecc from '@bitcoinerlab/secp256k1';
import { AddressError, type EvmNetwork, formatAddress, parseAddress, type UtxoNetwork } from '@chaintrail/chains';
import bchaddr from 'bchaddrjs';
import { address as bitcoinjs, initEccLib } from 'bitcoinjs-lib';
import { getIcapAddress } from 'ethers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bech32Text, type Item, unifiedAddress } from '../../chains/test/support/zcash-unified.js';
import { createFunctions, everyPlace, type NamedPlace, placeOf } from './support/functions.js';
import { openReadDatabase } from './support/opened-databases.js';

const SEED = 20_261_122;
/** So many that later witness programs come with each of their versions and lengths. */
const KEYS = 1_350;

const db = openReadDatabase(async (session) => {
  for (const place of everyPlace) await createFunctions(session, place);
  // Answers instead of errors, so that one statement asks thousands.
  await session.query(`CREATE FUNCTION answer_of(schema text, typed text, OUT key text, OUT problem text, OUT code text) LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('SELECT encode(%I.address_key($1), ''hex'')', schema) INTO key USING typed;
    EXCEPTION WHEN OTHERS THEN problem := SQLERRM; code := SQLSTATE;
    END $$`);
});

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array));
/** Hashes that begin with zeros are the special case of base58. */
const hash = (length: number) =>
  fc.oneof(
    { weight: 5, arbitrary: bytes(length) },
    bytes(length - 3).map((end) => Buffer.concat([Buffer.alloc(3), end])),
    fc.constantFrom(0, 1, 0xff).map((byte) => Buffer.alloc(length, byte)),
  );
const key = (kind: number, rest: fc.Arbitrary<Buffer>) => rest.map((end) => Buffer.concat([Buffer.of(kind), end]));
const laterPrograms = fc
  .tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 2, max: 40 }).chain(bytes))
  .map(([version, program]) => Buffer.concat([Buffer.of(0x10 + version), program]));

/** Every kind of key that has an address on the network. */
function keysOf({ place }: NamedPlace): fc.Arbitrary<Buffer> {
  switch (place.family) {
    case 'evm':
      return hash(20);
    case 'cosmos':
      return fc.oneof(hash(20), hash(32));
    case 'utxo':
      return utxoKeys(place.network);
  }
}

function utxoKeys({ hrp, cashAddrPrefix, mwebHrp }: UtxoNetwork): fc.Arbitrary<Buffer> {
  const legacy = [key(0, hash(20)), key(1, hash(20))];
  if (cashAddrPrefix !== null) return fc.oneof(...legacy, key(2, hash(32)));
  if (hrp === null) return fc.oneof(...legacy);
  const later = laterPrograms.filter(
    (program) => mwebHrp === null || program.length !== 33 || ![0x18, 0x19].includes(program[0]!),
  );
  return fc.oneof(...legacy, key(0x10, hash(20)), key(0x10, hash(32)), key(0x11, hash(32)), later);
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, count = KEYS): T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count });

async function textsOf(schema: string, keys: readonly Buffer[]): Promise<(string | null)[]> {
  const { rows } = await db.session.query<{ text: string | null }>(
    `SELECT ${schema}.address_text(key) AS text FROM unnest($1::bytea[]) WITH ORDINALITY AS keys(key, n) ORDER BY n`,
    [keys],
  );
  return rows.map(({ text }) => text);
}

interface KeyOfText {
  readonly key: string | null;
  readonly problem: string | null;
  readonly code: string | null;
}

async function answersTo(schema: string, texts: readonly string[]): Promise<KeyOfText[]> {
  const { rows } = await db.session.query<KeyOfText>(
    `SELECT key, problem, code FROM unnest($2::text[]) WITH ORDINALITY AS texts(typed, n), answer_of($1, typed) ORDER BY n`,
    [schema, texts],
  );
  return rows;
}

/** Key of a text by packages/chains: a key in hex, null where it is refused. */
function expectedKey({ place }: NamedPlace, text: string): string | null {
  try {
    return parseAddress(place, text).toString('hex');
  } catch (error) {
    if (error instanceof AddressError) return null;
    throw error;
  }
}

/** Whether a form is one that SQL leaves to `npx chaintrail key`, since its checksum would take too much SQL. */
function isLeftToCommand({ place }: NamedPlace, text: string): boolean {
  if (place.family === 'evm') {
    const digits = text.replace(/^0x/i, '');
    return digits.length === 40 ? ![digits.toLowerCase(), digits.toUpperCase()].includes(digits) : /^xe/i.test(text);
  }
  const prefix = text.slice(0, Math.max(0, text.indexOf('1'))).toLowerCase();
  return place.family === 'utxo' && (place.network.zcash?.unified.includes(prefix) ?? false);
}

/**
 * That SQL takes what packages/chains takes but forms that are the command's, and refuses what it refuses, in the words
 * that are agreed on.
 */
async function expectAgreement(named: NamedPlace, texts: readonly string[]): Promise<KeyOfText[]> {
  const { network } = named.place;
  const example = network.family === 'evm' ? network.addressExample.toLowerCase() : network.addressExample;
  const answers = await answersTo(named.schema, texts);
  const ours = texts.map((text) => expectedKey(named, text));
  const expected = texts.map((text, i) => [text, isLeftToCommand(named, text) ? null : ours[i]]);
  expect(answers.map((answer, i) => [texts[i], answer.key])).toEqual(expected);
  // At once: each of these comparisons takes longer than the answer.
  const sentence = `; expected an address of ${named.title} such as ${example}`;
  const wrong = answers.filter(({ key: found, problem, code }, i) => {
    if (found !== null) return false;
    const isSaid = code === '22023' && /^\S.*\S; expected an address of /s.test(problem ?? '');
    const isLeft = ours[i] === null || problem?.includes(`npx chaintrail key ${named.schema} `);
    return !isSaid || !problem?.endsWith(sentence) || !isLeft;
  });
  expect(wrong).toEqual([]);
  return answers;
}

/** Other forms of an address. */
function alternateForms({ place }: NamedPlace, bytesOfKey: Buffer): string[] {
  switch (place.family) {
    case 'evm':
      return evmForms(place.network, bytesOfKey);
    case 'cosmos':
      return [formatAddress(place.network, bytesOfKey).toUpperCase()];
    case 'utxo':
      return utxoForms(place.network, bytesOfKey);
  }
}

function evmForms(network: EvmNetwork, bytesOfKey: Buffer): string[] {
  const digits = bytesOfKey.toString('hex');
  const mixed = formatAddress(network, bytesOfKey).slice(2);
  const forms = [digits, digits.toUpperCase(), mixed].flatMap((form) => [form, `0x${form}`, `0X${form}`]);
  const icap = getIcapAddress(`0x${digits}`);
  return [...forms, icap, icap.toLowerCase()];
}

/** Bitcoin Cash's legacy forms, in the words of packages/chains; the first versions where there are no others. */
function utxoForms(network: UtxoNetwork, bytesOfKey: Buffer): string[] {
  const canonical = formatAddress(network, bytesOfKey);
  const forms: string[] = [];
  const kind = bytesOfKey[0]!;
  if (kind >= 0x10) forms.push(canonical.toUpperCase());
  if (network.cashAddrPrefix !== null) {
    const bare = canonical.slice(network.cashAddrPrefix.length + 1);
    forms.push(bare, bare.toUpperCase(), canonical.toUpperCase());
  }
  if (kind > 1) return forms;
  const versions = kind === 0 ? network.p2pkh : network.p2sh;
  for (const version of versions) {
    const legacy: UtxoNetwork = { ...network, cashAddrPrefix: null, p2pkh: [version], p2sh: [version] };
    forms.push(formatAddress(legacy, bytesOfKey));
  }
  if (network.zcash !== null && kind === 0) {
    const tex = bech32Text(network.zcash.tex, bytesOfKey.subarray(1));
    forms.push(tex, tex.toUpperCase());
  }
  return forms;
}

/** The functions of a chain's other networks differ in what they are given alone: prefixes and versions. */
const isFirstNetwork = ({ place }: NamedPlace): boolean => place.network.name === place.chain.networks[0]!.name;

describe.each(everyPlace)('on $title', (named) => {
  const { place, schema } = named;
  const isFirst = isFirstNetwork(named);
  const some = isFirst ? 170 : 30;
  const keys = sample(keysOf(named), isFirst ? KEYS : 60);

  it('keys have the texts of packages/chains, and texts their keys', async () => {
    const texts = keys.map((bytesOfKey) => formatAddress(place.network, bytesOfKey));
    const written = place.family === 'evm' ? texts.map((text) => text.toLowerCase()) : texts;
    expect(await textsOf(schema, keys)).toEqual(written);
    const answers = await answersTo(schema, written.slice(0, 500));
    expect(answers.map((answer) => answer.key)).toEqual(keys.slice(0, 500).map((one) => one.toString('hex')));
  });

  it('every form is read, or left to the command', async () => {
    const few = keys.slice(0, some / 2.5);
    const forms = few.map((one) => alternateForms(named, one));
    const answers = await expectAgreement(named, forms.flat());
    const expected = few.flatMap((one, i) =>
      (forms[i] ?? []).map((form) => (isLeftToCommand(named, form) ? null : one.toString('hex'))),
    );
    expect(answers.map((answer) => answer.key)).toEqual(expected);
    expect(expected.filter((one) => one !== null).length).toBeGreaterThanOrEqual(
      place.family === 'evm' ? few.length : 0,
    );
  });

  it('what is wrong by a character or two is refused', async () => {
    const texts = keys.slice(0, some).flatMap((one) => alternateForms(named, one).slice(-3));
    const all = [...texts, ...keys.slice(0, some).map((one) => formatAddress(place.network, one))];
    const changes = fc.tuple(
      fc.nat(),
      fc.constantFrom(...'qpzry9x8l0OI1AZa?: é'),
      fc.constantFrom('put', 'cut', 'swap', 'case'),
    );
    const drawn = sample(changes, all.length);
    const wrong = all.map((text, i) => changed(text, drawn[i]!));
    const answers = await expectAgreement(named, wrong);
    expect(answers.filter((answer) => answer.key === null).length).toBeGreaterThan(all.length / 3);
  });

  it('addresses of other networks are taken or refused as packages/chains does', async () => {
    const foreign = everyPlace.flatMap((other) =>
      sample(keysOf(other), isFirst ? 6 : 1).flatMap((one) => [
        formatAddress(other.place.network, one),
        ...alternateForms(other, one).slice(0, 2),
      ]),
    );
    await expectAgreement(named, foreign);
  });

  it('no key of an address is refused as what it is not', async () => {
    const wrong = ['', '00', '00'.repeat(20), '00'.repeat(21), `03${'00'.repeat(20)}`];
    const others = ['02', '10', '18', '19', '11', '21'].map((kind) => kind + 'aa'.repeat(32));
    for (const hex of [...wrong, ...others]) {
      const bytesOfKey = Buffer.from(hex, 'hex');
      if (isKey(named, bytesOfKey)) continue;
      await expect(textsOf(schema, [bytesOfKey])).rejects.toMatchObject({
        code: '22023',
        message: `this is no key of an address of ${named.title}`,
      });
    }
  });
});

function isKey({ place }: NamedPlace, bytesOfKey: Buffer): boolean {
  try {
    formatAddress(place.network, bytesOfKey);
    return true;
  } catch {
    return false;
  }
}

function changed(text: string, [draw, character, how]: readonly [number, string, string]): string {
  const at = draw % text.length;
  const one = text[at]!;
  const flipped = one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase();
  const next = text[at + 1] ?? '';
  const middle = { put: character, cut: '', swap: next + one, case: flipped }[how];
  return text.slice(0, at) + middle + text.slice(at + (how === 'swap' ? 2 : 1));
}

it('unified addresses of Zcash are left to the command, with a transparent receiver and without', async () => {
  const zcash = placeOf('zec_mainnet');
  const [transparent, shielded]: Item[][] = [[[0, Buffer.alloc(20, 7)]], [[3, Buffer.alloc(43, 7)]]];
  const texts = ['u', 'ur', 'zu', 'tu'].flatMap((hrp) => [
    unifiedAddress(hrp, [...transparent!, ...shielded!]),
    unifiedAddress(hrp, shielded!).toUpperCase(),
    unifiedAddress(hrp, transparent!).slice(0, -1),
  ]);
  expect(texts.map((text) => expectedKey(zcash, text)).filter((one) => one !== null).length).toBeGreaterThan(0);
  for (const { problem } of await expectAgreement(zcash, texts))
    expect(problem).toMatch(/^npx chaintrail key zec_mainnet reads unified addresses/);
});

describe('against other libraries', () => {
  beforeAll(() => {
    initEccLib(ecc);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  it.each(['btc_mainnet', 'btc_regtest', 'ltc_mainnet', 'doge_mainnet'])(
    '%s writes what bitcoinjs-lib does',
    async (schema) => {
      const { place } = placeOf(schema);
      if (place.family !== 'utxo') throw new Error('no chain of that library');
      const { hrp, p2pkh, p2sh } = place.network;
      const hashes = sample(bytes(20), 300);
      const base58 = (kind: number, version: number) =>
        hashes.map((one) => [Buffer.concat([Buffer.of(kind), one]), bitcoinjs.toBase58Check(one, version)] as const);
      const segwit = (version: number) =>
        hashes.map(
          (one) =>
            [Buffer.concat([Buffer.of(0x10 + version), one]), bitcoinjs.toBech32(one, version, hrp ?? '')] as const,
        );
      const pairs = [
        ...base58(0, p2pkh[0]!),
        ...base58(1, p2sh[0]!),
        ...(hrp === null ? [] : [...segwit(0), ...segwit(16)]),
      ];
      expect(
        await textsOf(
          schema,
          pairs.map(([one]) => one),
        ),
      ).toEqual(pairs.map(([, text]) => text));
    },
  );

  it('Bitcoin Cash reads what bchaddrjs writes', async () => {
    const keys = sample(fc.oneof(key(0, bytes(20)), key(1, bytes(20))), 300);
    const texts = await textsOf('bch_mainnet', keys);
    const forms = texts
      .map((text) => text ?? '')
      .flatMap((text) => [bchaddr.toLegacyAddress(text), bchaddr.toBitpayAddress(text)]);
    const answers = await answersTo('bch_mainnet', forms);
    expect(answers.map((answer) => answer.key)).toEqual(
      keys.flatMap((one) => [one.toString('hex'), one.toString('hex')]),
    );
  });
});
