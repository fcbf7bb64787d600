/** Two chains in a Citus cluster, each whole on one worker: the rows and answers are those of one plain server, whatever moves or is away. */
import { readFile } from 'node:fs/promises';
import { type ChainCode, formatAddress, requireUtxoChain } from '@chaintrail/chains';
import { migrate, openSession } from '@chaintrail/db';
import { type SimulatedEvmNode, type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import {
  auditInFull,
  createTestDatabase,
  dumpRows,
  type SpawnedApi,
  type SpawnedProcess,
  spawnApi,
  spawnIndexer,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmSettings, reachTraced, startEvmNode } from './support/evm-chain.js';
import { expectSameRows, reach, settingsFor, waitForState } from './support/followed-chain.js';
import { EIGHT_PROCESSORS } from './support/more-processors.js';
import { type CitusCluster, type CitusNode, citusOrSkip, startCitus } from './support/system-postgres.js';

const CODES = ['btc', 'eth'] as const;
const SCALE_OUT = new URL('../docs/scale-out.md', import.meta.url);
const AUDIT_TIMEOUT_MS = 120_000;

const bin = citusOrSkip();

describe.runIf(bin !== undefined)('Citus', () => {
  let cluster: CitusCluster;
  let btc: SimulatedNode;
  let eth: SimulatedEvmNode;
  let env: Readonly<Record<string, string>>;
  let indexer: SpawnedProcess;
  let api: SpawnedApi;

  beforeAll(async () => {
    [cluster, btc, eth] = await Promise.all([
      startCitus(bin!),
      startSimulatedNode({ chain: requireUtxoChain('btc'), seed: 5, blocks: 150, txPerBlock: 12 }),
      startEvmNode('eth', 60, { txPerBlock: 3 }),
    ]);
    await migrate(cluster.url);
    // Several sessions are in the first sync, as on larger machines.
    env = { ...settingsFor('btc', btc), ...evmSettings('eth', eth), AUDIT_EVERY_HOURS: '0', ...EIGHT_PROCESSORS };
    startIndexer();
  });
  afterAll(async () => {
    await indexer?.stop();
    await api?.process.stop();
    await Promise.all([btc?.close(), eth?.close()]);
    await cluster?.stop();
  });

  function startIndexer(settings = env): void {
    indexer = spawnIndexer({ databaseUrl: cluster.url, env: settings });
  }

  /** Waits until both chains stand at their nodes' tips. */
  async function reachTips(): Promise<void> {
    await reach(cluster.url, 'btc', btc.tip(), [indexer]);
    await reachTraced(cluster.url, 'eth', eth, [indexer]);
  }

  function otherThan(worker: CitusNode): CitusNode {
    return cluster.workers.find((each) => each !== worker)!;
  }

  async function query<Row extends object>(sql: string): Promise<Row[]> {
    const session = await openSession(cluster.url, 'chaintrail-test');
    try {
      return (await session.query<Row>(sql)).rows;
    } finally {
      await session.end();
    }
  }

  test('a first sync of both families, each chain whole on one worker', async () => {
    await reachTips();
    await waitForState(cluster.url, 'btc', ({ phase }) => phase === 'live', {
      processes: [indexer],
      what: 'btc to be live',
    });
    for (const code of CODES) expect(cluster.workers).toContain(await cluster.workerOf(code));
    const local = await query(
      `SELECT c.oid::regclass::text AS name FROM pg_class c LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
       WHERE c.relnamespace IN (${CODES.map((code) => `'${code}'::regnamespace`).join(', ')}) AND c.relkind IN ('r', 'p') AND d.logicalrelid IS NULL`,
    );
    expect(local, 'tables of chains that the coordinator holds itself').toEqual([]);
  });

  test('blocks that come, and reorgs', async () => {
    btc.mine(3);
    await eth.mine(3);
    await reachTips();
    btc.reorg(3);
    await eth.reorg(2, 3);
    await reachTips();
  });

  test('a chain moves while it is followed, its writes waiting, and the indexer is killed', async () => {
    for (const code of CODES) {
      const from = await cluster.workerOf(code);
      const moving = cluster.move(code, otherThan(from), 'block_writes');
      btc.mine(2);
      await eth.mine(2);
      await indexer.kill('SIGKILL');
      startIndexer();
      btc.reorg(2);
      await moving;
      expect(await cluster.workerOf(code)).toBe(otherThan(from));
      await reachTips();
    }
  });

  test('a chain moves without its writes waiting, as docs/scale-out.md says', async () => {
    const blocks = (await readFile(SCALE_OUT, 'utf8')).match(/(?<=^```sql\n)[\s\S]*?(?=^```)/gm) ?? [];
    const identities = blocks.find((sql) => sql.includes('REPLICA IDENTITY'));
    expect(identities, 'the statement in docs/scale-out.md').toContain("'btc'");
    for (const code of CODES) {
      await query(identities!.replaceAll("'btc'", `'${code}'`));
      const from = await cluster.workerOf(code);
      const moving = cluster.move(code, otherThan(from), 'auto');
      for (let round = 0; round < 3; round++) {
        btc.reorg(1 + round);
        await eth.reorg(1, 2);
        await reachTips();
      }
      await moving;
      expect(await cluster.workerOf(code)).toBe(otherThan(from));
    }
    btc.mine();
    await eth.mine();
    await reachTips();
  });

  test('a worker that is away stops its chains alone, which go on by themselves', async () => {
    api = await spawnApi({ databaseUrl: cluster.url });
    const statusOf = async (code: ChainCode): Promise<number> =>
      (await fetch(`${api.url}/v0/transactions/${code}/${code === 'btc' ? '' : '0x'}${'00'.repeat(32)}`)).status;
    for (const code of CODES) expect(await statusOf(code)).toBe(404);
    const away = await cluster.workerOf('btc');
    if ((await cluster.workerOf('eth')) === away) await cluster.move('eth', otherThan(away), 'block_writes');
    await away.kill();
    try {
      btc.mine(2);
      await eth.mine(2);
      await reachTraced(cluster.url, 'eth', eth, [indexer]);
      expect([await statusOf('btc'), await statusOf('eth')]).toEqual([503, 404]);
      await waitForOutput(/A worker behind the server in DATABASE_URL does not answer \([^\n]+\); start it/);
    } finally {
      await away.start();
    }
    await reachTips();
  });

  async function waitForOutput(pattern: RegExp): Promise<void> {
    await waitFor(() => pattern.test(indexer.output()), {
      processes: [indexer],
      what: `the indexer to say ${pattern}`,
    });
  }

  test('audits find nothing', async () => {
    const audited = await Promise.all(
      CODES.map((code) => auditInFull(code, { DATABASE_URL: cluster.url, ...env }, AUDIT_TIMEOUT_MS)),
    );
    for (const { status, stdout, stderr } of audited) {
      expect(status, stdout + stderr).toBe(0);
      expect(stdout).toMatch(/^Clean: /m);
      // Counted, and not found empty.
      expect(stdout).toMatch(/(outputs|stored) [1-9]/);
    }
  });

  test('in the end, rows are those of a straight sync on a plain server, and so are pages', async () => {
    // When an unconfirmed transaction was first seen differs, and with it its place.
    const settled = { ...env, BTC_MEMPOOL_LIMIT: '0', ETH_MEMPOOL_LIMIT: '0' };
    await indexer.stop();
    startIndexer(settled);
    const straight = await createTestDatabase();
    const own = spawnIndexer({ name: 'straight-sync', databaseUrl: straight.url, env: settled });
    try {
      await reach(straight.url, 'btc', btc.tip(), [own]);
      await reachTraced(straight.url, 'eth', eth, [own]);
      for (const code of CODES) expectSameRows(await dumpRows(cluster.url, code), await dumpRows(straight.url, code));
      for (const [url, process] of [
        [cluster.url, indexer],
        [straight.url, own],
      ] as const)
        await waitForState(url, 'btc', ({ phase }) => phase === 'live', {
          processes: [process],
          what: 'btc to be live',
        });
      await expectSamePages(straight.url);
    } finally {
      await own.stop();
      await straight.drop();
    }
  });

  async function expectSamePages(straightUrl: string): Promise<void> {
    const plain = await spawnApi({ databaseUrl: straightUrl });
    try {
      const [busiest] = await query<{ key: Buffer; txid: string }>(
        `SELECT a.address_key AS key, encode(t.txid, 'hex') AS txid FROM btc.address_transactions a
         JOIN btc.transactions t USING (tx_key) ORDER BY a.seq DESC, a.address_key LIMIT 1`,
      );
      const { key, txid } = busiest!;
      const network = requireUtxoChain('btc').networks.find(({ name }) => name === 'regtest')!;
      const address = formatAddress(network, key);
      const of = `/v0/addresses/btc/${address}`;
      const many = `/v0/addresses/btc/balances?address=${address}&address=${network.addressExample}`;
      const pages = ['balance', 'transactions?limit=5&offset=7', 'transactions?order=asc&limit=20', 'utxos?limit=5'];
      for (const path of [...pages.map((page) => `${of}/${page}`), many, `/v0/transactions/btc/${txid}`]) {
        // Rows of before are not shown any more once the indexer has told that it follows none.
        await waitFor(async () => !/"status":"pending"|"pending":"/.test(await textOf(api.url + path)), { what: path });
        const expected = await textOf(plain.url + path);
        expect(JSON.parse(await textOf(api.url + path)), path).toEqual(JSON.parse(expected));
        expect(JSON.parse(expected)).toHaveProperty('currency', 'btc');
      }
    } finally {
      await plain.process.stop();
    }
  }

  async function textOf(url: string): Promise<string> {
    const response = await fetch(url);
    expect(response.status, url).toBe(200);
    return response.text();
  }
});
