import { CHAINS, type ChainCode, hasValue, requireChain } from '@chaintrail/chains';
import { type DatabaseSettings, databaseOf } from '@chaintrail/config';
import {
  type ChainState,
  createPool,
  isForbidden,
  type LatestAudit,
  OFFLINE_AFTER_SECONDS,
  type OperatorChainState,
  type Pool,
  readChainOwners,
  readChains,
  readChainsWithReasons,
  readLatestAudits,
  readRates,
} from '@chaintrail/db';
import { syncProgressOf } from '@chaintrail/terminal';
import { behindOf, type ChainRow } from './chain-row.js';

const TIMEOUT_MS = 10_000;

type State = ChainState & Partial<Pick<OperatorChainState, 'reason'>>;

export interface StatusReader {
  /** @throws what a database that does not answer does */
  read(): Promise<ChainRow[]>;
  close(): Promise<void>;
}

/** @param databases at least one @param ratesMaxAgeSeconds older rates are not told */
export function databaseReader(databases: readonly DatabaseSettings[], ratesMaxAgeSeconds: number): StatusReader {
  const timeouts = { connectTimeoutMs: TIMEOUT_MS, timeoutMs: TIMEOUT_MS };
  const pools = databases.map((database) => ({
    database,
    pool: createPool(database.url.reveal(), { max: 2, applicationName: 'chaintrail-status', ...timeouts }),
  }));
  return {
    read: async () => {
      const parts = await Promise.all(
        pools.map(async ({ database, pool }) => {
          const rows = await readPool(pool, ratesMaxAgeSeconds);
          // A chain that has a database of its own may have left rows in another one.
          return rows.filter(({ currency }) => databaseOf(databases, currency as ChainCode) === database);
        }),
      );
      return CHAINS.flatMap(({ code }) => parts.flat().filter(({ currency }) => currency === code));
    },
    close: async () => {
      await Promise.all(pools.map(({ pool }) => pool.end()));
    },
  };
}

async function readPool(pool: Pool, ratesMaxAgeSeconds: number): Promise<ChainRow[]> {
  const [states, owners, audits] = await Promise.all([readStates(pool), readChainOwners(pool), readLatestAudits(pool)]);
  const moment = Math.floor(Date.now() / 1000);
  const wanted = states.map(({ chain }) => ({ symbol: requireChain(chain).symbol, moment }));
  const rates = await readRates(pool, wanted);
  return states.map((state, at) => {
    const rate = rates[at];
    const isOfUse = rate && moment - rate.asOf <= ratesMaxAgeSeconds && hasValue(state.network);
    return rowOf(state, owners, audits, isOfUse ? rate.rate : null);
  });
}

/** With reasons where our role may read them. */
async function readStates(pool: Pool): Promise<State[]> {
  try {
    return await readChainsWithReasons(pool);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return readChains(pool);
  }
}

function rowOf(
  state: State,
  owners: ReadonlyMap<ChainCode, string | null>,
  audits: readonly LatestAudit[],
  rate: string | null,
): ChainRow {
  const { chain, network, phase, height, nodeHeight, liveSince, heartbeatAgeSeconds } = state;
  const isOffline = heartbeatAgeSeconds > OFFLINE_AFTER_SECONDS;
  const isSynced = liveSince !== null;
  const status = isOffline ? 'offline' : phase === 'starting' || (phase === 'live' && !isSynced) ? 'syncing' : phase;
  const audit = audits.find((each) => each.chain === chain);
  const progress = isSynced
    ? shareOf(state)
    : (syncProgressOf({ ...state, reason: null, phase: 'syncing' })?.share ?? null);
  return {
    ...{ currency: chain, network, status, rate, progress },
    reason: isOffline ? 'its indexer has not reported for a minute' : (state.reason ?? state.reasonCode),
    ...{ tip: height, nodeTip: nodeHeight, behind: behindOf(height, nodeHeight) },
    ...{ stage: state.stage, blocksPerSecond: state.blocksPerSecond, heartbeatAt: state.heartbeatAt },
    etaSeconds: status === 'syncing' ? state.etaSeconds : null,
    mempool: state.mempool?.isCurrent ? state.mempool.indexed : null,
    owner: owners.has(chain) ? (owners.get(chain) ?? 'yes') : 'none',
    audit: audit ? { result: audit.result, finishedAt: audit.finishedAt, findings: audit.findings } : null,
  };
}

function shareOf({ height, nodeHeight, historyFrom }: State): number | null {
  if (height === null || nodeHeight === null) return null;
  return Math.min(1, (height - historyFrom + 1) / Math.max(1, nodeHeight - historyFrom + 1));
}
