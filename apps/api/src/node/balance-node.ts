import type { EvmNode } from '@chaintrail/chains';

/** What is asked of a node: always about the state after one block, named by its hash. */
export type BalanceNode = Pick<EvmNode, 'balances' | 'calls'>;
