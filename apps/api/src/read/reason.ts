/** Why a chain is not live, for the public: the stored sentence names hosts and settings and never leaves. */
import { type ChainState, REASON_CODES, type ReasonCode } from '@chaintrail/db';

const SENTENCES: Readonly<Record<ReasonCode, string>> = {
  'node-unavailable': 'the node does not answer at the moment',
  'node-unusable': 'the node cannot be used as it is set up',
  'node-wrong': 'the node answered something that cannot be right',
  'node-behind': 'the node has fewer blocks than are indexed or asked of it; what is indexed stays',
  'node-syncing': 'the node is still downloading its chain',
  'far-behind': 'many blocks are left, which are indexed one by one; eta says how long that takes',
  'rolling-back': 'blocks that the chain left are being taken back, which ends by itself',
  'deep-reorg': "the node's chain left the indexed one too deeply, and the operator has to decide",
  database: 'the database cannot be written',
  internal: 'the indexer ran into an unexpected error',
  silent: 'the indexer runs, but nothing has moved for a while',
};
const UNKNOWN = 'the indexer gives a reason that this version of the API does not know';
const DETAILS = 'the operator finds the details in the log of the indexer and in sync_state.reason';

/** Problem of a chain whose database does not answer. */
export const STORE_AWAY = {
  reasonCode: 'store-unavailable',
  reason: 'the database of the chain does not answer at the moment; the figures are those of its last answer',
} as const;

/** Both null when there is nothing to say. A code of a newer indexer is told without its name. */
export function reasonOf({ reasonCode: stored }: ChainState): { reasonCode: ReasonCode | null; reason: string | null } {
  if (stored === null) return { reasonCode: null, reason: null };
  const reasonCode = REASON_CODES.find((code) => code === stored) ?? null;
  return { reasonCode, reason: `${reasonCode === null ? UNKNOWN : SENTENCES[reasonCode]}; ${DETAILS}` };
}
