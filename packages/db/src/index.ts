export { takeJobLock } from './advisory-locks.js';
export {
  type AuditResult,
  type AuditScope,
  beginAudit,
  finishAudit,
  readEarlierPosition,
  saveAudit,
} from './audit/audit-rows.js';
export { inSnapshot, openAuditSession } from './audit/audit-session.js';
export {
  checkBlocks,
  checkCursor,
  readAuditedChain,
  readBlockHashAt,
} from './audit/check-blocks.js';
export {
  checkCosmosHistories,
  checkDenomHistories,
  type DenomCursor,
  firstDenomCursor,
} from './audit/cosmos/check-cosmos-histories.js';
export { checkCosmosTransfers } from './audit/cosmos/check-cosmos-transfers.js';
export {
  type AuditedCosmosColumns,
  type AuditedCosmosEntry,
  type AuditedCosmosTransfer,
  type AuditedPayout,
  readCosmosEntries,
} from './audit/cosmos/read-cosmos-entries.js';
export {
  readCosmosHoldings,
  readUnknownDenoms,
} from './audit/cosmos/read-cosmos-holdings.js';
export { checkEvmHistories } from './audit/evm/check-evm-histories.js';
export { checkEvmTransfers } from './audit/evm/check-evm-transfers.js';
export {
  type AuditedBalance,
  type BalanceStretch,
  readAuditedBalances,
  readEffectsOfBlock,
} from './audit/evm/read-audited-balances.js';
export {
  type AuditedEvmColumns,
  type AuditedEvmEntries,
  type AuditedEvmEntry,
  type AuditedEvmTransfer,
  readAuditedEntries,
} from './audit/evm/read-audited-entries.js';
export {
  type AuditedHolding,
  type HoldingCursor,
  type HoldingStretch,
  readAuditedHoldings,
} from './audit/evm/read-audited-holdings.js';
export { readHoldingMarks } from './audit/evm/read-holding-marks.js';
export {
  ALL_ACCOUNT_KEYS,
  accountKeyRanges,
  estimateHistoryRows,
  FIRST_SEQ,
  type HistoryCursor,
  type KeyRange,
} from './audit/history-stretch.js';
export {
  type LatestAudit,
  type RunningAudit,
  readLastAuditStart,
  readLatestAudits,
  readRunningAudits,
} from './audit/read-latest-audits.js';
export type { TransferCheck } from './audit/transfer-check.js';
export {
  ALL_UTXO_KEYS,
  checkUtxoHistories,
  UTXO_KEY_RANGES,
  type UtxoHistoryStretch,
} from './audit/utxo/check-utxo-histories.js';
export {
  readSampledBlock,
  readSampledTransaction,
  type SampledTransaction,
} from './audit/utxo/read-sampled-block.js';
export { addPoolSums, NO_POOL_SUMS, type PoolSums, sumPools } from './audit/utxo/sum-pools.js';
export { countUnspent, readMovementAbove, readPlace, type UnspentTotals } from './audit/utxo/unspent-totals.js';
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
export { inTransaction, untilIdle } from './database-transaction.js';
export { Databases } from './databases.js';
export { describeSchema } from './maintain/describe-schema.js';
export { ChainInUseError, dropChain } from './maintain/drop-chain.js';
export { ExportRefusedError } from './maintain/export-condition.js';
export { type ExportColumn, openExport, type RelationExport } from './maintain/export-relation.js';
export { measureRandomReads, type RandomReads } from './maintain/measure-random-reads.js';
export { readSchemaFacts, type SchemaFacts } from './maintain/read-schema-facts.js';
export {
  OLDEST_POSTGRES,
  readDatabaseSize,
  readServerFacts,
  readServerMajor,
  type ServerFacts,
} from './maintain/read-server-facts.js';
export { retraceChain } from './maintain/retrace-chain.js';
export { createChainSchema } from './migrate/chain-schema.js';
export { type MigrateOptions, migrate, UnfinishedMigrationError } from './migrate/migrate.js';
export { MigrationError } from './migrate/read-migrations.js';
export { giveApiLogin } from './migrate/roles.js';
export { readLastRatesAt, readRates, type StoredRate } from './rates/read-rates.js';
export { type FoundRate, saveRates } from './rates/save-rates.js';
export {
  type ChainState,
  type ContentState,
  type InternalProgress,
  OFFLINE_AFTER_SECONDS,
  type OperatorChainState,
  readContentState,
} from './read/chain-state.js';
export type {
  CosmosBalance,
  CosmosHistory,
  CosmosHistoryPosition,
  CosmosHistoryRow,
  StoredCosmosTransaction,
  StoredCosmosTransfer,
  StoredDenomination,
  StoredPayout,
} from './read/cosmos/cosmos-read-model.js';
export { type DenominationRequest, readCosmosBalances } from './read/cosmos/read-cosmos-balance.js';
export { readCosmosHistory } from './read/cosmos/read-cosmos-history.js';
export { readCosmosTransaction } from './read/cosmos/read-cosmos-transaction.js';
export { balanceAt, basesOf, givenBefore, type KnownOrigin, originFrom } from './read/evm/counting.js';
export type {
  EvmBalance,
  EvmHistory,
  EvmHistoryPage,
  EvmHistoryRow,
  InternalTransfers,
  KeyPosition,
  Sides,
  StoredEvmTransaction,
  StoredTokenBalance,
  StoredTransfer,
  TraceGap,
} from './read/evm/evm-read-model.js';
export { readEvmBalances, type TokenRequest } from './read/evm/read-evm-balance.js';
export { readEvmHistory } from './read/evm/read-evm-history.js';
export { type FoundEvmTransaction, readEvmTransaction } from './read/evm/read-evm-transaction.js';
export {
  type Direction,
  EXAMINED_FOR_MENTIONS,
  EXAMINED_ROWS,
  type Extent,
  examinedRows,
  type HistoryPart,
  isExamined,
  type Moment,
  requireWeight,
  TooHeavyError,
  WHOLE_HISTORY,
} from './read/history-part.js';
export {
  type BlockName,
  type BlockPage,
  type FoundBlock,
  hasBlock,
  readCosmosBlock,
  readEvmBlock,
  readUtxoBlock,
  type StoredBlock,
} from './read/read-block.js';
export { readChains, readChainsWithReasons, readSchemaPresence } from './read/read-chains.js';
export { readExample } from './read/read-example.js';
export {
  COUNTED_HOLDERS,
  type HolderPosition,
  type Holders,
  type HoldersPage,
  readHolders,
} from './read/read-holders.js';
export { readChainOwners, readOwnedChains, readStrangers } from './read/read-locked-chains.js';
export { createReadPool } from './read/read-pool.js';
export { databaseOfFailure, type Heights, ReadDatabase, ReadDatabases } from './read/replicas/read-database.js';
export type { Reader } from './read/replicas/server.js';
export type { NewsKind } from './read/stream/news-statement.js';
export {
  type NewsPage,
  type NewsPlace,
  type NewsQuery,
  readArrivedKeys,
  readCosmosNews,
  readEvmNews,
  readTouchedKeys,
  readUtxoNews,
} from './read/stream/read-news.js';
export {
  readInstallationKey,
  readStreamFork,
  readStreamMarks,
  type StreamFork,
  type StreamMarks,
} from './read/stream/stream-marks.js';
export type { TokenPosition } from './read/token-position.js';
export { ENTRIES_PER_ROW, LISTED, lookedAtTransfers } from './read/transaction-lists.js';
export { type Dropped, FIRST_PART, type OtherPlace, type TransactionPart } from './read/transaction-statement.js';
export { type Asking, LANES, type Lane, OWN, Turns, Waiting } from './read/turns.js';
export {
  ACCOUNT_ROW_BYTES,
  type AccountPending,
  type AccountSpan,
  ADDRESSES_AT_ONCE,
  type PendingEffect,
  type PendingNews,
  readAccountPending,
  readAccountRows,
  readKeptBlock,
  readPendingSince,
  readUses,
} from './read/utxo/accounts/read-account.js';
export {
  type AccountPage,
  type DroppedTransaction,
  FEES_AT_ONCE,
  type KeyRanges,
  readAccountDropped,
  readAccountTransactions,
  readBlockTimes,
  readFees,
  readKeyRanges,
  readTakenIds,
} from './read/utxo/accounts/read-account-page.js';
export { WELL_SOUGHT } from './read/utxo/confirmed-spenders.js';
export type { Kinship, MempoolRelatives } from './read/utxo/mempool-relatives.js';
export { readMempool, type StoredMempool } from './read/utxo/read-mempool.js';
export { readNodeFees } from './read/utxo/read-node-fees.js';
export { addressesOfScriptHashes } from './read/utxo/read-script-hash.js';
export { readUtxoBalances, type UtxoBalance } from './read/utxo/read-utxo-balance.js';
export { readUtxoHistory, type UtxoHistoryPosition } from './read/utxo/read-utxo-history.js';
export { type FoundUtxoTransaction, readUtxoTransaction } from './read/utxo/read-utxo-transaction.js';
export { readUtxos, type UtxoPage, type UtxoPosition, type UtxoRow } from './read/utxo/read-utxos.js';
export { COUNTED_UTXOS } from './read/utxo/utxo-statement.js';
export type {
  SpentByColumns,
  StoredInput,
  StoredOutput,
  StoredUtxoTransaction,
  UtxoHistoryRow,
} from './read/utxo/utxo-transaction-columns.js';
export type { TransactionPlace } from './read/utxo/wallets/place-columns.js';
export {
  type BalanceChange,
  type BalanceChanges,
  MOST_CHANGES_ROWS,
  readAddressAccount,
  readBalanceChanges,
} from './read/utxo/wallets/read-address-account.js';
export {
  type AddressPage,
  type AddressPageRequest,
  readAddressPage,
} from './read/utxo/wallets/read-address-page.js';
export {
  type AddressHead,
  COUNTED_UNSPENT,
  type OutputSums,
  readAddressHead,
  readHistorySums,
} from './read/utxo/wallets/read-address-sums.js';
export {
  type BlockTxids,
  readBlockPlaces,
  readBlockTxids,
} from './read/utxo/wallets/read-block-places.js';
export { type HeaderRequest, type Headers, readHeaders, type StoredHeader } from './read/utxo/wallets/read-headers.js';
export { type FoundOutput, type Outpoint, readOutputs } from './read/utxo/wallets/read-outputs.js';
export { readNewestPending, readPendingTxids } from './read/utxo/wallets/read-pending.js';
export { readPlaces } from './read/utxo/wallets/read-places.js';
export { readSpentOutputs, type SpentOutputs } from './read/utxo/wallets/read-spent.js';
export {
  isForbidden,
  isMissingTable,
  isQueueTimeout,
  isRefusedValue,
  isStoreError,
  NoTurnError,
} from './store-error.js';
export { chainTables, UTXO_TABLES } from './tables/chain-tables.js';
export {
  CHECK_NAMES,
  type CheckName,
  type CheckReport,
  EXAMPLES,
  type Finding,
  type Findings,
  type Outcome,
} from './tables/findings.js';
export {
  GAP_REASONS,
  type GapReason,
  type InternalMode,
  type Phase,
  REASON_CODES,
  type Reason,
  type ReasonCode,
  STAGES,
  STAGES_OF,
  type Stage,
} from './tables/sync-tables.js';
export { mostRequested, type RequestSubject, requestAnswers } from './token-requests.js';
export { TXS_PER_BLOCK, txKey } from './tx-key.js';
export type { PreparedAccountBlock } from './write/account/prepared-block.js';
export { createIndexedChain } from './write/chain-indexes.js';
export { openCosmosFirstSync } from './write/cosmos/cosmos-first-sync.js';
export { openCosmosLedger } from './write/cosmos/cosmos-ledger.js';
export { prepareCosmosBlock } from './write/cosmos/cosmos-rows.js';
export { CursorMovedError } from './write/cursor.js';
export { type BalanceLedger, openBalanceLedger } from './write/evm/balances/balance-ledger.js';
export type { DoubtedHolding, TokenHolding } from './write/evm/balances/doubted-holdings.js';
export type { AddressGap } from './write/evm/balances/save-balances.js';
export type { TokenMetadata } from './write/evm/balances/token-metadata.js';
export { openEvmFirstSync } from './write/evm/evm-first-sync.js';
export { openEvmLedger } from './write/evm/evm-ledger.js';
export type { PreparedEvmBlock } from './write/evm/evm-rows.js';
export type { PlacedInternalBlock } from './write/evm/gaps/close-gap.js';
export type { BlockToTrace } from './write/evm/gaps/gap-ledger.js';
export { type GapLedger, openGapLedger } from './write/evm/gaps/gap-ledger.js';
export { type InternalGap, readInternalSync } from './write/evm/gaps/internal-sync.js';
export { openEvmMempool } from './write/evm/mempool/evm-mempool.js';
export type { EvmMempoolTransaction } from './write/evm/mempool/pending-evm-rows.js';
export type { WrappedCandidate } from './write/evm/wrapped-coins.js';
export type { BlockLoad, FirstSync, ShownProgress } from './write/first-sync/first-sync.js';
export { HelperBudget, type HelperSource } from './write/first-sync/helper-sessions.js';
export { planMemory } from './write/first-sync/memory-plan.js';
export type { Ledger } from './write/ledger.js';
export { NetworkMismatchError } from './write/ledger.js';
export type { LeftOut, MempoolChange, MempoolLedger } from './write/mempool/pending-tables.js';
export { saveFeeEstimates } from './write/mempool/save-fee-estimates.js';
export { becomeOwner, isAtWork, reportBuildOfOwner } from './write/owner.js';
export { type NodeFigures, saveProgress } from './write/progress.js';
export type { UtxoMempoolTransaction } from './write/utxo/mempool/resolve-inputs.js';
export { openUtxoMempool } from './write/utxo/mempool/utxo-mempool.js';
export { ReadAhead } from './write/utxo/read-ahead.js';
export { InconsistentBlockError } from './write/utxo/utxo-batch.js';
export { openUtxoFirstSync } from './write/utxo/utxo-first-sync.js';
export { openUtxoLedger } from './write/utxo/utxo-ledger.js';
