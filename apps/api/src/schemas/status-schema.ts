import { CHECK_NAMES, REASON_CODES } from '@chaintrail/db';
import { z } from 'zod';
import { component } from './component.js';
import { chainStatus, finalizedHeight, unavailable } from './currencies-schema.js';
import { InternalTransfersStatus } from './internal-transfers-schema.js';
import { Progress } from './problem-schema.js';
import { count, currency, hash, height, historyFrom, unixTime } from './values.js';

export const PHASES = ['starting', 'syncing', 'live', 'stalled', 'halted'] as const;

const MempoolStatus = component('MempoolStatus', "What is known of the node's unconfirmed transactions.", {
  transactions: count.describe('How many the node had.'),
  indexed: count.describe('How many of them are indexed.'),
  asOf: unixTime.describe('When the two were last compared, unix seconds.'),
});

const AuditStatus = component('AuditStatus', 'The last audit that came to an end.', {
  result: z
    .enum(['clean', 'findings', 'failed'])
    .describe(
      '`clean`: all that was looked at was right. `findings`: something was not. `failed`: it was not finished.',
    ),
  scope: z
    .enum(['sample', 'full'])
    .describe('`full`: everything was looked at; `sample`: as much as its time allowed.'),
  height: height.nullable().describe('The block that was audited; null when it failed before it came to one.'),
  finishedAt: unixTime.describe('Unix seconds.'),
  findings: count.describe('Facts that were not right.'),
});

const RunningAudit = component('RunningAudit', 'An audit that is under way.', {
  scope: AuditStatus.shape.scope,
  startedAt: unixTime.describe('Unix seconds. One that was interrupted goes on and keeps its start.'),
  check: z
    .enum(CHECK_NAMES)
    .nullable()
    .describe('The check that reported last; null before the first report, which may take the node an hour.'),
  share: z.number().min(0).max(1).nullable().describe('How far that check was; null where there is none.'),
  findings: count.describe('Facts that were not right, so far.'),
});

const ChainStatus = component('ChainStatus', 'How the indexing of a chain is doing.', {
  currency,
  network: z.string().describe('Which network of the chain is followed.'),
  status: chainStatus,
  phase: z.enum(PHASES).describe('What its indexer last said it was doing. `halted`: an operator has to decide.'),
  reasonCode: z
    .enum([...REASON_CODES, 'store-unavailable'])
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
  finalizedHeight,
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
  owned: z
    .boolean()
    .nullable()
    .describe('Whether an indexer holds the chain now; null while its database does not say.'),
  internalTransfers: InternalTransfersStatus.nullable().describe(
    'Null on chains that have none, and where none was ever begun: `off` from the start, or a node that cannot trace.',
  ),
  mempool: MempoolStatus.nullable().describe('Null while unconfirmed transactions are not followed.'),
  audit: AuditStatus.nullable().describe('The last one that came to an end; null before the first one did.'),
  runningAudit: RunningAudit.nullable().describe('Null while none is made.'),
});

export const Status = component('Status', 'How the indexing of every chain is doing.', {
  version: z.string().describe('Version of the API server.'),
  chains: z.array(ChainStatus),
  unavailable,
});
export type Status = z.infer<typeof Status>;

export const Health = component('Health', 'The process answers.', {
  status: z.literal('ok'),
  version: z.string().describe('Version of the API server.'),
  uptime: z.int().min(0).describe('Seconds since the process started.'),
});

export type Health = z.infer<typeof Health>;

export const Readiness = component('Readiness', 'The server can answer queries.', {
  status: z.literal('ready'),
});
