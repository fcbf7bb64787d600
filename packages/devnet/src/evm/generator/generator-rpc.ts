/** JSON-RPC as geth answers it, over a generated chain: what an indexer asks. */
import type { AnswerWriter } from './answer-writer.js';
import { literal } from './answer-writer.js';
import { GENERATED_CHAIN_ID, type GeneratedEvmChain } from './generated-chain.js';

interface Call {
  readonly id: unknown;
  readonly method: unknown;
  readonly params: readonly unknown[];
}

/** Of one call, told to the caller in an envelope. */
class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** go-ethereum node/defaults.go: BatchRequestLimit, BatchResponseMaxSize. */
const MOST_CALLS = 1000;
const MOST_BYTES = 25_000_000;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const RESPONSE_TOO_LARGE = -32003;
const VERSION = 'Geth/v1.16.7-stable/linux-amd64/go1.25.1';
/** Blocks below the tip that are not final yet: two epochs. */
const NOT_FINAL = 64;
const MOST_JSON_BYTES = 1_024;

const OPEN = literal('[');
const COMMA = literal(',');
const CLOSE = literal(']');
const END = literal('}');

/** Answers calls; counts them by method. */
export class GeneratorRpc {
  readonly counts = new Map<string, number>();
  private readonly chain: GeneratedEvmChain;

  constructor(chain: GeneratedEvmChain) {
    this.chain = chain;
  }

  /** Writes the answer to one request's body. */
  answer(out: AnswerWriter, body: string): void {
    const request = parse(body);
    if (!Array.isArray(request)) this.answerCall(out, request);
    else if (request.length > MOST_CALLS) writeError(out, null, new CallError(INVALID_REQUEST, 'batch too large'));
    else {
      out.text(OPEN);
      request.forEach((call, place) => {
        if (place > 0) out.text(COMMA);
        this.answerCall(out, call);
      });
      out.text(CLOSE);
    }
  }

  private answerCall(out: AnswerWriter, request: unknown): void {
    const { id = null, method, params = [] } = (request ?? {}) as Partial<Call>;
    if (typeof method !== 'string' || !Array.isArray(params)) {
      writeError(out, id, new CallError(INVALID_REQUEST, 'invalid request'));
      return;
    }
    const start = out.length;
    try {
      if (start > MOST_BYTES) throw new CallError(RESPONSE_TOO_LARGE, 'response too large');
      writeJson(out, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
      this.result(out, method, params);
      out.text(END);
      this.counts.set(method, (this.counts.get(method) ?? 0) + 1);
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      out.rewind(start);
      writeError(out, id, cause);
    }
  }

  private result(out: AnswerWriter, method: string, params: readonly unknown[]): void {
    switch (method) {
      case 'eth_getBlockByHash':
      case 'eth_getBlockByNumber': {
        const height = this.heightOf(params[0]);
        if (height === null) writeJson(out, 'null');
        else this.chain.writeBlock(out, height, params[1] === true);
        return;
      }
      case 'eth_getBlockReceipts': {
        const height = this.heightOf(params[0]);
        if (height === null) writeJson(out, 'null');
        else this.chain.writeReceipts(out, height);
        return;
      }
      default:
        writeJson(out, JSON.stringify(this.plainResult(method, params)));
    }
  }

  /** @throws CallError */
  private plainResult(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_chainId':
        return `0x${GENERATED_CHAIN_ID.toString(16)}`;
      case 'net_version':
        return String(GENERATED_CHAIN_ID);
      case 'web3_clientVersion':
        return VERSION;
      case 'eth_syncing':
        return false;
      case 'eth_blockNumber':
        return `0x${this.chain.height.toString(16)}`;
      case 'eth_getBalance':
        return balanceOf(params[0]);
      // Contracts have no code here, so calls of them give nothing.
      case 'eth_call':
        return '0x';
      default:
        throw new CallError(METHOD_NOT_FOUND, `the method ${method} does not exist/is not available`);
    }
  }

  /** @param block a tag, number or hash, or EIP-1898's object. @returns null where the chain has no such block */
  private heightOf(block: unknown): number | null {
    if (typeof block === 'object' && block !== null) {
      const { blockHash, blockNumber } = block as { blockHash?: unknown; blockNumber?: unknown };
      return this.heightOf(blockHash ?? blockNumber);
    }
    if (typeof block !== 'string') throw new CallError(INVALID_PARAMS, 'missing value for required argument 0');
    const { height } = this.chain;
    if (block === 'latest' || block === 'pending') return height;
    if (block === 'safe' || block === 'finalized') return Math.max(0, height - NOT_FINAL);
    if (block === 'earliest') return 0;
    if (block.length === 66) return this.chain.heightOf(block.slice(2)) ?? null;
    const number = Number(block);
    if (!Number.isInteger(number) || number < 0) throw new CallError(INVALID_PARAMS, 'invalid argument 0');
    return number > height ? null : number;
  }
}

/** Some balance that is always the same: there is no state. */
function balanceOf(address: unknown): string {
  if (typeof address !== 'string' || address.length !== 42) throw new CallError(INVALID_PARAMS, 'invalid argument 0');
  return `0x${BigInt(`0x${address.slice(-14)}`).toString(16)}`;
}

/** @returns null, an invalid request, for what is no JSON */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function writeError(out: AnswerWriter, id: unknown, { code, message }: CallError): void {
  writeJson(out, JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
}

function writeJson(out: AnswerWriter, text: string): void {
  out.reserve(Math.max(text.length, MOST_JSON_BYTES));
  out.text(literal(text));
}
