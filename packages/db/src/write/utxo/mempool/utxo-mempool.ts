/** The unconfirmed transactions of a UTXO chain: what each spends, and what can not be confirmed beside another. */
import type { UtxoChain } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { copyInto } from '../../copy.js';
import type { MempoolLedger } from '../../mempool/mempool-ledger.js';
import { removeDropped } from '../../mempool/pending-statements.js';
import { PendingTables, type Written } from '../../mempool/pending-tables.js';
import { dropSpenders } from './confirm-utxo-pending.js';
import { PENDING_TARGETS, PendingRows } from './pending-utxo-rows.js';
import { type AskNode, type PendingTransaction, resolveInputs } from './resolve-inputs.js';
import { selectValid } from './select-valid.js';

export interface UtxoMempoolOptions {
  readonly session: Session;
  readonly chain: UtxoChain;
  /** Height of the first indexed block; above 0, inputs may spend outputs that our rows do not have. */
  readonly historyFrom: number;
  readonly askNode: AskNode;
}

export function openUtxoMempool(options: UtxoMempoolOptions): MempoolLedger<PendingTransaction> {
  return new UtxoMempool(options);
}

class UtxoMempool extends PendingTables<PendingTransaction> {
  private readonly options: UtxoMempoolOptions;

  constructor(options: UtxoMempoolOptions) {
    super(options.session, options.chain);
    this.options = options;
  }

  protected async write(fresh: readonly PendingTransaction[], listed: ReadonlySet<string>): Promise<Written> {
    const { session, chain, historyFrom, askNode } = this.options;
    const spent = await resolveInputs(session, chain, fresh, historyFrom > 0 ? askNode : null);
    // With the whole history, an output that is not there to be spent shows that we and the node are not at one yet.
    const { taken, ...leftOut } = selectValid(fresh, spent, historyFrom === 0 ? null : listed);
    const txids = taken.map(({ transaction }) => transaction.txid);
    await removeDropped(session, chain.code, txids);
    this.nextId += await dropSpenders(session, chain.code, {
      lists: taken.map(({ transaction }) => transaction.decoded),
      reason: 'replaced',
      firstId: async () => this.nextId,
    });
    const rows = new PendingRows(chain);
    for (const { transaction, outputs } of taken) rows.add(this.nextId++, transaction, outputs);
    for (const table of Object.keys(PENDING_TARGETS) as (keyof typeof PENDING_TARGETS)[]) {
      await copyInto(session, `${chain.code}.${table} ${PENDING_TARGETS[table]}`, rows[table]);
    }
    return { ...leftOut, written: taken.length };
  }
}
