/** An EVM chain of a simulated node whose traces come late, wrong or not at all, and an indexer of its blocks and gaps. */
import { type EvmChainNetwork, type EvmTraceAnswer, formatAddress } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import {
  closeSession,
  type InternalGap,
  type InternalMode,
  openBalanceLedger,
  openEvmLedger,
  openGapLedger,
  openSession,
  readInternalSync,
  type Session,
} from '@chaintrail/db';
import { type SimulatedEvmNode, type SimulatedEvmNodeOptions, startSimulatedEvmNode } from '@chaintrail/devnet';
import { createChainDatabase, type TestDatabase } from '@chaintrail/testkit';
import { pino } from 'pino';
import { expect } from 'vitest';
import { BalanceRefresher } from '../src/balances/refresh-balances.js';
import { createDecoder } from '../src/decode/decoder.js';
import { inSequence } from '../src/follow/background-work.js';
import { BlockTraces, type TracingNode } from '../src/follow/block-traces.js';
import { evmBlockSource } from '../src/follow/evm-block-source.js';
import { followChain } from '../src/follow/follow-chain.js';
import type { ProgressReporter } from '../src/follow/progress-reporter.js';
import { WakeUp } from '../src/follow/wake-up.js';
import { GapCloser, type GapCloserOptions } from '../src/internal/gap-closer.js';

/** Whoever is told of progress, and does not care. */
const reporter = new Proxy({}, { get: () => async () => undefined }) as ProgressReporter;

/** Reaction of the node to a question for traces, in place of an answer; null where it answers. */
export type Damage = (
  height: number,
  way: string,
  ask: () => Promise<EvmTraceAnswer>,
) => Promise<EvmTraceAnswer> | null;

export interface FollowedTraces {
  readonly mode?: InternalMode;
  readonly waitMs?: number;
  readonly damage?: Damage;
  readonly waits?: GapCloserOptions['waits'];
  /** Rows that closing a gap may number anew. */
  readonly mostMoved?: number;
  /** At the node's tip, after each step of what is done in the background. @returns whether that is all */
  readonly atTip: () => Promise<boolean>;
}

export class TracedChain {
  readonly place: EvmChainNetwork;
  readonly simulated: SimulatedEvmNode;
  readonly database: TestDatabase;
  readonly session: Session;
  /** Warnings of the log. */
  readonly warnings: string[] = [];

  private constructor(place: EvmChainNetwork, simulated: SimulatedEvmNode, database: TestDatabase, session: Session) {
    this.place = place;
    this.simulated = simulated;
    this.database = database;
    this.session = session;
  }

  static async start(options: SimulatedEvmNodeOptions): Promise<TracedChain> {
    const chain = { ...options.chain, reorgMargin: 6 };
    const network = chain.networks.find(({ name }) => name === 'local')!;
    const simulated = await startSimulatedEvmNode({ seed: 7, txPerBlock: 6, ...options });
    const database = await createChainDatabase({ chain: chain.code, network: network.name, indexed: true });
    const session = await openSession(database.url, 'traced-chain-test');
    return new TracedChain({ family: 'evm', chain, network }, simulated, database, session);
  }

  async stop(): Promise<void> {
    await closeSession(this.session);
    await this.database.drop();
    await this.simulated.close();
  }

  /** As after a start of the indexer, block by block. */
  async follow({ mode = 'live', waitMs = 20_000, damage, waits, mostMoved, atTip }: FollowedTraces): Promise<void> {
    const { place, session, simulated } = this;
    const { chain, network } = place;
    const stop = new AbortController();
    const log = pino({ level: 'warn' }, { write: (line) => void this.warnings.push(JSON.parse(line).msg) });
    const decoder = createDecoder({ threads: 0 });
    const node = new EvmNode({ chain, network, endpoint: { url: simulated.url } });
    const tracing: TracingNode = {
      tip: () => node.tip(),
      tracer: () => node.tracer(),
      rawTraces(ref, way = 'as a block', txids = []) {
        const ask = () => node.rawTraces(ref, way, txids);
        return damage?.(ref.height, way, ask) ?? ask();
      },
    };
    try {
      const ledger = await openEvmLedger(session, place, 0);
      const traces = new BlockTraces({ place, node: tracing, mode, waitMs, log });
      traces.hasBegun = (await readInternalSync(session, chain.code)).from !== null;
      const shared = { place, log, signal: stop.signal };
      const background = inSequence([
        new GapCloser({
          ...{ ...shared, ledger: openGapLedger(session, chain.code, mostMoved), traces, decoder },
          ...(waits && { waits }),
        }),
        new BalanceRefresher({ ...shared, ledger: openBalanceLedger(session, chain.code), node, historyFrom: 0 }),
      ]);
      const { waitForNewBlock } = EvmNode.prototype;
      node.waitForNewBlock = async (tip, timeoutMs, signal) => {
        if (!(await atTip())) return waitForNewBlock.call(node, tip, Math.min(timeoutMs, 20), signal);
        stop.abort();
        return null;
      };
      await followChain({
        ...{ source: evmBlockSource(place, node, decoder, log, traces), ledger, reporter, background },
        ...{
          wakeUp: new WakeUp(stop.signal),
          reorgLimit: 50,
          finalityBinds: true,
          pollMs: 20,
          log,
          signal: stop.signal,
        },
      });
      await background.close();
    } finally {
      stop.abort();
      await node.close();
      await decoder.close();
    }
  }

  async gaps(): Promise<InternalGap[]> {
    const { rows } = await this.session.query<InternalGap>(
      `SELECT from_height AS "from", to_height AS "to", reason_code AS reason FROM ${this.place.chain.code}.internal_gaps ORDER BY from_height`,
    );
    return rows;
  }

  /** The only row of a query of one chain. */
  async row<Row extends object>(select: string): Promise<Row> {
    const { rows } = await this.session.query<Row>(select);
    return rows[0]!;
  }

  async #histories(): Promise<Map<string, string[]>> {
    const {
      chain: { code },
      network,
    } = this.place;
    const { rows } = await this.session.query<{ address_key: Buffer; entries: string[] }>(`
      SELECT a.address_key, array_agg(concat_ws(' ', encode(t.txid, 'hex'), a.tx_key >> 20, a.delta) ORDER BY a.seq) AS entries
      FROM ${code}.address_transactions a JOIN ${code}.transactions t USING (tx_key) GROUP BY a.address_key`);
    return new Map(rows.map(({ address_key, entries }) => [formatAddress(network, address_key), entries]));
  }

  /** Rows are those of the model, numbered without holes in chain order, with the sums of what comes before. */
  async expectHistories(): Promise<void> {
    const { session, place, simulated: node } = this;
    const stored = await this.#histories();
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
    const moments = await session.query(`
      SELECT count(*) FILTER (WHERE found IS DISTINCT FROM shown)::int AS wrong FROM (
        SELECT ${code}.balance_at(h.address, h.at) AS found, h.balance AS shown
        FROM (SELECT DISTINCT ON (address_key, height) * FROM ${code}.address_history ORDER BY address_key, height DESC, tx_key DESC) h
        WHERE NOT EXISTS (SELECT FROM ${code}.blocks b WHERE b.height = h.height + 1 AND to_timestamp(b.time) = h.at)
          AND h.balance IS NOT NULL ORDER BY h.tx_key DESC LIMIT 30) each`);
    expect(moments.rows).toEqual([{ wrong: 0 }]);
  }
}
