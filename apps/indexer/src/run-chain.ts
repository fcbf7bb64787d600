/**
 * Keeps one chain followed for as long as the process lives: waits for ownership, checks the node, runs the loop. After
 * a failure it reports the reason, waits with exponential backoff and starts again. Chains do not affect each other.
 */
import type { Chain, MempoolNews, NodeInfo, NotificationStatus, Wake } from '@chaintrail/chains';
import type { ChainSettings } from '@chaintrail/config';
import {
  becomeOwner,
  closeSession,
  cutSession,
  type FirstSync,
  type HelperSource,
  isAtWork,
  type Ledger,
  MigrationError,
  NetworkMismatchError,
  type Pool,
  planMemory,
  readStrangers,
  reportBuildOfOwner,
  type Session,
  untilIdle,
} from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Decoder } from './decode/decoder.js';
import { loadFirstSync } from './first-sync/load-first-sync.js';
import type { BackgroundWork } from './follow/background-work.js';
import { Backoff, pause } from './follow/backoff.js';
import type { BlockSource, LinkedBlock } from './follow/block-source.js';
import { failureOf } from './follow/failure.js';
import { followChain } from './follow/follow-chain.js';
import { NodeMeter } from './follow/meters.js';
import { ProgressReporter } from './follow/progress-reporter.js';
import { WakeUp } from './follow/wake-up.js';

/** Options of following a chain of any family. */
export interface ChainOptions<Settings> {
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly decoder: Decoder;
  /** Bytes that its first sync may use. */
  readonly memory: number;
  readonly threads: number;
  /** Helper sessions of its first sync. */
  readonly helpers?: HelperSource;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** The parts of following a chain that every family takes from its options alike. */
export function commonRun(options: ChainOptions<ChainSettings>) {
  const { settings, databaseUrl, pool, memory, log, signal } = options;
  const { chain, startHeight, pollMs } = settings;
  const nodeMeter = new NodeMeter();
  const nodeEvents = {
    onRetry: (info: object) => log.debug({ retry: info }, 'node call repeated'),
    onRequest: nodeMeter.count,
  };
  const { aheadBytes: bytesAhead } = planMemory(memory);
  return { run: { chain, databaseUrl, pool, nodeMeter, startHeight, pollMs, bytesAhead, log, signal }, nodeEvents };
}

export interface ChainRun<Block extends LinkedBlock> {
  readonly chain: Chain;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly source: BlockSource<Block>;
  readonly nodeMeter: NodeMeter;
  /** @param onAlive to be called while the node takes minutes for an answer */
  openLedger(session: Session, onAlive: () => void): Promise<Ledger<Block>>;
  openFirstSync(session: Session, historyFrom: number): FirstSync<Block>;
  openBackgroundWork(session: Session, historyFrom: number): BackgroundWork;
  /** Where a new history starts. */
  readonly startHeight: number;
  readonly reorgLimit: number;
  readonly finalityBinds: boolean;
  readonly pollMs: number;
  /** Bytes of blocks that may be on their way in a first sync. */
  readonly bytesAhead: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Where a failure names no waits of its own. */
const RETRY = { waitMs: 1_000, longestWaitMs: 30_000 } as const;
const ASK_FOR_OWNERSHIP_MS = 2_000;
const ASK_IF_AT_WORK_MS = 20_000;
const STANDING_BY_A_BUILD =
  'standing by: PostgreSQL is building an index for the indexer that owns this chain, and goes on with it when that is gone';
/** The loop ran this long without failing, or wrote blocks: the next failure is a new one and waits briefly again. */
const HEALTHY_MS = 60_000;

/** Resolves when `signal` fires and everything is closed. Never rejects. */
export async function runChain<Block extends LinkedBlock>(run: ChainRun<Block>): Promise<void> {
  const { log, signal, source } = run;
  const backoff = new Backoff(RETRY);
  // Closing the client ends calls that wait for a silent node, so that stopping does not wait for it.
  const closed = new Promise<void>((resolve) => {
    const close = () => {
      source.node
        .close()
        .catch((error: unknown) => log.debug({ err: error }, 'node client not closed'))
        .finally(resolve);
    };
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  });
  let refusedFor: string | null = null;
  while (!signal.aborted) {
    try {
      const session = await waitForOwnership(run);
      if (session !== null) await own(run, session, backoff);
    } catch (error) {
      const failure = failureOf(error);
      const { text } = failure.reason;
      // A schema of another version stays so until an operator acts: said once.
      if (!signal.aborted && text !== refusedFor) log.error({ err: error }, `chain released: ${text}`);
      refusedFor = error instanceof MigrationError ? text : null;
      // Without the chain's lock: an indexer that can do better takes it meanwhile.
      backoff.failed(failure);
      await pause(backoff.leftMs, signal);
    }
  }
  await closed;
}

/** @returns the owner's session, or null when the process is to end */
async function waitForOwnership<Block extends LinkedBlock>(run: ChainRun<Block>): Promise<Session | null> {
  let told = '';
  while (!run.signal.aborted) {
    const session = await becomeOwner(run.databaseUrl, run.chain.code);
    if (session !== null) {
      run.log.info('chain owned');
      return session;
    }
    const { level, text } = await whyStandingBy(run);
    // A stranger is told anew whenever it is another one.
    if (told === '' || (level === 'error' && text !== told)) run.log[level](text);
    told = text;
    await pause(ASK_FOR_OWNERSHIP_MS, run.signal);
  }
  return null;
}

async function whyStandingBy({
  pool,
  chain,
}: Pick<ChainRun<LinkedBlock>, 'pool' | 'chain'>): Promise<{ level: 'info' | 'error'; text: string }> {
  const stranger = await readStrangers(pool).then(
    (strangers) => strangers.get(chain.code),
    () => undefined,
  );
  if (stranger !== undefined) return { level: 'error', text: `standing by: ${stranger}` };
  const isBuilding = await reportBuildOfOwner(pool, chain.code).catch(() => false);
  return { level: 'info', text: isBuilding ? STANDING_BY_A_BUILD : 'standing by: another indexer owns this chain' };
}

/**
 * Follows the chain while the session lives.
 * @throws whatever makes it necessary to take ownership anew; failure with the node alone does not
 */
async function own<Block extends LinkedBlock>(run: ChainRun<Block>, session: Session, backoff: Backoff): Promise<void> {
  const lost = new AbortController();
  session.on('end', () => lost.abort());
  session.on('error', () => lost.abort());
  const signal = AbortSignal.any([run.signal, lost.signal]);
  const reporter = new ProgressReporter(run.pool, run.chain.code, run.log, run.nodeMeter);
  const wakeUp = new WakeUp(signal);
  let background: BackgroundWork | null = null;
  const onWake = (_what: Wake, news?: MempoolNews) => {
    background?.wake?.(news);
    wakeUp.wake();
  };
  run.source.node.notifications(signal, onWake, logNotifications(run.log));
  try {
    let firstSync: FirstSync<Block> | null = null;
    while (!signal.aborted) {
      const startedMs = performance.now();
      try {
        // Work that the attempt before has left under way would meet what this one reads and writes.
        await background?.close?.();
        await untilIdle(session);
        const ledger = await run.openLedger(session, () => reporter.alive());
        // The ledger stays while the session lives: what it has in memory outlives failure with the node.
        firstSync ??= run.openFirstSync(session, ledger.historyFrom);
        background = run.openBackgroundWork(session, ledger.historyFrom);
        await follow({ ...run, signal, session, ledger, firstSync, background, wakeUp, reporter });
      } catch (error) {
        if (reporter.takeMoved() || performance.now() - startedMs > HEALTHY_MS) backoff.succeeded();
        if (run.signal.aborted) return;
        const failure = failureOf(error);
        // The row of another network is not this run's to write on, and without a schema there is none.
        const hasRow = !(error instanceof NetworkMismatchError || error instanceof MigrationError);
        if (hasRow) await reporter.stopped(failure.phase, failure.reason);
        if (!failure.keepsOwnership || lost.signal.aborted) throw error;
        const level = failure.phase === 'halted' ? 'error' : 'warn';
        run.log[level]({ err: error }, `chain ${failure.phase}: ${failure.reason.text}`);
        backoff.failed(failure);
        await pause(backoff.leftMs, signal);
      }
    }
  } finally {
    reporter.close();
    await background?.close?.();
    await closeSession(session);
    await untilIdle(session); // cut, where PostgreSQL was still at it
  }
}

/** A run that owns its chain, for as long as the session lives. */
interface OwnedRun<Block extends LinkedBlock> extends ChainRun<Block> {
  readonly session: Session;
  readonly ledger: Ledger<Block>;
  readonly firstSync: FirstSync<Block>;
  readonly background: BackgroundWork;
  readonly wakeUp: WakeUp;
  readonly reporter: ProgressReporter;
}

async function follow<Block extends LinkedBlock>(run: OwnedRun<Block>): Promise<void> {
  const { ledger, firstSync, reporter } = run;
  const stage = await firstSync.stage();
  reporter.start(ledger.historyFrom, { stage, ...(await firstSync.shown()) });
  if (ledger.historyFrom !== run.startHeight) {
    const { historyFrom } = ledger;
    const { code } = run.chain;
    run.log.warn(
      { historyFrom, startHeight: run.startHeight },
      `${code.toUpperCase()}_START_HEIGHT is ignored: the stored history starts at ${historyFrom}; "npx chaintrail drop-chain ${code}" starts over`,
    );
  }
  // Stages after the loading have no need of the node, so one that is away does not hold them up.
  if (stage !== 'load') await finishFirstSync(run);
  if (run.signal.aborted) return;
  const cursor = await ledger.cursor();
  // Indexed blocks need not be on the node any more.
  const needed = cursor === null ? ledger.historyFrom : cursor.height + 1;
  logNode(run.log, await run.source.node.preflight(needed, cursor !== null));
  const openLoad = () => whileAtWork(run, () => firstSync.openLoad((share) => void reporter.readingBack(share)));
  await loadFirstSync({ ...run, openLoad, reorgMargin: run.chain.reorgMargin });
  if (run.signal.aborted) return;
  await finishFirstSync(run);
  await whileAtWork(run, () => ledger.prepare());
  await followChain(run);
}

/** The stages of a first sync that PostgreSQL is busy with, where one is at them. */
async function finishFirstSync<Block extends LinkedBlock>(run: OwnedRun<Block>): Promise<void> {
  const { ledger, firstSync, reporter } = run;
  const cursor = await ledger.cursor();
  await whileAtWork(run, () => firstSync.finish((stage, share) => void reporter.inStage(stage, share, cursor)));
  await reporter.endFirstSync();
}

/**
 * Work in which single statements may take hours. While PostgreSQL is at one, that counts as a sign of life. Stopping
 * does not wait for it; the step in flight is done again.
 */
async function whileAtWork<Block extends LinkedBlock, T>(
  { chain, signal, pool, session, reporter }: OwnedRun<Block>,
  work: () => Promise<T>,
): Promise<T> {
  const stop = () => cutSession(session);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const asking = setInterval(() => {
    isAtWork(pool, chain.code, session).then(
      (isBusy) => isBusy && reporter.alive(),
      () => undefined, // the statement itself reports what is wrong with the database
    );
  }, ASK_IF_AT_WORK_MS);
  try {
    return await work();
  } finally {
    clearInterval(asking);
    signal.removeEventListener('abort', stop);
  }
}

function logNode(log: Logger, info: NodeInfo): void {
  log.info({ node: info.subversion, network: info.chain, blocks: info.blocks }, 'node checked');
  for (const warning of info.warnings) log.warn(warning);
  if (info.initialBlockDownload)
    log.warn({ blocks: info.blocks, headers: info.headers }, 'node is still syncing; following it as it does');
}

/** Says where a node's notifications are subscribed to, and why they are not. */
function logNotifications(log: Logger): (status: NotificationStatus) => void {
  return (status) => {
    if ('problem' in status) log.warn(`notifications: ${status.problem}`);
    else if (status.endpoints.length > 0) log.info({ endpoints: status.endpoints }, 'notifications subscribed');
    else log.info('the node sends no notifications; it is asked instead');
  };
}
