/** The unconfirmed transactions of a UTXO chain: what each spends, and what can not be confirmed beside another. */
import { displayHash, type UtxoChain } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { copyInto } from '../../copy.js';
import { removeDropped } from '../../mempool/pending-statements.js';
import { type LeftOut, type MempoolLedger, PendingTables, type Written } from '../../mempool/pending-tables.js';
import { dropSpenders } from './confirm-utxo-pending.js';
import { feeOf, PENDING_TARGETS, PendingRows } from './pending-utxo-rows.js';
import { type AskNode, resolveInputs, type SpentOutput, type UtxoMempoolTransaction } from './resolve-inputs.js';

export interface UtxoMempoolOptions {
  readonly session: Session;
  readonly chain: UtxoChain;
  /** Height of the first indexed block; above 0, inputs may spend outputs that our rows do not have. */
  readonly historyFrom: number;
  readonly askNode: AskNode;
}

export function openUtxoMempool(options: UtxoMempoolOptions): MempoolLedger<UtxoMempoolTransaction> {
  return new UtxoMempool(options);
}

class UtxoMempool extends PendingTables<UtxoMempoolTransaction> {
  private readonly options: UtxoMempoolOptions;

  constructor(options: UtxoMempoolOptions) {
    super(options.session, options.chain);
    this.options = options;
  }

  protected async write(fresh: readonly UtxoMempoolTransaction[], listed: ReadonlySet<string>): Promise<Written> {
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

interface ResolvedTransaction {
  readonly transaction: UtxoMempoolTransaction;
  /** Outputs that its inputs spend; null where it is not known. */
  readonly outputs: readonly (SpentOutput | null)[];
}

/**
 * Refused are those that pay out more than they spend; what spends from one that is left out is left out, too.
 * @param listed where outputs from before the history may stay unknown: ids of the node's mempool, whose outputs may
 * not
 */
function selectValid(
  transactions: readonly UtxoMempoolTransaction[],
  spent: readonly (readonly (SpentOutput | null)[])[],
  listed: ReadonlySet<string> | null,
): LeftOut & { readonly taken: readonly ResolvedTransaction[] } {
  const refused = new Set<string>();
  const unresolved = new Set<string>();
  for (const [index, transaction] of transactions.entries()) {
    const outputs = spent[index]!;
    const fee = feeOf(transaction, outputs);
    if (fee !== null && fee < 0n) refused.add(transaction.txid);
    else if (outputs.some((output, i) => output === null && (listed?.has(makerOf(transaction, i)) ?? true)))
      unresolved.add(transaction.txid);
  }
  if (refused.size + unresolved.size > 0) leaveOutDependents(transactions, refused, unresolved);
  const taken = transactions.flatMap((transaction, index) =>
    refused.has(transaction.txid) || unresolved.has(transaction.txid) ? [] : [{ transaction, outputs: spent[index]! }],
  );
  return { taken, refused: [...refused], unresolved: [...unresolved] };
}

/** Display form. */
function makerOf({ decoded }: UtxoMempoolTransaction, input: number): string {
  return displayHash(decoded.bytes, decoded.inputPrevTxidOffset[input]!);
}

function leaveOutDependents(
  transactions: readonly UtxoMempoolTransaction[],
  refused: ReadonlySet<string>,
  unresolved: Set<string>,
): void {
  const spenders = new Map<string, string[]>();
  for (const transaction of transactions) {
    for (let input = 0; input < transaction.decoded.inputPrevVout.length; input++) {
      const maker = makerOf(transaction, input);
      const known = spenders.get(maker);
      if (known) known.push(transaction.txid);
      else spenders.set(maker, [transaction.txid]);
    }
  }
  const open = [...refused, ...unresolved];
  for (let maker = open.pop(); maker !== undefined; maker = open.pop()) {
    for (const txid of spenders.get(maker) ?? []) {
      if (refused.has(txid) || unresolved.has(txid)) continue;
      unresolved.add(txid);
      open.push(txid);
    }
  }
}
