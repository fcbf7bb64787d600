export {
  ApiClient,
  type ApiTransaction,
  type HistoryAnswer,
  type HistoryItem,
  type PageQuery,
} from './api/api-client.js';
export {
  type ExpectedAddress,
  type ExpectedEntry,
  isSameSet,
  problemsOfAddress,
  problemsOfBalance,
  problemsOfHistory,
  problemsOfList,
  problemsOfUtxos,
  problemsOfWholeHistory,
} from './api/compare-address.js';
export {
  isConfirmed,
  isSameMoment,
  type Paged,
  type PagedItem,
  problemsOfItems,
  problemsOfPage,
} from './api/page-rules.js';
export { pagesByOffset, problemsOfWalk, walkByCursor, walkByOffset } from './api/walk-history.js';
export { DIRECTIONS, type DirectionCase } from './directions.js';
export { noteStatements, STATEMENT_STATISTICS } from './executed-statements.js';
export {
  DATA_SCRIPT,
  HandmadeChain,
  handmadeChain,
  LONG_SCRIPT,
  type Outpoint,
  type Payment,
  scriptOf,
  serialize,
  sha256d,
} from './handmade-chain.js';
export {
  LARGE_SPENDER_TXID,
  type LargeTransactions,
  largeOutputAmount,
  largePaymentTxid,
  seedLargeTransactions,
} from './large-transactions.js';
export {
  appendToLongHistory,
  LONG_HISTORY,
  longHistoryEntry,
  seedLongHistory,
  seedUnspentOutputs,
} from './long-history.js';
export { freePort, isTestedBy, noteSuite, removeTemporaryFolder, skip, temporaryFolder } from './machine.js';
export {
  ANVIL_MNEMONIC,
  type AnvilNode,
  anvilOrSkip,
  type ReorgTransaction,
  startAnvil,
} from './node/anvil.js';
export { askRest, type BlockPace, CosmosNode, type CosmosProgram } from './node/cosmos-node.js';
export { EngineNode } from './node/engine-node.js';
export type { BlockContext, BlockPlan, BlockRef, EngineGenesis, EngineNodeProgram } from './node/engine-program.js';
export { baseUnits, coins } from './node/exact-json.js';
export { DamagedNode, type LastingFault, type NodeAnswer, type RawAnswer, refusal } from './node/lasting-faults.js';
export {
  NITRO_OWNER_KEY,
  type NitroMessage,
  type NitroNode,
  type RetryableSubmission,
  startNitro,
} from './node/nitro.js';
export type { EvmNode } from './node/node-program.js';
export {
  isNodeAtHand,
  knotsOrSkip,
  litecoindOrSkip,
  nodeOrSkip,
} from './node/nodes.js';
export { RealNode } from './node/real-node.js';
export {
  type RecordedChain,
  type RecordedState,
  type Recording,
  type ReplayedNode,
  recordingOrSkip,
} from './node/replayed-node.js';
export { callNodeForEach, RpcClient, RpcFailure } from './node/rpc.js';
export { startZebrad, type ZebradNode, type ZebradOptions } from './node/zebrad.js';
export {
  type CrashablePostgres,
  cloneDatabase,
  createChainDatabase,
  createTestChain,
  createTestDatabase,
  inSession,
  type MadeChain,
  makeApiLogin,
  startCrashablePostgres,
  startOwnPostgres,
  startServer,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
  withApiLogin,
} from './postgres.js';
export {
  describeProcesses,
  exitOnSignals,
  forgetEndedProcesses,
  SpawnedProcess,
  stopProcesses,
} from './process.js';
export { Product, type ProductOptions } from './product.js';
export { RedisServer, redisOrSkip } from './redis.js';
export { digestRows, dumpRows, queryFollowed, type RowDigest, type RowDump } from './rows.js';
export { schemaDocument } from './schema-document.js';
export {
  type ApiOptions,
  type AuditEnd,
  type AuditProcess,
  auditInFull,
  freshMetrics,
  type IndexerOptions,
  runApi,
  type SpawnedApi,
  spawnApi,
  spawnIndexer,
  startAuditProcess,
} from './services.js';
export { inParallel, type WaitedFor, type WaitOptions, waitFor } from './wait.js';
