/** A simulated Cosmos chain that the indexer's own parts have indexed. */
import { type CosmosChainNetwork, chainOnNetwork, requireChain } from '@chaintrail/chains';
import { CosmosNode } from '@chaintrail/chains/node';
import { closeSession, openCosmosLedger, openSession, type Session } from '@chaintrail/db';
import { type CosmosNodeSimulation, generatedScript, startCosmosNode } from '@chaintrail/devnet';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { pino } from 'pino';
import { createDecoder, type Decoder } from '../../indexer/src/decode/decoder.js';
import { OpeningBalances } from '../../indexer/src/first-sync/opening-balances.js';
import { NO_BACKGROUND_WORK } from '../../indexer/src/follow/background-work.js';
import { cosmosBlockSource } from '../../indexer/src/follow/cosmos-block-source.js';
import { followChain } from '../../indexer/src/follow/follow-chain.js';
import type { ProgressReporter } from '../../indexer/src/follow/progress-reporter.js';
import { WakeUp } from '../../indexer/src/follow/wake-up.js';
import type { CosmosAuditNode } from '../src/cosmos/cosmos-audit.js';
import { cosmosTarget } from '../src/cosmos/cosmos-target.js';
import type { AuditLimits } from '../src/limits.js';
import { type AuditOptions, runAudit } from '../src/run-audit.js';
import { DamagedRows } from './damaged-rows.js';

const FEW = { sends: 2, deposits: 2, inbound: 1, pools: 1, people: 8 };

const log = pino({ level: 'silent' });
/** Whoever is told of progress, and does not care. */
const reporter = new Proxy({}, { get: () => async () => undefined }) as ProgressReporter;

function mocknet(code: 'rune' | 'cacao'): CosmosChainNetwork {
  const place = chainOnNetwork(requireChain(code), 'mocknet');
  if (place?.family !== 'cosmos') throw new Error(`${code} has no mocknet`);
  return place;
}

interface FixtureOptions {
  readonly code: 'rune' | 'cacao';
  readonly blocks: number;
  readonly startHeight?: number;
  /** The node has no state of the first block any more while it is indexed. */
  readonly withoutState?: boolean;
  /** False: its REST server is not known. */
  readonly hasRest?: boolean;
}

export class CosmosAuditFixture extends DamagedRows {
  readonly place: CosmosChainNetwork;
  readonly simulated: CosmosNodeSimulation;
  readonly database: TestDatabase;
  readonly session: Session;
  /** What the audit asks; it can be changed. */
  readonly node: { -readonly [Method in keyof CosmosAuditNode]: CosmosAuditNode[Method] };
  private readonly client: CosmosNode;
  private readonly decoder: Decoder = createDecoder({ threads: 0 });
  private readonly startHeight: number;
  private readonly hasRest: boolean;

  private constructor(
    options: FixtureOptions,
    place: CosmosChainNetwork,
    simulated: CosmosNodeSimulation,
    database: TestDatabase,
    session: Session,
  ) {
    const { hasRest = true } = options;
    super();
    this.place = place;
    this.simulated = simulated;
    this.database = database;
    this.session = session;
    this.hasRest = hasRest;
    this.startHeight = options.startHeight ?? simulated.chain.script.firstHeight;
    this.client = new CosmosNode({
      ...place,
      endpoint: { url: simulated.url },
      restEndpoint: hasRest ? { url: simulated.restUrl } : undefined,
    });
    const { client } = this;
    this.node = {
      blockHashAt: (height) => client.blockHashAt(height),
      rawBlock: (ref) => client.rawBlock(ref),
      bankBalances: (address, height) => client.bankBalances(address, height),
      bankSupply: (height) => client.bankSupply(height),
    };
  }

  static async open(options: FixtureOptions): Promise<CosmosAuditFixture> {
    const { code, blocks, withoutState = false } = options;
    const place = mocknet(code);
    const script = generatedScript({ place, seed: 3, shape: FEW });
    const simulated = await startCosmosNode({ place, script, blocks });
    const database = await createTestDatabase();
    const session = await openSession(database.url, 'audit-test');
    const fixture = new CosmosAuditFixture(options, place, simulated, database, session);
    if (withoutState) simulated.setFaults([{ kind: 'missing-state', methods: ['rest/supply'] }]);
    await fixture.index();
    simulated.setFaults([]);
    await session.query(`UPDATE ${place.chain.code}.sync_state SET live_since = now(), phase = 'live'`);
    return fixture;
  }

  /** Follows the node up to its tip. */
  async index(): Promise<void> {
    const { place, session, client, decoder, startHeight } = this;
    const stop = new AbortController();
    const ledger = await openCosmosLedger(session, place, startHeight);
    const opening = new OpeningBalances({ chain: place.chain, restEndpoint: undefined }, client, log);
    opening.historyFrom = ledger.historyFrom;
    const source = cosmosBlockSource(place, client, opening, decoder);
    client.waitForNewBlock = async () => {
      stop.abort();
      return null;
    };
    await followChain({
      ...{ source, ledger, reporter, background: NO_BACKGROUND_WORK, wakeUp: new WakeUp(stop.signal) },
      ...{ reorgLimit: 0, finalityBinds: true, pollMs: 20, log, signal: stop.signal },
    });
  }

  /** An audit of everything, unless said otherwise. */
  audit(options: Partial<Omit<AuditOptions, 'target' | 'limits'>> & { readonly limits?: Partial<AuditLimits> } = {}) {
    return runAudit({
      databaseUrl: this.database.url,
      target: cosmosTarget(this.place, this.node, this.hasRest),
      scope: 'full',
      sampledBlocks: 1_000,
      idle: 0,
      signal: new AbortController().signal,
      ...options,
      limits: { standstillMs: 500, pollMs: 5, historyRows: 100, blocks: 25, balances: 20, ...options.limits },
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
