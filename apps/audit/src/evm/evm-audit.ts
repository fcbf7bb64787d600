/** Tools of the checks of an EVM chain. */
import type { EvmChain, EvmNetwork, EvmNode } from '@chaintrail/chains';
import type { HistoryCursor, HoldingCursor } from '@chaintrail/db';
import type { Audit, RangeWalk } from '../audit.js';
import type { TransfersPosition } from '../check-transfers.js';

/** Questions of an audit to a node; all of it is reading. */
export type EvmAuditNode = Pick<EvmNode, 'blockHashAt' | 'rawBlock' | 'tracer' | 'rawTraces' | 'balances' | 'calls'>;

/** A walk through keys, all of them as one range where there are few. */
type KeyWalk<Cursor> = RangeWalk<Cursor> & { readonly whole: boolean };

interface EvmPosition extends TransfersPosition {
  balances?: KeyWalk<string>;
  tokens?: KeyWalk<HoldingCursor>;
  histories?: KeyWalk<HistoryCursor>;
}

export interface AuditedEvmChain {
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
}

export interface EvmAudit extends Audit, AuditedEvmChain {
  readonly node: EvmAuditNode;
  readonly position: EvmPosition;
}
