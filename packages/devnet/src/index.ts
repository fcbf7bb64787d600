export type { Balances } from './cosmos/bank.js';
export type { CosmosScript } from './cosmos/chain.js';
export type { BlockContent, CosmosEvent, CosmosTx } from './cosmos/cosmos-block.js';
export { type GoldenScript, readGolden } from './cosmos/golden-script.js';
export type { CosmosDialect } from './cosmos/node/answers.js';
export { type CosmosNodeOptions, type CosmosNodeSimulation, startCosmosNode } from './cosmos/node/start-cosmos-node.js';
export {
  DEMO_SHAPE,
  type GeneratedOptions,
  generatedScript,
  MAINNET_SHAPE,
} from './cosmos/traffic/generated-script.js';
export { PRICE_FEEDS, type PriceFeed } from './evm/contracts/price-feed.js';
export type { EvmAddressModel, EvmHistoryEntry, EvmLedgerModel, EvmTokenModel } from './evm/evm-ledger.js';
export { type EvmGeneratorNode, startEvmGeneratorNode } from './evm/generator/start-evm-generator-node.js';
export {
  type SimulatedEvmNode,
  type SimulatedEvmNodeOptions,
  startSimulatedEvmNode,
} from './evm/node/start-simulated-evm-node.js';
export { type GeneratedBlock, type GeneratedTotals, generateBlocks } from './generator/generate-blocks.js';
export { type GeneratorNode, startGeneratorNode } from './generator/start-generator-node.js';
export {
  BROKEN_ANSWERS,
  type Fault,
  type FaultKind,
  type Faults,
  LYING_ANSWERS,
  SPENT_OUTPUT_LIE,
} from './node/faults.js';
export { cosmosPlace, networkOf, SIMULATED_NETWORK } from './node/networks.js';
export type {
  NodeControls,
  QueuedNodeControls,
  RestartOptions,
  SimulatedNode,
  SimulatedNodeOptions,
} from './node/simulated-node.js';
export { startSimulatedNode } from './node/start-simulated-node.js';
export { type PlayedMoves, Player } from './player.js';
export { Random } from './random.js';
export type { AddressModel, LedgerModel } from './utxo/ledger.js';
export { serializeBlock, serializeSpentOutputs } from './utxo/utxo-block.js';
export { type SimulatorOptions, UtxoSimulator } from './utxo/utxo-simulator.js';
export { VERSION_GROUP_IDS } from './zcash/upgrades.js';
export { serializeZcashHeader } from './zcash/zcash-format.js';
export {
  headerWord,
  shieldedBytes,
  transactionId,
  type WireTransaction,
  writeTransaction,
} from './zcash/zcash-transaction.js';
