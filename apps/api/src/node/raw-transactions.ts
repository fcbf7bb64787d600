/** Transactions as the nodes of UTXO chains have them, to the byte, and those that clients send. */
import { type BlockRef, BroadcastRefusedError, type UtxoChainNetwork, type UtxoNode } from '@chaintrail/chains';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Siblings, shareOf } from '../shares/siblings.js';
import { ChainNodes } from './chain-nodes.js';
import { NodeQueue, type NodeReply, type NoteQuestion } from './node-queue.js';

/** A node reads a whole block for a transaction of it. */
export const RAW_READS_AT_ONCE = 4;
export const BROADCASTS_AT_ONCE = 2;
/** Whole blocks, which nothing keeps. */
const BLOCK_READS_AT_ONCE = 2;
/** Bound of all chains together. */
const KEPT_BYTES = 32 * 2 ** 20;
/** A larger one would take the place of thousands. */
const KEPT_BYTES_EACH = KEPT_BYTES / 32;
/** Objects and key of an entry. */
const OVERHEAD_BYTES = 400;

/** The part of a node client that is asked. */
type RawNode = Pick<UtxoNode, 'rawTransactions' | 'rawPending' | 'rawBlock' | 'broadcast' | 'broadcastPackage'>;

/** A node and the chain that it follows. */
export interface FollowedUtxoNode extends UtxoChainNetwork {
  readonly node: RawNode;
}

/** A transaction, and the block that has it; null while it is unconfirmed. */
export interface PlacedTxid {
  /** Display form. */
  readonly txid: string;
  readonly block: BlockRef | null;
}

/** Why the node refused what was sent, in its own words, with the code of its protocol. */
export interface Refusal {
  readonly refusal: string;
  readonly code: number | undefined;
}

/** Takes what the node says against it for its answer. */
export async function orRefusal<T>(send: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof BroadcastRefusedError) return { refusal: error.reason, code: error.facts.code };
    throw error;
  }
}

/** Outcome of a transaction that was sent. */
export type Broadcast = { readonly txid: string } | Refusal;
/** Answer of the node about transactions that it judges together; null where it does not offer that. */
export type PackageBroadcast = { readonly result: object | null } | Refusal;

interface Questions {
  readonly blocks: NodeQueue<Buffer, RawNode>;
  readonly packages: NodeQueue<PackageBroadcast, RawNode>;
  readonly reads: NodeQueue<ReadonlyMap<string, Buffer>, RawNode>;
  readonly broadcasts: NodeQueue<Broadcast, RawNode>;
}

interface RawTransactionsOptions {
  readonly nodes: readonly FollowedUtxoNode[];
  /** Whether the operator lets clients send transactions. */
  readonly broadcast: boolean;
  readonly log: Logger;
  readonly note: NoteQuestion;
  readonly siblings: Siblings;
}

export class RawTransactions {
  readonly mayBroadcast: boolean;
  readonly #chains: ChainNodes<Questions>;
  /** By chain, block and txid: another block may have it with other witnesses. */
  readonly #kept: LRUCache<string, Buffer>;

  constructor({ nodes, broadcast, log, note, siblings }: RawTransactionsOptions) {
    this.mayBroadcast = broadcast;
    this.#chains = new ChainNodes(log);
    this.#kept = new LRUCache({
      maxSize: shareOf(KEPT_BYTES, siblings),
      maxEntrySize: KEPT_BYTES_EACH,
      sizeCalculation: ({ length }) => length + OVERHEAD_BYTES,
    });
    for (const { node, ...followed } of nodes) {
      const asked = <T>(atOnce: number) =>
        new NodeQueue<T, RawNode>({
          ...{ node, log, note, currency: followed.chain.code },
          // Transactions in memory are bounded by bytes, here.
          ...{ atOnce: shareOf(atOnce, siblings), kept: 0 },
        });
      this.#chains.add(followed, {
        reads: asked(RAW_READS_AT_ONCE),
        blocks: asked(BLOCK_READS_AT_ONCE),
        packages: asked(BROADCASTS_AT_ONCE),
        broadcasts: asked(BROADCASTS_AT_ONCE),
      });
    }
  }

  /** Whether there is a node to ask about a chain on the network that is indexed. */
  has(followed: UtxoChainNetwork): boolean {
    return this.#chains.of(followed) !== undefined;
  }

  /** Whether the node has to be asked for any of them. */
  asksNode(followed: UtxoChainNetwork, wanted: readonly PlacedTxid[]): boolean {
    return wanted.some((each) => !this.#kept.has(keyOf(followed, each)));
  }

  /** One question, with as few calls as the node allows. @returns by txid, without those that the node lacks */
  async read(
    followed: UtxoChainNetwork,
    wanted: readonly PlacedTxid[],
  ): Promise<NodeReply<ReadonlyMap<string, Buffer>>> {
    const found = new Map<string, Buffer>();
    const missing: PlacedTxid[] = [];
    for (const each of wanted) {
      const kept = this.#kept.get(keyOf(followed, each));
      if (kept) found.set(each.txid, kept);
      else missing.push(each);
    }
    if (missing.length === 0) return { outcome: 'answered', value: found };
    const questions = this.#chains.of(followed);
    if (!questions) return { outcome: 'away' };
    const question = missing.map((each) => keyOf(followed, each)).join();
    const reply = await questions.reads.ask(question, (node) => this.#ask(node, followed, missing));
    if (reply.outcome !== 'answered') return reply;
    for (const [txid, bytes] of reply.value) found.set(txid, bytes);
    return { outcome: 'answered', value: found };
  }

  /** The bytes of a block. */
  async readBlock(followed: UtxoChainNetwork, hash: string): Promise<NodeReply<Buffer>> {
    const questions = this.#chains.of(followed);
    return questions ? questions.blocks.ask(hash, (node) => node.rawBlock(hash)) : { outcome: 'away' };
  }

  /** Sends a transaction of {@link mayBroadcast}, as hex digits in pairs. */
  async broadcast(followed: UtxoChainNetwork, hex: string): Promise<NodeReply<Broadcast>> {
    const questions = this.#chains.of(followed);
    if (!questions || !this.mayBroadcast) return { outcome: 'away' };
    return questions.broadcasts.ask(hex, (node) => orRefusal(async () => ({ txid: await node.broadcast(hex) })));
  }

  /** Sends transactions that the node judges together, parents first, where clients may send any. */
  async broadcastPackage(followed: UtxoChainNetwork, hexes: readonly string[]): Promise<NodeReply<PackageBroadcast>> {
    const questions = this.#chains.of(followed);
    if (!questions || !this.mayBroadcast) return { outcome: 'away' };
    return questions.packages.ask(hexes.join(), (node) =>
      orRefusal(async () => ({ result: await node.broadcastPackage(hexes) })),
    );
  }

  async #ask(node: RawNode, followed: UtxoChainNetwork, wanted: readonly PlacedTxid[]): Promise<Map<string, Buffer>> {
    const byBlock = new Map<string, { readonly block: BlockRef; readonly txids: string[] }>();
    const pending: string[] = [];
    for (const { txid, block } of wanted) {
      const group = block && (byBlock.get(block.hash) ?? { block, txids: [] });
      if (group) byBlock.set(group.block.hash, { ...group, txids: [...group.txids, txid] });
      else pending.push(txid);
    }
    const [confirmed, waiting] = await Promise.all([
      node.rawTransactions([...byBlock.values()]),
      node.rawPending(pending),
    ]);
    const found = new Map(confirmed);
    for (const [n, bytes] of waiting.entries()) if (bytes) found.set(pending[n]!, bytes);
    for (const each of wanted) {
      const bytes = found.get(each.txid);
      if (bytes && bytes.length <= KEPT_BYTES_EACH) this.#kept.set(keyOf(followed, each), ownCopy(bytes));
    }
    return found;
  }
}

function keyOf({ chain }: UtxoChainNetwork, { txid, block }: PlacedTxid): string {
  return `${chain.code} ${block?.hash ?? ''} ${txid}`;
}

/** A copy of its own size: small buffers are slices of a pool, which would be kept whole. */
function ownCopy(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
