import type { Random } from '../random.js';
import type { FollowedChain } from '../world/followed-chain.js';
import type { ApiClient } from './api-client.js';

/** What a check works with. */
export interface Reading {
  readonly chain: FollowedChain;
  readonly api: ApiClient;
  readonly random: Random;
  readonly address: string;
  /** Reports something that is wrong. */
  wrong(what: string): void;
}

/**
 * Reads and compares once.
 * @returns false when what it read was changing meanwhile, so that it says nothing
 */
export type Check = (reading: Reading) => Promise<boolean>;

/** By name, with how often each is done. */
export type Checks = Readonly<Record<string, readonly [check: Check, weight: number]>>;
