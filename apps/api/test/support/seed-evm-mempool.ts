/** An unconfirmed transaction of a chain of the EVM family, as an indexer would have written it. */
import { openSession } from '@chaintrail/db';
import { TIME_0 } from './seed-chain.js';
import { insert } from './seed-evm-chain.js';

export const PENDING_EVM_TXID = 'fe'.repeat(32);

/** One that pays 5 wei; unconfirmed transactions are followed from now on. */
export async function seedEvmMempool(databaseUrl: string, chain: string, from: Buffer, to: Buffer): Promise<void> {
  const session = await openSession(databaseUrl, 'seed');
  try {
    await insert(session, `${chain}.mempool_transactions`, {
      ...{ id: 3, txid: Buffer.from(PENDING_EVM_TXID, 'hex'), first_seen: TIME_0, type: 2 },
      ...{ from_key: from, to_key: to, value: 5n, nonce: 8, gas_limit: 21_000, gas_price: 99n },
    });
    await insert(session, `${chain}.mempool_address_transactions`, {
      ...{ address_key: from, id: 3, delta: -5n, received: 0n },
    });
    await session.query(
      `UPDATE ${chain}.sync_state SET mempool_at = now(), mempool_node = 1, mempool_indexed = 1, content_version = content_version + 1`,
    );
  } finally {
    await session.end();
  }
}
