/** Tools of the checks of a UTXO chain. */
import type { UtxoChain, UtxoNetwork, UtxoNode } from '@chaintrail/chains';
import type { HistoryCursor, PoolSums } from '@chaintrail/db';
import type { Audit, Position, RangeWalk } from '../audit.js';

/** Questions of an audit to a node; all of it is reading. */
export type UtxoAuditNode = Pick<UtxoNode, 'blockHashAt' | 'blockTxids' | 'describedTransactions' | 'utxoSetInfo'>;

/** Sums of shielded pools up to a block, for the next audit to go on from. */
interface PoolCheckpoint {
  readonly height: number;
  readonly hash: string;
  readonly sums: PoolSums;
}

interface UtxoPosition extends Position {
  pools?: PoolCheckpoint;
  histories?: RangeWalk<HistoryCursor> & { readonly whole: boolean };
  /** The set of unspent outputs, when it was counted, for the sums over all addresses. */
  unspent?: { readonly cursor: string; readonly total: string; readonly unaddressed: string };
}

export interface UtxoAudit extends Audit {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly node: UtxoAuditNode;
  readonly position: UtxoPosition;
}
