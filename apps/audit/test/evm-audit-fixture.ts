/** A simulated account chain that the indexer's own parts have indexed, to the end of what they find out between blocks. */
import type { EvmChain, EvmChainNetwork } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import {
  closeSession,
  type InternalMode,
  openBalanceLedger,
  openEvmLedger,
  openSession,
  type Session,
} from '@chaintrail/db';
import { type SimulatedEvmNode, type SimulatedEvmNodeOptions, startSimulatedEvmNode } from '@chaintrail/devnet';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { pino } from 'pino';
import { BalanceRefresher } from '../../indexer/src/balances/refresh-balances.js';
import { createDecoder, type Decoder } from '../../indexer/src/decode/decoder.js';
import { inSequence } from '../../indexer/src/follow/background-work.js';
import { evmBlockSource } from '../../indexer/src/follow/evm-block-source.js';
import { followChain } from '../../indexer/src/follow/follow-chain.js';
import type { ProgressReporter } from '../../indexer/src/follow/progress-reporter.js';
import { WakeUp } from '../../indexer/src/follow/wake-up.js';
import { openInternalTransfers } from '../../indexer/src/internal/open-internal-transfers.js';
import type { EvmAuditNode } from '../src/evm/evm-audit.js';
import { evmTarget } from '../src/evm/evm-target.js';
import type { AuditLimits } from '../src/limits.js';
import { type AuditOptions, type AuditOutcome, runAudit } from '../src/run-audit.js';
import { DamagedRows } from './damaged-rows.js';

const log = pino({ level: 'silent' });
/** Whoever is told of progress, and does not care. */
const reporter = new Proxy({}, { get: () => async () => undefined }) as ProgressReporter;

/** What was found, check by check. */
export function problemsOf({ checks }: AuditOutcome): Record<string, string[]> {
  return Object.fromEntries(
    checks
      .filter(({ findings }) => findings > 0)
      .map(({ name, examples }) => [name, [...new Set(examples.map(({ problem }) => problem))].sort()]),
  );
}

interface FixtureOptions extends Partial<SimulatedEvmNodeOptions> {
  readonly chain: EvmChain;
  readonly mode?: InternalMode;
  readonly startHeight?: number;
}

export class EvmAuditFixture extends DamagedRows {
  readonly place: EvmChainNetwork;
  readonly simulated: SimulatedEvmNode;
  readonly database: TestDatabase;
  readonly session: Session;
  /** What the audit asks; it can be changed. */
  readonly node: { -readonly [Method in keyof EvmAuditNode]: EvmAuditNode[Method] };
  private readonly client: EvmNode;
  private readonly decoder: Decoder = createDecoder({ threads: 0 });
  private readonly mode: InternalMode;
  private readonly startHeight: number;

  private constructor(
    options: FixtureOptions,
    place: EvmChainNetwork,
    simulated: SimulatedEvmNode,
    database: TestDatabase,
    session: Session,
  ) {
    super();
    this.place = place;
    this.simulated = simulated;
    this.database = database;
    this.session = session;
    this.mode = options.mode ?? 'full';
    this.startHeight = options.startHeight ?? 0;
    this.client = new EvmNode({ ...place, endpoint: { url: simulated.url } });
    const { client } = this;
    this.node = {
      blockHashAt: (height) => client.blockHashAt(height),
      rawBlock: (hash) => client.rawBlock(hash),
      tracer: () => client.tracer(),
      rawTraces: (ref) => client.rawTraces(ref),
      balances: (keys, block) => client.balances(keys, block),
      calls: (calls, block) => client.calls(calls, block),
    };
  }

  static async open(options: FixtureOptions): Promise<EvmAuditFixture> {
    const { mode: _, startHeight: __, ...simulatedOptions } = options;
    const chain = { ...options.chain, reorgMargin: 6 };
    const network = chain.networks.find(({ name }) => name === 'local')!;
    const simulated = await startSimulatedEvmNode({ seed: 5, blocks: 14, txPerBlock: 8, ...simulatedOptions });
    const database = await createTestDatabase();
    const session = await openSession(database.url, 'audit-test');
    const place = { family: 'evm', chain, network } as const;
    const fixture = new EvmAuditFixture(options, place, simulated, database, session);
    await fixture.index();
    // Some blocks come while it is followed, and some are replaced: balances, tokens and traces of them are there.
    simulated.mine(6);
    await fixture.index();
    simulated.reorg(3, 5);
    await fixture.index();
    await session.query(`UPDATE ${chain.code}.sync_state SET live_since = now(), phase = 'live'`);
    return fixture;
  }

  /** Follows the node up to its tip, traces and balances included. */
  async index(): Promise<void> {
    const { place, session, client, decoder, mode } = this;
    const stop = new AbortController();
    const ledger = await openEvmLedger(session, place, this.startHeight);
    const source = evmBlockSource(place, client, decoder);
    const internal = openInternalTransfers({
      ...{ session, databaseUrl: this.database.url, place, node: client, decoder, mode, log, signal: stop.signal },
      historyFrom: this.startHeight,
      limits: { waitMs: 20 },
    });
    const balances = new BalanceRefresher({
      ...{ ledger: openBalanceLedger(session, place.chain.code), node: client, historyFrom: this.startHeight, log },
    });
    const { waitForNewBlock } = EvmNode.prototype;
    client.waitForNewBlock = async (tip, timeoutMs, signal) => {
      if (!(await this.isCaughtUp(tip.height)))
        return waitForNewBlock.call(client, tip, Math.min(timeoutMs, 20), signal);
      stop.abort();
      return null;
    };
    await followChain({
      ...{ source, ledger, reporter, background: inSequence([internal, balances]), wakeUp: new WakeUp(stop.signal) },
      ...{ reorgLimit: 50, finalityBinds: true, pollMs: 20, log, signal: stop.signal },
    });
    await internal.close();
  }

  private async isCaughtUp(height: number): Promise<boolean> {
    const { code } = this.place.chain;
    const { rows } = await this.session.query(
      `SELECT WHERE EXISTS (SELECT FROM ${code}.address_balances WHERE height = $1)
       AND NOT EXISTS (SELECT FROM ${code}.token_balances WHERE height IS NULL OR height < touched)
       AND ($2 = 'off' OR EXISTS (SELECT FROM ${code}.internal_sync WHERE live_to = $1
         AND ($2 = 'live' OR live_from <= 1 OR stage = 'done')))`,
      [height, this.mode],
    );
    return rows.length > 0;
  }

  /** An audit of everything, unless said otherwise. */
  audit(options: Partial<Omit<AuditOptions, 'target' | 'limits'>> & { readonly limits?: Partial<AuditLimits> } = {}) {
    const { chain, network } = this.place;
    return runAudit({
      databaseUrl: this.database.url,
      target: evmTarget(chain, network, this.node),
      scope: 'full',
      sampledBlocks: 1_000,
      idle: 0,
      signal: new AbortController().signal,
      ...options,
      limits: { standstillMs: 500, pollMs: 20, historyRows: 100, blocks: 25, balances: 40, ...options.limits },
    });
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.decoder.close();
    await closeSession(this.session);
    await this.database.drop();
    await this.simulated.close();
  }
}
