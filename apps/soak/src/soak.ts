/** One run: start everything, play and read until the time is up, settle, compare, audit. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Chain } from '@chaintrail/chains';
import { readChains, type Session } from '@chaintrail/db';
import { Player, Random } from '@chaintrail/devnet';
import { auditInFull, inSession, isSameSet, Product, waitFor } from '@chaintrail/testkit';
import { PlayedCosmosChain } from './cosmos/played-cosmos-chain.js';
import { PlayedEvmChain } from './evm/played-evm-chain.js';
import type { PlayedChain } from './played-chain.js';
import { readAndCheck } from './reader.js';
import { type ChainReport, Findings, type SoakReport } from './report.js';
import { PlayedUtxoChain } from './utxo/played-utxo-chain.js';

export interface SoakRun {
  /** URL of a migrated, empty database. */
  readonly databaseUrl: string;
  readonly chains: readonly Chain[];
  readonly seed: number;
  readonly playMs: number;
  /** Addresses per chain that the API is asked about at the end. The rows of all are compared anyway. */
  readonly apiAddresses: number;
  /** Called now and then with what the run is at, and the milliseconds of playing that are left. */
  onProgress(what: string, leftMs: number): void;
  /** Ends the playing early; what was played is compared nevertheless. */
  readonly signal: AbortSignal;
}

const PROGRESS_MS = 10_000;
const FIRST_SYNC_MS = 180_000;
/** Longer than an indexer's longest pause after many failures. */
const SETTLE_MS = 180_000;
/** Between two things that happen to a chain. */
const MOVE_PAUSE_MS = [50, 900] as const;
/** Between two kills of the indexer. */
const KILL_PAUSE_MS = [4_000, 20_000] as const;

/** Bound on an audit of a soak; an audit of a mainnet may take hours. */
const AUDIT_MS = 300_000;
const SHOWN_CHARS = 2_000;

export async function runSoak(run: SoakRun): Promise<SoakReport> {
  const findings = new Findings();
  const chains: PlayedChain[] = [];
  try {
    for (const chain of run.chains) {
      run.onProgress(`making the first blocks of ${chain.code}`, run.playMs);
      chains.push(await startPlayedChain(chain, run.seed));
    }
    const product = await Product.start({
      databaseUrl: run.databaseUrl,
      // Each chain is audited in full at the end.
      env: Object.assign({ AUDIT_EVERY_HOURS: '0' }, ...chains.map(({ settings }) => settings)),
      apiEnv: Object.assign({}, ...chains.map(({ apiSettings }) => apiSettings)),
    });
    try {
      return await playAndCompare(run, chains, product, findings);
    } finally {
      await product.stop();
    }
  } finally {
    await Promise.all(chains.map(({ node }) => node.close()));
  }
}

function startPlayedChain(chain: Chain, seed: number): Promise<PlayedChain> {
  switch (chain.family) {
    case 'utxo':
      return PlayedUtxoChain.start(chain, seed);
    case 'evm':
      return PlayedEvmChain.start(chain, seed);
    case 'cosmos':
      return PlayedCosmosChain.start(chain, seed);
  }
}

async function playAndCompare(
  run: SoakRun,
  chains: readonly PlayedChain[],
  product: Product,
  findings: Findings,
): Promise<SoakReport> {
  run.onProgress('waiting for the first syncs', run.playMs);
  await waitUntilLive(run.databaseUrl, chains.length, product);
  const kills = await work(run, chains, product, findings);
  for (const sentence of product.unexpectedEnds()) findings.add('all', sentence);

  const reports: ChainReport[] = [];
  for (const each of chains) {
    run.onProgress(`${each.code}: settling, comparing every address, auditing`, 0);
    reports.push(await finish(run, each, product, findings));
  }
  for (const sentence of await product.stop()) findings.add('all', sentence);
  return { seed: run.seed, kills, chains: reports, findings: findings.kept, count: findings.total };
}

async function waitUntilLive(databaseUrl: string, chains: number, product: Product): Promise<void> {
  await inSession(databaseUrl, (session) => {
    const live = async (): Promise<boolean> => {
      const states = await readChains(session);
      return states.filter(({ liveSince }) => liveSince !== null).length === chains;
    };
    const what = 'every chain to be live';
    return waitFor(live, { timeoutMs: FIRST_SYNC_MS, processes: product.processes, what });
  });
}

/** Everybody works until the time is up. */
async function work(
  run: SoakRun,
  chains: readonly PlayedChain[],
  product: Product,
  findings: Findings,
): Promise<number> {
  const over = new AbortController();
  const { signal } = over;
  const end = () => over.abort();
  // Not AbortSignal.any over AbortSignal.timeout: Node 20 may collect the two before they fire.
  const timer = setTimeout(end, run.playMs);
  run.signal.addEventListener('abort', end, { once: true });
  if (run.signal.aborted) end();
  // Everybody who pauses listens to it.
  setMaxListeners(100, signal);
  const endMs = performance.now() + run.playMs;
  const telling = setInterval(() => {
    const heights = chains.map((chain) => `${chain.code} ${chain.tip().height}`).join(', ');
    run.onProgress(`playing: ${heights}`, Math.max(0, endMs - performance.now()));
  }, PROGRESS_MS);
  const random = (who: string) => new Random(run.seed, who);
  try {
    const [kills] = await Promise.all([
      killNowAndThen(product, random('kills'), signal),
      ...chains.flatMap((chain) => [
        play(chain, random(`player ${chain.code}`), signal),
        readAndCheck(chain, product.apiUrl, random(`reader ${chain.code}`), findings, signal),
      ]),
    ]);
    return kills;
  } finally {
    clearInterval(telling);
    clearTimeout(timer);
    run.signal.removeEventListener('abort', end);
  }
}

/** Leaves a healthy node behind. */
async function play(chain: PlayedChain, random: Random, signal: AbortSignal): Promise<void> {
  await new Player(chain.moves(random), random, { pauseMs: MOVE_PAUSE_MS }).playUntil(signal);
  chain.node.setFaults([]);
}

async function killNowAndThen(product: Product, random: Random, signal: AbortSignal): Promise<number> {
  for (let kills = 0; ; kills++) {
    await sleep(random.between(...KILL_PAUSE_MS), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return kills;
    await product.restartIndexer('SIGKILL');
  }
}

async function finish(run: SoakRun, chain: PlayedChain, product: Product, findings: Findings): Promise<ChainReport> {
  const { code, doings, judged } = chain;
  let audit: ChainReport['audit'] = 'not run';
  try {
    await waitUntilSettled(run.databaseUrl, chain, product);
    await chain.compare({ ...run, apiUrl: product.apiUrl, findings });
    audit = 'failed';
    const { status, stdout, stderr } = await auditInFull(code, product.env, AUDIT_MS);
    if (status === 0) audit = 'clean';
    else findings.add(code, `the audit ended with ${status}: ${`${stdout}${stderr}`.slice(-SHOWN_CHARS).trim()}`);
  } catch (error) {
    findings.add(code, `at the end: ${inspect(error)}`);
  }
  const faults = chain.faultCount();
  return { chain: code, height: chain.tip().height, ...doings, faults, judged, audit, findings: findings.count(code) };
}

/** Waits until the index has the node's tip, its unconfirmed transactions, and what follows them. */
async function waitUntilSettled(databaseUrl: string, played: PlayedChain, product: Product): Promise<void> {
  const what = `${played.code} to be indexed with all that follows`;
  await inSession(databaseUrl, (session) => {
    const settled = async (): Promise<true> => {
      const found = await missing(session, played);
      if (found !== null) throw new Error(found);
      return true;
    };
    return waitFor(settled, { timeoutMs: SETTLE_MS, intervalMs: 200, processes: product.processes, what });
  });
}

async function missing(session: Session, played: PlayedChain): Promise<string | null> {
  const { chain, code, node } = played;
  // Chains of the Cosmos family have no table of them.
  const stored =
    chain.family === 'cosmos'
      ? 'NULL::text[]'
      : `(SELECT array_agg(encode(txid, 'hex')) FROM ${code}.mempool_transactions WHERE tx_key IS NULL)`;
  const { rows } = await session.query<{ hash: string | null; waiting: string[] | null }>(
    `SELECT encode(hash, 'hex') AS hash, ${stored} AS waiting FROM ${code}.sync_state`,
  );
  const [row] = rows;
  const tip = played.tip();
  if (row?.hash !== tip.hash) return `block ${tip.height} ${tip.hash} is not indexed`;
  const waiting = played.followsMempool ? node.mempool() : [];
  if (!isSameSet(row.waiting ?? [], waiting)) {
    return `${row.waiting?.length ?? 0} transactions wait, and ${waiting.length} at the node`;
  }
  return played.missing(session);
}
