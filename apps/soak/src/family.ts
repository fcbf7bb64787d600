/** What of a run differs from family to family: what is known of the chain, what is checked, how the end is judged. */
import type { Session } from '@chaintrail/db';
import type { Checks } from './check/reading.js';
import type { Findings } from './findings.js';
import type { FollowedChain } from './world/followed-chain.js';

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

/** One chain of a run. */
export interface PlayedChain {
  readonly chain: FollowedChain;
  /** What a reader does, beside walking through histories. */
  readonly checks: Checks;
  /** @returns what is not there yet of what follows blocks and unconfirmed transactions; null when all is */
  missing(session: Session): Promise<string | null>;
  /** Compares everything that is indexed with the simulator's own ledger. The node does not change meanwhile. */
  compare(comparison: Comparison): Promise<Compared>;
}
