/** Clients of nodes, apart from the rest: what only decodes or reads rows, as threads do, loads no HTTP client. */
export { CosmosNode } from './cosmos/node/cosmos-node.js';
export { EvmNode } from './evm/node/evm-node.js';
export { UtxoNode } from './utxo/node/utxo-node.js';
