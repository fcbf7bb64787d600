import type { ChainCode } from '@chaintrail/chains';
import type { LatestAudit, StoredRate } from '@chaintrail/db';
import { Gauge, type Registry } from 'prom-client';
import type { ListedChain } from '../chain-directory.js';
import { PHASES } from '../schemas/status.js';
import { shapeInternalProgress } from '../shape/internal-progress.js';
import { chainStatus } from '../shape/progress.js';

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
  ['heartbeat_age_seconds', 'Seconds since the indexer last reported.', ({ state }) => state.heartbeatAgeSeconds],
  ['first_sync_ratio', 'Part of the first sync that is done, 0 to 1; absent afterwards.', ({ state }) => state.share],
  [
    'finalized_height',
    'Highest block that the node called final; absent where it does not say.',
    ({ state }) => state.finalizedHeight,
  ],
  [
    'internal_transfers_height',
    'Last block that was traced for internal transfers as blocks came; absent where none is.',
    ({ state }) => state.internal?.liveTo ?? null,
  ],
  [
    'internal_transfers_backfill_ratio',
    'Part of the older blocks that is traced for internal transfers, 0 to 1; absent where none are to be.',
    ({ state }) => shapeInternalProgress(state.internal)?.backfill?.progress ?? null,
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

/** Gauges about every followed chain, set anew at each scrape. */
export class ChainMetrics {
  readonly #gauges = new Map<string, Gauge>();
  readonly #phase: Gauge;

  constructor(registry: Registry) {
    for (const [name, help] of [...FIGURES, ...AUDIT_FIGURES, ...RATE_FIGURES]) {
      this.#gauges.set(name, gauge(registry, name, help, BY_CHAIN));
    }
    this.#phase = gauge(registry, 'phase', 'What the indexer says it is doing: 1 for that phase, 0 for the others.', [
      ...BY_CHAIN,
      'phase',
    ]);
  }

  /** Chains that are not among them are forgotten. */
  set(chains: readonly ListedChain[], audits: readonly LatestAudit[], rates: ReadonlyMap<ChainCode, StoredRate>): void {
    this.clear();
    const now = Date.now() / 1_000;
    for (const listed of chains) {
      const labels = { currency: listed.chain.code, network: listed.network.name };
      const rate = rates.get(listed.chain.code);
      const audit = audits.find(({ chain }) => chain === listed.chain.code);
      const figures = [
        ...FIGURES.map(([name, , value]) => [name, value(listed, now)] as const),
        ...(audit ? AUDIT_FIGURES.map(([name, , value]) => [name, value(audit)] as const) : []),
        ...(rate ? RATE_FIGURES.map(([name, , value]) => [name, value(rate, now)] as const) : []),
      ];
      for (const [name, value] of figures) if (value !== null) this.#gauges.get(name)?.set(labels, value);
      for (const phase of PHASES) this.#phase.set({ ...labels, phase }, Number(listed.state.phase === phase));
    }
  }

  clear(): void {
    for (const each of [...this.#gauges.values(), this.#phase]) each.reset();
  }
}

function gauge(registry: Registry, name: string, help: string, labelNames: readonly string[]): Gauge {
  return new Gauge({ name: `chaintrail_${name}`, help, labelNames: [...labelNames], registers: [registry] });
}
