/** One chain of a run: what is known of it, what is checked meanwhile, and how the end is judged. */
import type { ChainFamily } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import type { ApiClient } from '@chaintrail/testkit';
import type { FollowedChain } from './followed-chain.js';
import type { Random } from './random.js';
import type { Findings } from './report.js';

/** What a check works with. */
export interface Reading<F extends ChainFamily = ChainFamily> {
  readonly chain: FollowedChain;
  readonly api: ApiClient<F>;
  readonly random: Random;
  readonly address: string;
  /** Reports something that is wrong. */
  wrong(what: string): void;
}

/**
 * Reads and compares once.
 * @returns false when what it read was changing meanwhile, so that it says nothing
 */
export type Check<F extends ChainFamily> = (reading: Reading<F>) => Promise<boolean>;

/** By name, with how often each is done. */
export type Checks = Readonly<Record<string, readonly [check: Check<never>, weight: number]>>;

export interface Comparison {
  readonly databaseUrl: string;
  readonly apiUrl: string;
  /** Addresses that the API is asked about; the rows of all of them are compared. */
  readonly apiAddresses: number;
  readonly findings: Findings;
}

export interface Compared {
  readonly addresses: number;
  /** Answers of the API. */
  readonly pages: number;
}

export interface PlayedChain {
  readonly chain: FollowedChain;
  /** What a reader does, beside walking through histories. */
  readonly checks: Checks;
  /** @returns what is not there yet of what follows blocks and unconfirmed transactions; null when all is */
  missing(session: Session): Promise<string | null>;
  /** Compares everything that is indexed with the simulator's own ledger. The node does not change meanwhile. */
  compare(comparison: Comparison): Promise<Compared>;
}

/** Readers of the API at the end of a run. */
export const READERS = 4;
