/** What the checks of an EVM chain have at hand. */
import type { EvmChain, EvmNetwork, EvmNode } from '@chaintrail/chains';
import type { HistoryCursor, HoldingCursor, InternalCursor } from '@chaintrail/db';
import type { Audit, RangeWalk } from '../audit.js';
import type { TransfersPosition } from '../check-transfers.js';

/** What an audit asks of a node; all of it is reading. */
export type EvmAuditNode = Pick<EvmNode, 'blockHashAt' | 'rawBlock' | 'tracer' | 'rawTraces' | 'balances' | 'calls'>;

/** A walk through keys, all of them as one range where there are few. */
type KeyWalk<Cursor> = RangeWalk<Cursor> & { readonly whole: boolean };

/** Within a range of keys first what blocks tell, then what traces tell. */
export type HistoriesCursor =
  | { readonly list: 'told'; readonly at: HistoryCursor }
  | { readonly list: 'traced'; readonly at: InternalCursor };

interface EvmPosition extends TransfersPosition {
  balances?: KeyWalk<string>;
  tokens?: KeyWalk<HoldingCursor>;
  histories?: KeyWalk<HistoriesCursor>;
}

export interface AuditedEvmChain {
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
}

export interface EvmAudit extends Audit, AuditedEvmChain {
  readonly node: EvmAuditNode;
  readonly position: EvmPosition;
}
