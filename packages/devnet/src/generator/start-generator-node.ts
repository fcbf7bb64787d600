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
  readonly perBlock: number;
  /** Blocks at the end that are in the chain from {@link GeneratorNode.reveal} on; none by default. */
  readonly hidden?: number;
  /** Serves /rest/spenttxouts and reports Core 30. False by default. */
  readonly spentTxOuts?: boolean;
  /** Folder for the blocks, some 650 bytes a transaction; the system's temporary folder by default. */
  readonly directory?: string;
  /** Called after each block. */
  readonly onProgress?: (transactions: number) => void;
}

export interface GeneratorNode {
  /** With credentials. */
  readonly url: string;
  /** Totals of the whole chain, hidden blocks included. */
  readonly totals: GeneratedTotals;
  /** Bytes of all blocks and their spent outputs. */
  readonly bytes: number;
  tip(): BlockRef;
  /** Appends the next block and wakes callers who wait for a new tip. @throws RangeError when none is hidden */
  reveal(): BlockRef & { readonly transactionCount: number; readonly lastTxid: string };
  /** Whether waitfornewblock is offered from now on. */
  setLongPoll(offered: boolean): void;
  requestCounts(): Readonly<Record<string, number>>;
  /** Stops and removes the blocks. */
  close(): Promise<void>;
}

const SEED = 1;

/**
 * A node over a generated chain, for benchmarks. The whole chain is made before the node answers, into files: the
 * reader then has the processor to itself, and any height may be asked for again. Serves block bytes, headers and
 * spent outputs; no decoded transactions and no mempool.
 */
export async function startGeneratorNode(options: GeneratorNodeOptions): Promise<GeneratorNode> {
  const { chain, hidden = 0, spentTxOuts = false, directory = tmpdir() } = options;
  const folder = new BlockFolder(mkdtempSync(join(directory, 'generated-chain-')));
  const waiters = new TipWaiters();
  let longPoll = true;
  const server = new NodeServer({
    ...{ network: networkOf(chain), dialect: dialectOf(chain, spentTxOuts), rest: true, spentTxOuts },
    ...{ view: () => folder, simulator: null, faults: new FaultInjector(SEED) },
    publications: () => [],
    tipChange: async (timeoutMs) => {
      if (!longPoll) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found');
      await waiters.wait(timeoutMs);
    },
  });
  const close = async (): Promise<void> => {
    waiters.release();
    await server.close();
    folder.remove();
  };
  try {
    const totals = await fill(folder, options);
    folder.height = folder.blocks.length - 1 - hidden;
    const port = await server.listen(0);
    return {
      ...{ url: `http://demo:demo@127.0.0.1:${port}`, totals, bytes: folder.bytes, close },
      tip: () => folder.tipRef(),
      reveal() {
        const next = folder.blocks[folder.height + 1];
        if (!next) throw new RangeError('no block is hidden');
        folder.height++;
        waiters.release();
        return next;
      },
      setLongPoll(offered) {
        longPoll = offered;
      },
      requestCounts: () => server.requestCounts(),
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Generates without holding up the event loop for longer than a block takes. */
async function fill(folder: BlockFolder, { chain, transactions, perBlock, onProgress }: GeneratorNodeOptions) {
  const blocks = generateBlocks({ chain, seed: SEED, transactions, perBlock });
  for (let made = 0; ; ) {
    const next = blocks.next();
    if (next.done) return next.value;
    folder.append(next.value);
    made += next.value.transactionCount;
    onProgress?.(made);
    await turn();
  }
}
