import { CHAIN_CODES, type ChainCode } from '@chaintrail/chains';
import { closeSession, openSession } from '../connection.js';
import { inTransaction, isLockNotAvailable } from '../database-transaction.js';
import { dropChainSchema } from '../migrate/chain-schema.js';
import { readStrangers } from '../read/read-locked-chains.js';
import { lockChain } from '../write/owner.js';

/** The chain cannot be dropped now. */
export class ChainInUseError extends Error {
  override readonly name = 'ChainInUseError';
}

/**
 * Removes everything that is stored of a chain, whatever version stored it, in one transaction: its next sync starts
 * anew.
 * @returns false when nothing was stored of it
 * @param cascade whether what others made on it goes as well: views, and functions that name its types
 * @throws ChainInUseError while an indexer follows it, somebody reads a view over all chains, or, without `cascade`,
 * something of others leans on it
 */
export async function dropChain(databaseUrl: string, chain: ChainCode, cascade = false): Promise<boolean> {
  if (!CHAIN_CODES.includes(chain)) throw new RangeError(`${chain} is no chain code`); // it becomes part of a statement
  const session = await lockChain(databaseUrl, chain);
  if (session === null) throw new ChainInUseError(await whoHas(databaseUrl, chain));
  try {
    return await inTransaction(session, () =>
      dropChainSchema(session, chain, (names) => {
        if (names.length > 0 && !cascade) {
          throw new ChainInUseError(
            `${names.join(', ')} would go with ${chain}: drop or change ${names.length === 1 ? 'it' : 'them'} first, or repeat with --cascade.`,
          );
        }
      }),
    );
  } catch (error) {
    if (!isLockNotAvailable(error)) throw error;
    throw new ChainInUseError(`A query reads a view over all chains: drop ${chain} when it is done.`, { cause: error });
  } finally {
    await closeSession(session);
  }
}

async function whoHas(databaseUrl: string, chain: ChainCode): Promise<string> {
  const session = await openSession(databaseUrl, `chaintrail-drop-${chain}`);
  try {
    const stranger = (await readStrangers(session)).get(chain);
    return stranger === undefined
      ? `An indexer follows ${chain}: stop it first, or leave ${chain} out of its settings.`
      : `${chain} cannot be dropped: ${stranger}.`;
  } finally {
    await closeSession(session);
  }
}
