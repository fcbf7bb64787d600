import { REASON_CODES } from '@chaintrail/db';
import { z } from 'zod';
import { component } from './component.js';
import { chainStatus } from './currencies.js';
import { Progress } from './problem.js';
import { currency, hash, historyFrom, unixTime } from './values.js';

const ChainStatus = component('ChainStatus', 'How the indexing of a chain is doing.', {
  currency,
  network: z.string().describe('Which network of the chain is followed.'),
  status: chainStatus,
  phase: z
    .enum(['starting', 'syncing', 'live', 'stalled', 'halted'])
    .describe('What its indexer last said it was doing. `halted`: an operator has to decide.'),
  reasonCode: z
    .enum(REASON_CODES)
    .nullable()
    .describe(
      'Why the chain is not live, as a word for programs; null when there is nothing to say. New ones may be added.',
    ),
  reason: z
    .string()
    .nullable()
    .describe(
      'The same as a fixed sentence. The operator finds the details in the log of the indexer and in `sync_state.reason`.',
    ),
  indexedHeight: Progress.indexedHeight,
  indexedHash: hash.nullable().describe('Hash of the last indexed block.'),
  tipTime: unixTime.nullable().describe('Header time of the last indexed block, unix seconds.'),
  nodeHeight: Progress.nodeHeight,
  historyFrom,
  stage: Progress.stage,
  progress: Progress.progress,
  eta: Progress.eta,
  liveSince: unixTime
    .nullable()
    .describe('When the first sync reached the tip, unix seconds; null while it is under way.'),
  blocksPerSecond: z.number().min(0).nullable().describe('Speed of indexing at the moment.'),
  transactionsPerSecond: z.number().min(0).nullable().describe('Speed of indexing at the moment.'),
  heartbeatAt: unixTime.describe('When the indexer last reported, unix seconds.'),
});

export const Status = component('Status', 'How the indexing of every chain is doing.', {
  version: z.string().describe('Version of the API server.'),
  chains: z.array(ChainStatus),
});
export type Status = z.infer<typeof Status>;

export const Health = component('Health', 'The process answers.', {
  status: z.literal('ok'),
  version: z.string().describe('Version of the API server.'),
  uptime: z.int().min(0).describe('Seconds since the process started.'),
});

export const Readiness = component('Readiness', 'The server can answer queries.', {
  status: z.literal('ready'),
});
