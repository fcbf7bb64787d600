import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { BlockRef, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { ChainSource } from '../node/chain-source.js';
import { FaultInjector } from '../node/faults.js';
import { LyingSource } from '../node/lying-source.js';
import { networkOf } from '../node/networks.js';
import { dialectOf, profileOf } from '../node/node-profile.js';
import { RPC_METHOD_NOT_FOUND, RpcError } from '../node/rpc-error.js';
import { NodeServer } from '../node/server.js';
import { TipWaiters } from '../node/tip-waiters.js';
import { rulesOf } from '../utxo/rules/rules-by-chain.js';
import { BlockFile } from './block-file.js';
import { type GeneratedTotals, generateBlocks } from './generate-blocks.js';
import { RevealedBlocks } from './revealed-blocks.js';

export interface GeneratorNodeOptions {
  readonly chain: UtxoChain;
  /** Regtest by default. */
  readonly network?: UtxoNetwork;
  /** 1 by default. */
  readonly seed?: number;
  readonly transactions: number;
  /** 2,000 by default. */
  readonly perBlock?: number;
  /** Of a block, 3.9 million by default; 6 million at the most. */
  readonly maxWeight?: number;
  /** Only so many blocks, the genesis block included, are in the chain until {@link GeneratorNode.reveal}; by default all. */
  readonly revealed?: number;
  /** False refuses waitfornewblock, as nodes do that do not have it. True by default. */
  readonly longPoll?: boolean;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
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
  /** Stops and removes the block file. */
  close(): Promise<void>;
}

const PROGRESS_EVERY = 100;

/** Generates without holding up the event loop for longer than a block takes. */
async function fill(file: BlockFile, options: GeneratorNodeOptions, network: UtxoNetwork): Promise<GeneratedTotals> {
  const { chain, seed = 1, transactions, perBlock = 2000, maxWeight, onProgress } = options;
  const blocks = generateBlocks({
    chain,
    network,
    seed,
    transactions,
    perBlock,
    ...(maxWeight === undefined ? {} : { maxWeight }),
    proofOfWork: dialectOf(chain).proofOfWork,
    witnessCommitment: false,
  });
  for (let made = 0; ; ) {
    const next = blocks.next();
    if (next.done) return next.value;
    file.append(next.value);
    made += next.value.transactionCount;
    if (next.value.height % PROGRESS_EVERY === 0) onProgress?.(made);
    await turn();
  }
}

type TipChange = (timeoutMs: number) => Promise<void>;

/** The HTTP face of a chain. */
function serve(
  options: GeneratorNodeOptions,
  network: UtxoNetwork,
  source: ChainSource,
  tipChange: TipChange,
): NodeServer {
  const { chain, user = 'demo', password = 'demo', spentTxOuts = false, seed = 1 } = options;
  const faults = new FaultInjector(seed);
  const lying = new LyingSource(source, faults, rulesOf(chain).wire, dialectOf(chain).proofOfWork);
  return new NodeServer({
    profile: profileOf(chain, network, { rest: true, spentTxOuts }),
    view: (method) => lying.during(method),
    details: null,
    faults,
    credentials: () => `${user}:${password}`,
    tipChange,
  });
}

/**
 * A node over a generated chain, for benchmarks. The whole chain is made before the node answers, into a file: the
 * reader then has the processor to itself, and any height may be asked for again. Serves block bytes, headers and
 * spent outputs; no decoded transactions and no mempool.
 */
export async function startGeneratorNode(options: GeneratorNodeOptions): Promise<GeneratorNode> {
  const { chain, user = 'demo', password = 'demo' } = options;
  const network = options.network ?? networkOf(chain);
  const directory = mkdtempSync(join(options.directory ?? tmpdir(), 'generated-chain-'));
  const file = new BlockFile(join(directory, 'blocks.bin'));
  const waiters = new TipWaiters();
  let longPoll = options.longPoll ?? true;
  let server: NodeServer | null = null;
  const close = async (): Promise<void> => {
    waiters.release();
    await server?.close();
    file.remove();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const totals = await fill(file, options, network);
    const chainOfNode = new RevealedBlocks(file, options.revealed ?? file.count);
    server = serve(options, network, chainOfNode, async (timeoutMs) => {
      if (!longPoll) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found');
      await waiters.wait(timeoutMs);
    });
    const port = await server.listen(options.port ?? 0);
    const listening = server;
    return {
      url: `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
      endpoint: { url: `http://127.0.0.1:${port}`, user, password },
      totals,
      blocks: file.count,
      bytes: file.bytes,
      tip: () => chainOfNode.tip(),
      reveal(count = 1) {
        const tip = chainOfNode.reveal(count);
        waiters.release();
        return tip;
      },
      upcoming: () => chainOfNode.upcoming(),
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
