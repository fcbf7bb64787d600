/**
 * Clients of nodes. Apart from the rest, so that what only decodes or reads rows, worker threads too, loads no HTTP
 * client.
 */
export { CosmosNode } from './cosmos/node/cosmos-node.js';
export { EvmNode } from './evm/node/evm-node.js';
export { UtxoNode } from './utxo/node/utxo-node.js';
