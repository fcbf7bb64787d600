export {
  closeSession,
  createPool,
  cutSession,
  openSession,
  type Pool,
  type Queryable,
  type Session,
} from './connection.js';
export { explainConnectionError } from './connection-error.js';
export { describeSchema } from './maintain/describe-schema.js';
export { ChainInUseError, dropChain } from './maintain/drop-chain.js';
export { MigrationError, migrate } from './migrate.js';
export type { ChainState } from './read/chain-state.js';
export { type AddressTotals, type Balance, readBalance } from './read/read-balance.js';
export { readChains } from './read/read-chains.js';
export { type ChainExample, readExample } from './read/read-example.js';
export { type History, type HistoryPage, type HistoryRow, readHistory } from './read/read-history.js';
export { createReadPool } from './read/read-pool.js';
export { readSchemaPresence } from './read/read-schema-presence.js';
export { type FoundTransaction, readTransaction } from './read/read-transaction.js';
export { type InputColumns, LISTED, type OutputColumns, type StoredTransaction } from './read/transaction-columns.js';
export { type Phase, REASON_CODES, type Reason, type ReasonCode, STAGES, type Stage } from './sync-state-table.js';
export { CHAIN_TABLES, MEMPOOL_TABLES } from './write/chain-tables.js';
export { CursorMovedError } from './write/cursor.js';
export type { BlockLoad, FirstSync } from './write/first-sync/first-sync.js';
export { planMemory } from './write/first-sync/memory-plan.js';
export type { Ledger } from './write/ledger.js';
export { becomeOwner } from './write/owner.js';
export { type Progress, saveProgress } from './write/progress.js';
export { NetworkMismatchError } from './write/register-chain.js';
export { isAtWork, reportBuildOfOwner } from './write/session-activity.js';
export { InconsistentBlockError } from './write/utxo/batch.js';
export { openUtxoFirstSync } from './write/utxo/utxo-first-sync.js';
export { openUtxoLedger } from './write/utxo/utxo-ledger.js';
