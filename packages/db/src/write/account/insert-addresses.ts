import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { copyInto } from '../copy.js';
import type { CopyRows } from '../copy-rows.js';

/**
 * Adds addresses that have a first row now, inside the caller's transaction. One may be there already: an internal
 * transfer may have reached it before a transaction did, or the other way round.
 * @param rows of (address_key, address)
 */
export async function insertAddresses(session: Session, chain: ChainCode, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return;
  await session.query(
    'CREATE TEMPORARY TABLE IF NOT EXISTS incoming_addresses (address_key bytea, address text) ON COMMIT DELETE ROWS',
  );
  await copyInto(session, 'incoming_addresses (address_key, address)', rows);
  await session.query(
    `INSERT INTO addresses_${chain} (address_key, address) SELECT address_key, address FROM incoming_addresses ORDER BY address_key
     ON CONFLICT (address_key) DO NOTHING`,
  );
}
