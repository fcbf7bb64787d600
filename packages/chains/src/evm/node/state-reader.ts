/** Balances and calls after one block, pinned to its hash. */
import { z } from 'zod';
import type { BlockRef } from '../../chain.js';
import { BlockNotFoundError, type NodeError, StateUnavailableError, TooLargeError } from '../../errors.js';
import type { RpcCall, RpcOutcome } from '../../rpc/json-rpc.js';
import {
  checked,
  hasCode,
  isNotOffered,
  RPC_INTERNAL_ERROR,
  RPC_INVALID_PARAMS,
  RPC_METHOD_NOT_FOUND,
} from '../../rpc/rpc-errors.js';
import type { EvmConnection } from './evm-connection.js';
import { EXECUTION_TIMEOUT, evmError, HISTORY_PRUNED } from './evm-errors.js';
import { readHeaderAt } from './evm-headers.js';
import { amountAnswer, hexData, quantity } from './quantity.js';

/** A call of a contract that changes nothing. */
export interface EvmCall {
  readonly to: Buffer;
  readonly data: Buffer;
  /** Most gas of this call, where less is enough. */
  readonly gas?: number;
}

const CALL = 'eth_call';

/**
 * Gas limits, so that hostile contracts cost the node milliseconds each and a second all together: of each call, of one
 * contract's calls, and of one question. `balanceOf` takes some 30,000, of odd tokens 500,000.
 */
const GAS = { ofCall: 3_000_000, ofContract: 12_000_000, ofQuestion: 150_000_000, least: 100_000 } as const;
/** Larger results are never needed; the gas above pays for about a megabyte. */
const MAX_RESULT_CHARACTERS = 2 * 65_536 + 2;
/** A hundred ordinary answers are 20 KB. */
const CALLS_MAX_BYTES = 16 * 2 ** 20;

export class StateReader {
  readonly #node: EvmConnection;
  /** The node takes a block's hash where a block is asked for (EIP-1898). */
  #takesHash = true;

  constructor(node: EvmConnection) {
    this.#node = node;
  }

  /** Tries the better way again: the node may be another one. */
  reset(): void {
    this.#takesHash = true;
  }

  async balances(keys: readonly Buffer[], block: BlockRef): Promise<bigint[]> {
    return this.#amounts('eth_getBalance', keys, block);
  }

  /** How many transactions an account has sent until then; of a contract, how many contracts it made. */
  async nonce(key: Buffer, block: BlockRef): Promise<bigint> {
    const [nonce] = await this.#amounts('eth_getTransactionCount', [key], block);
    return nonce!;
  }

  #amounts(method: string, keys: readonly Buffer[], block: BlockRef): Promise<bigint[]> {
    return this.#pinned(block, (blockParameter) => {
      const calls = keys.map((key) => ({ method, params: [hexData(key), blockParameter] }));
      return this.#node.batch(method, calls, (outcome) => this.#node.readOutcome(method, outcome, amountAnswer));
    });
  }

  /** @returns null for each that reverted, took too long, or answered more than 64 KiB */
  async calls(calls: readonly EvmCall[], block: BlockRef, mostGas: number = GAS.ofCall): Promise<(Buffer | null)[]> {
    return this.#pinned(block, async (blockParameter) => {
      const ofContract = new Map<string, number>();
      for (const { to } of calls) ofContract.set(hexData(to), (ofContract.get(hexData(to)) ?? 0) + 1);
      const sent = calls.map(({ to, data, gas: enough = mostGas }) => {
        const gas = Math.min(mostGas, enough, gasOfCall(ofContract.get(hexData(to)) ?? 1, calls.length));
        return { method: CALL, params: [{ to: hexData(to), data: hexData(data), gas: quantity(gas) }, blockParameter] };
      });
      return this.#inParts(sent);
    });
  }

  /** One contract causes an answer that is too large: the others are called without it. */
  async #inParts(sent: readonly RpcCall[]): Promise<(Buffer | null)[]> {
    try {
      return await this.#node.batches(CALL, sent, (outcomes) => this.#outputs(outcomes), CALLS_MAX_BYTES);
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error;
      if (sent.length === 1) return [null];
      const half = sent.length >> 1;
      return [...(await this.#inParts(sent.slice(0, half))), ...(await this.#inParts(sent.slice(half)))];
    }
  }

  #outputs(outcomes: readonly RpcOutcome[]): (Buffer | null)[] {
    const asked = this.#node.asked(CALL);
    const failures = outcomes.map((outcome) => ('error' in outcome ? evmError(asked, outcome.error) : null));
    const grave = failures.find((failure) => failure !== null && !isOfOneCall(failure));
    if (grave) throw grave;
    // An internal error of one call among others is that contract's; where no call got through it is the node's.
    const internal = failures.find((failure) => hasCode(failure, RPC_INTERNAL_ERROR));
    if (internal && failures.every((failure) => hasCode(failure, RPC_INTERNAL_ERROR))) throw internal;
    return outcomes.map((outcome) => ('error' in outcome ? null : checked(asked, outcome.result, outputAnswer)));
  }

  /**
   * Pinned to the hash where the node takes one. Else by height, and the block at that height is compared afterwards.
   * @throws BlockNotFoundError, StateUnavailableError
   */
  async #pinned<T>(block: BlockRef, read: (blockParameter: unknown) => Promise<T>): Promise<T> {
    try {
      if (this.#takesHash) {
        try {
          return await read({ blockHash: `0x${block.hash}`, requireCanonical: false });
        } catch (error) {
          if (!hasCode(error, RPC_INVALID_PARAMS) || isAboutBlock(error)) throw error;
          this.#takesHash = false;
        }
      }
      const answer = await read(quantity(block.height));
      await this.#requireCanonical(block);
      return answer;
    } catch (error) {
      if (hasCode(error, HISTORY_PRUNED))
        throw new StateUnavailableError('the block is gone', (error as NodeError).facts);
      throw error;
    }
  }

  async #requireCanonical({ height, hash }: BlockRef): Promise<void> {
    const found = await readHeaderAt(this.#node, height);
    if (found?.hash === hash) return;
    const sentence = `block ${hash} is not the node's block at height ${height}`;
    throw new BlockNotFoundError(sentence, this.#node.asked('eth_getBlockByNumber'));
  }
}

function gasOfCall(ofContract: number, ofQuestion: number): number {
  const share = Math.min(GAS.ofCall, GAS.ofContract / ofContract, GAS.ofQuestion / ofQuestion);
  return Math.max(GAS.least, Math.floor(share));
}

/** The node accepts the parameters. Reth uses the code of invalid parameters also for a block that is too old. */
function isAboutBlock(error: unknown): boolean {
  return error instanceof StateUnavailableError || error instanceof BlockNotFoundError;
}

/** Whether only this call failed (reverted, out of gas): such messages are endless, the node's own are known. */
function isOfOneCall(failure: NodeError): boolean {
  if (isAboutBlock(failure)) return false;
  if (failure instanceof TooLargeError || isNotOffered(failure)) return false;
  if ([RPC_INVALID_PARAMS, RPC_METHOD_NOT_FOUND, HISTORY_PRUNED].includes(failure.facts.code ?? 0)) return false;
  return !failure.retryable || hasCode(failure, RPC_INTERNAL_ERROR) || EXECUTION_TIMEOUT.test(failure.message);
}

function outputAnswer(value: unknown): Buffer | null {
  const text = z
    .string()
    .regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'expected hex digits in pairs')
    .parse(value);
  return text.length > MAX_RESULT_CHARACTERS ? null : Buffer.from(text.slice(2), 'hex');
}
