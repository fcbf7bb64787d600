/** A simulated Cosmos chain that the indexer's own parts have indexed. */
import { type CosmosChainNetwork, chainOnNetwork, requireChain } from '@chaintrail/chains';
import { CosmosNode } from '@chaintrail/chains/node';
import { openCosmosLedger } from '@chaintrail/db';
import { type CosmosNodeSimulation, generatedScript, startCosmosNode } from '@chaintrail/devnet';
import { NO_BACKGROUND_WORK } from '../../indexer/src/follow/background-work.js';
import { cosmosBlockSource } from '../../indexer/src/follow/cosmos-block-source.js';
import { followChain } from '../../indexer/src/follow/follow-chain.js';
import { OpeningBalances } from '../../indexer/src/follow/opening-balances.js';
import { WakeUp } from '../../indexer/src/follow/wake-up.js';
import type { CosmosAuditNode } from '../src/cosmos/cosmos-audit.js';
import { cosmosTarget } from '../src/cosmos/cosmos-target.js';
import { type FixtureParts, IndexedFixture, log, openParts, reporter } from './indexed-fixture.js';

const FEW = { sends: 2, deposits: 2, inbound: 1, pools: 1, people: 8 };

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
}

export class CosmosAuditFixture extends IndexedFixture<CosmosChainNetwork, CosmosNodeSimulation> {
  /** The audit's node; it can be changed. */
  readonly node: { -readonly [Method in keyof CosmosAuditNode]: CosmosAuditNode[Method] };
  protected readonly client: CosmosNode;
  protected readonly limits = { pollMs: 5, balances: 20 };
  private readonly startHeight: number;
  /** False: its REST server is not known to the audit. */
  hasRest = true;
  /** As the settings of the audit have it. */
  headerChecks: 'on' | 'off' = 'on';

  private constructor(options: FixtureOptions, parts: FixtureParts<CosmosChainNetwork, CosmosNodeSimulation>) {
    const { place, simulated } = parts;
    super(parts);
    this.startHeight = options.startHeight ?? simulated.chain.script.firstHeight;
    this.client = new CosmosNode({
      ...place,
      endpoint: { url: simulated.url },
      restEndpoint: { url: simulated.restUrl },
    });
    this.node = this.askedNode();
  }

  private askedNode(): CosmosAuditNode {
    const { client } = this;
    return {
      blockHashAt: (height) => client.blockHashAt(height),
      rawBlock: (ref) => client.rawBlock(ref),
      bankBalances: (address, height) => client.bankBalances(address, height),
      bankSupply: (height) => client.bankSupply(height),
    };
  }

  override async restore(): Promise<void> {
    Object.assign(this.node, this.askedNode());
    this.hasRest = true;
    this.headerChecks = 'on';
    await super.restore();
  }

  static async open(options: FixtureOptions): Promise<CosmosAuditFixture> {
    const { code, blocks, withoutState = false } = options;
    const place = mocknet(code);
    const script = generatedScript({ place, seed: 3, shape: FEW });
    const simulated = await startCosmosNode({ place, script, blocks });
    const fixture = new CosmosAuditFixture(options, await openParts(place, simulated));
    if (withoutState) simulated.setFaults([{ kind: 'missing-state', methods: ['rest/supply'] }]);
    await fixture.index();
    simulated.setFaults([]);
    await fixture.goLive();
    return fixture;
  }

  /** Follows the node up to its tip. */
  async index(): Promise<void> {
    const { place, session, client, decoder, startHeight } = this;
    const stop = new AbortController();
    const ledger = await openCosmosLedger(session, place, startHeight);
    const opening = new OpeningBalances({ chain: place.chain, restEndpoint: undefined }, client, log);
    opening.historyFrom = ledger.historyFrom;
    const source = cosmosBlockSource({ ...place, headerChecks: 'on' }, client, opening, decoder, log);
    client.waitForNewBlock = async () => {
      stop.abort();
      return null;
    };
    await followChain({
      ...{ source, ledger, reporter, background: NO_BACKGROUND_WORK, wakeUp: new WakeUp(stop.signal) },
      ...{ reorgLimit: 0, finalityBinds: true, pollMs: 20, log, signal: stop.signal },
    });
  }

  protected target() {
    return cosmosTarget({ ...this.place, headerChecks: this.headerChecks }, this.node, this.hasRest);
  }
}
