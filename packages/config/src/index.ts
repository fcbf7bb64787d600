export type { RateCosts, RateLimits, RateTier } from './access-values.js';
export type { HeaderChecks } from './chain-settings.js';
export * from './errors.js';
export * from './listen.js';
export * from './load.js';
export { apiMemoryBytes } from './machine-defaults.js';
export type { AccessSettings, TokenSettings } from './read-access.js';
export {
  type BalanceNodeSettings,
  type ChainSettings,
  type CosmosChainSettings,
  type CosmosNodeSettings,
  cosmosNodeOptions,
  type EvmChainSettings,
  evmNodeOptions,
  type NodeEndpoint,
  type UtxoChainSettings,
  type UtxoNodeSettings,
  utxoNodeOptions,
} from './read-chains.js';
export { type DatabaseSettings, databaseOf, type ReadDatabaseSettings, urlToRead } from './read-databases.js';
export { announceService, withRunningService } from './running-service.js';
export * from './secret.js';
export * from './settings-document.js';
export { makeTokenFiles, withTokenFiles } from './token-files.js';
export type { ExchangeName } from './values.js';
