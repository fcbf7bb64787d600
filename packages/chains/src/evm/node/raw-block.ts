/**
 * Fetches a block, its receipts and its uncles as the node sends them. It reads only what the further requests need.
 */
import { z } from 'zod';
import { BlockNotFoundError, BlockPrunedError, NodeError, NodeLieError, StateUnavailableError } from '../../errors.js';
import { settingOf } from '../../rpc/http-options.js';
import { checked, hasCode, isNotOffered, isNotUnderstood } from '../../rpc/rpc-errors.js';
import type { EvmBlockAnswers } from '../evm-block.js';
import { BLOCK_MAX_BYTES, type EvmConnection } from './evm-connection.js';
import { HISTORY_PRUNED } from './evm-errors.js';
import { hashAnswer, quantity } from './quantity.js';

/** How receipts are requested, the best method first. A node that refuses one is asked by the next from then on. */
type ReceiptMethod = 'by hash' | 'by number' | 'one by one';

const GET_BLOCK = 'eth_getBlockByHash';
const GET_RECEIPTS = 'eth_getBlockReceipts';
const GET_RECEIPT = 'eth_getTransactionReceipt';
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
   *   parts of it.
   */
  async read(hash: string): Promise<EvmBlockAnswers> {
    try {
      // Requested together. The first failure is thrown, the other one is dropped.
      const [block, early] = await Promise.all([
        this.#block(hash),
        this.#node.retrying(GET_RECEIPTS, () => this.#receiptsByHash(hash)),
      ]);
      const receipts = isComplete(early, block) ? early : await this.#receiptsOnceMore(hash, block);
      return { block, receipts, uncles: await this.#uncles(hash, block) };
    } catch (error) {
      throw isDropped(error) ? this.#dropped(hash, error) : error;
    }
  }

  async #block(hash: string): Promise<Buffer> {
    const { body, kind } = await this.#node.callRaw(GET_BLOCK, [`0x${hash}`, true], BLOCK_MAX_BYTES);
    if (kind === 'null') throw new BlockNotFoundError(`there is no block ${hash}`, this.#node.asked(GET_BLOCK));
    if (kind !== 'object') throw new NodeLieError('a list in place of a block', this.#node.asked(GET_BLOCK));
    return body;
  }

  /** @returns null where the node refuses the call, or has no receipts of this block (yet). */
  async #receiptsByHash(hash: string): Promise<Buffer | null> {
    if (this.#receiptMethod !== 'by hash') return null;
    try {
      return await this.#receipts(`0x${hash}`, hash);
    } catch (error) {
      if (!isNotUnderstood(error)) throw error;
      this.#receiptMethod = isNotOffered(error) ? 'one by one' : 'by number';
      return null;
    }
  }

  /**
   * The block is there, so its receipts are requested in other ways, and again: some nodes show a block before they
   * have stored its receipts.
   */
  async #receiptsOnceMore(hash: string, block: Buffer): Promise<Buffer> {
    return this.#node.retrying(GET_RECEIPTS, async () => {
      const byHash = await this.#receiptsByHash(hash);
      const receipts = byHash ?? (await this.#receiptsByNumber(hash, block));
      if (isComplete(receipts, block)) return receipts;
      throw new NodeError(`no receipts for block ${hash} (yet)`, true, this.#node.asked(GET_RECEIPTS));
    });
  }

  async #receiptsByNumber(hash: string, block: Buffer): Promise<Buffer | null> {
    if (this.#receiptMethod === 'by hash') return null;
    if (this.#receiptMethod === 'by number') {
      try {
        return await this.#receipts(quantity(this.#heightOf(block)), hash);
      } catch (error) {
        if (!isNotUnderstood(error)) throw error;
        this.#receiptMethod = 'one by one';
      }
    }
    return this.#receiptsOneByOne(block);
  }

  /** @param block hash or height, as the parameter */
  async #receipts(block: string, hash: string): Promise<Buffer | null> {
    const asked = this.#node.asked(GET_RECEIPTS);
    const { body, kind } = await this.#node.rpc.callRaw(GET_RECEIPTS, [block], { maxBytes: BLOCK_MAX_BYTES });
    if (kind === 'null') return null;
    if (kind !== 'list') throw new NodeLieError('an object in place of a list of receipts', asked);
    const found = firstHash(body);
    if (found === null || found === hash) return body;
    throw new BlockNotFoundError(`asked for receipts of block ${hash}, got those of ${found}`, asked);
  }

  async #receiptsOneByOne(block: Buffer): Promise<Buffer> {
    const asked = this.#node.asked(GET_RECEIPT);
    const { result } = checked(this.#node.asked(GET_BLOCK), JSON.parse(block.toString('utf8')), (value) =>
      transactionsAnswer.parse(value),
    );
    const calls = result.transactions.map(({ hash }) => ({ method: GET_RECEIPT, params: [`0x${hash}`] }));
    const receipts = await this.#node.batch(GET_RECEIPT, calls, (outcome) => {
      const receipt = this.#node.resultOf(asked, outcome);
      if (receipt === null) throw new NodeError('a receipt is not there (yet)', true, asked);
      return receipt;
    });
    return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result: receipts }));
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

const transactionsAnswer = z.object({ result: z.object({ transactions: z.array(z.object({ hash: hashAnswer })) }) });

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

/**
 * Names of members appear nowhere else: every string in these answers is hex, but for client-made words of a few
 * fields.
 */
function textAt(body: Buffer, name: string, length: number): string {
  const at = body.indexOf(name);
  return at < 0 ? '' : body.toString('latin1', at, at + length);
}
