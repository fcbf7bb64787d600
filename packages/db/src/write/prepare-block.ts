/** The part of this package for decoder threads: all that they need of this package, without the PostgreSQL client. */
export type { GapReason } from '../tables/sync-tables.js';
export type { PreparedAccountBlock } from './account/prepared-block.js';
export { prepareCosmosBlock } from './cosmos/cosmos-rows.js';
export { type PreparedEvmBlock, prepareEvmBlock } from './evm/evm-rows.js';
