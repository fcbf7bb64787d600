import { CHAIN_CODES, type ChainCode, requireChain } from '@chaintrail/chains';
import { closeSession } from '../connection.js';
import { readStoredChain, requireNetwork, requireSchemaVersion } from '../migrate/chain-schema.js';
import { openEvmLedger } from '../write/evm/evm-ledger.js';
import { lockChain } from '../write/owner.js';
import { ChainInUseError } from './drop-chain.js';

/**
 * Takes back the blocks of an EVM chain from the first one without its traces on, in one transaction: the indexer then
 * takes them again. For gaps below which too many rows lie to be closed in place.
 * @param from the first block to take back; null for that of the oldest gap that tracing was not off for
 * @returns the first block that was taken back; null where there is none
 * @throws ChainInUseError while an indexer follows it, RangeError where the first block of the history would go,
 *   or `from` is not indexed
 */
export async function retraceChain(databaseUrl: string, chain: ChainCode, from: number | null): Promise<number | null> {
  if (!CHAIN_CODES.includes(chain) || requireChain(chain).family !== 'evm')
    throw new RangeError(`${chain} is no chain that is traced`);
  const session = await lockChain(databaseUrl, chain);
  if (session === null) throw new ChainInUseError(`An indexer follows ${chain}: stop it first.`);
  try {
    const stored = await readStoredChain(session, chain);
    const place = stored && requireNetwork(chain, stored.network);
    if (place?.family !== 'evm') return null;
    await requireSchemaVersion(session, chain);
    const { rows } = await session.query<{ first: number | null }>(
      `SELECT coalesce($1, min(from_height) FILTER (WHERE reason_code <> 'off')) AS first FROM ${chain}.internal_gaps`,
      [from],
    );
    const first = rows[0]?.first ?? null;
    const ledger = await openEvmLedger(session, place, 0);
    const cursor = await ledger.cursor();
    if (first === null || cursor === null) return null;
    if (first > cursor.height)
      throw new RangeError(`block ${first} of ${chain} is not indexed yet: the last one is ${cursor.height}`);
    const [fork] = await ledger.blocks(first - 1, first - 1);
    if (fork === undefined)
      throw new RangeError(
        `the history of ${chain} begins with block ${ledger.historyFrom}: "npx chaintrail drop-chain ${chain}" starts over`,
      );
    await ledger.replaceAfter(cursor, fork, []);
    return first;
  } finally {
    await closeSession(session);
  }
}
