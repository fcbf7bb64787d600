import type { UtxoChainNetwork } from '@chaintrail/chains';
import { COUNTED_UTXOS, readUtxos, TooHeavyError } from '@chaintrail/db';
import { readRows } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import { refused } from './esplora-route.js';

/** Unspent outputs that a request reads before it is charged for more. */
export const FEW_UNSPENT = 100;

/**
 * Reads all unspent outputs of an address: what wallets ask for has no pages.
 * @throws TooHeavyError before it reads more than {@link FEW_UNSPENT} that nobody was charged for
 * @throws ProblemError with the sentence where there are more than {@link COUNTED_UTXOS}
 */
export async function findUnspent(services: Services, place: UtxoChainNetwork, key: Buffer, sentence: string) {
  const { mostWeight = null } = services;
  const limit = mostWeight === null ? COUNTED_UTXOS : FEW_UNSPENT;
  const { state, tip, rows, next, total } = await readRows(services, place, (db, code) =>
    readUtxos(db, code, key, { offset: 0, from: null, limit, mostWeight }),
  );
  if (next === null) return { state, tip, rows };
  if (mostWeight !== null) throw new TooHeavyError(Math.min(total ?? COUNTED_UTXOS, COUNTED_UTXOS));
  throw refused(sentence);
}
