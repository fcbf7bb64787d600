/** Spenders of outputs, as far as it is certain. */
import {
  type ChainState,
  FIRST_PART,
  readPlaces,
  readUtxoTransaction,
  type StoredUtxoTransaction,
} from '@chaintrail/db';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readRows } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import { askAgain } from './esplora-route.js';
import { shapeStatus } from './shape-transaction.js';

interface Outspends {
  readonly state: ChainState;
  /** Null where neither a block nor the mempool has the transaction. */
  readonly outspends: readonly object[] | null;
}

/** @param part which outputs; null for all */
export async function findOutspends(
  services: Services,
  followed: ListedUtxoChain,
  txid: Buffer,
  part: { readonly offset: number; readonly limit: number } | null,
): Promise<Outspends> {
  const outputs: StoredUtxoTransaction['outputs'][number][] = [];
  let offset = part?.offset ?? 0;
  for (;;) {
    const { state, transaction } = await findPart(services, followed, txid, {
      offset,
      limit: part?.limit ?? FIRST_PART.limit,
    });
    if (!transaction) return { state, outspends: null };
    outputs.push(...transaction.outputs);
    offset += FIRST_PART.limit;
    if (part !== null || offset >= transaction.outputCount) return withPlaces(services, followed, transaction, outputs);
  }
}

async function findPart(
  services: Services,
  followed: ListedUtxoChain,
  txid: Buffer,
  part: { readonly offset: number; readonly limit: number },
) {
  const { state, dropped, transaction } = await readRows(services, followed, (db, code) =>
    readUtxoTransaction(db, code, txid, { ...part, mostWeight: services.mostWeight }),
  );
  return { state, transaction: dropped ? null : transaction };
}

async function withPlaces(
  services: Services,
  followed: ListedUtxoChain,
  { block, inputCount }: StoredUtxoTransaction,
  outputs: readonly StoredUtxoTransaction['outputs'][number][],
): Promise<Outspends> {
  // Nobody can spend those of the genesis block.
  const isUnspendable =
    inputCount === 0 && block !== null && followed.network.unspendableCoinbases.includes(block.height);
  const spenders = [...new Set(outputs.flatMap(({ spentBy }) => spentBy?.[0] ?? []))];
  const hashes = spenders.map((txid) => Buffer.from(txid, 'hex'));
  const { state, places } = await readRows(services, followed, (db, code) => readPlaces(db, code, hashes));
  const byTxid = new Map(spenders.map((txid, n) => [txid, places[n]]));
  const outspends = outputs.map(({ notSpent, spentBy }) => {
    if (spentBy) {
      const [txid, vin] = spentBy;
      const spender = byTxid.get(txid);
      if (!spender) throw askAgain('The spending transaction changed while it was read, ask again');
      return { spent: true, txid, vin, status: shapeStatus(spender) };
    }
    if (!notSpent && !isUnspendable)
      throw askAgain('The output is spent, and the transaction that spends it is not found in the bounds of a request');
    return { spent: false };
  });
  return { state, outspends };
}
