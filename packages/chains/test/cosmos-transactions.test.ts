/** Decoding of Cosmos transactions, whose bytes are untrusted. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCosmosAddress } from '../src/cosmos/cosmos-address.js';
import { decodeCosmosTransaction } from '../src/cosmos/decode-cosmos-transaction.js';
import { storableJson, storableText } from '../src/cosmos/json-text.js';
import { readFields } from '../src/cosmos/protobuf.js';
import { rune } from '../src/params/rune.js';
import { cosmosPlace } from './support/cosmos-answers.js';
import { always, any, encodeTransaction, field, type GoldenTx, message, uint, varint } from './support/cosmos-wire.js';

const { network } = cosmosPlace(rune, 'mocknet');
const UNREADABLE = { from: null, memo: null, messages: [] };
const FOX = 'tthor13wrmhnh2qe98rjse30pl7u6jxszjjwl4f6yycr';
const CAT = 'tthor1uuds8pd92qnnq0udw0rpg0szpgcslc9p8lluej';
const FISH = 'tthor1anq4fk6l89w3sfuxehwyprxqjdj3kuzpfwlrav';
const KEYS = {
  fox: 'Aw/2MBvAhnLEifCInxlpTjCXxV0I/nE8pI5jNI+Zblx6',
  cat: 'A79mmwQR0zNaJgvyBZyo1g3eKxUQTlINRlNJTUFCRxUj',
  fish: 'A6uPmFN4P7CaLgCcHi5i7VDWBRdW+QaUQmaFcg6C3oh1',
};
const SECP256K1 = '/cosmos.crypto.secp256k1.PubKey';

const decode = (bytes: Buffer) => {
  const { from, memo, messages } = decodeCosmosTransaction(bytes, network);
  return { from: from && formatCosmosAddress(network, from), memo, messages };
};

const publicKey = (name: keyof typeof KEYS) => any(SECP256K1, field(1, Buffer.from(KEYS[name], 'base64')));

/** `TxRaw` of messages in bytes. */
function signed(
  messages: readonly Buffer[],
  { memo = '', key = Buffer.alloc(0) }: { memo?: string; key?: Buffer } = {},
): Buffer {
  const signer = message(field(1, key), always(2, always(1, uint(1, 1))), uint(3, 7));
  return message(
    always(1, message(...messages.map((one) => always(1, one)), field(2, memo))),
    always(2, message(always(1, signer), always(2, uint(2, 200_000)))),
    always(3, Buffer.alloc(64, 1)),
  );
}

function golden(messages: GoldenTx['body']['messages'], memo = ''): Buffer {
  return encodeTransaction({
    auth_info: {
      fee: { amount: [], gas_limit: '0' },
      signer_infos: [{ public_key: { '@type': SECP256K1, key: KEYS.cat }, sequence: '0' }],
    },
    body: { memo, messages },
    signatures: ['AAAA'],
  });
}

const coin = (denom: string, amount: string) => message(field(1, denom), field(2, amount));

describe('messages', () => {
  it('that send coins, of both kinds, name who sends', () => {
    const amount = [{ denom: 'btc-btc', amount: '123456789012345678901234567890' }];
    for (const type of ['/types.MsgSend', '/cosmos.bank.v1beta1.MsgSend']) {
      const one = { '@type': type, from_address: FOX, to_address: FISH, amount };
      expect(decode(golden([one], 'hello'))).toEqual({
        from: FOX,
        memo: 'hello',
        messages: [{ type, from: FOX, to: FISH, coins: amount }],
      });
    }
  });

  it('that send coins to many', () => {
    const party = (address: string, amount: string) => message(field(1, address), always(2, coin('rune', amount)));
    const value = message(always(1, party(FOX, '5')), always(2, party(CAT, '2')), always(2, party(FISH, '3')));
    const type = '/cosmos.bank.v1beta1.MsgMultiSend';
    expect(decode(signed([any(type, value)]))).toMatchObject({
      from: FOX,
      messages: [
        {
          type,
          inputs: [{ address: FOX, coins: [{ denom: 'rune', amount: '5' }] }],
          outputs: [
            { address: CAT, coins: [{ denom: 'rune', amount: '2' }] },
            { address: FISH, coins: [{ denom: 'rune', amount: '3' }] },
          ],
        },
      ],
    });
  });

  it.each(['THOR.RUNE', 'BTC/BTC', 'BTC~BTC', 'ETH-USDC-0XA0B8'])(
    'that deposit %s have a memo of their own',
    (asset) => {
      const type = '/types.MsgDeposit';
      const one = {
        '@type': type,
        coins: [{ asset, amount: '5', decimals: '0' }],
        memo: '=:BTC.BTC:bc1q',
        signer: FISH,
      };
      expect(decode(golden([one], 'of the transaction'))).toEqual({
        from: FISH,
        memo: '=:BTC.BTC:bc1q',
        messages: [{ type, from: FISH, coins: [{ asset, amount: '5' }], memo: '=:BTC.BTC:bc1q' }],
      });
      expect(decode(golden([{ ...one, memo: '' }], 'of the transaction')).memo).toBe('of the transaction');
    },
  );

  it('to contracts have what they say as JSON, every digit of it', () => {
    const type = '/cosmwasm.wasm.v1.MsgExecuteContract';
    const json = '{"swap":{"min":9007199254740993,"rate":1.50,"to":"a\\u0000b\\ud800"}}';
    const execute = (text: string) =>
      any(type, message(field(1, FOX), field(2, 'c'), field(3, text), always(5, coin('tcy', '1'))));
    const [read] = decode(signed([execute(json)])).messages;
    expect(read).toEqual({
      type,
      from: FOX,
      contract: 'c',
      message: { swap: { min: '9007199254740993', rate: '1.50', to: 'a\uFFFDb\uFFFD' } },
      coins: [{ denom: 'tcy', amount: '1' }],
    });
    for (const text of ['no JSON', `"${'x'.repeat(4096)}"`, '['.repeat(4000)]) {
      expect(decode(signed([execute(text)])).messages[0]).toMatchObject({ contract: 'c', message: null });
    }
  });

  it('of other types have their type alone', () => {
    const messages = ['/types.MsgMimir', '/types.MsgTssPool'].map((type) => any(type, Buffer.from('whatever')));
    expect(decode(signed(messages)).messages).toEqual([{ type: '/types.MsgMimir' }, { type: '/types.MsgTssPool' }]);
  });

  it('that validators inject are signed by nobody', () => {
    const inject = message(
      ...['/types.MsgObservedTxQuorum', '/types.MsgNetworkFeeQuorum'].map((type) =>
        always(1, any(type, Buffer.alloc(9))),
      ),
    );
    expect(decode(inject)).toEqual({
      from: null,
      memo: null,
      messages: [{ type: '/types.MsgObservedTxQuorum' }, { type: '/types.MsgNetworkFeeQuorum' }],
    });
  });
});

describe('signers', () => {
  const mimir = [any('/types.MsgMimir', Buffer.alloc(0))];

  it('are found by their key', () => {
    expect(decode(signed(mimir, { key: publicKey('fox') })).from).toBe(FOX);
    expect(decode(signed(mimir)).from).toBeNull();
  });

  it('are found by their keys where several sign, as thornode has it', () => {
    const members = [publicKey('fox'), publicKey('cat'), publicKey('fish')];
    const value = message(uint(1, 2), ...members.map((member) => always(2, member)));
    const key = any('/cosmos.crypto.multisig.LegacyAminoPubKey', value);
    // `thornode keys add multi --multisig cat,fox,fish --multisig-threshold 2`
    expect(decode(signed(mimir, { key })).from).toBe('tthor1wpvk9fmnpk2jryfp69wq286ut0ur8229uhxnv5');
  });

  // Source: cosmos-sdk crypto/keys/ed25519 Address; cometbft crypto/tmhash SumTruncated
  it('of a validator are told by its key', () => {
    const point = Buffer.alloc(32, 7);
    const address = createHash('sha256').update(point).digest().subarray(0, 20);
    const key = any('/cosmos.crypto.ed25519.PubKey', field(1, point));
    expect(decode(signed(mimir, { key })).from).toBe(formatCosmosAddress(network, address));
  });

  it('of other kinds of keys are not known', () => {
    for (const type of ['/ethermint.crypto.v1.ethsecp256k1.PubKey', SECP256K1, '/cosmos.crypto.ed25519.PubKey']) {
      expect(decode(signed(mimir, { key: any(type, field(1, Buffer.alloc(34))) })).from).toBeNull();
    }
  });
});

describe('hostile bytes', () => {
  const bytes = (minLength: number, maxLength: number) =>
    fc.uint8Array({ minLength, maxLength }).map((one) => Buffer.from(one));

  it.each<[string, Buffer]>([
    ['a number that never ends', Buffer.alloc(20, 0xff)],
    ['a field longer than what follows', Buffer.from([0x0a, 0x05, 0x01])],
    ['a length beyond all memory', message(Buffer.from([0x0a]), varint(2n ** 63n))],
    ['a field without a number', Buffer.from([0x02, 0x00])],
    ['a group', Buffer.from([0x0b, 0x0c])],
    ['a message without a type', signed([field(2, 'x')])],
    ['a type that is none', signed([any('\u0000/types.MsgSend', Buffer.alloc(0))])],
    ['a coin without an amount', signed([any('/types.MsgSend', always(3, coin('rune', 'much')))])],
    ['bytes where a number belongs', signed([any('/types.MsgDeposit', always(1, always(1, field(4, 'x'))))])],
    ['a number where bytes belong', message(uint(1, 5), uint(2, 5))],
  ])('with %s are a transaction without content', (_, hostile) => {
    expect(decode(hostile)).toEqual(UNREADABLE);
  });

  it('never fail, and are never longer than what was written', () => {
    const base = golden([
      { '@type': '/types.MsgSend', from_address: FOX, to_address: FISH, amount: [{ denom: 'rune', amount: '5' }] },
    ]);
    const changed = fc.tuple(fc.nat(base.length - 1), fc.nat(255)).map(([at, value]) => {
      const copy = Buffer.from(base);
      copy[at] = value;
      return copy;
    });
    fc.assert(
      fc.property(fc.oneof(bytes(0, 300), changed), (hostile) => {
        const { messages, memo } = decode(hostile);
        expect(JSON.stringify(messages).length).toBeLessThan(20 * hostile.length + 100);
        expect(memo?.length ?? 0).toBeLessThanOrEqual(hostile.length);
      }),
      { seed: 13, numRuns: 3000 },
    );
  });

  it('reads the fields that are written', () => {
    const one = fc.record({
      number: fc.integer({ min: 1, max: 2 ** 29 - 1 }),
      value: fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), bytes(0, 20)),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 5 }), (fields) => {
        const written = fields.map(({ number, value }) => {
          const tag = varint((BigInt(number) << 3n) | (typeof value === 'bigint' ? 0n : 2n));
          return typeof value === 'bigint' ? message(tag, varint(value)) : message(tag, varint(value.length), value);
        });
        expect(readFields(message(...written))).toEqual(fields);
      }),
      { seed: 17, numRuns: 500 },
    );
  });
});

describe('text of strangers', () => {
  it('has nothing that a text column refuses, and is not long', () => {
    expect(storableText('a\u0000b\ud800c\udc00d\ud83d\ude00')).toBe('a\uFFFDb\uFFFDc\uFFFDd\ud83d\ude00');
    expect(storableText('x'.repeat(5000))).toHaveLength(4096);
    // Cut between the halves of a pair.
    expect(storableText(`${'x'.repeat(4095)}\ud83d\ude00`)).toBe(`${'x'.repeat(4095)}\uFFFD`);
    expect(storableJson({ 'a\u0000': ['\u0000', 1, null, { b: '\udfff' }] })).toEqual({
      'a\uFFFD': ['\uFFFD', 1, null, { b: '\uFFFD' }],
    });
    const memo = decode(signed([any('/types.MsgMimir', Buffer.alloc(0))], { memo: `a\u0000${'x'.repeat(5000)}` })).memo;
    expect(memo).toBe(`a\uFFFD${'x'.repeat(4094)}`);
  });
});
