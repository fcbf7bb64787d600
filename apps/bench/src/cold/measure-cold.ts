/**
 * Measures blocks, rollbacks and pages over a database that is much larger than the server's memory, with reads of a
 * given time.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BlockRef, formatAddress, type PlacedUtxoBlock, requireUtxoChain, wireHash } from '@chaintrail/chains';
import {
  becomeOwner,
  closeSession,
  createPool,
  type Ledger,
  migrate,
  openSession,
  openUtxoLedger,
  ReadAhead,
  type Session,
} from '@chaintrail/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { HandmadeChain, type Outpoint, type Payment, spawnApi, temporaryFolder } from '@chaintrail/testkit';
import { ownProcessorSeconds, rounded } from '../harness/figures.js';
import { childSeconds, familySeconds, parentOf, peakMemoryMb } from '../harness/procfs.js';
import type { Cleanup } from '../harness/run.js';
import { walBytes } from '../harness/server.js';
import { readRelationBytes, totalBytes } from '../sync/relation-bytes.js';
import type { ColdOptions, Figure } from './cold-options.js';
import { ControlGroup } from './control-group.js';
import { addressCount, amountOf, busyKey, CHAIN, fill, keyOf, lastHeight, NETWORK, txidOf } from './fill.js';
import { SlowReads } from './slow-reads.js';

/** Little, so that nothing but the upper pages of indexes stays: a hundredth of the database and less. */
const SETTINGS = { shared_buffers: '512MB', autovacuum: 'off', max_wal_size: '8GB', fsync: 'off' };
const MIB = 2 ** 20;
const PAGES = [25, 1_000];
const BLOCKS_A_DAY = 144;
/** A prime: what a block spends is on other pages than what the last one did. */
const APART = 611_953;

const chain = requireUtxoChain(CHAIN);
const network = chain.networks.find(({ name }) => name === NETWORK)!;

interface Cost {
  readonly seconds: number;
  readonly reads: number;
  /** Those that the kernel made; null where nothing bounds its page cache. */
  readonly diskReads: number | null;
  readonly postgresSeconds: number;
  readonly ownSeconds: number;
  readonly walMb: number;
  /** Figure of this process, which is the indexer here. */
  readonly peakMb: number;
  readonly load: number;
}

export async function measureCold(options: ColdOptions, cleanup: Cleanup): Promise<object> {
  const folder = options.data ?? (await temporaryFolder('bench', tmpdir()));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const disk = new SlowReads(folder);
  cleanup.add(async () => disk.close());
  const dataDir = join(folder, 'postgres');
  const isThere = existsSync(dataDir);
  const { memory, iops } = options;
  const group = memory > 0 ? new ControlGroup(folder, { memoryMb: memory, readsASecond: iops }) : null;
  cleanup.add(async () => group?.close());
  const server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS, environment: disk.environment });
  cleanup.add(() => server.stop());
  if (!isThere) await fillServer(server, options);
  return new ColdServer(server, { disk, group }, options).measure();
}

async function fillServer({ superuserUrl }: EmbeddedPostgres, { transactions }: ColdOptions): Promise<void> {
  await migrate(superuserUrl);
  console.error(`Filling a database with ${transactions.toLocaleString('en')} transactions …`);
  const sessions = [await openSession(superuserUrl, 'fill'), await openSession(superuserUrl, 'fill')] as const;
  await fill(...sessions, transactions);
  await Promise.all(sessions.map(closeSession));
}

interface Surroundings {
  readonly disk: SlowReads;
  readonly group: ControlGroup | null;
}

class ColdServer {
  readonly #server: EmbeddedPostgres;
  readonly #disk: SlowReads;
  readonly #group: ControlGroup | null;
  readonly #options: ColdOptions;

  constructor(server: EmbeddedPostgres, { disk, group }: Surroundings, options: ColdOptions) {
    this.#server = server;
    this.#disk = disk;
    this.#group = group;
    this.#options = options;
  }

  async measure(): Promise<object> {
    const { delays, only, ...shape } = this.#options;
    const bytes = await this.#inSession((session) => readRelationBytes(session, CHAIN));
    const figures: object[] = [];
    for (const delay of delays) {
      const found: Partial<Record<Figure, object>> = {};
      for (const figure of only) found[figure] = await this.#figure(figure, delay);
      figures.push({ delay, ...found });
    }
    return { ...shape, databaseGb: rounded(totalBytes(bytes) / 1e9, 1), figures };
  }

  #figure(figure: Figure, delay: number): Promise<object> {
    if (figure === 'rollback') return this.#rollback(delay, this.#options.rollback);
    if (figure === 'pages') return this.#pages(delay);
    return this.#blocks(delay, figure === 'ahead');
  }

  /** One that finds what every block needs in memory, as after a day; right after a checkpoint, as most are, and not. */
  async #blocks(delay: number, isAhead: boolean) {
    return this.#cold(async (session) => {
      await this.#follow(session, await openUtxoLedger(session, chain, network, 0), 1);
      await session.query('CHECKPOINT');
      return this.#ahead(async (readAhead) => {
        const ledger = await openUtxoLedger(session, chain, network, 0, false, isAhead ? readAhead : null);
        const blockAfterCheckpoint = await this.#cost(session, delay, () => this.#follow(session, ledger, 1));
        const block = await this.#cost(session, delay, () => this.#follow(session, ledger, 1));
        tell(`A block${isAhead ? ', read ahead' : ''}, reads of ${delay} µs, after a checkpoint`, blockAfterCheckpoint);
        tell('The next one', block);
        const walGbADay = rounded((blockAfterCheckpoint.walMb * BLOCKS_A_DAY) / 1024, 1);
        return { blockAfterCheckpoint, block, walGbADay };
      });
    });
  }

  /** Their transactions are unconfirmed again, as where unconfirmed ones are followed. */
  async #rollback(delay: number, blocks: number): Promise<Cost> {
    return this.#ahead(async (readAhead) => {
      const open = (session: Session) => openUtxoLedger(session, chain, network, 0, false, readAhead);
      await this.#cold(async (session) => {
        const ledger = await open(session);
        const above = (await ledger.cursor())!.height - lastHeight(this.#options.transactions);
        await this.#follow(session, ledger, Math.max(0, blocks - above));
      });
      return this.#cold(async (session) => {
        const ledger = await open(session);
        const cursor = (await ledger.cursor())!;
        const [fork] = await ledger.blocks(cursor.height - blocks, cursor.height - blocks);
        await session.query('UPDATE btc.sync_state SET mempool_at = now()');
        const cost = await this.#cost(session, delay, () => ledger.replaceAfter(cursor, fork!, []));
        await session.query(
          `UPDATE btc.sync_state SET mempool_at = NULL;
           TRUNCATE btc.mempool_transactions, btc.mempool_address_transactions, btc.mempool_spends`,
        );
        tell(`${blocks} blocks back, reads of ${delay} µs`, cost);
        return cost;
      });
    });
  }

  /** The oldest transactions of addresses with long histories. */
  async #pages(delay: number): Promise<object[]> {
    return this.#cold(async (session) => {
      const api = await spawnApi({ databaseUrl: this.#server.superuserUrl, env: { LOG_LEVEL: 'warn' } });
      const ask = async (n: number, limit: number): Promise<void> => {
        const address = formatAddress(network, busyKey(n));
        const response = await fetch(
          `${api.url}/v0/addresses/${CHAIN}/${address}/transactions?order=asc&limit=${limit}`,
        );
        if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
      };
      // All pages need these.
      await ask(PAGES.length, 1);
      const pages: object[] = [];
      for (const [n, limit] of PAGES.entries()) {
        const cost = await this.#cost(session, delay, () => ask(n, limit));
        tell(`A page of ${limit}, reads of ${delay} µs`, cost);
        pages.push({ limit, ...cost });
      }
      await api.process.stop();
      return pages;
    });
  }

  async #ahead<T>(work: (readAhead: ReadAhead) => Promise<T>): Promise<T> {
    const pool = createPool(this.#server.superuserUrl, { max: 4, applicationName: 'chaintrail-bench' });
    try {
      return await work(new ReadAhead(pool, CHAIN));
    } finally {
      await pool.end();
    }
  }

  /** Works on a server that has just been started: nothing is in its memory. */
  async #cold<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.#server.restart();
    const session = await becomeOwner(this.#server.superuserUrl, CHAIN);
    if (session === null) throw new Error('another program owns the chain');
    const postmaster = await postmasterOf(session);
    this.#group?.take([postmaster, ...childSeconds(postmaster).keys()]);
    try {
      return await work(session);
    } finally {
      await closeSession(session);
    }
  }

  async #inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await openSession(this.#server.superuserUrl, 'chaintrail-bench');
    try {
      return await work(session);
    } finally {
      await closeSession(session);
    }
  }

  async #follow(session: Session, ledger: Ledger<PlacedUtxoBlock>, blocks: number): Promise<void> {
    const { rows } = await session.query<{ count: number }>('SELECT count(*)::integer FROM btc.orphaned_blocks');
    for (let n = 0; n < blocks; n++) {
      const cursor = (await ledger.cursor())!;
      const number = cursor.height - lastHeight(this.#options.transactions) + rows[0]!.count;
      await ledger.replaceAfter(cursor, cursor, [this.#nextBlock(cursor, number)]);
    }
  }

  /**
   * Inputs of all ages; half of the outputs go to addresses that exist, the others to new ones.
   * @param number each spends outputs that no other one does, those that were taken back included
   */
  #nextBlock(cursor: BlockRef, number: number): PlacedUtxoBlock {
    const { transactions, inputs } = this.#options;
    const apart = Math.floor(transactions / inputs);
    const spent = (n: number): number => 1 + n * apart + ((number * APART) % apart);
    const addresses = addressCount(transactions);
    const payments = Array.from({ length: Math.ceil(inputs / 2) }, (_, t): Payment => {
      const made = [2 * t, 2 * t + 1].map(spent);
      const value = made.reduce((sum, i) => sum + amountOf(2 * i + 1), 0n) / 3n;
      const old = (t * 7_919_993 + number * 104_729) % addresses;
      const fresh = addresses + number * inputs + t;
      return {
        spends: made.map((i): Outpoint => ({ txid: Buffer.from(txidOf(i)).reverse(), vout: 1 })),
        outputs: [old, fresh].map((address) => ({ value, script: scriptOf(address) })),
      };
    });
    const made = new HandmadeChain(cursor.height + 1, wireHash(cursor.hash));
    made.mine([{ value: 312_500_000n, script: scriptOf(1) }], payments, 1_600_000_000 + cursor.height * 600);
    return made.blocks[0]!;
  }

  async #cost(session: Session, delay: number, work: () => Promise<unknown>): Promise<Cost> {
    const postmaster = await postmasterOf(session);
    const before = {
      reads: this.#disk.count(),
      diskReads: this.#group?.reads() ?? null,
      processor: familySeconds(postmaster),
      wal: await walBytes(session),
    };
    const own = ownProcessorSeconds();
    // From here on (proc_pid_clear_refs(5)).
    writeFileSync('/proc/self/clear_refs', '5');
    const start = performance.now();
    this.#disk.delay(delay);
    try {
      await work();
    } finally {
      this.#disk.delay(0);
    }
    return {
      seconds: rounded((performance.now() - start) / 1_000),
      reads: this.#disk.count() - before.reads,
      diskReads: before.diskReads === null ? null : this.#group!.reads() - before.diskReads,
      ownSeconds: rounded(ownProcessorSeconds(own), 2),
      postgresSeconds: rounded(familySeconds(postmaster) - before.processor, 2),
      walMb: rounded(((await walBytes(session)) - before.wal) / MIB, 1),
      peakMb: rounded(peakMemoryMb(process.pid), 0),
      load: rounded(loadavg()[0]!, 1),
    };
  }
}

function scriptOf(number: number): Buffer {
  return Buffer.concat([Buffer.of(0, 20), keyOf(number).subarray(1)]);
}

async function postmasterOf(session: Session): Promise<number> {
  const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return parentOf(rows[0]!.pid);
}

function tell(what: string, cost: Cost): void {
  const { seconds, reads, diskReads, postgresSeconds, ownSeconds, walMb, peakMb, load } = cost;
  const real = diskReads === null ? '' : ` (${diskReads.toLocaleString('en')} of the kernel)`;
  console.error(
    `${what}: ${seconds} s, ${reads.toLocaleString('en')} reads${real}, ${postgresSeconds} + ${ownSeconds} s of processor, ${walMb} MB of WAL, ${peakMb} MB of memory; load ${load}`,
  );
}
