import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { BlockRef, UtxoChain } from '@chaintrail/chains';
import { dialectOf } from '../node/dialects.js';
import { FaultInjector } from '../node/faults.js';
import { networkOf } from '../node/networks.js';
import { NodeServer, TipWaiters } from '../node/server.js';
import { RPC_METHOD_NOT_FOUND, RpcError } from '../node/simulated-server.js';
import { BlockFolder } from './block-folder.js';
import { type GeneratedTotals, generateBlocks } from './generate-blocks.js';

export interface GeneratorNodeOptions {
  readonly chain: UtxoChain;
  readonly transactions: number;
  /** 2,000 by default. */
  readonly perBlock?: number;
  /** Of a block, 3.9 million by default; 6 million at the most. */
  readonly maxWeight?: number;
  /** Only so many blocks, the genesis block included, are in the chain until {@link GeneratorNode.reveal}; by default all. */
  readonly revealed?: number;
  /** Serves /rest/spenttxouts and reports Core 30. False by default. */
  readonly spentTxOuts?: boolean;
  /** Folder for the blocks, some 650 bytes a transaction; a new one under the system's temporary folder by default. */
  readonly directory?: string;
  /** Told now and then while blocks are made. */
  readonly onProgress?: (transactions: number) => void;
}

export interface GeneratorNode {
  /** With credentials. */
  readonly url: string;
  readonly endpoint: { readonly url: string; readonly user: string; readonly password: string };
  /** Of the whole chain, revealed or not. */
  readonly totals: GeneratedTotals;
  /** Of the whole chain, the genesis block included. */
  readonly blocks: number;
  /** Bytes of all blocks and their spent outputs. */
  readonly bytes: number;
  /** Of what is revealed. */
  tip(): BlockRef;
  /**
   * Appends the next blocks, one by default, and wakes callers who wait for a new tip.
   * @returns the new tip. @throws RangeError when fewer blocks are hidden
   */
  reveal(count?: number): BlockRef;
  /** Bytes of the block that the next reveal appends. @throws RangeError when all are revealed */
  upcoming(): Buffer;
  /** Whether waitfornewblock is offered from now on. */
  setLongPoll(offered: boolean): void;
  requestCounts(): Readonly<Record<string, number>>;
  /** Stops and removes the blocks. */
  close(): Promise<void>;
}

const PROGRESS_EVERY = 100;

const SEED = 1;

/** Generates without holding up the event loop for longer than a block takes. */
async function fill(folder: BlockFolder, options: GeneratorNodeOptions): Promise<GeneratedTotals> {
  const { chain, transactions, perBlock = 2000, maxWeight, onProgress } = options;
  const blocks = generateBlocks({
    chain,
    network: networkOf(chain),
    seed: SEED,
    transactions,
    perBlock,
    ...(maxWeight === undefined ? {} : { maxWeight }),
  });
  for (let made = 0; ; ) {
    const next = blocks.next();
    if (next.done) return next.value;
    folder.append(next.value);
    made += next.value.transactionCount;
    if (next.value.height % PROGRESS_EVERY === 0) onProgress?.(made);
    await turn();
  }
}

/**
 * A node over a generated chain, for benchmarks. The whole chain is made before the node answers, into files: the
 * reader then has the processor to itself, and any height may be asked for again. Serves block bytes, headers and
 * spent outputs; no decoded transactions and no mempool.
 */
export async function startGeneratorNode(options: GeneratorNodeOptions): Promise<GeneratorNode> {
  const { chain, spentTxOuts = false } = options;
  const folder = new BlockFolder(mkdtempSync(join(options.directory ?? tmpdir(), 'generated-chain-')));
  const waiters = new TipWaiters();
  let longPoll = true;
  let server: NodeServer | null = null;
  const close = async (): Promise<void> => {
    waiters.release();
    await server?.close();
    folder.remove();
  };
  try {
    const totals = await fill(folder, options);
    folder.reveal(options.revealed ?? folder.count);
    const listening = new NodeServer({
      ...{ network: networkOf(chain), dialect: dialectOf(chain, spentTxOuts), rest: true, spentTxOuts },
      view: () => folder,
      simulator: null,
      faults: new FaultInjector(SEED),
      publications: () => [],
      tipChange: async (timeoutMs) => {
        if (!longPoll) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found');
        await waiters.wait(timeoutMs);
      },
    });
    server = listening;
    const port = await server.listen(0);
    return {
      url: `http://demo:demo@127.0.0.1:${port}`,
      endpoint: { url: `http://127.0.0.1:${port}`, user: 'demo', password: 'demo' },
      totals,
      blocks: folder.count,
      bytes: folder.bytes,
      tip: () => folder.tipRef(),
      reveal(count = 1) {
        const tip = folder.reveal(count);
        waiters.release();
        return tip;
      },
      upcoming: () => folder.upcoming(),
      setLongPoll(offered) {
        longPoll = offered;
      },
      requestCounts: () => listening.requestCounts(),
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}
