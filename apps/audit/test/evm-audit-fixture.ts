/**
 * A simulated EVM chain that the indexer's own parts have indexed, to the end of what they find out between blocks.
 */
import type { EvmChain, EvmChainNetwork, EvmNetwork } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import { type InternalMode, openBalanceLedger, openEvmLedger, openGapLedger } from '@chaintrail/db';
import { type SimulatedEvmNode, type SimulatedEvmNodeOptions, startSimulatedEvmNode } from '@chaintrail/devnet';
import { BalanceRefresher } from '../../indexer/src/balances/refresh-balances.js';
import { inSequence } from '../../indexer/src/follow/background-work.js';
import { BlockTraces } from '../../indexer/src/follow/block-traces.js';
import { evmBlockSource } from '../../indexer/src/follow/evm-block-source.js';
import { followChain } from '../../indexer/src/follow/follow-chain.js';
import { WakeUp } from '../../indexer/src/follow/wake-up.js';
import { GapCloser } from '../../indexer/src/internal/gap-closer.js';
import type { EvmAuditNode } from '../src/evm/evm-audit.js';
import { evmTarget } from '../src/evm/evm-target.js';
import { type FixtureParts, IndexedFixture, log, openParts, reporter } from './indexed-fixture.js';

interface FixtureOptions extends Partial<SimulatedEvmNodeOptions> {
  readonly chain: EvmChain;
  readonly mode?: InternalMode;
  readonly startHeight?: number;
}

export class EvmAuditFixture extends IndexedFixture<EvmChainNetwork, SimulatedEvmNode> {
  /** The audit's node; it can be changed. */
  readonly node: { -readonly [Method in keyof EvmAuditNode]: EvmAuditNode[Method] };
  /** The indexer's node; it can be changed. */
  readonly client: EvmNode;
  /** The network as the audit knows it; it can be changed. */
  network: EvmNetwork;
  protected readonly limits = { pollMs: 20, balances: 40 };
  private readonly mode: InternalMode;
  private readonly startHeight: number;

  private constructor(options: FixtureOptions, parts: FixtureParts<EvmChainNetwork, SimulatedEvmNode>) {
    const { place, simulated } = parts;
    super(parts);
    this.network = place.network;
    this.mode = options.mode ?? 'full';
    this.startHeight = options.startHeight ?? 0;
    this.client = new EvmNode({ ...place, endpoint: { url: simulated.url } });
    this.node = this.askedNode();
  }

  private askedNode(): EvmAuditNode {
    const { client } = this;
    return {
      blockHashAt: (height) => client.blockHashAt(height),
      rawBlock: (hash) => client.rawBlock(hash),
      tracer: () => client.tracer(),
      rawTraces: (ref) => client.rawTraces(ref),
      balances: (keys, block) => client.balances(keys, block),
      calls: (calls, block) => client.calls(calls, block),
    };
  }

  /** The chain stays as it is from now on: what the node answers about a block, it is asked for once. */
  override async keep(): Promise<void> {
    const { client } = this;
    for (const method of ['rawBlock', 'rawTraces', 'balances', 'calls'] as const) {
      const ask = (client[method] as (...asked: unknown[]) => Promise<unknown>).bind(client);
      const answers = new Map<string, Promise<unknown>>();
      Object.assign(client, {
        [method]: (...asked: unknown[]) => {
          const key = JSON.stringify(asked);
          const answer = answers.get(key) ?? ask(...asked);
          answers.set(key, answer);
          return answer;
        },
      });
    }
    await super.keep();
  }

  override async restore(): Promise<void> {
    Object.assign(this.node, this.askedNode());
    this.network = this.place.network;
    await super.restore();
  }

  static async open(options: FixtureOptions): Promise<EvmAuditFixture> {
    const { mode: _, startHeight: __, ...simulatedOptions } = options;
    const chain = { ...options.chain, reorgMargin: 6 };
    const network = chain.networks.find(({ name }) => name === 'local')!;
    const simulated = await startSimulatedEvmNode({ seed: 5, blocks: 14, txPerBlock: 8, ...simulatedOptions });
    const place = { family: 'evm', chain, network } as const;
    const fixture = new EvmAuditFixture(options, await openParts(place, simulated));
    await fixture.index();
    // Some blocks come while it is followed, and some are replaced: balances, tokens and traces of them are there.
    await simulated.mine(6);
    await fixture.index();
    await simulated.reorg(3, 5);
    await fixture.index();
    await fixture.goLive();
    return fixture;
  }

  /** Follows the node up to its tip, traces and balances included. */
  async index(): Promise<void> {
    const { place, session, client, decoder, mode } = this;
    const stop = new AbortController();
    const ledger = await openEvmLedger(session, place, this.startHeight);
    const traces = new BlockTraces({ place, node: client, mode, waitMs: 20_000, log });
    const source = evmBlockSource(place, client, decoder, log, traces);
    const ledgerOfGaps = openGapLedger(session, place.chain.code);
    const internal = new GapCloser({ ledger: ledgerOfGaps, place, traces, decoder, log });
    const balances = new BalanceRefresher({
      ...{
        ledger: openBalanceLedger(session, place.chain.code),
        node: client,
        place,
        historyFrom: this.startHeight,
        log,
      },
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
  }

  private async isCaughtUp(height: number): Promise<boolean> {
    const { code } = this.place.chain;
    const { rows } = await this.session.query(
      `SELECT WHERE EXISTS (SELECT FROM ${code}.address_balances WHERE height = $1)
       AND NOT EXISTS (SELECT FROM ${code}.token_balances WHERE height IS NULL OR height < touched)
       AND NOT EXISTS (SELECT FROM ${code}.internal_gaps WHERE reason_code <> 'off')`,
      [height],
    );
    return rows.length > 0;
  }

  protected target() {
    return evmTarget(this.place.chain, this.network, this.node);
  }
}
