import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BlockRef } from '@chaintrail/chains';
import { AnswerWriter } from './answer-writer.js';
import { type EvmGeneratedTotals, type EvmGeneratorOptions, GeneratedEvmChain } from './generated-chain.js';
import { GeneratorRpc } from './generator-rpc.js';

export interface EvmGeneratorNodeOptions extends EvmGeneratorOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
}

export interface EvmGeneratorNode {
  readonly url: string;
  readonly totals: EvmGeneratedTotals;
  tip(): BlockRef;
  /** Hex, no prefix. @throws RangeError above the tip */
  hashAt(height: number): string;
  requestCounts(): Readonly<Record<string, number>>;
  /** The bodies that {@link EvmGeneratorNode.url} sends for a block and for its receipts. */
  answers(height: number): { readonly block: Buffer; readonly receipts: Buffer };
  close(): Promise<void>;
}

/** go-ethereum node/defaults.go: 5 MB. */
const MAX_REQUEST_BYTES = 5 << 20;
const IDLE_TIMEOUT_MS = 120_000;

/**
 * A node over a generated chain of account form, for benchmarks: the whole chain is planned before it answers, and each
 * answer is written when it is asked for. Serves blocks and receipts; no state, traces or unconfirmed transactions.
 */
export async function startEvmGeneratorNode(options: EvmGeneratorNodeOptions): Promise<EvmGeneratorNode> {
  const chain = new GeneratedEvmChain(options);
  const rpc = new GeneratorRpc(chain);
  const server = serve(rpc, chain.seed);
  server.keepAliveTimeout = IDLE_TIMEOUT_MS;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const out = new AnswerWriter(chain.seed);
  const body = (method: string, params: readonly unknown[]): Buffer => {
    out.rewind(0);
    rpc.answer(out, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return Buffer.from(out.written());
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    totals: chain.totals,
    tip: () => ({ height: chain.height, hash: chain.hashAt(chain.height) }),
    hashAt: (height) => chain.hashAt(height),
    requestCounts: () => Object.fromEntries(rpc.counts),
    answers(height) {
      const hash = `0x${chain.hashAt(height)}`;
      return { block: body('eth_getBlockByHash', [hash, true]), receipts: body('eth_getBlockReceipts', [hash]) };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function serve(rpc: GeneratorRpc, seed: number): Server {
  // A writer's memory is the body that is sent, so it is busy until that is out.
  const idle: AnswerWriter[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = request.method === 'POST' ? await readBody(request) : null;
    if (body === null) {
      response.writeHead(request.method === 'POST' ? 413 : 405).end();
      return;
    }
    const out = idle.pop() ?? new AnswerWriter(seed);
    response.once('close', () => {
      out.rewind(0);
      idle.push(out);
    });
    rpc.answer(out, body);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': out.length }).end(out.written());
  };
  return createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => response.destroy(cause instanceof Error ? cause : undefined));
  });
}

/** @returns null when the body is larger than a node takes */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_REQUEST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
