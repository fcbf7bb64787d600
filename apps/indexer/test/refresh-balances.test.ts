import { type BlockRef, chainOnNetwork, type EvmChainNetwork, requireChain } from '@chaintrail/chains';
import type { BalanceLedger, TokenHolding } from '@chaintrail/db';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BalanceNode } from '../src/balances/balance-node.js';
import { BalanceRefresher } from '../src/balances/refresh-balances.js';

const TIP: BlockRef = { height: 100, hash: 'aa'.repeat(32) };
const place = chainOnNetwork(requireChain('eth'), 'local') as EvmChainNetwork;
const KEY = Buffer.alloc(20, 1);
const HOLDING: TokenHolding = { addressKey: KEY, asset: Buffer.alloc(20, 2), tokenId: null };

let lines: string[];
let stop: AbortController;
let stale: TokenHolding[];
let node: { [name in keyof BalanceNode]: ReturnType<typeof vi.fn<BalanceNode[name]>> };
let ledger: { [name in keyof BalanceLedger]: ReturnType<typeof vi.fn<BalanceLedger[name]>> };
let refresher: BalanceRefresher;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  stop = new AbortController();
  stale = [];
  node = {
    balances: vi.fn<BalanceNode['balances']>(async (keys) => keys.map(() => 7n)),
    calls: vi.fn<BalanceNode['calls']>(async (calls) => calls.map(() => Buffer.alloc(32, 1))),
  };
  ledger = {
    touchedAbove: vi.fn<BalanceLedger['touchedAbove']>(async () => [KEY]),
    saveBalances: vi.fn<BalanceLedger['saveBalances']>(async () => []),
    staleHoldings: vi.fn<BalanceLedger['staleHoldings']>(async () => stale),
    saveHoldings: vi.fn<BalanceLedger['saveHoldings']>(async () => true),
    tokensToAsk: vi.fn<BalanceLedger['tokensToAsk']>(async () => []),
    doubtedHoldings: vi.fn<BalanceLedger['doubtedHoldings']>(async () => []),
    requestedLosses: vi.fn<BalanceLedger['requestedLosses']>(async () => ({ stale: [], doubted: [] })),
    saveDoubted: vi.fn<BalanceLedger['saveDoubted']>(async () => undefined),
    saveMetadata: vi.fn<BalanceLedger['saveMetadata']>(async () => undefined),
    wrappedCandidates: vi.fn<BalanceLedger['wrappedCandidates']>(async () => []),
    saveProof: vi.fn<BalanceLedger['saveProof']>(async () => undefined),
    moveOldWrapped: vi.fn<BalanceLedger['moveOldWrapped']>(async () => false),
    isRequested: vi.fn<BalanceLedger['isRequested']>(() => false),
  };
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  refresher = new BalanceRefresher({ ledger, node, place, historyFrom: 0, log, signal: stop.signal });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Steps, each after `ms`. */
async function steps(count: number, ms = 250, tip = TIP): Promise<void> {
  for (let n = 0; n < count; n++) {
    await refresher.step(tip);
    await vi.advanceTimersByTimeAsync(ms);
  }
}

describe('the refresher of balances', () => {
  it('writes what the node says of touched addresses, once for each block', async () => {
    await steps(8);
    await steps(8, 250, { ...TIP, height: 101 });
    expect(ledger.touchedAbove.mock.calls.map(([height]) => height)).toEqual([35, 100]);
    expect(ledger.saveBalances.mock.calls.map(([{ height }]) => height)).toEqual([100, 101]);
  });

  it('asks of the block before what logs alone say was lost, and believes no error', async () => {
    const doubted = [0, 1, 2, 3, 4].map((n) => ({
      ...{ addressKey: KEY, asset: Buffer.alloc(20, n), tokenId: null, hasDealt: n === 4 },
      before: { height: 90 + n, hash: String(n).repeat(64) },
    }));
    ledger.doubtedHoldings.mockResolvedValueOnce(doubted);
    const answers = [Buffer.alloc(0), Buffer.alloc(32), Buffer.alloc(32, 1), null, Buffer.alloc(32)];
    node.calls.mockImplementation(async (calls, { height }) => calls.map(() => answers[height - 90] ?? null));
    await steps(8);
    expect(ledger.doubtedHoldings.mock.calls[0]).toEqual([36, 20]);
    expect(ledger.saveDoubted.mock.calls[0]).toEqual([doubted, [true, true, false, false, false]]);
  });

  it('asks a node that fails less and less often, also when blocks come', async () => {
    node.balances.mockRejectedValue(new Error('no'));
    for (let height = 100; height < 220; height++) await steps(2, 250, { ...TIP, height });
    // A minute: at 0, 5, 15 and 35 s.
    expect(node.balances).toHaveBeenCalledTimes(4);
    node.balances.mockResolvedValue([7n]);
    await steps(100, 1_000, { ...TIP, height: 230 });
    expect(ledger.saveBalances).toHaveBeenCalledTimes(1);
  });

  it('goes on with addresses where tokens make trouble, and does not ask for all of them again', async () => {
    stale = [HOLDING];
    node.calls.mockRejectedValue(new Error('no'));
    for (let height = 100; height < 110; height++) await steps(4, 250, { ...TIP, height });
    expect(ledger.saveBalances).toHaveBeenCalledTimes(10);
    expect(ledger.touchedAbove.mock.calls.map(([height]) => height)).toEqual([
      35, 100, 101, 102, 103, 104, 105, 106, 107, 108,
    ]);
    expect(node.calls.mock.calls.length).toBeLessThan(6);
  });

  it('comes to tokens also where a new block touches addresses each time', async () => {
    stale = [HOLDING];
    for (let height = 100; height < 120; height++) await steps(1, 250, { ...TIP, height });
    expect(ledger.saveHoldings.mock.calls.length).toBeGreaterThan(5);
    expect(ledger.saveBalances.mock.calls.length).toBeGreaterThan(5);
    // Addresses touched meanwhile are not passed over.
    const asked = ledger.touchedAbove.mock.calls.map(([height]) => height);
    expect(asked.slice(1)).toEqual(asked.slice(1).map((_, n) => ledger.saveBalances.mock.calls[n]?.[0].height));
  });

  it('looks at tokens anew where a block came, a client asked, or something was found or added', async () => {
    const looks = async (count: number, tip = TIP): Promise<number> => {
      ledger.staleHoldings.mockClear();
      await steps(count, 1_000, tip);
      return ledger.staleHoldings.mock.calls.length;
    };
    expect(await looks(20)).toBe(1);
    ledger.isRequested.mockReturnValueOnce(true);
    expect(await looks(20)).toBe(1);
    refresher.tracesAdded();
    // Each of these may be one of many.
    ledger.moveOldWrapped.mockResolvedValueOnce(true).mockResolvedValueOnce(true);
    expect(await looks(20)).toBe(3);
    const next = { height: 101, hash: 'bb'.repeat(32) };
    stale = [HOLDING];
    expect(await looks(10, next)).toBeGreaterThan(2);
    stale = [];
    expect(await looks(10, next)).toBe(1);
    expect(await looks(10, { height: 102, hash: 'cc'.repeat(32) })).toBe(1);
  });

  it('leaves the node alone four times as long as contracts kept it busy', async () => {
    stale = [HOLDING];
    node.calls.mockImplementation(async (calls) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return calls.map(() => null);
    });
    await steps(4 * 60);
    // A minute: metadata and holdings take 4 s, and then 16 s pass.
    expect(ledger.saveHoldings).toHaveBeenCalledTimes(3);
  });

  it('warns of balances that do not fit what was traced, once an hour', async () => {
    const gap = { key: KEY, from: 99, to: 100, expected: '5', balance: '7' };
    ledger.saveBalances.mockResolvedValue([gap, { ...gap, key: Buffer.alloc(20, 2) }]);
    for (let height = 100; height < 110; height++) await steps(4, 250, { ...TIP, height });
    const said = lines.map((line) => JSON.parse(line) as { level: number; addresses: number; msg: string });
    expect(said.map(({ level }) => level)).toEqual([40, ...Array<number>(9).fill(20)]);
    expect(said[0]).toMatchObject({
      addresses: 2,
      msg: expect.stringMatching(/^0x(01){20}: .* 7 at block 100, .* block 98 .* makes 5: .*; update the node, .*/),
    });
  });

  it('asks again about a balance that does not fit, for the same block, before it is one', async () => {
    ledger.saveBalances.mockImplementation(async (_block, keys, _balances, isSure) =>
      isSure ? [] : keys.map((key) => ({ key, from: 100, to: 100, expected: '5', balance: '7' })),
    );
    await steps(2);
    await steps(8, 250, { ...TIP, height: 101 });
    const saved = ledger.saveBalances.mock.calls.map(([{ height }, , , isSure]) => [height, isSure]);
    expect(saved).toEqual([
      ...[100, 101].flatMap((height) => [
        [height, false],
        [height, true],
      ]),
    ]);
    expect(lines).toEqual([]);
  });

  it('goes on when the time of day is set back', async () => {
    stale = [HOLDING];
    node.balances.mockRejectedValueOnce(new Error('no'));
    node.calls.mockRejectedValueOnce(new Error('no'));
    await steps(8);
    vi.setSystemTime(Date.now() - 3_600_000);
    await steps(40);
    expect(ledger.saveBalances).toHaveBeenCalled();
    expect(ledger.saveHoldings).toHaveBeenCalled();
  });

  it('takes what PostgreSQL refuses for trouble of the answer, and anything else for trouble of the session', async () => {
    stale = [HOLDING];
    ledger.saveHoldings.mockRejectedValueOnce(Object.assign(new Error('invalid byte sequence'), { code: '22021' }));
    await steps(60);
    expect(ledger.saveHoldings.mock.calls.length).toBeGreaterThan(1);
    ledger.saveHoldings.mockRejectedValueOnce(Object.assign(new Error('terminating connection'), { code: '57P01' }));
    await expect(steps(60)).rejects.toThrow('terminating connection');
  });

  it('asks for what a reorganisation touched again, and says nothing of what ends with the process', async () => {
    await steps(4);
    refresher.reload();
    await steps(4);
    expect(ledger.touchedAbove.mock.calls.map(([height]) => height)).toEqual([35, 35]);
    node.balances.mockImplementation(
      () => new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(new Error('closed')))),
    );
    await steps(1, 250, { ...TIP, height: 101 });
    stop.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect(lines).toEqual([]);
  });
});
