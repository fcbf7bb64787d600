/**
 * Blocks of Cosmos chains, by height with their results. What a node says of results is proved by the next block's
 * header. The newest block has none yet: it is proved when the next one is read.
 */
import {
  BlockAboveTipError,
  BlockNotFoundError,
  BlockPrunedError,
  type BlockRef,
  BlockUnreadableError,
  type CosmosChainNetwork,
  type CosmosNode,
  type CosmosOpening,
  type CosmosResults,
  DecodeError,
  formatAddress,
  moduleKey,
  NodeError,
  NodeLieError,
  resultsRemedy,
  settingOf,
} from '@chaintrail/chains';
import type { HeaderChecks } from '@chaintrail/config';
import type { PreparedAccountBlock } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import type { BlockSource } from './block-source.js';
import { ChainMovedError, ContradictedBlockError } from './fetch-ahead.js';
import { type FailedWay, inSomeWay } from './in-some-way.js';
import type { OpeningBalances } from './opening-balances.js';

type CosmosSourceSettings = CosmosChainNetwork & { readonly headerChecks: HeaderChecks };
type CosmosSourceNode = BlockSource<PreparedAccountBlock>['node'] & Pick<CosmosNode, 'rawBlock' | 'bankBalances'>;

/** Blocks whose results are remembered: more than are read ahead. */
const REMEMBERED_BLOCKS = 64;
/** Results have one way only. */
const WAYS = ['by height', 'by hash'] as const;
type Way = (typeof WAYS)[number];

/** So many blocks with events make one without any suspect. */
const BLOCKS_WITH_EVENTS = 2_000;

interface ReadBlock {
  readonly block: PreparedAccountBlock;
  readonly results: CosmosResults;
  /** Bytes of the node's answers. */
  readonly received: number;
}

export function cosmosBlockSource(
  settings: CosmosSourceSettings,
  node: CosmosSourceNode,
  openings: Pick<OpeningBalances, 'before' | 'historyFrom'>,
  decoder: Decoder,
  log: Pick<Logger, 'warn'>,
): BlockSource<PreparedAccountBlock> {
  const { chain, network } = settings;
  const remedy = resultsRemedy(chain.code);
  const isTrusted = settings.headerChecks === 'off';
  const remembered = new Map<number, Promise<{ readonly hash: string; readonly results: CosmosResults } | null>>();
  let blocksWithEvents = 0;

  /** @param opening what everybody had before this block, null where that is not asked for */
  async function readBy(way: Way, ref: BlockRef, opening: CosmosOpening | null): Promise<ReadBlock> {
    const { block, results, resultsHash } = await node.rawBlock(ref, way === 'by hash').catch((error: unknown) => {
      if (!(error instanceof BlockAboveTipError)) throw error;
      throw new ChainMovedError(`a server that is behind was asked for block ${ref.height}`);
    });
    const received = block.length + results.length; // the decoder takes them away
    const place = { chain: chain.code, network: network.name, isTrusted };
    const task = { kind: 'cosmos', ...place, ref, block, results, resultsHash, opening } as const;
    return { ...(await decoder.run(task)), received };
  }

  async function read(ref: BlockRef, withOpening: boolean): Promise<ReadBlock> {
    const found = await inSomeWay(
      { chain: chain.code, node, log, remedy: unreadableRemedy },
      ref,
      WAYS,
      (way) => readBy(way, ref, null),
      ({ block }) => block.rows['transactions']!.count,
    );
    // One after the other: reading a mainnet's takes minutes, which a failure of the block must not leave behind.
    const opening = withOpening ? await openings.before(ref.height) : null;
    return opening === null ? found.value : readBy(found.way, ref, opening);
  }

  function unreadableRemedy(failed: readonly FailedWay[]): string {
    const rest = 'the blocks before it stay indexed';
    if (failed.some(({ error }) => error.message.includes(remedy))) return rest;
    const other = `let ${settingOf(chain.code, 'RPC_URL')} lead to another node`;
    return `let the node repair this block, or begin anew from a snapshot, or ${other}; ${rest}`;
  }

  function remember({ height, hash }: BlockRef, reading: Promise<ReadBlock>): void {
    const known = reading.then(
      ({ results }) => ({ hash, results }),
      () => null,
    );
    remembered.set(height, known);
    remembered.delete(height - REMEMBERED_BLOCKS);
  }

  /** @throws ContradictedBlockError where the results of the block before were not those that this header has */
  async function requireParent({ height }: BlockRef, { block, results }: ReadBlock): Promise<void> {
    if (isTrusted || height === openings.historyFrom) return;
    const parent = { height: height - 1, hash: block.parentHash };
    const known = remembered.get(parent.height);
    if (await (known === undefined ? isWhole(parent) : isProved(known, parent, results))) return;
    remembered.delete(parent.height);
    const sentence = `the results of block ${parent.height} are not those that the header of block ${height} has`;
    throw new ContradictedBlockError(`${chain.code} node, block_results: ${sentence}; ${remedy}`, parent);
  }

  /** Reads a block again that this process did not read. */
  async function isWhole(ref: BlockRef): Promise<boolean> {
    try {
      await read(ref, false);
      return true;
    } catch (error) {
      if (error instanceof BlockUnreadableError && error.facts.cause instanceof DecodeError) return false;
      // Nothing can be compared.
      if (error instanceof BlockNotFoundError || error instanceof BlockPrunedError) return true;
      throw error;
    }
  }

  /** @throws NodeLieError for a block without any event that is not known to be empty */
  async function requireEvents({ height }: BlockRef, { hasEvents }: CosmosResults): Promise<void> {
    if (hasEvents) {
      blocksWithEvents++;
      return;
    }
    const isOld = network.name === 'mainnet' && height >= network.firstHeight + BLOCKS_WITH_EVENTS;
    if (isTrusted || !(isOld || blocksWithEvents >= BLOCKS_WITH_EVENTS)) return;
    if (await isBankUnchanged(settings, node, height)) return;
    throw new NodeLieError(
      `block ${height} has no event, after thousands that have some: its results are not whole; ${remedy}`,
      { chain: chain.code, method: 'block_results' },
    );
  }

  return {
    node,
    async block(ref: BlockRef): Promise<PreparedAccountBlock & { readonly received: number }> {
      const reading = read(ref, true);
      remember(ref, reading);
      const found = await reading;
      await requireParent(ref, found);
      await requireEvents(ref, found.results);
      return { ...found.block, received: found.received };
    },
  };
}

async function isProved(
  known: Promise<{ readonly hash: string; readonly results: CosmosResults } | null>,
  parent: BlockRef,
  { parentHash }: CosmosResults,
): Promise<boolean> {
  const found = await known;
  // One that failed is reported when its turn comes, and one of another chain as well.
  return found === null || found.hash !== parent.hash || found.results.hash === parentHash;
}

/** Whether the bank says that the block moved nothing of any module; false where the node does not tell. */
async function isBankUnchanged(
  { chain, network }: CosmosChainNetwork,
  node: Pick<CosmosNode, 'bankBalances'>,
  height: number,
): Promise<boolean> {
  try {
    for (const name of chain.modules) {
      const address = formatAddress(network, moduleKey(name));
      const [before, after] = await Promise.all([
        node.bankBalances(address, height - 1),
        node.bankBalances(address, height),
      ]);
      if (before === null || after === null || JSON.stringify(before) !== JSON.stringify(after)) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof NodeError || error instanceof NodeLieError) return false;
    throw error;
  }
}
