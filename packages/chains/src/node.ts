/** Clients of nodes. Apart from the rest, so that what only decodes or reads rows, worker threads too, loads no HTTP client. */
export { CosmosNode } from './cosmos/node/node.js';
export { EvmNode } from './evm/node/node.js';
export { UtxoNode } from './utxo/node/node.js';
