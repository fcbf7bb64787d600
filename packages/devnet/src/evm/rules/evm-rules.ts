import type { Withdrawal } from '../block/evm-block.js';
import type { EvmTransaction, Fields } from '../block/evm-transaction.js';
import type { Hex } from '../bytes/hex.js';
import type { BlockBuilder } from './block-builder.js';

/** Differences between one chain and another. */
export interface EvmRules {
  /** `web3_clientVersion` of the node that is usual there. */
  readonly clientVersion: string;
  readonly chainId: number;
  /** Wei; blocks pay between once and twice as much. */
  readonly leastBaseFee: bigint;
  /** EIP-2718 types that accounts may send. */
  readonly types: readonly number[];
  readonly hasWithdrawals: boolean;
  /** Whether nodes answer `txpool_content`. */
  readonly hasMempool: boolean;
  /** Who is paid the priority fees of that block. */
  miner(number: number): Hex;
  /** Puts what the protocol itself begins a block with. */
  open(block: BlockBuilder): Promise<void>;
  /** Runs an account's transaction. @returns false when its sender cannot pay for it */
  execute(block: BlockBuilder, transaction: EvmTransaction): Promise<boolean>;
  /** Withdrawals of the beacon chain; null where there is none. */
  withdrawals(block: BlockBuilder): Withdrawal[] | null;
  /** Members of headers that are others than Ethereum's. @param branch counts reorganizations */
  header(number: number, branch: number): Fields;
}
