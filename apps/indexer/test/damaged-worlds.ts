/** A node of each family behind one that damages its answers, and the sources of blocks and of what waits that read it. */
import { type Chain, type ChainCode, type ChainNetwork, chainOnNetwork, requireChain } from '@chaintrail/chains';
import { CosmosNode, EvmNode, UtxoNode } from '@chaintrail/chains/node';
import { startCosmosNode, startSimulatedEvmNode, startSimulatedNode } from '@chaintrail/devnet';
import { DamagedNode } from '@chaintrail/testkit';
import { pino } from 'pino';
import { createDecoder } from '../src/decode/decoder.js';
import type { BlockSource, LinkedBlock } from '../src/follow/block-source.js';
import { BlockTraces } from '../src/follow/block-traces.js';
import { cosmosBlockSource } from '../src/follow/cosmos-block-source.js';
import { evmBlockSource } from '../src/follow/evm-block-source.js';
import { fetchAhead } from '../src/follow/fetch-ahead.js';
import { utxoBlockSource } from '../src/follow/utxo-block-source.js';
import { evmMempoolSource } from '../src/mempool/evm-mempool-source.js';
import type { MempoolSource } from '../src/mempool/mempool-follower.js';
import { utxoMempoolSource } from '../src/mempool/utxo-mempool-source.js';

/** Blocks that are read, around the damaged one. */
export const FROM = 4;
export const BAD = 6;
const TO = 8;
/** More than a simulated block or its results have. */
export const MOST_BYTES = 2 ** 20;
const SEED = 23;

export interface DamagedWorld {
  readonly family: Chain['family'];
  readonly proxy: DamagedNode;
  /** URL of the node without damage. */
  readonly url: string;
  /** Hashes by height, without `0x`. */
  readonly hashes: readonly string[];
  /** All blocks that come, and why no more do. */
  read(attempts?: number): Promise<{ readonly blocks: readonly LinkedBlock[]; readonly error: unknown }>;
  /** Lets some transactions wait. @returns their ids */
  pay(transactions: number): Promise<readonly string[]>;
  /** Those that wait, as far as they come, without the time; and why none do. */
  waiting(attempts?: number): Promise<{ readonly transactions: readonly object[]; readonly error: unknown }>;
  close(): Promise<void>;
}

/** Generated, with transactions in each block. */
interface StartedNode {
  readonly url: string;
  addTransactions?(count: number): string[] | Promise<string[]>;
  close(): Promise<unknown>;
}

function startNode(place: ChainNetwork): Promise<StartedNode> {
  const common = { seed: SEED, blocks: TO + 2 };
  if (place.family === 'utxo')
    return startSimulatedNode({ ...common, chain: place.chain, txPerBlock: 3, coinbaseMaturity: 2 });
  if (place.family === 'evm')
    return startSimulatedEvmNode({ ...common, chain: place.chain, txPerBlock: 3, tracer: 'both' });
  return startCosmosNode({ ...common, place });
}

interface Opened extends BlockSource<LinkedBlock> {
  readonly mempool?: MempoolSource<{ readonly txid: string; readonly firstSeen: number }>;
}

const log = pino({ level: 'silent' });

/** @param areTraced whether blocks of EVM chains come with their traces */
export async function startDamagedWorld(code: ChainCode, areTraced = false): Promise<DamagedWorld> {
  const place = chainOnNetwork(
    requireChain(code),
    { utxo: 'regtest', evm: 'local', cosmos: 'mocknet' }[familyOf(code)],
  );
  if (place === undefined) throw new Error(`${code} has no network of tests`);
  const decoder = createDecoder({ threads: 0 });
  const simulated = await startNode(place);
  const proxy = await DamagedNode.start(simulated.url);
  const common = {
    timeoutMs: 1_000,
    retry: { attempts: 2, firstDelayMs: 1, maxDelayMs: 2, maxTotalMs: 5_000 },
  };
  const open = (attempts = common.retry.attempts): Opened => {
    const { username, password, origin } = new URL(proxy.url);
    const retry = { ...common.retry, attempts };
    const options = { ...common, retry, endpoint: { url: origin, ...(username && { user: username, password }) } };
    if (place.family === 'utxo') {
      const { chain, network } = place;
      const node = new UtxoNode({ ...options, chain, network, maxBodyBytes: MOST_BYTES });
      return { ...utxoBlockSource(place, node, decoder, log), mempool: utxoMempoolSource(chain, node, log) };
    }
    if (place.family === 'evm') {
      const { chain, network } = place;
      const node = new EvmNode({ ...options, chain, network, maxBlockBytes: MOST_BYTES });
      const traces = areTraced ? new BlockTraces({ place, node, mode: 'live', waitMs: 20_000, log }) : null;
      return { ...evmBlockSource(place, node, decoder, log, traces), mempool: evmMempoolSource(code, node) };
    }
    const { chain, network } = place;
    const node = new CosmosNode({ ...options, chain, network, maxBlockBytes: MOST_BYTES });
    const openings = { before: async () => null, historyFrom: 1 };
    return cosmosBlockSource({ ...place, headerChecks: 'on' }, node, openings, decoder, log);
  };
  const first = open();
  const hashes = await first.node.blockHashes(1, TO + 1);
  await first.node.close();
  return {
    ...{ family: place.family, proxy, url: simulated.url, hashes: ['', ...hashes] },
    pay: async (transactions) => simulated.addTransactions!(transactions),
    async waiting(attempts) {
      const { node, mempool } = open(attempts);
      try {
        const { txids } = await mempool!.mempool();
        const found = await mempool!.transactions(txids, true);
        const transactions = found.filter((transaction) => typeof transaction === 'object');
        return { transactions: transactions.map(({ firstSeen, ...rest }) => rest), error: null };
      } catch (error) {
        return { transactions: [], error };
      } finally {
        await node.close();
      }
    },
    async read(attempts) {
      const source = open(attempts);
      const blocks: LinkedBlock[] = [];
      try {
        // Ids of requests, which grow, are part of what is received.
        for await (const batch of fetchAhead(source, null, FROM, TO))
          blocks.push(...batch.map((block) => ({ ...block, received: 0 })));
        return { blocks, error: null };
      } catch (error) {
        return { blocks, error };
      } finally {
        await source.node.close();
      }
    },
    async close() {
      await proxy.stop();
      await simulated.close();
      await decoder.close();
    },
  };
}

function familyOf(code: ChainCode): Chain['family'] {
  return requireChain(code).family;
}
