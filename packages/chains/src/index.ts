export { displayHash, wireHash } from './bytes/hex.js';
export * from './chain.js';
export * from './errors.js';
export * from './registry.js';
export { formatAddress, writeAddress } from './utxo/address.js';
export { HIGH_WORD, LOW_WORD } from './utxo/amount-words.js';
export * from './utxo/block.js';
export { decodeUtxoBlock } from './utxo/decode-block.js';
export { decodeSpentOutputs } from './utxo/decode-spent-outputs.js';
export { decodeUtxoTransaction } from './utxo/decode-transaction.js';
export { type NodeCapabilities, UtxoNode } from './utxo/node/node.js';
export type { NodeInfo, NodeTip } from './utxo/node/node-info.js';
export type { NodeClientOptions, NodeEndpoint } from './utxo/node/options.js';
export type { RetryInfo, RetryPolicy } from './utxo/node/retrying.js';
export { parseAddress } from './utxo/parse-address.js';
export {
  addressKeyOfScript,
  isUnspendable,
  scriptIsDerived,
  scriptIsDerivedFrom,
  scriptOfAddressKey,
  writeAddressKey,
} from './utxo/script.js';
export { opReturnData, SCRIPT_TYPES, type ScriptType, scriptType } from './utxo/script-type.js';
