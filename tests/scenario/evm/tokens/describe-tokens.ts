/** The table of tokens, played on a node while an index follows it, and read by a first sync afterwards. */
import { ApiClient, dumpRows, type EvmNode, inSession, queryFollowed, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTracingState } from '../../../support/evm-chain.js';
import { auditInProcess, expectCleanAuditInProcess } from '../../../support/in-process-audit.js';
import { InProcessProduct } from '../../../support/in-process-product.js';
import { Cast } from '../evm-cast.js';
import type { Reorgs } from '../evm-reorgs.js';
import { Comparison } from './compare-answers.js';
import { CountingNode } from './counting-node.js';
import { TOKEN_CASES } from './token-table.js';
import { TokenWorld } from './token-world.js';

const TIMEOUT_MS = 180_000;
/** So long what is asked for in the background may be wrong. */
const SETTLE_MS = 90_000;
const BLOCKS = Math.max(...TOKEN_CASES.map(({ blocks }) => blocks.length));
/** So that a first sync, which stops some blocks below the tip, has all of it. */
const BLOCKS_ABOVE = 70;
/** docs/chains/ethereum.md: what a new contract is asked, balances apart. */
const MOST_QUESTIONS = 7;
/** docs/chains/ethereum.md: a contract that moves so much later is asked again. */
const BLOCKS_UNTIL_ASKED_AGAIN = 30;
/** Their code changes, so they are asked anew. */
const CHANGED: ReadonlySet<string> = new Set(['Proxy', 'SilentProxy', 'Reborn']);

export interface TokensSetup<Node extends EvmNode> {
  startNode(): Promise<Node>;
  reorgsOf(node: Node): Reorgs;
}

export function describeTokens<Node extends EvmNode>({ startNode, reorgsOf }: TokensSetup<Node>): void {
  describe('tokens', () => {
    let node: Node;
    let world: TokenWorld;
    let counting: CountingNode;
    const live = new Index();
    const bulk = new Index();

    beforeAll(async () => {
      node = await startNode();
      world = await TokenWorld.deploy(await Cast.of(node));
      counting = await CountingNode.start(node.rpcUrl);
      await live.start(counting.url);
      await live.reach(node);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await live.stop();
      await bulk.stop();
      await counting?.stop();
      await node?.stop();
    }, TIMEOUT_MS);

    test('live, with blocks that are taken back, and few questions', { timeout: TIMEOUT_MS }, async () => {
      for (let n = 0; n < BLOCKS; n++) {
        await world.playBlock(n);
        await live.reach(node);
      }
      const asked = TOKEN_CASES.map((each) => [each.name, counting.asked(world.assetOf(each))] as const);
      expect(asked.filter(([name, questions]) => questions > MOST_QUESTIONS && !CHANGED.has(name))).toEqual([]);
      await reorgsOf(node).takeBack(1);
      world.cast.forgetNonces();
      await world.playAfterReorg();
      // Whoever is asked among these blocks is asked after its last change.
      await node.mine(BLOCKS_UNTIL_ASKED_AGAIN);
      await live.reach(node);
      expect(await live.problems(world, true)).toEqual([]);
    });
    test('in bulk', { timeout: TIMEOUT_MS }, async () => {
      await node.mine(BLOCKS_ABOVE);
      await bulk.start(node.rpcUrl);
      await bulk.reach(node);
      await live.reach(node);
      expect(await bulk.problems(world, false)).toEqual([]);
      expect(await dumpRows(bulk.url, 'eth')).toEqual(await dumpRows(live.url, 'eth'));
    });
    test('an audit finds nothing', { timeout: TIMEOUT_MS }, async () => {
      const height = await node.height();
      await expectCleanAuditInProcess(live.url, settings(node.rpcUrl), 'eth', height, height + 1);
    });
    test('an audit finds rows that the shape of a log alone would make', { timeout: TIMEOUT_MS }, async () => {
      await live.pause();
      const asset = (name: string): string => world.address(`@${name}`).slice(2).toLowerCase();
      await inSession(live.url, async (session) => {
        for (const statement of misreadings(asset)) await session.query(statement);
      });
      const height = await node.height();
      const checks = await auditInProcess(live.url, settings(node.rpcUrl), 'eth', height + 1);
      const found = (check: string, problem: string): string[] =>
        checks
          .find(({ name }) => name === check)!
          .examples.filter((each) => each.problem === problem)
          .map(({ place, expected, found: is }) => `${place} ${expected} ${is}`);
      const standards = found('tokens', 'standard');
      expect(standards.filter((each) => each.includes(asset('UnindexedCollection')))).toHaveLength(1);
      expect(standards.filter((each) => each.includes(asset('IndexedAmount')))).toHaveLength(1);
      expect(found('tokens', 'decimals').filter((each) => each.includes(asset('Renamed')))).toHaveLength(1);
      for (const name of ['Multisig', 'PointsForCoins', 'LoggingVault']) {
        const isIt = (each: string): boolean => each.includes(`none: ${asset(name)} is no wrapped coin`);
        expect([name, found('transactions', 'transfer').filter(isIt).length]).toEqual([name, 1]);
      }
    });
  });
}

/** Rows of an index that believes logs: standards, decimals of the first answer, coins wrapped by any `Deposit`. */
function misreadings(asset: (name: string) => string): string[] {
  const wrapped = (name: string, amount: string): string => `
    INSERT INTO eth.transfers (tx_key, idx, kind, from_key, to_key, asset, standard, amount)
    SELECT t.tx_key, 1000, 'token', decode(repeat('00', 20), 'hex'), t.from_key, t.to_key, 'erc20', ${amount}
    FROM eth.transactions t WHERE t.to_key = decode('${asset(name)}', 'hex') AND t.succeeded ORDER BY t.tx_key LIMIT 1`;
  const change = (name: string, what: string): string =>
    `UPDATE eth.tokens SET ${what} WHERE asset = decode('${asset(name)}', 'hex')`;
  return [
    change('UnindexedCollection', "standard = 'erc20'"),
    change('IndexedAmount', "standard = 'erc721'"),
    change('Renamed', "decimals = 18, asked_at = now() - interval '30 days'"),
    wrapped('Multisig', 't.value'),
    wrapped('PointsForCoins', 't.value'),
    wrapped('LoggingVault', '1000'),
  ];
}

function settings(url: string): Record<string, string> {
  return { ETH_RPC_URL: url, ETH_NETWORK: 'local', ETH_INTERNAL_TRANSFERS: 'full' };
}

/** An index that follows a node in this process, and its API. */
class Index {
  #product: InProcessProduct | undefined;

  get url(): string {
    return this.#product!.databaseUrl;
  }

  async start(nodeUrl: string): Promise<void> {
    this.#product = await InProcessProduct.start(settings(nodeUrl));
  }

  async reach(node: EvmNode): Promise<void> {
    const { hash } = await node.rpc<{ hash: string }>('eth_getBlockByNumber', 'latest', false);
    const { processes } = this.#product!;
    await inSession(this.url, (session) => {
      const isThere = async () => {
        const sql = `SELECT encode(hash, 'hex') AS hash FROM eth.sync_state`;
        const [tip] = await queryFollowed<{ hash: string | null }>(session, 'eth', sql);
        return tip?.hash === hash.slice(2) && (await readTracingState(session, 'eth'))?.isWhole;
      };
      return waitFor(isThere, { processes, timeoutMs: TIMEOUT_MS, what: `the index to reach ${hash}` });
    });
    const asked = async () => (await this.#unaskedContracts()) === 0;
    await waitFor(asked, { processes, timeoutMs: SETTLE_MS, what: 'contracts to be asked what they are' });
  }

  /** Contracts are asked in the background, so what is not right yet may be later. */
  async problems(world: TokenWorld, wasLive: boolean): Promise<readonly string[]> {
    const api = new ApiClient<'evm'>(this.#product!.apiUrl, 'eth');
    const until = performance.now() + SETTLE_MS;
    for (;;) {
      const problems = await new Comparison(world, api, wasLive).problems();
      if (problems.length === 0 || performance.now() > until) return problems;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  }

  /** Nothing is written any more. */
  async pause(): Promise<void> {
    await this.#product!.indexer.stop();
  }

  async stop(): Promise<void> {
    await this.#product?.stop();
  }

  #unaskedContracts(): Promise<number> {
    return inSession(this.url, async (session) => {
      const { rows } = await session.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM eth.tokens WHERE asked_at IS NULL',
      );
      return rows[0]!.count;
    });
  }
}
