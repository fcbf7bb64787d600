export * from './account/account-block.js';
export { EffectColumnsBuilder } from './account/effect-columns.js';
export { formatAddress, MAX_ADDRESS_BYTES, parseAddress, writeAddress } from './address.js';
export { type Amount, addAmounts, amountOf, amountOfWords, wordsOf } from './amount.js';
export { displayHash, sha256d, wireHash } from './bytes/hash.js';
export * from './chain.js';
export { moduleKey } from './cosmos/cosmos-address.js';
export * from './cosmos/cosmos-block.js';
export { decodeCosmosBlock, resultsRemedy } from './cosmos/decode-cosmos-block.js';
export type { BankCoins } from './cosmos/node/bank.js';
export type { CosmosNodeOptions } from './cosmos/node/cosmos-connection.js';
export { BlockAboveTipError, ResultsNotFoundError } from './cosmos/node/cosmos-errors.js';
export type { CosmosNode } from './cosmos/node/cosmos-node.js';
export type { CosmosMarket, MarketPool } from './cosmos/node/market.js';
export * from './errors.js';
export { checkCommitments } from './evm/commitments/check-commitments.js';
export type { EvmDoubt } from './evm/commitments/findings.js';
export { decodeEvmBlock } from './evm/decode-evm-block.js';
export { decodeInternalBlock, type TracedBlockRef, withTraces } from './evm/decode-internal-block.js';
export * from './evm/evm-block.js';
export type { EvmNodeOptions } from './evm/node/evm-connection.js';
export type { EvmNode } from './evm/node/evm-node.js';
export type { BlockFees, FeeHistory } from './evm/node/fee-history.js';
export type { DraftTransaction } from './evm/node/send-transaction.js';
export type { EvmCall } from './evm/node/state-reader.js';
export { decodePendingTransaction, type PendingEvmTransaction } from './evm/pending-transaction.js';
export { tokenCalls } from './evm/token-calls.js';
export * from './registry.js';
export { type EndedRequest, type RetryInfo, type RetryPolicy, settingOf } from './rpc/http-options.js';
export type { MempoolNews, NodeInfo, NodeTip, NotificationStatus, Wake } from './rpc/node-info.js';
export { giveMemoryBack, isLentMemory } from './rpc/read-response.js';
export { shownTexts } from './shown-text.js';
export { type CashToken, readCashToken } from './utxo/bitcoin-cash/cash-token.js';
export { headerBytes, isNullInput } from './utxo/block-checks.js';
export { decodeSpentOutputs } from './utxo/decode-spent-outputs.js';
export { decodeUtxoBlock } from './utxo/decode-utxo-block.js';
export { decodeUtxoTransaction } from './utxo/decode-utxo-transaction.js';
export {
  type Branch,
  type DerivedScript,
  type Descriptor,
  INDEX_END,
  kindsOfExtendedKey,
  parseDescriptor,
} from './utxo/descriptors/descriptor.js';
export { KEY_KINDS, type KeyKind, looksLikeExtendedKey } from './utxo/descriptors/extended-keys.js';
export { MOST_DESCRIPTOR_CHARACTERS } from './utxo/descriptors/parse-descriptor.js';
export { disassemble, lastPush } from './utxo/disassemble.js';
export type { DescribedInput, DescribedOutput, DescribedTransaction } from './utxo/node/described-transaction.js';
export type { FeeEstimate } from './utxo/node/fee-estimates.js';
export type { MempoolSnapshot } from './utxo/node/mempool.js';
export type { BlockTransactions } from './utxo/node/raw-transactions.js';
export type { NodeOutput } from './utxo/node/unspent-outputs.js';
export type { NodeClientOptions, NodeEndpoint } from './utxo/node/utxo-connection.js';
export type { UtxoNode } from './utxo/node/utxo-node.js';
export type { UtxoNodeInfo } from './utxo/node/utxo-node-info.js';
export type { UtxoSetInfo } from './utxo/node/utxo-set.js';
export {
  addressKeyOfScript,
  isHogAddrScript,
  isUnspendable,
  scriptIsDerived,
  scriptIsDerivedFrom,
  scriptOfAddressKey,
  scriptTextOfAddressKey,
  writeAddressKey,
} from './utxo/script.js';
export { opReturnData, SCRIPT_TYPES, type ScriptType, scriptType } from './utxo/script-type.js';
export {
  type InputParts,
  type OutputParts,
  type TransactionParts,
  transactionParts,
} from './utxo/transaction-parts.js';
export * from './utxo/utxo-block.js';
