/** What is asked of a Cosmos node, until its client is here. */
import type {
  BlockRef,
  CosmosBlockAnswers,
  CosmosOpening,
  NodeInfo,
  NodeTip,
  NotificationStatus,
} from '@chaintrail/chains';

interface Bank {
  readonly height: number;
  readonly coins: readonly (readonly [denom: string, amount: string])[];
}

export interface CosmosNode {
  preflight(startHeight: number): Promise<NodeInfo>;
  tip(): Promise<NodeTip>;
  transactionCount(): Promise<null>;
  blockHashAt(height: number): Promise<string | null>;
  blockHashes(fromHeight: number, count: number): Promise<string[]>;
  rawBlock(ref: BlockRef): Promise<Pick<CosmosBlockAnswers, 'block' | 'results'>>;
  waitForNewBlock(tip: BlockRef, timeoutMs: number, signal: AbortSignal): Promise<void>;
  notifications(signal: AbortSignal, onWake: () => void, onStatus: (status: NotificationStatus) => void): void;
  opening(firstHeight: number): Promise<CosmosOpening | null>;
  bankBalances(address: string, height: number | null): Promise<Bank | null>;
  bankSupply(height: number): Promise<Bank | null>;
  close(): Promise<void>;
}
