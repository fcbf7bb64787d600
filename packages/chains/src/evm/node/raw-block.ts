/** Fetches a block, its receipts and its uncles as the node sends them. Reads only what further requests need. */
import type { BlockRef } from '../../chain.js';
import { BlockNotFoundError, BlockPrunedError, NodeError, NodeLieError, StateUnavailableError } from '../../errors.js';
import { settingOf } from '../../rpc/http-options.js';
import { hasCode, isNotOffered, isNotUnderstood } from '../../rpc/rpc-errors.js';
import type { EvmBlockAnswers, EvmBlockRequest, OtherBlockWay } from '../evm-block.js';
import type { EvmConnection } from './evm-connection.js';
import { HISTORY_PRUNED } from './evm-errors.js';
import { quantity } from './quantity.js';
import { readReceiptsInBatches, readReceiptsOneByOne } from './single-answers.js';

/** How receipts are requested, the best method first. A node that refuses one is asked by the next from then on. */
type ReceiptMethod = 'by hash' | 'by number' | 'one by one';

const GET_BLOCK = 'eth_getBlockByHash';
const GET_BLOCK_BY_NUMBER = 'eth_getBlockByNumber';
const GET_RECEIPTS = 'eth_getBlockReceipts';
const GET_UNCLE = 'eth_getUncleByBlockHashAndIndex';

export class RawBlocks {
  readonly #node: EvmConnection;
  #receiptMethod: ReceiptMethod = 'by hash';

  constructor(node: EvmConnection) {
    this.#node = node;
  }

  /** Tries the best method again: the node may be another one. */
  reset(): void {
    this.#receiptMethod = 'by hash';
  }

  /**
   * @throws BlockNotFoundError where the node does not have the block, BlockPrunedError where it has dropped
   *   parts of it, TooLargeError.
   */
  async read(hash: string, request: EvmBlockRequest): Promise<EvmBlockAnswers> {
    try {
      const answers =
        request.way === 'usual'
          ? await this.#usual(hash, request.maxBytes ?? this.#node.maxBlockBytes)
          : await this.#otherwise({ height: request.height, hash }, request.way);
      return { ...answers, uncles: await this.#uncles(hash, answers.block) };
    } catch (error) {
      throw isDropped(error) ? this.#dropped(hash, error) : error;
    }
  }

  async #usual(hash: string, maxBytes: number): Promise<{ block: Buffer; receipts: Buffer }> {
    // Requested together. The first failure is thrown, the other one is dropped.
    const [block, early] = await Promise.all([
      this.#block(GET_BLOCK, `0x${hash}`, hash, maxBytes),
      this.#node.retrying(GET_RECEIPTS, () => this.#receiptsByHash(hash, maxBytes)),
    ]);
    return { block, receipts: isComplete(early, block) ? early : await this.#receiptsOnceMore(hash, block, maxBytes) };
  }

  async #otherwise({ height, hash }: BlockRef, way: OtherBlockWay): Promise<{ block: Buffer; receipts: Buffer }> {
    const block = way.startsWith('by height')
      ? await this.#block(GET_BLOCK_BY_NUMBER, quantity(height), hash, this.#node.maxBlockBytes)
      : await this.#block(GET_BLOCK, `0x${hash}`, hash, this.#node.maxBlockBytes);
    if (way !== 'by height') {
      return { block, receipts: await readReceiptsOneByOne(this.#node, block, this.#node.maxSingleReceiptsBytes) };
    }
    const receipts = await this.#node.retrying(GET_RECEIPTS, () =>
      this.#receipts(quantity(height), hash, this.#node.maxBlockBytes),
    );
    if (isComplete(receipts, block)) return { block, receipts };
    throw new NodeError(`no receipts for block ${hash}`, false, this.#node.asked(GET_RECEIPTS));
  }

  /** @param place hash or height, as the parameter */
  async #block(method: string, place: string, hash: string, maxBytes: number): Promise<Buffer> {
    const asked = this.#node.asked(method);
    const { body, kind } = await this.#node.callRaw(method, [place, true], maxBytes);
    if (kind === 'null') throw new BlockNotFoundError(`there is no block ${hash}`, asked);
    if (kind !== 'object') throw new NodeLieError('a list in place of a block', asked);
    return body;
  }

  /** @returns null where the node refuses the call, or has no receipts of this block (yet). */
  async #receiptsByHash(hash: string, maxBytes: number): Promise<Buffer | null> {
    if (this.#receiptMethod !== 'by hash') return null;
    try {
      return await this.#receipts(`0x${hash}`, hash, maxBytes);
    } catch (error) {
      if (!isNotUnderstood(error)) throw error;
      this.#receiptMethod = isNotOffered(error) ? 'one by one' : 'by number';
      return null;
    }
  }

  /** It is there, so its receipts are asked for otherwise, and again: some nodes store them after the block. */
  async #receiptsOnceMore(hash: string, block: Buffer, maxBytes: number): Promise<Buffer> {
    return this.#node.retrying(GET_RECEIPTS, async () => {
      const byHash = await this.#receiptsByHash(hash, maxBytes);
      const receipts = byHash ?? (await this.#receiptsByNumber(hash, block, maxBytes));
      if (isComplete(receipts, block)) return receipts;
      throw new NodeError(`no receipts for block ${hash} (yet)`, true, this.#node.asked(GET_RECEIPTS));
    });
  }

  async #receiptsByNumber(hash: string, block: Buffer, maxBytes: number): Promise<Buffer | null> {
    if (this.#receiptMethod === 'by hash') return null;
    if (this.#receiptMethod === 'by number') {
      try {
        return await this.#receipts(quantity(this.#heightOf(block)), hash, maxBytes);
      } catch (error) {
        if (!isNotUnderstood(error)) throw error;
        this.#receiptMethod = 'one by one';
      }
    }
    return readReceiptsInBatches(this.#node, block);
  }

  /** @param block hash or height, as the parameter */
  async #receipts(block: string, hash: string, maxBytes: number): Promise<Buffer | null> {
    const asked = this.#node.asked(GET_RECEIPTS);
    const { body, kind } = await this.#node.rpc.callRaw(GET_RECEIPTS, [block], { maxBytes });
    if (kind === 'null') return null;
    if (kind !== 'list') throw new NodeLieError('an object in place of a list of receipts', asked);
    const found = firstHash(body);
    if (found === null || found === hash) return body;
    throw new BlockNotFoundError(`asked for receipts of block ${hash}, got those of ${found}`, asked);
  }

  /** The block lists its uncles by hash; each is fetched separately. */
  async #uncles(hash: string, block: Buffer): Promise<Buffer | null> {
    const count = countUncles(block);
    if (count === 0) return null;
    const asked = this.#node.asked(GET_UNCLE);
    const calls = Array.from({ length: count }, (_, index) => ({
      method: GET_UNCLE,
      params: [`0x${hash}`, quantity(index)],
    }));
    const uncles = await this.#node.batch(GET_UNCLE, calls, (outcome) => {
      const uncle = this.#node.resultOf(asked, outcome);
      if (uncle === null) throw new NodeError(`an uncle of block ${hash} is not there`, true, asked);
      return uncle;
    });
    return Buffer.from(JSON.stringify(uncles.map((result, id) => ({ jsonrpc: '2.0', id, result }))));
  }

  #heightOf(block: Buffer): number {
    const match = /"number"\s*:\s*"(0x[0-9a-f]{1,13})"/i.exec(textAt(block, '"number"', 64));
    if (!match) throw new NodeLieError('the block has no number', this.#node.asked(GET_BLOCK));
    return Number(match[1]);
  }

  #dropped(hash: string, cause: NodeError): BlockPrunedError {
    const { chain } = this.#node;
    return new BlockPrunedError(
      `block ${hash} or its receipts are gone from the node (${cause.message}): use a node that keeps all history, or set ` +
        `${settingOf(chain, 'START_HEIGHT')} above what it has dropped`,
      { ...this.#node.asked(GET_RECEIPTS), code: HISTORY_PRUNED, cause },
    );
  }
}

/** Erigon makes receipts by executing the block again, so it may lack the state for them. */
function isDropped(error: unknown): error is NodeError {
  return hasCode(error, HISTORY_PRUNED) || error instanceof StateUnavailableError;
}

/** An empty list belongs to a block without transactions only. */
function isComplete(receipts: Buffer | null, block: Buffer): receipts is Buffer {
  if (receipts === null) return false;
  return (
    receipts.includes('"transactionHash"') || /^"transactions"\s*:\s*\[\s*\]/.test(textAt(block, '"transactions"', 64))
  );
}

/** The block that the first receipt names; null where there is none. */
function firstHash(receipts: Buffer): string | null {
  const match = /"blockHash"\s*:\s*"0x([0-9a-fA-F]{64})"/.exec(textAt(receipts, '"blockHash"', 128));
  return match?.[1]?.toLowerCase() ?? null;
}

/** Proof of work allows two; what claims more is for the decoder to refuse. */
const MAX_UNCLES = 2;

function countUncles(block: Buffer): number {
  // From the end, where they come after the transactions; the name is in quotes, which no value before it can hold.
  const at = block.lastIndexOf('"uncles"');
  const listed = /^"uncles"\s*:\s*\[([^\]]*)/.exec(at < 0 ? '' : block.toString('latin1', at, at + 512))?.[1] ?? '';
  return Math.min(MAX_UNCLES, listed.split('"0x').length - 1);
}

/** Names of members appear nowhere else: other strings are hex, but for client-made words of a few fields. */
function textAt(body: Buffer, name: string, length: number): string {
  const at = body.indexOf(name);
  return at < 0 ? '' : body.toString('latin1', at, at + length);
}
