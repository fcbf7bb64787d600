import type { ChainCode } from '@chaintrail/chains';
import { type LatestAudit, REASON_CODES, type StoredRate } from '@chaintrail/db';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ListedChain } from '../read/followed-chain.js';
import { chainStatus } from '../read/progress.js';
import { PHASES } from '../schemas/status-schema.js';

const BY_CHAIN = ['currency', 'network'] as const;

/** Name after `chaintrail_`, what it says, and its value; null where there is none. */
type ChainFigure = readonly [name: string, help: string, (chain: ListedChain, now: number) => number | null];

const FIGURES: readonly ChainFigure[] = [
  ['indexed_height', 'Height of the last indexed block.', ({ state }) => state.height],
  ['node_height', "Height of the node's tip when it was last asked.", ({ state }) => state.nodeHeight],
  ['live', '1 while the chain is followed at its tip, else 0.', ({ state }) => Number(chainStatus(state) === 'live')],
  [
    'tip_age_seconds',
    'Seconds since the header time of the last indexed block.',
    ({ state }, now) => (state.blockTime === null ? null : Math.max(0, now - state.blockTime)),
  ],
  [
    'block_interval_seconds',
    'Seconds between two blocks of the chain, on average, to compare ages with.',
    ({ chain }) => chain.blockSeconds,
  ],
  ['heartbeat_age_seconds', 'Seconds since the indexer last reported.', ({ state }) => state.heartbeatAgeSeconds],
  [
    'first_sync_done',
    '1 when the first sync is complete, so that the chain is answered about, else 0.',
    ({ state }) => Number(state.liveSince !== null),
  ],
  ['first_sync_ratio', 'Part of the first sync that is done, 0 to 1; absent afterwards.', ({ state }) => state.share],
  [
    'sync_eta_seconds',
    'Seconds until the tip at the present speed; absent when live or not known.',
    ({ state }) => state.etaSeconds,
  ],
  ['sync_blocks_per_second', 'Speed of the sync; absent when live.', ({ state }) => state.blocksPerSecond],
  ['sync_transactions_per_second', 'Speed of the sync; absent when live.', ({ state }) => state.transactionsPerSecond],
  [
    'finalized_height',
    'Highest block that the node called final; absent where it does not say.',
    ({ state }) => state.finalizedHeight,
  ],
  [
    'internal_transfers_gaps',
    'Stretches of blocks without traces since the first traced one; absent where nothing is traced.',
    ({ state }) => state.internal?.gapCount ?? null,
  ],
  [
    'internal_transfers_open_gaps',
    'Those of them that are tried again.',
    ({ state }) => state.internal?.retriedCount ?? null,
  ],
  [
    'mempool_transactions',
    "Transactions in the node's mempool when it was last read.",
    ({ state }) => state.mempool?.node ?? null,
  ],
  ['mempool_indexed_transactions', 'How many of them are indexed.', ({ state }) => state.mempool?.indexed ?? null],
  [
    'mempool_age_seconds',
    'Seconds since the mempool was last compared with the index.',
    ({ state }, now) => state.mempool && Math.max(0, now - state.mempool.at),
  ],
];

/** Counts; those of requests to the node start anew with each owner. */
const COUNTERS: readonly ChainFigure[] = [
  [
    'internal_transfers_contradictions_total',
    'Balances of the node that did not fit those before and what was traced since; absent where nothing is traced.',
    ({ state }) => state.internal?.contradictions ?? null,
  ],
  [
    'token_metadata_changes_total',
    'How often the contract of a token that was asked again said another name, symbol, number of decimals or standard.',
    ({ state }) => state.internal?.tokenChanges ?? null,
  ],
  [
    'indexer_node_requests_total',
    'Requests of the owning indexer to its node, long polls left out.',
    ({ state }) => state.node?.requests ?? null,
  ],
  [
    'indexer_node_failures_total',
    'Of them: no answer came in time, or one that says that the node has too much to do.',
    ({ state }) => state.node?.failures ?? null,
  ],
  ['indexer_node_seconds_total', 'Seconds that all of them took together.', ({ state }) => state.node?.seconds ?? null],
];

const AUDIT_FIGURES: readonly (readonly [string, string, (audit: LatestAudit) => number])[] = [
  [
    'audit_clean',
    '1 when everything that the last audit looked at was right, else 0.',
    ({ result }) => Number(result === 'clean'),
  ],
  ['audit_findings', 'Facts that were not right in the last audit.', ({ findings }) => findings],
  ['audit_finished_timestamp_seconds', 'When the last audit ended, unix time.', ({ finishedAt }) => finishedAt],
];

const RATE_FIGURES: readonly (readonly [string, string, (rate: StoredRate, now: number) => number])[] = [
  [
    'rate_age_seconds',
    "Seconds since the price behind the coin's last rate was made; absent where none was ever found.",
    ({ asOf }, now) => Math.max(0, now - asOf),
  ],
  [
    'rate_confirmed_age_seconds',
    "Seconds since sources last agreed on a rate of the chain's coin; absent where they never did.",
    ({ at }, now) => Math.max(0, now - at),
  ],
];

/** Facts about the chains besides their own rows. */
export interface ChainFacts {
  readonly audits: readonly LatestAudit[];
  /** The last rate of each coin, where one was found. */
  readonly rates: ReadonlyMap<ChainCode, StoredRate>;
  /** Chains that are audited now. */
  readonly audited: ReadonlySet<string>;
  /** Whether an indexer holds a chain; null where that is not known. */
  readonly isOwned: (chain: ChainCode) => boolean | null;
  /** Chains whose lock a session holds that is no indexer. */
  readonly foreignLocks: ReadonlySet<ChainCode>;
}

/** Metrics about every followed chain, set anew at each scrape. */
export class ChainMetrics {
  readonly #gauges = new Map<string, Gauge>();
  readonly #counters = new Map<string, Counter>();
  readonly #phase: Gauge;
  readonly #reason: Gauge;

  constructor(registry: Registry) {
    for (const [name, help] of [...FIGURES, ...AUDIT_FIGURES, ...RATE_FIGURES]) {
      this.#gauges.set(name, gauge(registry, name, help, BY_CHAIN));
    }
    for (const [name, help] of COUNTERS) {
      const labelNames = [...BY_CHAIN];
      this.#counters.set(name, new Counter({ name: `chaintrail_${name}`, help, labelNames, registers: [registry] }));
    }
    this.#gauges.set('owned', gauge(registry, 'owned', '1 while an indexer holds the chain, else 0.', BY_CHAIN));
    const foreign = "1 while a session that is no indexer holds the chain's lock, so that none can write, else 0.";
    this.#gauges.set('foreign_lock', gauge(registry, 'foreign_lock', foreign, BY_CHAIN));
    const running = '1 while the chain is being audited, else 0.';
    this.#gauges.set('audit_running', gauge(registry, 'audit_running', running, BY_CHAIN));
    this.#reason = gauge(registry, 'reason', 'Why the chain is not live: 1 for that reason, 0 for the others.', [
      ...BY_CHAIN,
      'reason',
    ]);
    this.#phase = gauge(registry, 'phase', 'What the indexer says it is doing: 1 for that phase, 0 for the others.', [
      ...BY_CHAIN,
      'phase',
    ]);
  }

  /** Chains that are not among them are forgotten. */
  set(chains: readonly ListedChain[], { audits, audited, rates, isOwned, foreignLocks }: ChainFacts): void {
    this.clear();
    const now = Date.now() / 1_000;
    for (const listed of chains) {
      const labels = { currency: listed.chain.code, network: listed.network.name };
      const rate = rates.get(listed.chain.code);
      const audit = audits.find(({ chain }) => chain === listed.chain.code);
      const figures = [
        ...FIGURES.map(([name, , value]) => [name, value(listed, now)] as const),
        ['audit_running', Number(audited.has(listed.chain.code))] as const,
        ['foreign_lock', Number(foreignLocks.has(listed.chain.code))] as const,
        ['owned', toNumber(isOwned(listed.chain.code))] as const,
        ...(audit ? AUDIT_FIGURES.map(([name, , value]) => [name, value(audit)] as const) : []),
        ...(rate ? RATE_FIGURES.map(([name, , value]) => [name, value(rate, now)] as const) : []),
      ];
      for (const [name, value] of figures) if (value !== null) this.#gauges.get(name)?.set(labels, value);
      for (const [name, , value] of COUNTERS) {
        const count = value(listed, now);
        if (count !== null) this.#counters.get(name)?.inc(labels, count);
      }
      for (const reason of REASON_CODES)
        this.#reason.set({ ...labels, reason }, Number(listed.state.reasonCode === reason));
      for (const phase of PHASES) this.#phase.set({ ...labels, phase }, Number(listed.state.phase === phase));
    }
  }

  clear(): void {
    for (const each of [...this.#gauges.values(), ...this.#counters.values(), this.#phase, this.#reason]) each.reset();
  }
}

const toNumber = (is: boolean | null): number | null => (is === null ? null : Number(is));

function gauge(registry: Registry, name: string, help: string, labelNames: readonly string[]): Gauge {
  return new Gauge({ name: `chaintrail_${name}`, help, labelNames: [...labelNames], registers: [registry] });
}
