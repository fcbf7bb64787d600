export { addAmounts, smallest } from './account/amount.js';
export * from './account/block.js';
export { EffectRows } from './account/effect-rows.js';
export { formatAddress, MAX_ADDRESS_BYTES, parseAddress, writeAddress } from './address.js';
export { displayHash, wireHash } from './bytes/hex.js';
export * from './chain.js';
export { moduleKey } from './cosmos/address.js';
export * from './cosmos/block.js';
export { decodeCosmosBlock } from './cosmos/decode-block.js';
export type { BankCoins } from './cosmos/node/bank.js';
export type { CosmosMarket, MarketPool } from './cosmos/node/market.js';
export type { CosmosNode } from './cosmos/node/node.js';
export type { CosmosNodeEndpoint, CosmosNodeOptions } from './cosmos/node/options.js';
export * from './errors.js';
export type { DestructionFork, EvmBlockAnswers, EvmTraceAnswer, Tracer } from './evm/answers.js';
export * from './evm/columns.js';
export { decodeEvmBlock } from './evm/decode-block.js';
export { decodeInternalBlock, type TracedBlockRef } from './evm/decode-internal-block.js';
export type { EvmNode } from './evm/node/node.js';
export type { EvmNodeEndpoint, EvmNodeOptions } from './evm/node/options.js';
export type { EvmCall } from './evm/node/state.js';
export { decodePendingTransaction, type PendingEvmTransaction } from './evm/pending-transaction.js';
export { tokenCalls } from './evm/token-calls.js';
export * from './registry.js';
export { giveMemoryBack, isLentMemory } from './rpc/body-memory.js';
export type { NodeInfo, NodeTip, NotificationStatus, Wake } from './rpc/node-info.js';
export type { RetryInfo, RetryPolicy } from './rpc/retrying.js';
export type { EndedRequest } from './rpc/transport.js';
export { BlockNotFoundError, StateUnavailableError } from './rpc/unavailable.js';
export { HIGH_WORD, LOW_WORD } from './utxo/amount-words.js';
export { type CashToken, readCashToken } from './utxo/bitcoin-cash/cash-token.js';
export * from './utxo/block.js';
export { decodeUtxoBlock } from './utxo/decode-block.js';
export { decodeSpentOutputs } from './utxo/decode-spent-outputs.js';
export { decodeUtxoTransaction } from './utxo/decode-transaction.js';
export type { NodeCapabilities } from './utxo/node/connection.js';
export type { DescribedInput, DescribedOutput, DescribedTransaction } from './utxo/node/described-transaction.js';
export type { MempoolSnapshot } from './utxo/node/mempool.js';
export type { UtxoNode } from './utxo/node/node.js';
export type { UtxoNodeInfo } from './utxo/node/node-info.js';
export type { NodeClientOptions, NodeEndpoint } from './utxo/node/options.js';
export type { NodeOutpoint, NodeOutput } from './utxo/node/unspent-outputs.js';
export type { UtxoSetInfo } from './utxo/node/utxo-set.js';
export {
  addressKeyOfScript,
  isUnspendable,
  scriptIsDerived,
  scriptIsDerivedFrom,
  scriptOfAddressKey,
  scriptTextOfAddressKey,
  writeAddressKey,
} from './utxo/script.js';
export { opReturnData, SCRIPT_TYPES, type ScriptType, scriptType } from './utxo/script-type.js';
