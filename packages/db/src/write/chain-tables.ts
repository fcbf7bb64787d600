/** The tables that hold a chain's rows, in the schema that is named by its code. */
import { type ChainCode, requireChain } from '@chaintrail/chains';

/** Of UTXO chains. */
export const CHAIN_TABLES = ['blocks', 'transactions', 'address_transactions', 'unspent_outputs'] as const;

/** Unconfirmed transactions, beside them in the same way. Empty during a first sync. */
export const MEMPOOL_TABLES = ['mempool_transactions', 'mempool_address_transactions', 'mempool_spends'] as const;

/** Of account chains; those that a first sync fills come first. */
export const ACCOUNT_TABLES = [
  'blocks',
  'transactions',
  'transfers',
  'address_transactions',
  'tokens',
  'token_balances',
  'internal_address_transactions',
  'address_balances',
] as const;

/** Of account chains: what they spend has no place of its own. */
const ACCOUNT_MEMPOOL_TABLES = ['mempool_transactions', 'mempool_address_transactions'] as const;

/** Tables with a chain's confirmed rows. */
export function chainTables(chain: ChainCode): readonly string[] {
  return isUtxo(chain) ? CHAIN_TABLES : ACCOUNT_TABLES;
}

/** Tables with a chain's unconfirmed transactions. */
export function mempoolTables(chain: ChainCode): readonly string[] {
  return isUtxo(chain) ? MEMPOOL_TABLES : ACCOUNT_MEMPOOL_TABLES;
}

function isUtxo(chain: ChainCode): boolean {
  return requireChain(chain).family === 'utxo';
}
