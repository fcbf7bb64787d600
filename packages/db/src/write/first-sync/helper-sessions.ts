/** Sessions beside the owner's, for what PostgreSQL does with one processor a session. */
import type { ChainCode } from '@chaintrail/chains';
import { closeSession, cutSession, type Session } from '../../connection.js';
import { openHelper } from '../owner.js';

/** A session keeps one processor busy, its numbering thread most of another (docs/performance.md). */
const PROCESSORS_PER_SESSION = 2;
const MOST_SESSIONS = 4;

/** How many helpers the chains of a program may have together: their processors are the same ones. */
export class HelperBudget {
  private free: number;

  /** @param processors of the machine: up to three leave all to the owner's session, eight give it three helpers */
  constructor(processors: number) {
    this.free = Math.max(1, Math.min(MOST_SESSIONS, Math.floor(processors / PROCESSORS_PER_SESSION))) - 1;
  }

  /** @returns how many were free; {@link giveBack} them */
  takeAll(): number {
    const taken = this.free;
    this.free = 0;
    return taken;
  }

  giveBack(helpers: number): void {
    this.free += helpers;
  }
}

/** Where a chain's helpers come from. */
export interface HelperSource {
  readonly databaseUrl: string;
  readonly budget: HelperBudget;
}

/**
 * Runs `work` with the owner's session and as many helpers as are free and the server takes. They are cut when the
 * owner's session ends: what PostgreSQL still does for them then keeps the chain from the next owner.
 * @param source without one, the owner's session alone
 */
export async function withHelpers<T>(
  session: Session,
  chain: ChainCode,
  source: HelperSource | undefined,
  work: (sessions: readonly Session[]) => Promise<T>,
): Promise<T> {
  if (source === undefined) return work([session]);
  const { databaseUrl, budget } = source;
  const taken = budget.takeAll();
  const opened: Session[] = [];
  let isLost = false;
  const lose = () => {
    isLost = true;
    for (const helper of opened) cutSession(helper);
  };
  session.once('end', lose);
  try {
    while (opened.length < taken) {
      // Where the server has no connection left, fewer do the same work. Trouble with the owner's session is told by
      // that itself.
      const helper = await openHelper(databaseUrl, chain, session).catch(() => null);
      if (helper === null) break;
      opened.push(helper);
    }
    if (isLost) throw new Error(`${chain}: the owner's session has ended`);
    return await work([session, ...opened]);
  } finally {
    session.off('end', lose);
    await Promise.all(opened.map(closeSession));
    budget.giveBack(taken);
  }
}

/**
 * Runs `work` on each session at once. When one fails, the others end with what they are at: theirs is done and stays.
 * @param work asks `mayGoOn` before it begins with anything more
 * @throws the first failure, when nothing is under way any more
 */
export async function sideBySide(
  sessions: readonly Session[],
  work: (session: Session, mayGoOn: () => boolean) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const mayGoOn = () => failures.length === 0;
  await Promise.all(
    sessions.map((session) =>
      work(session, mayGoOn).catch((error: unknown) => {
        failures.push(error);
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
}
