import type { ChainCode } from '@chaintrail/chains';
import { type Asking, type ChainState, type Heights, type Reader, TooHeavyError } from '@chaintrail/db';
import type { CosmosNodes } from '../node/cosmos-nodes.js';
import type { NodeBalances } from '../node/node-balances.js';
import { ProblemError } from '../problem.js';
import type { ChainDirectory } from './chain-directory.js';
import { sinceOf } from './cursor.js';
import type { FollowedChain, ListedChain } from './followed-chain.js';
import { requireTip, type Tip } from './progress.js';
import type { CurrentRates } from './read-rates.js';
import type { ViewedNames } from './viewed-names.js';

const NOTHING: Heights = new Map();

/** Sources of answers. */
export interface AnswerSources {
  readonly chains: ChainDirectory;
  /** Balances on EVM chains. */
  readonly nodes: NodeBalances;
  /** Balances and names on Cosmos chains. */
  readonly cosmosNodes: CosmosNodes;
  readonly rates: CurrentRates;
  readonly lookedAt: ViewedNames;
  /** Client of the request; `OWN` where it is nobody's. */
  readonly asking: Asking;
  /** Most that an answer may weigh besides its rows, in rows of a history; null: no bound. */
  readonly mostWeight: number | null;
  /** Charges for an unforeseen question to a node. @returns false: answer without it @throws ProblemError */
  readonly chargeNode?: () => Promise<boolean>;
}

type Outcome<Result> = { readonly found: Result } | { readonly problem: ProblemError | TooHeavyError };

/**
 * Reads an answer about a chain, all of it from one server.
 * @throws TooHeavyError where it weighs more than it may
 * @param look may be called again with another server; null where it turns out that there is nothing to ask
 * @param cursor of the request: the answer sees all that the page before it saw
 */
export async function readAnswer<Result extends { readonly state: ChainState } | null>(
  { chains, asking }: AnswerSources,
  { chain: { code }, database }: ListedChain,
  look: (db: Reader) => Promise<Result>,
  cursor?: string,
): Promise<Result> {
  const outcome = await database.read(
    async (db): Promise<Outcome<Result>> => {
      try {
        return { found: await look(db) };
      } catch (problem) {
        // Another server may be able to say more: it may have the block that was asked for.
        if (problem instanceof ProblemError || problem instanceof TooHeavyError) return { problem };
        throw problem;
      }
    },
    {
      heights: (outcome) => {
        const height = heightOf(outcome);
        return height === undefined ? NOTHING : new Map([[code, height]]);
      },
      since: cursor === undefined ? null : sinceOf(cursor),
      asking,
    },
  );
  if ('found' in outcome) return outcome.found;
  const { problem } = outcome;
  // The next request looks which chains there are now.
  if (isReplaced(problem)) chains.forget(database);
  throw problem;
}

/** @throws ProblemError where the database was replaced since the chain was found; ask again */
export function requireFollowed<Read extends { readonly state: ChainState }>(
  { network }: FollowedChain,
  read: Read | null,
): Read {
  if (read?.state.network === network.name) return read;
  throw new ProblemError('store-unavailable', 'the database was replaced while the request was read', {
    retryAfter: 1,
  });
}

/** Whether the server has no such chain, or one of another network. */
const isReplaced = (problem: ProblemError | TooHeavyError): boolean =>
  problem instanceof ProblemError && problem.code === 'store-unavailable';

/**
 * Rows of a chain as they were read, with the tip that they are answered at.
 * @param read null where the database has no such chain
 * @throws ProblemError where the database was replaced meanwhile, or the first sync is not complete
 */
export function atTip<Read extends { readonly state: ChainState }>(
  followed: FollowedChain,
  read: Read | null,
): Read & { readonly tip: Tip } {
  const found = requireFollowed(followed, read);
  return { ...found, tip: requireTip(followed, found.state) };
}

/** Reads from the rows of a chain, and its tip. @param read null where the database has no such chain */
export async function readRows<Result extends { readonly state: ChainState }>(
  sources: AnswerSources,
  followed: ListedChain,
  read: (db: Reader, code: ChainCode) => Promise<Result | null>,
): Promise<Result & { readonly tip: Tip }> {
  return readAnswer(sources, followed, async (db) => atTip(followed, await read(db, followed.chain.code)));
}

/** Undefined for a problem that tells nothing of where the chain stands, as that of a cursor. */
function heightOf(outcome: Outcome<{ readonly state: ChainState } | null>): number | null | undefined {
  if ('found' in outcome) return outcome.found?.state.height;
  const { problem } = outcome;
  if (problem instanceof TooHeavyError) return undefined;
  if (isReplaced(problem)) return null;
  const { facts } = problem;
  return facts.tip?.height ?? facts.indexedHeight;
}
