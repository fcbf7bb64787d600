import type { UtxoChainNetwork } from '@chaintrail/chains';
import { COUNTED_UTXOS, readUtxos, TooHeavyError } from '@chaintrail/db';
import { requireTip } from '../read/progress.js';
import { readAnswer } from '../read/read-answer.js';
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
  const found = await readAnswer(services, place, async (db) =>
    services.chains.confirm(
      place,
      await readUtxos(db, place.chain.code, key, { offset: 0, from: null, limit, mostWeight }),
    ),
  );
  const tip = requireTip(place, found.state);
  if (found.next === null) return { ...found, tip };
  if (mostWeight !== null) throw new TooHeavyError(Math.min(found.total ?? COUNTED_UTXOS, COUNTED_UTXOS));
  throw refused(sentence);
}
