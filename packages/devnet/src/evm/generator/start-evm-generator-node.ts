import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EvmChain } from '@chaintrail/chains';
import { readBody, SimulatedServer } from '../../node/simulated-server.js';
import { sendAnswer } from '../../node/transport-faults.js';
import {
  answerEvmBody,
  type EvmRpcRequest,
  invalidParams,
  MAX_BODY_BYTES,
  parseEvmBody,
  unknownMethod,
} from '../node/rpc/dispatch.js';
import { GENERATED_CHAIN_ID, GeneratedEvmChain } from './generated-evm-chain.js';

export interface EvmGeneratorNode {
  readonly url: string;
  readonly chain: GeneratedEvmChain;
  /** The bodies that {@link EvmGeneratorNode.url} sends for a block and for its receipts. */
  answers(height: number): { readonly block: Buffer; readonly receipts: Buffer };
  close(): Promise<void>;
}

/** Blocks below the tip that are not final yet: two epochs. */
const NOT_FINAL = 64;

/**
 * A node over a generated EVM chain, for benchmarks. Each answer is written when it is asked for. Serves
 * blocks and receipts, and traces where that is wanted; no state or unconfirmed transactions.
 */
export async function startEvmGeneratorNode(options: {
  readonly chain: EvmChain;
  /** Above an empty genesis block. */
  readonly blocks: number;
  /** Default false. */
  readonly traces?: boolean;
}): Promise<EvmGeneratorNode> {
  const chain = new GeneratedEvmChain(options.chain, options.blocks);
  const server = new GeneratorServer(chain, options.traces ?? false);
  const port = await server.listen(0);
  const body = (result: string): Buffer => Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result}}\n`, 'latin1');
  return {
    ...{ url: `http://127.0.0.1:${port}`, chain },
    answers: (height) => ({ block: body(chain.block(height, true)), receipts: body(chain.receipts(height)) }),
    close: () => server.close(),
  };
}

class GeneratorServer extends SimulatedServer {
  private readonly chain: GeneratedEvmChain;
  private readonly traces: boolean;

  constructor(chain: GeneratedEvmChain, traces: boolean) {
    super();
    this.chain = chain;
    this.traces = traces;
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = request.method === 'POST' ? await readBody(request, MAX_BODY_BYTES) : null;
    if (text === null) return void response.writeHead(request.method === 'POST' ? 413 : 405).end();
    const run = async ({ method, params }: EvmRpcRequest) => resultText(this.chain, this.traces, method, params);
    const body = await answerEvmBody(parseEvmBody(text), run, () => false);
    sendAnswer(response, { status: 200, type: 'application/json', body });
  }
}

/** @throws RpcError */
function resultText(chain: GeneratedEvmChain, traces: boolean, method: string, params: readonly unknown[]): string {
  switch (method) {
    case 'debug_traceBlockByHash': {
      const height = traces ? heightOf(chain, params[0]) : null;
      if (height === null) throw unknownMethod(method);
      return chain.traces(height);
    }
    case 'eth_getBlockByHash':
    case 'eth_getBlockByNumber': {
      const height = heightOf(chain, params[0]);
      return height === null ? 'null' : chain.block(height, params[1] === true);
    }
    case 'eth_getBlockReceipts': {
      const height = heightOf(chain, params[0]);
      return height === null ? 'null' : chain.receipts(height);
    }
    case 'eth_chainId':
      return `"0x${GENERATED_CHAIN_ID.toString(16)}"`;
    case 'net_version':
      return `"${GENERATED_CHAIN_ID}"`;
    case 'web3_clientVersion':
      return '"Geth/v1.16.7-stable/linux-amd64/go1.25.1"';
    case 'eth_syncing':
      return 'false';
    case 'eth_blockNumber':
      return `"0x${chain.height.toString(16)}"`;
    case 'eth_getBalance':
      return balanceText(params[0]);
    // Contracts have no code here, so calls of them give nothing.
    case 'eth_call':
      return '"0x"';
    default:
      throw unknownMethod(method);
  }
}

/** @param block a tag, number or hash. @returns null where the chain has no such block */
function heightOf(chain: GeneratedEvmChain, block: unknown): number | null {
  if (typeof block !== 'string') throw invalidParams('missing value for required argument 0');
  const { height } = chain;
  const tagged = { latest: height, safe: height - NOT_FINAL, finalized: height - NOT_FINAL, earliest: 0 }[block];
  if (tagged !== undefined) return Math.max(0, tagged);
  if (block.length === 66) return chain.heightOf(block.slice(2)) ?? null;
  const number = Number(block);
  if (!Number.isInteger(number) || number < 0) throw invalidParams('invalid argument 0');
  return number > height ? null : number;
}

/** Some balance that is always the same: there is no state. */
function balanceText(address: unknown): string {
  if (typeof address !== 'string' || address.length !== 42) throw invalidParams('invalid argument 0');
  return `"0x${BigInt(`0x${address.slice(-14)}`).toString(16)}"`;
}
