/** The HTTP port of a node: JSON-RPC and REST on plain node:http, with faults on demand. */
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChainSource } from './chain-source.js';
import { type Json, writeJson } from './decimal-json.js';
import type { NodeDialect } from './dialects.js';
import type { FaultInjector } from './faults.js';
import { callMethod, chainInfoJson, type RpcContext, requireBlock } from './rpc-methods.js';
import {
  RPC_IN_WARMUP,
  RPC_METHOD_NOT_FOUND,
  RPC_MISC_ERROR,
  RpcError,
  readBody,
  SimulatedServer,
} from './simulated-server.js';
import {
  HTML,
  type HttpAnswer,
  sendAnswer,
  sendMaybeTruncated,
  sendUnauthorized,
  strikeBefore,
} from './transport-faults.js';

/** Header of user and password of all simulated nodes. */
const AUTHORIZATION = `Basic ${Buffer.from('demo:demo').toString('base64')}`;
const WARM_UP = 'Loading block index…';
/** Bound on a body (bitcoin src/httpserver.cpp MAX_SIZE). */
const MAX_REQUEST_BYTES = 0x02000000;

export interface NodeServerParts extends Pick<RpcContext, 'network' | 'simulator' | 'tipChange' | 'publications'> {
  readonly dialect: NodeDialect;
  /** REST is answered. */
  readonly rest: boolean;
  /** REST has what blocks spend. */
  readonly spentTxOuts: boolean;
  /** The chain as seen by one call of this method. */
  readonly view: (method: string) => ChainSource;
  readonly faults: FaultInjector;
}

interface RpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** Calls that wait for the next tip (waitfornewblock). */
export class TipWaiters {
  private readonly events = new EventEmitter().setMaxListeners(0);

  /** Resolves at the next {@link release}, or after `timeoutMs`; 0 waits without limit. */
  async wait(timeoutMs: number): Promise<void> {
    const options = timeoutMs > 0 ? { signal: AbortSignal.timeout(timeoutMs) } : {};
    await once(this.events, 'tip', options).catch(() => undefined);
  }

  release(): void {
    this.events.emit('tip');
  }
}

export class NodeServer extends SimulatedServer {
  private readonly parts: NodeServerParts;

  constructor(parts: NodeServerParts) {
    super();
    this.parts = parts;
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { faults } = this.parts;
    const { pathname } = new URL(request.url ?? '/', 'http://node');
    if (pathname.startsWith('/rest/')) return this.handleRest(pathname, response);
    if (request.method !== 'POST') return sendAnswer(response, html(405, 'JSONRPC server handles only POST requests'));
    if (request.headers.authorization !== AUTHORIZATION) return sendUnauthorized(response);
    const parsed: RpcRequest | readonly RpcRequest[] = JSON.parse((await readBody(request, MAX_REQUEST_BYTES)) ?? '[]');
    const calls = [parsed].flat() as readonly RpcRequest[];
    for (const { method } of calls) this.count(method);
    const struck = calls[0]?.method ?? 'batch';
    if (await strikeBefore(response, struck, faults)) return;
    const answers: HttpAnswer[] = [];
    for (const call of calls) answers.push(await this.answer(call, struck));
    const [first] = answers;
    const body = `[${answers.map((each) => each.body).join(',')}]`;
    const answer = first && !Array.isArray(parsed) ? first : { status: 200, type: 'application/json', body };
    sendMaybeTruncated(response, struck, answer, faults);
  }

  /** The answer to a call that stands alone; in a batch only its body counts. */
  private async answer({ id, method, params = [] }: RpcRequest, struck: string): Promise<HttpAnswer> {
    const { dialect, faults } = this.parts;
    try {
      const result = await callMethod(this.context(method, struck), method, params);
      const changed = faults.draw(method, 'changed-fields')?.fields;
      return envelope(dialect, id, changed ? { ...(result as { [name: string]: Json }), ...changed } : result, null);
    } catch (cause) {
      return envelope(dialect, id, null, cause instanceof RpcError ? cause : new RpcError(RPC_MISC_ERROR, `${cause}`));
    }
  }

  /** REST of bitcoind (src/rest.cpp): same port as RPC, no authentication. */
  private async handleRest(path: string, response: ServerResponse): Promise<void> {
    const { faults } = this.parts;
    const [resource = '', name = ''] = path
      .replace(/\.\w+$/, '')
      .split('/')
      .slice(2);
    const method = `rest/${resource}`;
    this.count(method);
    if (await strikeBefore(response, method, faults)) return;
    sendMaybeTruncated(response, method, this.restAnswer(method, name), faults);
  }

  private restAnswer(method: string, hash: string): HttpAnswer {
    const { rest, spentTxOuts } = this.parts;
    try {
      const context = this.context(method, method);
      if (rest && method === 'rest/chaininfo') return json(200, chainInfoJson(context));
      if (rest && method === 'rest/block') {
        return binary(context.deliver(context.source.raw(requireBlock(context, hash).hash)));
      }
      if (rest && method === 'rest/spenttxouts' && spentTxOuts) {
        return binary(context.source.spentOutputs(requireBlock(context, hash).hash));
      }
      return html(404, '');
    } catch (cause) {
      if (!(cause instanceof RpcError)) throw cause;
      return cause.code === RPC_IN_WARMUP ? text(503, cause.message) : text(404, `${hash} not found`);
    }
  }

  /** @throws RpcError -28 while the node warms up */
  private context(method: string, struck: string): RpcContext {
    const { view, faults, ...parts } = this.parts;
    if (this.isWarmingUp || faults.draw(struck, 'warming-up')) throw new RpcError(RPC_IN_WARMUP, WARM_UP);
    const deliver = (bytes: Buffer): Buffer => (faults.draw(method, 'flipped-bit') ? faults.flipped(bytes) : bytes);
    return { ...parts, source: view(method), deliver };
  }
}

/** JSON-RPC 1 has both members, and the error in the HTTP status (bitcoin src/httprpc.cpp JSONErrorReply). */
function envelope({ strict }: NodeDialect, id: string | number, result: Json, cause: RpcError | null): HttpAnswer {
  const error = cause && { code: cause.code, message: cause.message };
  if (strict) return json(200, { jsonrpc: '2.0', ...(error ? { error } : { result }), id });
  return json(cause === null ? 200 : cause.code === RPC_METHOD_NOT_FOUND ? 404 : 500, { result, error, id });
}

function json(status: number, value: Json): HttpAnswer {
  return { status, type: 'application/json', body: `${writeJson(value)}\n` };
}

function binary(body: Buffer): HttpAnswer {
  return { status: 200, type: 'application/octet-stream', body };
}

function text(status: number, message: string): HttpAnswer {
  return { status, type: 'text/plain', body: `${message}\r\n` };
}

function html(status: number, body: string): HttpAnswer {
  return { status, type: HTML, body };
}
