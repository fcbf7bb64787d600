import { describe, expect, it } from 'vitest';
import {
  areLive,
  comparePlaces,
  decodePosition,
  earlierPlace,
  encodePosition,
  endOfBlock,
  heightOf,
  isAhead,
  type LiveMarks,
  laterPlace,
  MOST_ID_CHARACTERS,
  type Position,
  positionAt,
} from '../src/stream/position.js';

const BTC = { chain: 'btc', network: 'regtest', key: Buffer.alloc(32, 7) };
const LONGEST_KEY = `20${'ff'.repeat(40)}`;
const POSITION: Position = {
  ...{ liveSince: 1_700_000_000, reorgId: 12, hash: 'ab'.repeat(32) },
  told: { at: 840_000 * 2 ** 20 + 7, key: LONGEST_KEY },
  pending: { at: 1_800_000_000_000_123, key: `10${'00'.repeat(20)}` },
};
const MARKS: LiveMarks = {
  ...{ network: 'regtest', historyFrom: 0, liveSince: 1_700_000_000, height: 100, hash: 'cd'.repeat(32), time: 5 },
  ...{ reorgId: 3, pendingId: null, pendingAt: null },
};

describe('ids of events', () => {
  it('hold the position, whatever of it was told to whom', () => {
    const none = { at: 0, key: null };
    const positions = [POSITION, positionAt(MARKS), { ...POSITION, told: none, pending: none }];
    for (const position of positions) {
      const id = encodePosition(BTC, position);
      expect(id.length).toBeLessThan(MOST_ID_CHARACTERS);
      expect(decodePosition(BTC, id)).toEqual(position);
    }
  });

  it('are refused where they are damaged, or of another chain', () => {
    const id = encodePosition(BTC, POSITION);
    expect(decodePosition({ ...BTC, chain: 'ltc' }, id)).toBeNull();
    expect(decodePosition({ ...BTC, network: 'mainnet' }, id)).toBeNull();
    for (const text of ['', 'A', 'AAAA', `${id}A`, id.slice(0, -2), `${id}=`, ` ${id}`, id.replace(/.$/, '*')])
      expect(decodePosition(BTC, text), text).toBeNull();
    for (let at = 0; at < id.length; at++) {
      const changed = `${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`;
      // The signature is known not to be ours, and no more.
      expect(decodePosition(BTC, changed), changed).toBe(at < id.length - 16 ? null : 'foreign');
    }
  });

  it('are told apart from those that the installation did not give out, and from those of an earlier version', () => {
    const id = encodePosition({ ...BTC, key: Buffer.alloc(32, 8) }, POSITION);
    expect(decodePosition(BTC, id)).toBe('foreign');
    const bytes = Buffer.from(encodePosition(BTC, POSITION), 'base64url');
    bytes[0] = 1;
    expect(decodePosition(BTC, bytes.toString('base64url'))).toBe('foreign');
  });
});

describe('places', () => {
  it('are in the order in which things are told', () => {
    const ordered = [
      { at: 1, key: null },
      { at: 2, key: '00ff' },
      { at: 2, key: '10aa' },
      { at: 2, key: null },
      { at: 3, key: '00' },
    ];
    for (const [i, a] of ordered.entries()) {
      for (const [k, b] of ordered.entries()) {
        expect(Math.sign(comparePlaces(a, b)), `${i} ${k}`).toBe(Math.sign(i - k));
        expect(laterPlace(a, b)).toEqual(ordered[Math.max(i, k)]);
        expect(earlierPlace(a, b)).toEqual(ordered[Math.min(i, k)]);
      }
    }
  });

  it('know their block', () => {
    for (const height of [0, 1, 840_000, 2 ** 31 - 1]) {
      expect(heightOf(endOfBlock(height))).toBe(height);
      expect(heightOf({ at: endOfBlock(height).at + 1, key: null })).toBe(height + 1);
    }
  });
});

it('begins at the end of what there is', () => {
  expect(positionAt({ ...MARKS, pendingId: 77 })).toEqual({
    ...{ liveSince: MARKS.liveSince, reorgId: 3, hash: MARKS.hash },
    ...{ told: endOfBlock(100), pending: { at: 77, key: null } },
  });
  expect(areLive({ ...MARKS, liveSince: null })).toBe(false);
  expect(areLive({ ...MARKS, hash: null })).toBe(false);
  expect(areLive(null)).toBe(false);
});

it.each([
  [3, 100, false],
  [3, 101, true],
  [4, 99, true],
  [2, 101, false],
])('after reorganisation %i at block %i is ahead of a server: %s', (reorgId, height, ahead) => {
  expect(isAhead({ ...POSITION, reorgId, told: endOfBlock(height) }, MARKS)).toBe(ahead);
});
