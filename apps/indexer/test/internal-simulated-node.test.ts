import { EVM_CHAINS, type EvmChainNetwork, formatAddress, NodeError, StateUnavailableError } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import { closeSession, openEvmLedger, openGapLedger, openSession, type Session } from '@chaintrail/db';
import { type SimulatedEvmNode, type SimulatedEvmNodeOptions, startSimulatedEvmNode } from '@chaintrail/devnet';
import { createTestDatabase } from '@chaintrail/testkit';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createDecoder } from '../src/decode/decoder.js';
import { evmBlockSource } from '../src/follow/evm-block-source.js';
import { followChain } from '../src/follow/follow-chain.js';
import type { ProgressReporter } from '../src/follow/progress-reporter.js';
import { WakeUp } from '../src/follow/wake-up.js';
import { BlockTraces, type TracingNode } from '../src/internal/block-traces.js';
import { GapCloser } from '../src/internal/gap-closer.js';

const log = pino({ level: 'silent' });
/** Whoever is told of progress, and does not care. */
const reporter = new Proxy({}, { get: () => async () => undefined }) as ProgressReporter;

async function readHistories(
  session: Session,
  { chain: { code }, network }: EvmChainNetwork,
): Promise<Map<string, string[]>> {
  const { rows } = await session.query<{ address_key: Buffer; entries: string[] }>(`
    SELECT a.address_key, array_agg(concat_ws(' ', encode(t.txid, 'hex'), a.tx_key >> 20, a.delta) ORDER BY a.seq) AS entries
    FROM ${code}.address_transactions a JOIN ${code}.transactions t USING (tx_key) GROUP BY a.address_key`);
  return new Map(rows.map(({ address_key, entries }) => [formatAddress(network, address_key), entries]));
}

/** Rows are those of the model, numbered without holes in chain order, with the sums of what comes before. */
async function expectHistories(session: Session, place: EvmChainNetwork, node: SimulatedEvmNode): Promise<void> {
  const stored = await readHistories(session, place);
  const model = new Map(
    [...node.model().addresses]
      .filter(([, { history }]) => history.length > 0)
      .map(([address, { history }]) => [
        address,
        history.map((entry) => [entry.txid, entry.height, entry.delta].join(' ')),
      ]),
  );
  expect(new Set(stored.keys())).toEqual(new Set(model.keys()));
  for (const [address, entries] of model) expect([address, stored.get(address)]).toEqual([address, entries]);
  const { code } = place.chain;
  const { rows } = await session.query(`
    SELECT count(*)::int AS wrong FROM (
      SELECT *, row_number() OVER w AS n, sum(delta) OVER w AS sum, lag(received, 1, 0) OVER w AS before
      FROM ${code}.address_transactions WINDOW w AS (PARTITION BY address_key ORDER BY tx_key)) a
    WHERE seq <> n OR balance <> sum OR received < before OR received - before < delta`);
  expect(rows).toEqual([{ wrong: 0 }]);
  const origins = await session.query(`
    SELECT count(*)::int AS wrong FROM ${code}.address_balances b
    WHERE b.origin <> b.balance - coalesce((SELECT a.balance FROM ${code}.address_transactions a
      WHERE a.address_key = b.address_key AND a.tx_key < (b.height + 1)::bigint << 20 ORDER BY seq DESC LIMIT 1), 0)`);
  expect(origins.rows).toEqual([{ wrong: 0 }]);
}

type Follow = Partial<SimulatedEvmNodeOptions> &
  Pick<SimulatedEvmNodeOptions, 'chain'> & {
    /** What the node does with a question for traces, in place of answering it. */
    readonly damage?: (height: number, way: string, ask: TracingNode['rawTraces']) => Promise<never> | null;
  };

const CHEAP = { waitMs: 5, longestWaitMs: 20 };

/** Follows a chain with reorganisations. @returns internal transfers that are stored, and gaps that were seen */
async function follow({ damage, ...options }: Follow): Promise<{ transfers: number; revision: number }> {
  const chain = { ...options.chain, reorgMargin: 6 };
  const network = chain.networks.find(({ name }) => name === 'local')!;
  const place: EvmChainNetwork = { family: 'evm', chain, network };
  const simulated = await startSimulatedEvmNode({ seed: 7, blocks: 40, txPerBlock: 6, ...options });
  const database = await createTestDatabase();
  const session = await openSession(database.url, 'internal-simulated-test');
  const decoder = createDecoder({ threads: 0 });
  const node = new EvmNode({ chain, network, endpoint: { url: simulated.url } });
  const stop = new AbortController();
  const tracing: TracingNode = {
    tracer: () => node.tracer(),
    rawTraces: (ref, way = 'as a block', txids = []) => {
      const ask: TracingNode['rawTraces'] = (...args) => node.rawTraces(...args);
      return damage?.(ref.height, way, ask) ?? ask(ref, way, txids);
    },
  };
  try {
    const ledger = await openEvmLedger(session, place, 0);
    const traces = new BlockTraces({ place, node: tracing, mode: 'live', waitMs: 20_000, log });
    const source = evmBlockSource(place, node, decoder, log, traces);
    const waits = { cheap: CHEAP, expensive: CHEAP };
    const closer = new GapCloser({ ledger: openGapLedger(session, chain.code), place, traces, decoder, log, waits });
    const changes = [() => simulated.mine(4), () => simulated.reorg(3), () => simulated.reorg(9, 12)].values();
    const { waitForNewBlock } = EvmNode.prototype;
    node.waitForNewBlock = async (tip, timeoutMs, signal) => {
      const { rows } = await session.query(`SELECT FROM ${chain.code}.internal_gaps`);
      if (rows.length > 0) return waitForNewBlock.call(node, tip, Math.min(timeoutMs, 20), signal);
      await expectHistories(session, place, simulated);
      const { value: change } = changes.next();
      if (change === undefined) stop.abort();
      else await change();
      return null;
    };
    await followChain({
      ...{ source, ledger, reporter, background: closer, wakeUp: new WakeUp(stop.signal) },
      ...{ reorgLimit: 50, finalityBinds: true, pollMs: 20, log, signal: stop.signal },
    });
    const { rows } = await session.query<{ transfers: number; revision: number }>(
      `SELECT (SELECT count(*)::int FROM ${chain.code}.transfers WHERE kind = 'internal') AS transfers, revision::int
       FROM ${chain.code}.internal_sync`,
    );
    return rows[0]!;
  } finally {
    stop.abort();
    await node.close();
    await decoder.close();
    await closeSession(session);
    await database.drop();
    await simulated.close();
  }
}

const FACTS = { chain: 'eth', method: 'debug_traceBlockByHash' } as const;
const [ETHEREUM] = EVM_CHAINS;

/** Fails so many times for each block that `isWrong` names, then answers. */
function failing(times: number, isWrong: (height: number) => boolean, error: Error): NonNullable<Follow['damage']> {
  const failures = new Map<number, number>();
  return (height) => {
    const before = failures.get(height) ?? 0;
    if (!isWrong(height) || before >= times) return null;
    failures.set(height, before + 1);
    return Promise.reject(error);
  };
}

describe('internal transfers of a simulated node', () => {
  it.each(EVM_CHAINS)('and its blocks are the whole history of every address on $code', async (chain) => {
    expect(await follow({ chain })).toEqual({ transfers: expect.any(Number), revision: 0 });
  });

  it('are the same from trace_block', async () => {
    expect((await follow({ chain: ETHEREUM!, tracer: 'parity' })).transfers).toBeGreaterThan(0);
  });

  it.each([
    [
      'the node refuses',
      failing(4, (height) => height % 3 === 0, new NodeError('refused', false, { ...FACTS, code: -32000 })),
    ],
    ['takes too long for', failing(2, (height) => height % 5 < 2, new NodeError('no answer in time', true, FACTS))],
    ['has no state for', failing(1, (height) => height < 30, new StateUnavailableError('no state', FACTS))],
  ])('are whole in the end where traces of some blocks come late, which %s', async (_, damage) => {
    const { revision, transfers } = await follow({ chain: ETHEREUM!, damage });
    expect(revision).toBeGreaterThan(0);
    expect(transfers).toBeGreaterThan(0);
  });
});
