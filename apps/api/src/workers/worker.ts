/** A worker: it answers requests, and asks the primary for what it has in common with the others. */
import cluster from 'node:cluster';
import type { ChainCode } from '@chaintrail/chains';
import { type ApiSettings, EXIT_CONFIGURATION } from '@chaintrail/config';
import type { Logger } from 'pino';
import { catchTheRest } from '../server/last-net.js';
import { exitAfterLog } from '../server/open-log.js';
import { RefusalError, type RunningApi, serveApi } from '../server/serve-api.js';
import type { Siblings } from '../shares/siblings.js';
import type { ProcessMetrics } from '../shares/snapshot.js';
import { IpcChannel } from './ipc-channel.js';
import type { Beginning, HeightList, PrimaryFunctions, WorkerFunctions } from './protocol.js';

type NoteHeights = (variable: string, heights: ReadonlyMap<ChainCode, number>) => void;

export async function runWorker(settings: ApiSettings, logOf: (place: number) => Logger): Promise<void> {
  let api: RunningApi | undefined;
  let log: Logger | undefined;
  let metrics: ProcessMetrics | undefined;
  /** Heights that came before there was anybody to note it. */
  const early: Parameters<NoteHeights>[] = [];
  let noteHeights: NoteHeights = (...heights) => early.push(heights);
  let isStopping = false;

  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await api?.stop();
    if (log) exitAfterLog(log, 0);
    else process.exit(0);
  };
  const fail = async (reason: string): Promise<void> => {
    // Another one takes its place at once, and not when this one has finished.
    void primary.ask('failing', reason).catch(() => undefined);
    await api?.stop(1);
  };
  const own: WorkerFunctions = {
    stop: () => void stop(),
    heights: (variable: string, heights: HeightList) => noteHeights(variable, new Map(heights)),
    metrics: async (isForAll: boolean) => {
      // First: what it asks databases counts.
      const text = (isForAll && (await metrics?.text())) || null;
      return { snapshot: (await metrics?.snapshot()) ?? [], text };
    },
  };
  const port = {
    isConnected: () => process.connected,
    send: (message: unknown, done: (error: Error | null) => void) => process.send!(message, undefined, undefined, done),
  };
  const primary = new IpcChannel<PrimaryFunctions>(port, own);
  process.on('message', primary.receive);
  // The primary is gone, which ends this process soon. Node itself sends without anybody to tell.
  cluster.worker?.on('error', () => undefined);
  // Whoever started this one may have let go of the channel, which is all that keeps a worker that listens.
  process.channel?.ref();
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const { place, nameKey, heights }: Beginning = await primary.ask('begin');
  for (const [variable, known] of heights) noteHeights(variable, new Map(known));
  const siblings: Siblings = {
    count: settings.workers,
    place,
    nameKey,
    counter: ({ name }) => ({ take: (client, units) => primary.ask('take', name, client, units) }),
    room: (name, limits) => ({
      async enter(client, weight) {
        const entered = await primary.ask('enter', name, limits, client, weight);
        return typeof entered === 'number' ? () => void primary.ask('leave', entered).catch(() => undefined) : entered;
      },
    }),
    scraper(ofThis) {
      metrics = ofThis;
      return () => primary.ask('scrape');
    },
    shareHeights: (variable, shared) => primary.ask('share', variable, [...shared]),
    onHeights(note) {
      noteHeights = note;
      for (const heights of early) note(...heights);
    },
  };
  try {
    log = logOf(place);
    catchTheRest(log, fail);
    api = await serveApi(settings, log, siblings);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    await primary.ask('refuse', error.message).catch(() => undefined);
    process.exit(EXIT_CONFIGURATION);
  }
  await primary.ask('listening');
}
