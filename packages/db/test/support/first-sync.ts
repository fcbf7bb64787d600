/** A first sync as the indexer runs one, and what can come between. */
import type { PlacedUtxoBlock, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import { createChainDatabase, dumpRows, type RowDump, type TestDatabase } from '@chaintrail/testkit';
import { closeSession, createPool, openSession, type Pool, type Session } from '../../src/connection.js';
import { readCursor, readLatestTime } from '../../src/write/cursor.js';
import type { FirstSync } from '../../src/write/first-sync/first-sync.js';
import { readFirstSync } from '../../src/write/first-sync/first-sync-state.js';
import { registerChain } from '../../src/write/ledger.js';
import { readBackUnspent } from '../../src/write/utxo/read-back-unspent.js';
import { UnspentCache } from '../../src/write/utxo/unspent-cache.js';
import { openUtxoFirstSync } from '../../src/write/utxo/utxo-first-sync.js';
import { openUtxoLedger } from '../../src/write/utxo/utxo-ledger.js';
import { UtxoLoad } from '../../src/write/utxo/utxo-load.js';

export interface Target {
  readonly database: TestDatabase;
  readonly session: Session;
  readonly pool: Pool;
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly historyFrom: number;
}
const targets: Target[] = [];

/** An empty database with the chain's tables, without indexes unless said; {@link closeTargets} closes it. */
export async function openTarget(chain: UtxoChain, historyFrom = 0, indexed = false): Promise<Target> {
  const network = chain.networks.find(({ name }) => name === 'regtest')!;
  const database = await createChainDatabase({ chain: chain.code, indexed });
  const session = await openSession(database.url, 'first-sync-test');
  const pool = createPool(database.url, { max: 1, applicationName: 'first-sync-test-pool' });
  const target = { database, session, pool, chain, network, historyFrom };
  targets.push(target);
  await registerChain(session, chain.code, network.name, historyFrom);
  return target;
}

export async function closeTargets(): Promise<void> {
  for (const { database, session, pool } of targets.splice(0)) {
    await pool.end();
    await closeSession(session);
    await database.drop();
  }
}

export function firstSyncOf(target: Target, session = target.session): FirstSync<PlacedUtxoBlock> {
  const { pool, chain, network, historyFrom } = target;
  const place = { family: 'utxo', chain, network } as const;
  return openUtxoFirstSync({ session, pool, place, historyFrom, memory: 0, threads: 0 });
}

/** The same with a cache of the smallest capacity, which no amount of memory has: some 23,000 outputs. */
export function smallFirstSyncOf(target: Target, session = target.session): FirstSync<PlacedUtxoBlock> {
  const { chain, network } = target;
  return {
    ...firstSyncOf(target, session),
    async openLoad(onShare) {
      const state = (await readFirstSync(session, chain.code))!;
      const cursor = await readCursor(session, chain.code);
      const cache = new UnspentCache(0);
      const height = cursor?.height ?? -1;
      await readBackUnspent(session, chain.code, network, cache, state.unspentTo, height, onShare);
      const latestTime = await readLatestTime(session, chain.code);
      return new UtxoLoad({ ...target, session, cursor, latestTime, state, cache, batchBytes: 1 << 30 });
    },
  };
}

/** Everything that depends on the chain alone, of a ledger that wrote the blocks with all indexes in place. */
export async function straightRows(
  chain: UtxoChain,
  blocks: readonly PlacedUtxoBlock[],
  atOnce = 20,
): Promise<RowDump> {
  const { database, session, network, historyFrom } = await openTarget(chain, blocks[0]!.height, true);
  const ledger = await openUtxoLedger(session, chain, network, historyFrom);
  for (let at = 0; at < blocks.length; at += atOnce) {
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, blocks.slice(at, at + atOnce));
  }
  return dumpRows(database.url, chain.code);
}

export interface Course {
  /** Sizes of the batches that are added, over and over. */
  readonly batches: readonly number[];
  /** Added rows are written after so many batches. */
  readonly flushAfter: number;
}

/** Goes on with a first sync from where it is to its end. The blocks are all that it is to load. */
export async function runFirstSync(
  target: Target,
  blocks: readonly PlacedUtxoBlock[],
  { batches, flushAfter }: Course,
  firstSync = firstSyncOf(target),
): Promise<void> {
  if ((await firstSync.stage()) === null && (await readCursor(target.session, target.chain.code)) === null) {
    await firstSync.begin();
  }
  if ((await firstSync.stage()) === 'load') {
    const load = await firstSync.openLoad(() => undefined);
    const left = blocks.filter(({ height }) => load.written === null || height > load.written.height);
    for (let n = 0; left.length > 0; n++) {
      await load.add(left.splice(0, batches[n % batches.length]));
      if (n % flushAfter === flushAfter - 1) await load.flush();
    }
    await load.flush();
    await load.end();
  }
  await firstSync.finish(() => undefined);
}

export class BrokenConnection extends Error {
  override readonly name = 'BrokenConnection';
}

/**
 * The session as it is until its `n`th statement (1 is the first), which and all after it fail; the server rolls back.
 */
export function brokenAt(session: Session, n: number): Session {
  let statements = 0;
  return new Proxy(session, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'query') return value.bind(target);
      return (...args: unknown[]): unknown => {
        if (args[0] !== 'ROLLBACK' && ++statements >= n) throw new BrokenConnection(`statement ${statements}`);
        return Reflect.apply(value, target, args);
      };
    },
  });
}
