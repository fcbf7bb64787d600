/** The tables that hold a chain's rows, in the schema that is named by its code. */
import { type ChainCode, type ChainFamily, requireChain } from '@chaintrail/chains';

/** Tables of UTXO chains. */
export const UTXO_TABLES = [
  'blocks',
  'transactions',
  'address_transactions',
  'unspent_outputs',
  'unaddressed_spends',
] as const;

/** Unconfirmed transactions of UTXO chains, beside them in the same way. Empty during a first sync. */
const UTXO_MEMPOOL_TABLES = ['mempool_transactions', 'mempool_address_transactions', 'mempool_spends'] as const;

/** Tables of EVM chains; those that a first sync fills come first. */
const EVM_TABLES = [
  'blocks',
  'transactions',
  'transfers',
  'address_transactions',
  'tokens',
  'token_balances',
  'wrapped_logs',
  'address_balances',
  'wrapped_coins',
] as const;

/** Tables of Cosmos chains. */
const COSMOS_TABLES = [
  'blocks',
  'transactions',
  'transfers',
  'payouts',
  'address_transactions',
  'token_history',
  'token_holdings',
] as const;

const CONFIRMED: Readonly<Record<ChainFamily, readonly string[]>> = {
  utxo: UTXO_TABLES,
  evm: EVM_TABLES,
  cosmos: COSMOS_TABLES,
};

const UNCONFIRMED: Readonly<Record<ChainFamily, readonly string[]>> = {
  utxo: UTXO_MEMPOOL_TABLES,
  // Outputs that they spend have no place of their own.
  evm: ['mempool_transactions', 'mempool_address_transactions'],
  // Blocks come every few seconds and are final; the mempool is not followed.
  cosmos: [],
};

/** Other relations that the API reads. */
const READ_BESIDE: Readonly<Record<ChainFamily, readonly string[]>> = {
  utxo: ['reorgs', 'orphaned_blocks', 'node_fees'],
  evm: ['reorgs', 'orphaned_blocks', 'internal_gaps', 'address_gaps', 'token_changes'],
  cosmos: ['reorgs', 'orphaned_blocks'],
};

/** No UTXO chain has two thousand million transactions; the four bytes are a twentieth of a history's row. */
const HAS_SHORT_SEQ: Readonly<Record<ChainFamily, boolean>> = { utxo: true, evm: false, cosmos: false };

/** Tables with a chain's confirmed rows. */
export function chainTables(chain: ChainCode): readonly string[] {
  return CONFIRMED[requireChain(chain).family];
}

/** Tables with a chain's unconfirmed transactions. */
export function mempoolTables(chain: ChainCode): readonly string[] {
  return UNCONFIRMED[requireChain(chain).family];
}

/** Tables that the API's statements name, beside those that every role reads. */
export function apiTables(chain: ChainCode): readonly string[] {
  return [...chainTables(chain), ...mempoolTables(chain), ...READ_BESIDE[requireChain(chain).family]];
}

/** Whether `address_transactions.seq` has four bytes. */
export function hasShortSeq(family: ChainFamily): boolean {
  return HAS_SHORT_SEQ[family];
}

/** SQL: the bytes of a table, 0 without a row. A row tells where its table lies: under Citus on a worker. */
export function tableBytes(table: string): string {
  return `coalesce((SELECT pg_relation_size(tableoid) FROM ${table} LIMIT 1), 0)`;
}
