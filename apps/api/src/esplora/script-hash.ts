import type { UtxoChainNetwork } from '@chaintrail/chains';
import { addressOfScriptHash, NoScriptHashIndexError } from '@chaintrail/db';
import { ProblemError } from '../http/problem.js';
import { readAnswer } from '../read/read-answer.js';
import type { Services } from '../server/open-services.js';
import { requireTip } from '../shape/progress.js';

/** @returns null for a script that no indexed output has, or that has no address */
export async function keyOfScriptHash(
  services: Services,
  place: UtxoChainNetwork,
  hash: Buffer,
): Promise<Buffer | null> {
  const { code, name } = place.chain;
  const { state } = await services.chains.find(code);
  requireTip(place, state);
  try {
    const { key } = await readAnswer(services, place, async (db) => ({
      state,
      key: await addressOfScriptHash(db, code, hash),
    }));
    return key;
  } catch (error) {
    if (!(error instanceof NoScriptHashIndexError)) throw error;
    throw new ProblemError(
      'no-script-hashes',
      `${name} is not indexed by script hashes here: the operator switches that on (${code.toUpperCase()}_SCRIPTHASH_INDEX)`,
    );
  }
}
