/** Fetches traces of a block by the best method that the node offers. */
import { z } from 'zod';
import type { BlockRef } from '../../chain.js';
import { BlockNotFoundError, isAboveOurBound, NodeError, NodeLieError, StateUnavailableError } from '../../errors.js';
import type { RawRpcAnswer } from '../../rpc/json-rpc.js';
import { hasCode, isNotOffered, isNotUnderstood, quoteForeign } from '../../rpc/rpc-errors.js';
import type { DestructionFork, EvmTraceAnswer, Tracer, TraceWay } from '../evm-block.js';
import type { EvmConnection } from './evm-connection.js';
import { HISTORY_PRUNED } from './evm-errors.js';
import { readHeaderAt } from './evm-headers.js';
import { MOVES_TRACER } from './moves-tracer.js';
import { quantity } from './quantity.js';
import { asList, readOneByOne } from './single-answers.js';

const TRACE_TRANSACTION = 'debug_traceTransaction';
const METHODS: Readonly<Record<Tracer, string>> = { callTracer: 'debug_traceBlockByHash', parity: 'trace_block' };

/** Geth's own default is 5 s for each transaction, too little for the largest on a busy machine. */
const TRANSACTION_TIMEOUT = '60s';
const CALL_TRACER = { tracer: 'callTracer', timeout: TRANSACTION_TIMEOUT, tracerConfig: { withLog: false } };
/** The same without inputs: of the callTracer's, amounts take none. */
const WITHOUT_INPUTS = { tracer: MOVES_TRACER, timeout: TRANSACTION_TIMEOUT };
const CLOSE = Buffer.from('}');
/** How long a node may trace one block before it begins to answer. */
const TRACING_MS = 120_000;
/** Traces of so many blocks may be on their way side by side and take no more memory than the largest. */
const SIDE_BY_SIDE = 16;

/**
 * Software that is traced by `trace_block` first. The callTracer is pinned to a hash and has the same form everywhere,
 * so it is first with all others. Anvil's callTracer runs the block once for each of its transactions: 200 of them take
 * 3.5 s, and 3 ms by trace_block. The native tracer of Erigon and Besu is that of `trace_`; their callTracer came later
 * and is slower.
 */
const PARITY_FIRST = /^(anvil|erigon|besu|openethereum|parity)/i;

/** @param software of web3_clientVersion */
function tracersInOrder(software: string): readonly Tracer[] {
  return PARITY_FIRST.test(software) ? ['parity', 'callTracer'] : ['callTracer', 'parity'];
}

export class TraceReader {
  readonly #node: EvmConnection;
  readonly #software: () => Promise<string>;
  readonly #isArbitrum: boolean;
  /** Detected once; undefined before. */
  #tracer: Tracer | null | undefined;
  /** Ends with the large answer that is on its way. */
  #alone: Promise<unknown> = Promise.resolve();
  #areLarge = false;

  constructor(node: EvmConnection, software: () => Promise<string>, isArbitrum: boolean) {
    this.#node = node;
    this.#software = software;
    this.#isArbitrum = isArbitrum;
  }

  /** Finds out again: the node may be another one. */
  reset(): void {
    this.#tracer = undefined;
  }

  /**
   * Traces the newest block to see how the node does it.
   * @returns null where the node does not offer traces. @throws NodeError where it cannot answer now
   */
  async tracer(): Promise<Tracer | null> {
    if (this.#tracer !== undefined) return this.#tracer;
    for (const tracer of tracersInOrder(await this.#software())) {
      if (!(await this.#offers(tracer))) continue;
      this.#tracer = tracer;
      return tracer;
    }
    this.#tracer = null;
    return null;
  }

  /**
   * @param txids of the block's transactions, without `0x`, for the way that names each
   * @throws StateUnavailableError where the node has thrown the state away, BlockNotFoundError for a block that is not
   *   (or no more) there.
   */
  async read(ref: BlockRef, way: TraceWay = 'as a block', txids: readonly string[] = []): Promise<EvmTraceAnswer> {
    const usual = await this.tracer();
    if (usual === null) {
      throw new NodeError(
        'the node offers no traces: start it with its debug or trace module',
        false,
        this.#node.asked(METHODS.callTracer),
      );
    }
    if (way === 'transaction by transaction') return { tracer: 'callTracer', body: await this.#traceEach(txids) };
    const tracer = way === 'as a block' ? usual : usual === 'parity' ? 'callTracer' : 'parity';
    try {
      return { tracer, body: await this.#node.retrying(METHODS[tracer], () => this.#trace(tracer, ref)) };
    } catch (error) {
      // A node that was restarted with other modules may do it another way.
      if (tracer === usual && isNotOffered(error)) this.reset();
      throw error;
    }
  }

  /** Traces of single transactions, in the form of `debug_traceBlockByHash`. */
  async #traceEach(txids: readonly string[]): Promise<Buffer> {
    const params = txids.map((txid) => [`0x${txid}`, CALL_TRACER]);
    const traces = await readOneByOne(this.#node, TRACE_TRANSACTION, params, this.#node.maxBlockBytes, TRACING_MS);
    return asList(
      traces.map((trace, at) => Buffer.concat([Buffer.from(`{"txHash":"0x${txids[at]}","result":`), trace, CLOSE])),
    );
  }

  async #offers(tracer: Tracer): Promise<boolean> {
    return this.#node.retrying(METHODS[tracer], async () => {
      const newest = await this.#newestBlock();
      try {
        await this.#trace(tracer, newest);
        return true;
      } catch (error) {
        // No node can trace the genesis block, so a failure there does not show whether traces are offered.
        if (error instanceof NodeError && (newest.height === 0 || error instanceof StateUnavailableError)) {
          return !isNotUnderstood(error);
        }
        if (error instanceof BlockNotFoundError) throw retryable(error);
        if (error instanceof NodeError && !error.retryable) return false;
        throw error;
      }
    });
  }

  async #newestBlock(): Promise<BlockRef> {
    const height = Number(await this.#node.call('eth_blockNumber', []));
    const header = Number.isSafeInteger(height) ? await readHeaderAt(this.#node, height) : null;
    if (header === null)
      throw new NodeError('the newest block is gone', true, this.#node.asked('eth_getBlockByNumber'));
    return { height: header.number, hash: header.hash };
  }

  async #trace(tracer: Tracer, { height, hash }: BlockRef): Promise<Buffer> {
    const method = METHODS[tracer];
    const asked = this.#node.asked(method);
    const params = tracer === 'parity' ? [quantity(height)] : [`0x${hash}`, CALL_TRACER];
    const { body, kind } = await this.#boundedTraces(method, params);
    if (kind === 'null') throw new BlockNotFoundError(`no traces of block ${hash}`, asked);
    if (kind !== 'list') throw new NodeLieError('an object in place of a list of traces', asked);
    if (tracer === 'parity') await this.#requireBlock(body, { height, hash });
    return body;
  }

  /** Large answers come one at a time, so that a run of them, whoever made it, takes no more memory than the largest. */
  async #boundedTraces(method: string, params: readonly unknown[]): Promise<RawRpcAnswer> {
    const { maxBlockBytes } = this.#node;
    const bound = maxBlockBytes / SIDE_BY_SIDE;
    try {
      if (!this.#areLarge) return await this.#rawTraces(method, params, bound);
    } catch (error) {
      if (!isAboveOurBound(error)) throw error;
    }
    const answer = this.#alone.then(() => this.#largeTraces(method, params));
    this.#alone = answer.catch(() => undefined);
    this.#areLarge = (await answer).body.length > bound;
    return answer;
  }

  /** Without inputs where the node can. Transfers around Arbitrum's transactions are in the callTracer's answer alone. */
  async #largeTraces(method: string, params: readonly unknown[]): Promise<RawRpcAnswer> {
    const { maxBlockBytes } = this.#node;
    if (method === METHODS.callTracer && !this.#isArbitrum) {
      try {
        return await this.#rawTraces(method, [params[0], WITHOUT_INPUTS], maxBlockBytes);
      } catch (error) {
        if (!(error instanceof NodeError) || error.retryable) throw error;
      }
    }
    return this.#rawTraces(method, params, maxBlockBytes);
  }

  async #rawTraces(method: string, params: readonly unknown[], maxBytes: number): Promise<RawRpcAnswer> {
    try {
      return await this.#node.rpc.callRaw(method, params, { extraTimeoutMs: TRACING_MS, maxBytes });
    } catch (error) {
      if (hasCode(error, HISTORY_PRUNED)) {
        throw new StateUnavailableError(quoteForeign((error as NodeError).message), this.#node.asked(method));
      }
      throw error;
    }
  }

  /**
   * A node that is asked by height may answer for another block. Every trace names its block. A list without traces
   * names none: it belongs to a block without transactions, and is Anvil's answer for a missing block.
   */
  async #requireBlock(body: Buffer, { height, hash }: BlockRef): Promise<void> {
    const at = body.indexOf('"blockHash"');
    const found = /^"blockHash"\s*:\s*"0x([0-9a-fA-F]{64})"/.exec(body.toString('latin1', at, at + 128))?.[1];
    const block = at < 0 ? (await readHeaderAt(this.#node, height))?.hash : found?.toLowerCase();
    if (block === hash) return;
    const sentence = `asked for traces of block ${hash}, got those of ${block ?? 'no block'}`;
    throw new BlockNotFoundError(sentence, this.#node.asked(METHODS.parity));
  }
}

/** Fields are absent, or null, before their forks. EIP-4788 is of Cancun, EIP-7928 of Amsterdam. */
const forkFields = z.object({ parentBeaconBlockRoot: z.string().nullish(), blockAccessListHash: z.string().nullish() });

/**
 * The rules of SELFDESTRUCT in a block of a private network, whose fork schedule is unknown. Fields of the header show
 * the fork: they are part of its hash, so every client has them. The node's own schedule (`eth_config`, EIP-7910) has
 * only the newest forks, and no names.
 * @throws BlockNotFoundError
 */
export async function readDestructionFork(node: EvmConnection, { hash }: BlockRef): Promise<DestructionFork> {
  const method = 'eth_getBlockByHash';
  const fields = await node.read(method, [`0x${hash}`, false], forkFields.nullable());
  if (fields === null) throw new BlockNotFoundError(`there is no block ${hash}`, node.asked(method));
  if (fields.blockAccessListHash != null) return 'amsterdam';
  return fields.parentBeaconBlockRoot == null ? 'frontier' : 'cancun';
}

function retryable(error: NodeError): NodeError {
  return new NodeError('the newest block went away', true, { ...error.facts, cause: error });
}
