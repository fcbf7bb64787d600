import { COUNTED_UTXOS, readUtxos, TooHeavyError } from '@chaintrail/db';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readRows } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import { refused } from './esplora-route.js';

/** Unspent outputs that a request reads before it is charged for more. */
export const FEW_UNSPENT = 100;

/** All unspent outputs: wallets know no pages. @throws TooHeavyError for many uncharged; ProblemError for too many */
export async function findUnspent(services: Services, followed: ListedUtxoChain, key: Buffer, sentence: string) {
  const { mostWeight } = services;
  const limit = mostWeight === null ? COUNTED_UTXOS : FEW_UNSPENT;
  const { state, tip, rows, next, total } = await readRows(services, followed, (db, code) =>
    readUtxos(db, code, key, { offset: 0, from: null, limit, mostWeight }),
  );
  if (next === null) return { state, tip, rows };
  if (mostWeight !== null) throw new TooHeavyError(Math.min(total ?? COUNTED_UTXOS, COUNTED_UTXOS));
  throw refused(sentence);
}
