/** How chains of the UTXO family are audited. */
import type { UtxoChain, UtxoNetwork, UtxoNode } from '@chaintrail/chains';
import type { CheckName, HistoryPlace, PoolSums } from '@chaintrail/db';
import type { Audit, AuditPart, AuditTarget, Check, Position } from '../audit.js';
import { checkBlocks } from '../check-blocks.js';
import type { RangeWalk } from '../walk-ranges.js';
import { checkUnspent } from './check-unspent.js';
import { checkHistories } from './check-utxo-histories.js';
import { checkTransactions } from './check-utxo-transactions.js';

/** What an audit asks of a node; all of it is reading. */
export type UtxoAuditNode = Pick<UtxoNode, 'blockHashAt' | 'blockTxids' | 'describedTransactions' | 'utxoSetInfo'>;

/** Sums of shielded pools up to a block, for the next audit to go on from. */
interface PoolCheckpoint {
  readonly height: number;
  readonly hash: string;
  readonly sums: PoolSums;
}

interface UtxoPosition extends Position {
  pools?: PoolCheckpoint;
  histories?: RangeWalk<HistoryPlace> & { readonly whole: boolean };
  /** The set of unspent outputs, when it was counted, for the sums over all addresses. */
  unspent?: { readonly cursor: string; readonly total: string; readonly unaddressed: string };
}

interface UtxoPlace {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly node: UtxoAuditNode;
}

export interface UtxoAudit extends Audit, UtxoPlace {
  readonly position: UtxoPosition;
}

export function utxoTarget(chain: UtxoChain, network: UtxoNetwork, node: UtxoAuditNode): AuditTarget {
  const placed = (audit: Audit): UtxoAudit => ({ ...audit, chain, network, node });
  const part = (name: CheckName, check: Check<UtxoAudit>): AuditPart => ({
    names: [name],
    make: async (audit, [tally]) => [await check(placed(audit), tally!)],
  });
  return {
    ...{ chain, network },
    parts: [
      {
        // The node is asked once for both.
        names: ['unspent-outputs', 'shielded-pools'],
        async make(audit, [tally, ofPools]) {
          const { unspent, pools } = await checkUnspent(placed(audit), tally!, ofPools!);
          return chain.shielded ? [pools, unspent] : [unspent];
        },
      },
      part('transactions', checkTransactions),
      part('blocks', checkBlocks),
      part('histories', checkHistories),
    ],
    inherits: ['pools'],
  };
}
