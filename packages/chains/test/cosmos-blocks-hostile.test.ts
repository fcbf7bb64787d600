/** A node that lies about a block, or answers something else, is found out; nothing but a DecodeError comes of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytes, join, merkleRoot, uint } from '../../devnet/src/cosmos/block-hashing.js';
import { decodeCosmosBlock } from '../src/cosmos/decode-cosmos-block.js';
import type { CosmosHeader } from '../src/cosmos/header-hash.js';
import { DecodeError } from '../src/errors.js';
import { rune } from '../src/params/rune.js';
import { answersOf, cosmosPlace, envelope } from './support/cosmos-answers.js';

const RUNE = cosmosPlace(rune, 'mocknet');
const transactions = ['one', 'two', 'three'].map((text) => Buffer.from(text));
const result = { code: 0, events: [{ type: 'message', attributes: [] }] };
const honest = answersOf({
  height: 7,
  transactions,
  results: { txs_results: [result, result, result], finalize_block_events: [] },
});

interface Block {
  block_id: { hash: string };
  block: { header: CosmosHeader; data: { txs: string[] } };
}

function decodeWith(change: {
  block?: (block: Block) => unknown;
  results?: (results: Record<string, unknown>) => unknown;
}) {
  const { result: block } = JSON.parse(honest.answers.block.toString()) as { result: Block };
  const { result: results } = JSON.parse(honest.answers.results.toString()) as { result: Record<string, unknown> };
  change.block?.(block);
  change.results?.(results);
  return decodeCosmosBlock(RUNE, honest.ref, {
    block: envelope(block),
    results: envelope(results),
    resultsHash: null,
    opening: null,
  });
}

function header(changed: object): (block: Block) => unknown {
  return ({ block }) => Object.assign(block.header, changed);
}

it('is believed where all fits', () => {
  expect(decodeWith({}).entries).toHaveLength(3);
  expect(decodeWith({}).size).toBe(11);
});

describe('is refused with', () => {
  it.each<[string, (block: Block) => unknown, RegExp]>([
    ['another height', ({ block }) => Object.assign(block.header, { height: '8' }), /this is block 8, not 7/],
    [
      'another hash',
      ({ block_id }) => Object.assign(block_id, { hash: 'AB'.repeat(32) }),
      /this is not block [0-9a-f]{64} of/,
    ],
    ['no hash', (answer) => Object.assign(answer, { block_id: {} }), /this is not block/],
    ['another time', header({ time: '2025-01-02T03:04:06Z' }), /is not that of its hash/],
    [
      'another parent',
      header({ last_block_id: { hash: 'CD'.repeat(32), parts: { total: 1, hash: '' } } }),
      /is not that of/,
    ],
    ['another chain', header({ chain_id: 'other' }), /is not that of its hash/],
    ['no time', header({ time: '' }), /the header is malformed/],
    ['a field missing', header({ app_hash: undefined }), /the header is malformed/],
    ['no header', (answer) => Object.assign(answer, { block: {} }), /the answer has no header/],
    [
      'a transaction less',
      ({ block }) => block.data.txs.pop(),
      /the transactions of block 7 are not those of its header/,
    ],
    [
      'transactions in another order',
      ({ block }) => block.data.txs.reverse(),
      /the transactions of block 7 are not those/,
    ],
    [
      'another transaction',
      ({ block }) => block.data.txs.splice(1, 1, 'AAAA'),
      /the transactions of block 7 are not those/,
    ],
    [
      'what is no list of them',
      ({ block }) => Object.assign(block.data, { txs: 'AAAA' }),
      /txs of the block is no list/,
    ],
    ['what is no transaction', ({ block }) => Object.assign(block.data, { txs: [5] }), /a transaction is no text/],
  ])('%s', (_, block, message) => {
    expect(() => decodeWith({ block })).toThrow(DecodeError);
    expect(() => decodeWith({ block })).toThrow(message);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['results of another block', { height: '8' }, /these are results of block 8, not 7/],
    ['a result less', { txs_results: [result, result] }, /there are 2 results for 3 transactions/],
    ['no results', { txs_results: null }, /there are 0 results for 3 transactions/],
    ['results that are no list', { txs_results: 'x' }, /block_results: expected an array/],
    ['a result that is none', { txs_results: [result, null, result] }, /block_results: expected an object/],
    ['a result without a code', { txs_results: [result, { code: 'x' }, result] }, /a result without its code/],
    ['events that are no list', { finalize_block_events: {} }, /expected an array/],
    ['an event that is none', { finalize_block_events: [null] }, /expected an (array|object)/],
    ['an event without a type', { finalize_block_events: [{ attributes: [] }] }, /an event without its type/],
    [
      'attributes that are no list',
      { finalize_block_events: [{ type: 'x', attributes: 5 }] },
      /expected an (array|object)/,
    ],
    [
      'coins that nobody spent',
      { finalize_block_events: [{ type: 'coin_spent', attributes: [{ key: 'amount', value: '1rune' }] }] },
      /a coin_spent event is not whole/,
    ],
    [
      'coins of a stranger',
      { finalize_block_events: [moved('maya1g98cy3n9mmjrpn0sxmn63lztelera37n8yyjwl', '1rune')] },
      /without an address of mocknet/,
    ],
    [
      'coins that are none',
      { finalize_block_events: [moved(RUNE.network.addressExample, '-1rune')] },
      /a coin_received event without coins/,
    ],
    [
      'an amount beyond all measure',
      { finalize_block_events: [moved(RUNE.network.addressExample, `${'9'.repeat(81)}rune`)] },
      /without coins/,
    ],
  ])('%s', (_, changed, message) => {
    const results = (one: Record<string, unknown>) => Object.assign(one, changed);
    expect(() => decodeWith({ results })).toThrow(DecodeError);
    expect(() => decodeWith({ results })).toThrow(message);
  });

  it.each(['', 'null', '5', '[]', '{}', '{"result":null}', '{"error":{"code":1}}', 'no JSON'])(
    '%j in the place of an answer',
    (text) => {
      const body = Buffer.from(text);
      for (const answers of [
        { ...honest.answers, block: body },
        { ...honest.answers, results: body },
      ]) {
        expect(() => decodeCosmosBlock(RUNE, honest.ref, answers)).toThrow(DecodeError);
      }
    },
  );

  it('any byte changed: nothing but a DecodeError, or no harm', () => {
    fc.assert(
      fc.property(fc.constantFrom('block' as const, 'results' as const), fc.nat(), fc.nat(255), (which, at, value) => {
        const body = Buffer.from(honest.answers[which]);
        body[at % body.length] = value;
        try {
          decodeCosmosBlock(RUNE, honest.ref, { ...honest.answers, [which]: body });
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { seed: 11, numRuns: 2000 },
    );
  });
});

function moved(receiver: string, amount: string): object {
  return {
    type: 'coin_received',
    attributes: [
      { key: 'receiver', value: receiver },
      { key: 'amount', value: amount },
    ],
  };
}

describe('results', () => {
  const taken = {
    code: 0,
    data: 'EhEKDy90eXBlcy5Nc2dFbXB0eQ==',
    gas_wanted: '-1',
    gas_used: '154206',
    events: result.events,
  };
  const failed = { code: 32, data: null, gas_wanted: '200000', gas_used: '61', events: [], log: 'account sequence' };
  /** Root by an independent implementation. */
  const root = merkleRoot([
    join(bytes(2, Buffer.from(taken.data, 'base64')), uint(5, -1n), uint(6, 154206)),
    join(uint(1, 32), uint(5, 200000), uint(6, 61)),
    bytes(2, Buffer.alloc(300, 7)),
  ]).toString('hex');
  const long = { ...result, data: Buffer.alloc(300, 7).toString('base64') };
  const decode = (results: readonly object[], resultsHash: string | null = root, isTrusted = false) => {
    const given = { txs_results: results, finalize_block_events: null };
    const { ref, answers } = answersOf({ height: 7, transactions, results: given });
    return decodeCosmosBlock(RUNE, ref, { ...answers, resultsHash, isTrusted });
  };

  it('are those that the next header has, whatever else they say', () => {
    expect(decode([taken, failed, long]).results).toMatchObject({ hash: root, hasEvents: true });
    expect(decode([taken, { ...failed, log: 'another' }, long]).results.hash).toBe(root);
  });

  it.each<[string, readonly object[]]>([
    ['a failure that is a success', [taken, { ...failed, code: 0, events: result.events }, long]],
    ['other data', [{ ...taken, data: null }, failed, long]],
    ['other gas', [{ ...taken, gas_used: '154207' }, failed, long]],
    ['another order', [failed, taken, long]],
  ])('are refused with %s, with the remedy', (_, results) => {
    const sentence = /results of block 7 are not those that the header of block 8 has; restore .* in RUNE_RPC_URL/;
    expect(() => decode(results)).toThrow(sentence);
    expect(decode(results, null).results.hash).not.toBe(root);
  });

  it('of a success have an event, which no hash covers', () => {
    const sentence = /transaction 0 of block 7 succeeded without any event: its results are not whole; restore/;
    expect(() => decode([{ ...taken, events: [] }, failed, long])).toThrow(sentence);
    expect(() => decode([{ ...taken, events: null }, failed, long])).toThrow(sentence);
  });

  it('are read as they are where the operator trusts the node', () => {
    const hashOf = (results: readonly object[]) => decode(results, root, true).results.hash;
    expect(hashOf([{ ...taken, events: [] }, failed, long])).toBe(root);
    expect(hashOf([{ ...taken, data: null }, failed, long])).not.toBe(root);
  });
});
