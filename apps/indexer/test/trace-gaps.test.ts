import { EVM_CHAINS, type EvmTraceAnswer, NodeError, TooLargeError } from '@chaintrail/chains';
import { becomeOwner, ChainInUseError, closeSession, readEvmHistory, retraceChain } from '@chaintrail/db';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Damage, TracedChain } from './traced-chain.js';

const [ETHEREUM] = EVM_CHAINS;
const TIP = 8;
const FACTS = { chain: 'eth', method: 'debug_traceBlockByHash' } as const;
const REFUSED = new NodeError('refused', false, { ...FACTS, code: -32000 });
const CHEAP = { waitMs: 5, longestWaitMs: 20 };
const QUICK = { cheap: CHEAP, expensive: CHEAP };

let world: TracedChain;
beforeEach(async () => {
  world = await TracedChain.start({ chain: ETHEREUM!, blocks: TIP });
});
afterEach(() => world.stop());

const refusing =
  (isWrong: (height: number) => boolean): Damage =>
  (height) =>
    isWrong(height) ? Promise.reject(REFUSED) : null;

/** An answer that comes when it is let go, and when it was asked for. */
function held(): { asked: Promise<void>; release: () => void; damage: (of: number) => Damage; asks: () => number } {
  let release = () => {};
  let hasAsked = () => {};
  let asks = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  const asked = new Promise<void>((resolve) => (hasAsked = resolve));
  const damage =
    (of: number): Damage =>
    (height, _, ask) => {
      if (height !== of) return null;
      asks++;
      hasAsked();
      return released.then(ask);
    };
  return { asked, release, damage, asks: () => asks };
}

/** Ends where no gap is left. */
const whole = async (): Promise<boolean> => (await world.gaps()).length === 0;
const reached = async (): Promise<boolean> => true;
const indexed = () => world.row<{ height: number }>('SELECT max(height) AS height FROM eth.blocks');

describe('a block at the tip', () => {
  it('waits for its traces as long as the setting says', async () => {
    await world.follow({ atTip: reached });
    await world.simulated.mine();
    const { asked, release, damage } = held();
    const following = world.follow({ waitMs: 100_000, damage: damage(TIP + 1), atTip: reached });
    await asked;
    expect(await indexed()).toEqual({ height: TIP });
    release();
    await following;
    expect(await indexed()).toEqual({ height: TIP + 1 });
    expect(await world.gaps()).toEqual([]);
    await world.expectHistories();
  });

  it('is written without them then, and the answer that comes later closes the gap', async () => {
    await world.follow({ atTip: reached });
    await world.simulated.mine();
    const { release, damage, asks } = held();
    const seen: unknown[] = [];
    await world.follow({
      waitMs: 1,
      damage: damage(TIP + 1),
      async atTip() {
        if (seen.length === 0) seen.push(await indexed(), await world.gaps());
        release();
        return whole();
      },
    });
    expect(seen).toEqual([{ height: TIP + 1 }, [{ from: TIP + 1, to: TIP + 1, reason: 'too-slow' }]]);
    // An answer on its way is not asked for again.
    expect(asks()).toBe(1);
    await world.expectHistories();
  });

  it('that is gone when its traces come takes nothing of them', async () => {
    await world.follow({ atTip: reached });
    await world.simulated.mine();
    const { release, damage } = held();
    let turns = 0;
    await world.follow({
      waitMs: 1,
      damage: damage(TIP + 1),
      async atTip() {
        if (turns++ > 0) return whole();
        await world.simulated.reorg(2, 4);
        release();
        return false;
      },
    });
    await world.expectHistories();
  });
});

describe('a transaction whose trace is', () => {
  it.each([
    ['too large', new TooLargeError('the answer is larger', false, FACTS), 'too-large'],
    ['never there in time', new NodeError('no answer in time', true, FACTS), 'too-slow'],
  ])('%s is given up with its block after a second try, and tried again minutes later', async (_, error, reason) => {
    const poison = TIP + 1;
    await world.follow({ atTip: reached });
    await world.simulated.mine();
    const tries: string[] = [];
    let turns = 0;
    await world.follow({
      damage(height, way) {
        if (height !== poison) return null;
        tries.push(way);
        return Promise.reject(error);
      },
      async atTip() {
        if (turns < 3) await world.simulated.mine();
        return turns++ > 20;
      },
    });
    expect(await world.gaps()).toEqual([{ from: poison, to: poison, reason }]);
    expect(tries.filter((way) => way === tries[0])).toHaveLength(2);
    expect((await indexed()).height).toBe(poison + 3);
    // Other blocks are not held up, and what is told of the gap is its own.
    const { reason: told } = await world.row<{ reason: string }>('SELECT reason FROM eth.internal_sync');
    expect(told).toContain(`block ${poison} is indexed without its internal transfers (${reason}`);
    await world.follow({ atTip: whole });
    await world.expectHistories();
  });
});

interface Frame {
  readonly value?: string;
  readonly type: string;
  readonly error?: string;
  calls?: Frame[];
}
interface Trace {
  readonly result: Frame;
}

/** Changes the list of a block's traces. @returns null where `change` leaves it */
async function changed(
  ask: () => Promise<EvmTraceAnswer>,
  change: (traces: Trace[]) => Trace[],
): Promise<EvmTraceAnswer> {
  const answer = await ask();
  const { result, ...envelope } = JSON.parse(answer.body.toString()) as { result: Trace[] };
  return { ...answer, body: Buffer.from(JSON.stringify({ ...envelope, result: change(result) })) };
}

const moves = ({ type, value, error }: Frame): boolean =>
  type === 'CALL' && error === undefined && BigInt(value ?? 0) > 0n;
const withoutMoves = (frame: Frame): Frame =>
  frame.calls === undefined
    ? frame
    : { ...frame, calls: frame.calls.filter((call) => !moves(call)).map((call) => withoutMoves(call)) };

describe('a node whose answer', () => {
  it('lacks a transaction leaves a gap, which is closed when it has all of them', async () => {
    const bad = TIP + 1;
    await world.follow({ atTip: reached });
    await world.simulated.mine();
    const isBad: Damage = (height, _, ask) => (height === bad ? changed(ask, (traces) => traces.slice(1)) : null);
    await world.follow({ damage: isBad, atTip: reached });
    expect(await world.gaps()).toEqual([{ from: bad, to: bad, reason: 'contradiction' }]);
    await world.follow({ atTip: whole });
    await world.expectHistories();
  });

  it('lacks a frame is found out by balances, which are not counted over those blocks', async () => {
    const stored = async (height: number) => {
      const { rows } = await world.session.query('SELECT FROM eth.address_balances WHERE height = $1 LIMIT 1', [
        height,
      ]);
      return rows.length > 0;
    };
    await world.follow({ atTip: () => stored(TIP) });
    const unfit = () =>
      world.session.query<{ key: Buffer; from: number; to: number }>(
        'SELECT address_key AS key, from_height AS "from", to_height AS "to" FROM eth.address_gaps',
      );
    let tip = TIP;
    await world.follow({
      damage: (height, _, ask) =>
        height <= TIP
          ? null
          : changed(ask, (traces) => traces.map((trace) => ({ ...trace, result: withoutMoves(trace.result) }))),
      async atTip() {
        if (!(await stored(tip))) return false;
        if ((await unfit()).rows.length > 0) return true;
        tip = (await world.simulated.mine()).height;
        expect(tip).toBeLessThan(TIP + 30);
        return false;
      },
    });
    const [{ key, from, to } = expect.fail('no address')] = (await unfit()).rows;
    expect(await world.row('SELECT contradictions > 0 AS told FROM eth.internal_sync')).toEqual({ told: true });
    expect(world.warnings.filter((text) => text.includes('balances after its transactions are unknown'))).toHaveLength(
      1,
    );
    // No first sync has said so.
    await world.session.query('UPDATE eth.sync_state SET live_since = now()');
    const page = { newestFirst: true, offset: 0, limit: 100, from: null } as const;
    const history = (await readEvmHistory(world.session, 'eth', key, page))!;
    expect(history.incomplete).toContainEqual({ from, to, reason: 'contradiction' });
    const within = history.rows.filter(({ transaction: { block } }) => block!.height >= from && block!.height <= to);
    expect(within.map(({ balance }) => balance)).toEqual(within.map(() => null));
  });
});

describe('gaps', () => {
  it('say why until none is left, and are cut where blocks are taken back', async () => {
    await world.follow({ atTip: reached });
    await world.simulated.mine(6);
    const isOld = (height: number) => height === TIP + 1;
    await world.follow({ damage: refusing((height) => height > TIP && height !== TIP + 3), atTip: reached });
    expect(await world.gaps()).toMatchObject([
      { from: TIP + 1, to: TIP + 2 },
      { from: TIP + 4, to: TIP + 6 },
    ]);
    await world.simulated.reorg(2, 4);
    const reasons: (string | null)[] = [];
    const reason = async () =>
      (await world.row<{ reason: string | null }>('SELECT reason FROM eth.internal_sync')).reason;
    await world.follow({
      waits: QUICK,
      damage: refusing(isOld),
      async atTip() {
        const gaps = await world.gaps();
        reasons.push(await reason());
        return gaps.length === 1 && gaps[0]!.to === TIP + 1 && reasons.at(-1) !== null;
      },
    });
    // The branch that came instead was traced at once.
    expect(await world.gaps()).toEqual([{ from: TIP + 1, to: TIP + 1, reason: 'untraceable' }]);
    expect(await reason()).toContain(`block ${TIP + 1} `);
    let turns = 0;
    await world.follow({ waits: QUICK, atTip: async () => (await whole()) && turns++ > 0 });
    expect(await reason()).toBeNull();
    await world.expectHistories();
  });

  it('too far down to be closed in place are named with a command, which takes back the blocks from there on', async () => {
    await world.follow({ damage: refusing((height) => height === 3 || height === 5), atTip: reached });
    await world.follow({
      mostMoved: 0,
      atTip: async () => world.warnings.some((text) => text.includes('retrace eth')),
    });
    expect(await world.gaps()).toMatchObject([
      { from: 3, to: 3 },
      { from: 5, to: 5 },
    ]);
    const owner = (await becomeOwner(world.database.url, 'eth'))!;
    await expect(retraceChain(world.database.url, 'eth', null)).rejects.toThrow(ChainInUseError);
    await closeSession(owner);
    await expect(retraceChain(world.database.url, 'eth', 0)).rejects.toThrow('drop-chain eth');
    await expect(retraceChain(world.database.url, 'eth', TIP + 1)).rejects.toThrow(`the last one is ${TIP}`);
    expect(await indexed()).toEqual({ height: TIP });
    expect(await retraceChain(world.database.url, 'eth', null)).toBe(3);
    expect(await indexed()).toEqual({ height: 2 });
    expect(await world.gaps()).toEqual([]);
    await world.follow({ atTip: reached });
    await world.expectHistories();
    expect(await retraceChain(world.database.url, 'eth', null)).toBeNull();
  });
});
