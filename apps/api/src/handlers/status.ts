import type { ChainState, LatestAudit, RunningAudit } from '@chaintrail/db';
import { answerNow } from '../http/answer.js';
import { chainProgress, listedStatus, shapeInternalProgress } from '../read/progress.js';
import { reasonOf, STORE_AWAY } from '../read/reason.js';
import { shownHash } from '../read/texts.js';
import { Status } from '../schemas/status-schema.js';
import { NO_DATABASE, route } from '../services/route.js';
import { VERSION } from '../version.js';

export const status = route({
  path: '/status',
  atRoot: true,
  operationId: 'getStatus',
  tag: 'Server',
  summary: 'How the indexing of every chain is doing',
  description:
    'For operators and curious clients: phases, heights, speeds, the mempool and the last audit of each chain, and why a chain stands ' +
    'still. `/currencies` has what clients need. A second old at most: the databases are asked once a second, however many ask.',
  response: Status,
  problems: { 503: NO_DATABASE },
  async handle({ chains, audits }) {
    const { chains: followed, unavailable } = await chains.list();
    // Hosts stay between the operator and the database: everybody may read this.
    const [{ latest, running }, isOwned] = await Promise.all([audits.read(followed), audits.owners()]);
    return answerNow({
      version: VERSION,
      unavailable: [...unavailable],
      chains: followed.map(({ family, chain, network, state, isAnswering }) => ({
        currency: chain.code,
        network: network.name,
        status: listedStatus({ state, isAnswering }),
        phase: state.phase,
        ...(isAnswering ? reasonOf(state) : STORE_AWAY),
        indexedHash: state.hash && shownHash({ family }, state.hash),
        tipTime: state.blockTime,
        historyFrom: state.historyFrom,
        finalizedHeight: state.finalizedHeight,
        ...chainProgress(state),
        liveSince: state.liveSince,
        blocksPerSecond: state.blocksPerSecond,
        transactionsPerSecond: state.transactionsPerSecond,
        heartbeatAt: state.heartbeatAt,
        owned: isAnswering ? isOwned(chain.code) : null,
        internalTransfers: shapeInternalProgress(state.internal),
        mempool: mempoolStatus(state),
        audit: auditStatus(latest.find((audit) => audit.chain === chain.code)),
        runningAudit: runningStatus(running.find((audit) => audit.chain === chain.code)),
      })),
    });
  },
});

type ChainStatus = Status['chains'][number];

function mempoolStatus({ mempool }: ChainState): ChainStatus['mempool'] {
  return mempool && { transactions: mempool.node, indexed: mempool.indexed, asOf: mempool.at };
}

function auditStatus(audit: LatestAudit | undefined): ChainStatus['audit'] {
  if (!audit) return null;
  const { result, scope, height, finishedAt, findings } = audit;
  return { result, scope, height, finishedAt, findings };
}

function runningStatus(audit: RunningAudit | undefined): ChainStatus['runningAudit'] {
  if (!audit) return null;
  const { scope, startedAt, check, share, findings } = audit;
  return { scope, startedAt, check, share, findings };
}
