import type { RateLimits, RateTier } from '@chaintrail/config';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Limits, unitsOfCost } from '../src/access/access.js';
import { bareAddresses, clientNetwork, isLoopback } from '../src/access/client-address.js';
import { MemoryCounter } from '../src/access/counters.js';
import { MemoryRoom } from '../src/access/room.js';

const FREE: RateTier = { name: 'free', quota: 10, windowSeconds: 600 };
const COSTS = { request: 1, rowsPerUnit: 100, node: 5 };
const limitsOf = (...tiers: RateTier[]): RateLimits => ({
  tiers: new Map([FREE, ...tiers].map((tier) => [tier.name, tier])),
  ...{ tokenTier: 'free', costs: COSTS },
});

describe('what a request costs', () => {
  test.each([
    [{}, 1],
    [{ rows: 25 }, 1],
    [{ rows: 99 }, 1],
    [{ rows: 100 }, 2],
    [{ rows: 1000 }, 11],
    [{ asksNode: true }, 6],
    [{ rows: 1000, asksNode: true }, 16],
  ])('%j: %i', (cost, units) => expect(unitsOfCost(COSTS, cost)).toBe(units));
});

describe('limits', () => {
  test('are for each client, in each tier', async () => {
    const limits = new Limits(
      limitsOf({ name: 'pro', quota: 20, windowSeconds: 60 }),
      (tier) => new MemoryCounter(tier),
    );
    const remaining: unknown[] = [];
    for (let at = 0; at < 12; at++) remaining.push((await limits.take('free', 'a', {}))?.remaining);
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
    expect(await limits.take('free', 'a', {})).toMatchObject({ isExceeded: true, remaining: 0, tier: FREE });
    expect(await limits.take('free', 'b', {})).toMatchObject({ isExceeded: false, remaining: 9 });
    expect(await limits.take('pro', 'a', {})).toMatchObject({ isExceeded: false, remaining: 19 });
  });

  test('let through what costs more than all there is, once in a window', async () => {
    const limits = new Limits(limitsOf(), (tier) => new MemoryCounter(tier));
    expect(await limits.take('free', 'a', { rows: 1_000, asksNode: true })).toMatchObject({
      isExceeded: false,
      remaining: 0,
    });
    expect(await limits.take('free', 'a', {})).toMatchObject({ isExceeded: true });
  });

  test('are none for a tier without', async () => {
    const limits = new Limits(
      limitsOf({ name: 'partner', quota: null, windowSeconds: 1 }),
      (tier) => new MemoryCounter(tier),
    );
    expect(await limits.take('partner', 'a', { rows: 1_000 })).toBeNull();
  });

  test('end with their window', async () => {
    const counter = new MemoryCounter({ name: 'free', quota: 1, windowSeconds: 1 });
    expect((await counter.take('a', 1)).isExceeded).toBe(false);
    const { isExceeded, resetMs } = await counter.take('a', 1);
    expect(isExceeded).toBe(true);
    expect(resetMs).toBeGreaterThan(0);
    expect(resetMs).toBeLessThanOrEqual(1_000);
    await expect.poll(async () => (await counter.take('a', 1)).isExceeded, { timeout: 5_000 }).toBe(false);
  });

  test('count clients beyond a bound by their networks, and those known before for themselves', async () => {
    const counter = new MemoryCounter({ name: 'free', quota: 3, windowSeconds: 600 }, 2);
    const left = async (client: string) => (await counter.take(client, 1)).remaining;
    expect([await left('address:192.0.2.1'), await left('address:192.0.2.2')]).toEqual([2, 2]);
    // 192.0.2.0/24, and another one.
    expect([await left('address:192.0.2.3'), await left('address:192.0.2.4')]).toEqual([2, 1]);
    expect(await left('address:198.51.100.1')).toBe(2);
    // No more of 24 bits: those of 16, then of 8.
    expect([await left('address:203.0.113.1'), await left('address:203.0.114.1')]).toEqual([2, 1]);
    expect([await left('address:203.1.113.1'), await left('address:9.1.1.1')]).toEqual([2, 2]);
    expect(await left('address:9.2.2.2')).toBe(1);
    expect(await left('address:192.0.2.1')).toBe(1);
    expect([await left('subject:abcdef'), await left('subject:abcxyz'), await left('subject:xyz')]).toEqual([2, 1, 2]);
  });

  test('of many networks of IPv6 leave every other client a quota of its own', async () => {
    const quota = 20;
    const counter = new MemoryCounter({ name: 'free', quota, windowSeconds: 3_600 });
    // Two sites, as tunnel brokers give them away, and one provider.
    for (let n = 0; n < 131_072; n++)
      await counter.take(`address:2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::/64`, 1);
    for (let n = 0; n < 110_000; n++)
      await counter.take(`address:2001:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}:0::/64`, 1);
    for (const client of ['address:192.0.2.7', 'address:198.51.100.7', 'address:2a00:1:2:3::/64'])
      expect(await counter.take(client, 1)).toMatchObject({ isExceeded: false, remaining: quota - 1 });
  });

  test('of one site of IPv6 are 32 quotas together, which refused requests do not use', async () => {
    const counter = new MemoryCounter({ name: 'free', quota: 2, windowSeconds: 600 });
    const take = (n: number, site = '1') => counter.take(`address:2001:db8:${site}:${n.toString(16)}::/64`, 1);
    for (let times = 0; times < 100; times++) await take(0);
    for (let n = 1; n < 32; n++) for (const remaining of [1, 0]) expect(await take(n)).toMatchObject({ remaining });
    expect(await take(40)).toMatchObject({ isExceeded: true, remaining: 0 });
    const { isExceeded, resetMs } = await take(41);
    expect([isExceeded, resetMs > 0 && resetMs <= 600_000]).toEqual([true, true]);
    expect(await take(0, '2')).toMatchObject({ isExceeded: false, remaining: 1 });
  });
});

describe('room', () => {
  test('is left by the clients of one site of IPv6 to others', async () => {
    const room = new MemoryRoom({ all: { count: 10, weight: 100 }, ofClient: { count: 2, weight: 20 } });
    const enter = (n: number, site: string) => room.enter(`address:2001:db8:${site}:${n}::/64`, 1);
    const entered = await Promise.all(Array.from({ length: 5 }, (_, n) => enter(n, '1')));
    expect(entered.map((leave) => typeof leave)).toEqual(Array(5).fill('function'));
    expect(await enter(6, '1')).toBe('all');
    expect(typeof (await enter(6, '2'))).toBe('function');
    expect(typeof (await room.enter('address:192.0.2.1', 1))).toBe('function');
    if (typeof entered[0] === 'function') entered[0]();
    expect(typeof (await enter(6, '1'))).toBe('function');
  });
});

describe('a client', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['127.1', null],
    ['0x7f.0.0.1', null],
    ['192.0.2.7:80', null],
    ['unknown', null],
    ['_hidden', null],
    ['', null],
    [undefined, null],
  ])('at %s is counted as %s', (address, client) => expect(clientNetwork(address)).toBe(client));

  test('with IPv6 is the same wherever in its /64 it is, and another elsewhere', () => {
    const part = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.array(part, { minLength: 4, maxLength: 4 }).map((parts) => parts.join(':'));
    fc.assert(
      fc.property(half, half, half, half, (network, other, one, two) => {
        // Addresses of mapped and translated IPv4 begin with zeros.
        fc.pre(!network.startsWith('0:') && !other.startsWith('0:'));
        expect(clientNetwork(`${network}:${one}`)).toBe(clientNetwork(`${network}:${two}`));
        expect(clientNetwork(`${network}:${one}`) === clientNetwork(`${other}:${one}`)).toBe(network === other);
      }),
      { seed: 14, numRuns: 200 },
    );
  });
});

describe('addresses that proxies wrote', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5678', '192.0.2.1'],
    ['"192.0.2.1:5678",10.0.0.1:443', '192.0.2.1, 10.0.0.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1], "[2001:db8::2]:80"', '2001:db8::1, 2001:db8::2'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['unknown, _hidden:1', 'unknown, _hidden:1'],
  ])('%s', (written, bare) => expect(bareAddresses(written)).toBe(bare));

  test.each([
    ['127.0.0.1', true],
    ['127.9.8.7', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['localhost', false],
    [undefined, false],
  ])('%s is of this machine: %s', (address, expected) => expect(isLoopback(address)).toBe(expected));
});
