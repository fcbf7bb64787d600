import type { Fields, Withdrawal } from '../block/evm-block.js';
import type { EvmTransaction } from '../block/evm-transaction.js';
import type { Hex } from '../bytes/hex.js';
import type { BlockBuilder } from './block-builder.js';

export interface HeaderOwn {
  readonly difficulty: number;
  readonly gasLimit: bigint;
  readonly extraData: Hex;
  readonly mixHash: Hex;
  readonly nonce: Hex;
  /** What later forks have added, in their order. */
  readonly later: Fields;
  /** Fields of the JSON that are not hashed. */
  readonly extras: Fields;
}

/** What a header says beside what is in its block. */
export interface HeaderFacts {
  readonly number: number;
  /** Counts reorganizations: blocks of two branches differ at least in this. */
  readonly branch: number;
  readonly time: number;
  readonly withdrawalsRoot: Hex;
  readonly blobGasUsed: number;
}

/** What one chain does otherwise than another. */
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
  withdrawals(block: BlockBuilder): Withdrawal[];
  header(facts: HeaderFacts): HeaderOwn;
}
