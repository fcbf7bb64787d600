/** One run: start everything, play and read until the time is up, settle, compare, audit. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '@chaintrail/chains';
import { readChains } from '@chaintrail/db';
import { inSession, Product, waitFor } from '@chaintrail/testkit';
import { startPlayedChain } from './families.js';
import type { PlayedChain } from './played-chain.js';
import { Player } from './player.js';
import { Random } from './random.js';
import { Reader } from './reader.js';
import { type ChainReport, Findings, type SoakReport } from './report.js';
import { auditChain, waitUntilSettled } from './settle.js';

export interface SoakRun {
  /** Of a migrated, empty database. */
  readonly databaseUrl: string;
  readonly chains: readonly Chain[];
  readonly seed: number;
  readonly playMs: number;
  /** Addresses per chain that the API is asked about at the end. The rows of all are compared anyway. */
  readonly apiAddresses: number;
  /** Told now and then: what the run is at, and the milliseconds of playing that are left. */
  onProgress(what: string, leftMs: number): void;
  /** Ends the playing early; what was played is compared nevertheless. */
  readonly signal: AbortSignal;
}

const PROGRESS_MS = 1_000;
const FIRST_SYNC_MS = 180_000;
/** Between two kills of the indexer. */
const KILL_PAUSE_MS = [4_000, 20_000] as const;

/** One chain with those who work on it. */
interface Worked {
  readonly played: PlayedChain;
  readonly player: Player;
  readonly reader: Reader;
}

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
      env: Object.assign({}, ...chains.map(({ chain }) => chain.settings)),
      apiEnv: Object.assign({}, ...chains.map(({ chain }) => chain.apiSettings)),
    });
    try {
      return await playAndCompare(run, chains, product, findings);
    } finally {
      await product.stop();
    }
  } finally {
    await Promise.all(chains.map(({ chain }) => chain.node.close()));
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
  const worked = chains.map((played): Worked => {
    const { chain } = played;
    const random = new Random(run.seed, `reader ${chain.code}`);
    return {
      played,
      player: new Player(chain, new Random(run.seed, `player ${chain.code}`)),
      reader: new Reader(played, product.apiUrl, random, findings),
    };
  });
  const kills = await play(run, worked, product);
  for (const sentence of product.unexpectedEnds()) findings.add('all', sentence);

  const reports: ChainReport[] = [];
  for (const each of worked) {
    run.onProgress(`${each.played.chain.code}: settling, comparing every address, auditing`, 0);
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

/** Everybody works until the time is up. @returns how often the indexer was killed */
async function play(run: SoakRun, worked: readonly Worked[], product: Product): Promise<number> {
  const over = new AbortController();
  const end = () => over.abort();
  // Not AbortSignal.any over AbortSignal.timeout: Node 20 may collect the two before they fire.
  const timer = setTimeout(end, run.playMs);
  run.signal.addEventListener('abort', end, { once: true });
  if (run.signal.aborted) end();
  const { signal } = over;
  // Everybody who pauses listens to it.
  setMaxListeners(100, signal);
  const endMs = performance.now() + run.playMs;
  const telling = setInterval(() => {
    const heights = worked.map(({ played: { chain } }) => `${chain.code} ${chain.tip().height}`).join(', ');
    run.onProgress(`playing: ${heights}`, Math.max(0, endMs - performance.now()));
  }, PROGRESS_MS);
  try {
    const [kills] = await Promise.all([
      killNowAndThen(product, new Random(run.seed, 'kills'), signal),
      ...worked.map(({ player }) => player.play(signal)),
      ...worked.map(({ reader }) => reader.read(signal)),
    ]);
    return kills;
  } finally {
    clearInterval(telling);
    clearTimeout(timer);
    run.signal.removeEventListener('abort', end);
  }
}

async function killNowAndThen(product: Product, random: Random, signal: AbortSignal): Promise<number> {
  for (let kills = 0; ; kills++) {
    await sleep(random.between(...KILL_PAUSE_MS), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return kills;
    await product.restartIndexer('SIGKILL');
  }
}

async function finish(run: SoakRun, worked: Worked, product: Product, findings: Findings): Promise<ChainReport> {
  const { played, player, reader } = worked;
  const { chain } = played;
  let compared = { addresses: 0, pages: 0 };
  let audit: ChainReport['audit'] = 'not run';
  try {
    await waitUntilSettled(run.databaseUrl, played, product);
    compared = await played.compare({ ...run, apiUrl: product.apiUrl, findings });
    const complaint = await auditChain(chain.code, product.env);
    audit = complaint === null ? 'clean' : 'failed';
    if (complaint !== null) findings.add(chain.code, complaint);
  } catch (error) {
    findings.add(chain.code, `at the end: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {
    chain: chain.code,
    height: chain.tip().height,
    blocks: player.blocks,
    reorgs: chain.reorgs,
    restarts: player.restarts,
    arrived: player.arrived,
    dropped: player.dropped,
    faults: chain.faultCount(),
    pages: reader.pages + compared.pages,
    judged: reader.judged,
    addresses: compared.addresses,
    audit,
    findings: findings.count(chain.code),
  };
}
