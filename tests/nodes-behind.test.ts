/**
 * Real nodes that fall behind on the very chain that is indexed, behind a proxy that hides their newest blocks: nothing is
 * taken back, the status says why, and the load of a first sync waits. A node that took blocks back is followed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openSession, type Session } from '@chaintrail/db';
import {
  type AnvilNode,
  anvilOrSkip,
  createTestDatabase,
  DamagedNode,
  knotsOrSkip,
  type LastingFault,
  type NodeAnswer,
  RealNode,
  refusal,
  startAnvil,
  type TestDatabase,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForState } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

const [knots, anvil] = [knotsOrSkip(), anvilOrSkip()];
const TIP = 130;
const POLL_MS = 50;
/** Longer than a tip has to stand still, in polls of this length. */
const PATIENCE_MS = 150 * POLL_MS;

/** View of a node whose chain ends lower, as far as it is asked. */
interface VisibleTip {
  /** Height of its tip. */
  tip: number;
  /** It has the headers of the others, or says how far the network is. */
  readonly knowsMore: boolean;
}

/** Bitcoin Knots hides the blocks above `shown.tip`. */
function hideOfKnots(node: RealNode, shown: VisibleTip): LastingFault[] {
  const hashAt = (height: number) => node.rpc<string>('getblockhash', height);
  return [
    {
      method: 'getblockchaininfo',
      async change({ result }) {
        const info = { blocks: shown.tip, bestblockhash: await hashAt(shown.tip), initialblockdownload: false };
        return { result: { ...(result as object), headers: shown.knowsMore ? TIP : shown.tip, ...info } };
      },
    },
    {
      method: 'getblockhash',
      change: (answer, params) =>
        (params as number[])[0]! > shown.tip ? refusal(-8, 'Block height out of range')() : answer,
    },
    {
      method: 'waitfornewblock',
      change: async (): Promise<NodeAnswer> => ({ result: { height: shown.tip, hash: await hashAt(shown.tip) } }),
    },
    { method: 'getrawmempool', change: () => ({ result: { txids: [], mempool_sequence: 1 } }) },
    {
      method: 'getchaintips',
      async change() {
        const tips = [{ height: shown.tip, hash: await hashAt(shown.tip), status: 'active' }];
        if (shown.knowsMore) tips.push({ height: TIP, hash: await hashAt(TIP), status: 'headers-only' });
        return { result: tips };
      },
    },
  ];
}

/** The same of Anvil. */
function hideOfAnvil(node: AnvilNode, shown: VisibleTip): LastingFault[] {
  const hex = (height: number) => `0x${height.toString(16)}`;
  return [
    { method: 'eth_blockNumber', change: () => ({ result: hex(shown.tip) }) },
    {
      method: 'eth_syncing',
      change: () => ({ result: shown.knowsMore && { currentBlock: hex(shown.tip), highestBlock: hex(TIP) } }),
    },
    {
      method: 'eth_getBlockByNumber',
      async change(answer, params) {
        const [block, whole] = params as [string, boolean];
        if (block === 'latest') return { result: await node.rpc('eth_getBlockByNumber', hex(shown.tip), whole) };
        if (block === 'finalized') return { result: await node.rpc('eth_getBlockByNumber', '0x0', whole) };
        return Number(block) > shown.tip ? { result: null } : answer;
      },
    },
  ];
}

async function reorgs(session: Session, code: string): Promise<unknown[]> {
  return (await session.query(`SELECT from_height, to_height FROM ${code}.reorgs`)).rows;
}

describe.runIf(knots !== undefined && anvil !== undefined)('nodes that fall behind', () => {
  let btc: RealNode;
  let eth: AnvilNode;
  let proxies: { btc: DamagedNode; eth: DamagedNode };
  let database: TestDatabase;
  let session: Session;
  let indexer: InProcessIndexer;
  const codes = ['btc', 'eth'] as const;

  const env = (urls: Partial<Record<(typeof codes)[number], string>>) =>
    Object.fromEntries(
      Object.entries(urls).flatMap(([chain, url]) => {
        const code = chain.toUpperCase();
        const network = chain === 'btc' ? 'regtest' : 'local';
        return [
          [`${code}_RPC_URL`, url],
          [`${code}_NETWORK`, network],
          [`${code}_POLL_MS`, `${POLL_MS}`],
        ];
      }),
    );
  const until = (code: string, phase: string, height: number, url = database.url) =>
    waitForState(url, code as 'btc', (state) => state.phase === phase && state.height === height, {
      processes: [indexer],
      what: `${code} to be ${phase} at ${height}`,
    });

  beforeAll(async () => {
    [btc, eth] = await Promise.all([RealNode.start('knots', knots!), startAnvil(anvil!)]);
    await btc.rpc('generatetoaddress', TIP, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
    await eth.mine(TIP);
    proxies = { btc: await DamagedNode.start(btc.rpcUrl), eth: await DamagedNode.start(eth.rpcUrl) };
    database = await createTestDatabase();
    indexer = new InProcessIndexer(database.url, env({ btc: proxies.btc.url, eth: proxies.eth.url }));
    session = await openSession(database.url, 'chaintrail-test');
    for (const code of codes) await until(code, 'live', TIP);
  });
  afterAll(async () => {
    await indexer?.stop();
    await session?.end();
    await Promise.all([proxies?.btc.stop(), proxies?.eth.stop(), btc?.stop(), eth?.stop()]);
    await database?.drop();
  });

  test.each([
    ['stand still, and know of more', true, 0],
    ['rise through our blocks, and know of no more', false, 1],
  ])('keep what is indexed while they %s', async (_what, knowsMore, rise) => {
    const shown = { btc: { tip: 100, knowsMore }, eth: { tip: 100, knowsMore } };
    proxies.btc.faults = hideOfKnots(btc, shown.btc);
    proxies.eth.faults = hideOfAnvil(eth, shown.eth);
    const began = performance.now();
    while (performance.now() - began < PATIENCE_MS) {
      await sleep(PATIENCE_MS / 5);
      shown.btc.tip += rise;
      shown.eth.tip += rise;
    }
    for (const code of codes) {
      const { reason } = await until(code, 'stalled', TIP);
      expect(reason).toMatch(/^the node is at block 10\d, \d+ blocks behind what is indexed; waiting.*see its log/);
      expect(await reorgs(session, code)).toEqual([]);
    }
    for (const proxy of Object.values(proxies)) proxy.faults = [];
    for (const code of codes) await until(code, 'live', TIP);
  });

  test('do not end the load of a first sync', async () => {
    const shown = { tip: 100, knowsMore: true };
    const proxy = await DamagedNode.start(btc.rpcUrl, hideOfKnots(btc, shown));
    const faults = [...proxy.faults];
    // In initial block download, until the end.
    const [info, ...others] = faults;
    const downloads: LastingFault = {
      ...info!,
      async change(answer, params) {
        const { result } = (await info!.change(answer, params)) as NodeAnswer;
        return { result: { ...(result as object), initialblockdownload: true } };
      },
    };
    proxy.faults = [downloads, ...others];
    const fresh = await createTestDatabase();
    const second = new InProcessIndexer(fresh.url, env({ btc: proxy.url }));
    try {
      const { chain } = { chain: 'btc' as const };
      const options = { processes: [second], what: 'blocks to be loaded' };
      await waitForState(fresh.url, chain, ({ height }) => height === 98, options);
      shown.tip = 90;
      await sleep(PATIENCE_MS);
      proxy.faults = [];
      await until('btc', 'live', TIP, fresh.url);
      expect(second.output()).toMatch(/height: 128[^\n]*\n?[^\n]*first sync is complete/);
    } finally {
      await second.stop();
      await proxy.stop();
      await fresh.drop();
    }
  });

  test('are followed where they took blocks back', async () => {
    await btc.rpc('invalidateblock', await btc.rpc('getblockhash', TIP - 2));
    await eth.rpc('anvil_rollback', 3);
    for (const code of codes) {
      await until(code, 'live', TIP - 3);
      expect(await reorgs(session, code)).toEqual([{ from_height: TIP, to_height: TIP - 3 }]);
    }
  });
});
