import { z } from 'zod';
import { route } from '../http/route.js';
import { Status } from '../schemas/status.js';
import { chainProgress, chainStatus } from '../shape/progress.js';
import { reasonOf } from '../shape/reason.js';
import { VERSION } from '../version.js';
import { answerNow } from './respond.js';

export const status = route({
  path: '/status',
  atRoot: true,
  operationId: 'getStatus',
  tag: 'Server',
  summary: 'How the indexing of every chain is doing',
  pathParameters: z.strictObject({}),
  query: z.strictObject({}),
  response: Status,
  problems: { 503: 'The database does not answer.' },
  async handle({ chains }) {
    const followed = await chains.list();
    return answerNow({
      version: VERSION,
      chains: followed.map(({ chain, network, state }) => ({
        currency: chain.code,
        network: network.name,
        status: chainStatus(state),
        phase: state.phase,
        ...reasonOf(state),
        indexedHash: state.hash,
        tipTime: state.blockTime,
        historyFrom: state.historyFrom,
        ...chainProgress(state),
        liveSince: state.liveSince,
        blocksPerSecond: state.blocksPerSecond,
        transactionsPerSecond: state.transactionsPerSecond,
        heartbeatAt: state.heartbeatAt,
      })),
    });
  },
});
