/** The HTTP port of a node: JSON-RPC and REST on plain node:http, with faults on demand. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerRest, parseRestPath, restText } from './bitcoind-rest.js';
import type { ChainDetails, ChainSource } from './chain-source.js';
import type { Json } from './decimal-json.js';
import type { HttpAnswer, NodeProfile, ParsedBody, Publication, RpcContext } from './dialect.js';
import type { FaultInjector } from './faults.js';
import { answerRpc, parseBody, refuseBody } from './rpc-dispatch.js';
import { RPC_IN_WARMUP, RpcError } from './rpc-error.js';
import { readBody, SimulatedServer } from './simulated-server.js';
import { sendAnswer, sendMaybeTruncated, sendUnauthorized, strikeBefore } from './transport-faults.js';

const WARM_UP = 'Loading block index…';

export interface NodeServerParts {
  readonly profile: NodeProfile;
  /** The chain as seen by one call of this method. */
  readonly view: (method: string) => ChainSource;
  /** Decoded views, likewise; null on a node that keeps block bytes only. */
  readonly details: ((method: string) => ChainDetails) | null;
  readonly faults: FaultInjector;
  /** "user:password" that is valid now. */
  readonly credentials: () => string;
  readonly tipChange: (timeoutMs: number) => Promise<void>;
  /** What is published, and where; nothing where it is left out. */
  readonly publications?: () => readonly Publication[];
}

export class NodeServer extends SimulatedServer {
  private readonly parts: NodeServerParts;
  /** Calls that are being answered. */
  private underWay = 0;

  constructor(parts: NodeServerParts) {
    super();
    this.parts = parts;
  }

  /** A node has so many threads and so long a queue, and turns the rest away (bitcoin src/httpserver.cpp). */
  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { dialect, version } = this.parts.profile;
    if (this.underWay >= dialect.slots(version)) {
      return sendAnswer(response, { status: 503, type: 'text/plain', body: 'Work queue depth exceeded' });
    }
    this.underWay++;
    try {
      await this.answer(request, response);
    } finally {
      this.underWay--;
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '/';
    const { dialect, version } = this.parts.profile;
    const { protocol } = dialect;
    if (target.startsWith('/rest/') && dialect.hasRest) return this.handleRest(target, request, response);
    if (dialect.refusal === 'drop' && (this.isWarmingUp || !this.isAuthorized(request))) {
      request.socket.destroy();
      return;
    }
    if (request.method !== 'POST') {
      return sendAnswer(response, {
        status: 405,
        type: 'text/plain',
        body: 'JSONRPC server handles only POST requests',
      });
    }
    if (!this.isAuthorized(request)) return sendUnauthorized(response);
    const body = await readBody(request, protocol.maxRequestBytes);
    if (body === null && dialect.refusal === 'drop') {
      request.socket.destroy();
      return;
    }
    if (body === null) return sendAnswer(response, { status: 413, type: 'text/plain', body: 'Request too large' });
    let parsed: ParsedBody;
    try {
      parsed = parseBody(protocol, body);
    } catch (cause) {
      if (!(cause instanceof RpcError)) throw cause;
      return sendAnswer(response, refuseBody(protocol, cause));
    }
    const names = parsed.requests.map((call) => (call instanceof RpcError ? 'invalid' : call.method));
    for (const name of names) this.count(name);
    const method = names[0] ?? 'batch';
    if (await strikeBefore(response, method, this.parts.faults, dialect.refusal)) return;
    const contextFor = (name: string): RpcContext => this.context(name, method);
    const isDropped = (name: string): boolean => this.parts.faults.draw(name, 'dropped-answer') !== null;
    const answer = await answerRpc(protocol, parsed, contextFor, version >= dialect.strictFrom, isDropped);
    sendMaybeTruncated(response, method, answer, this.parts.faults);
  }

  private async handleRest(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.parts.profile.rest) return sendAnswer(response, restText(404, ''));
    if (request.method !== 'GET') return sendAnswer(response, restText(405, 'REST answers GET only'));
    const path = parseRestPath(target);
    this.count(path.resource);
    if (await strikeBefore(response, path.resource, this.parts.faults)) return;
    sendMaybeTruncated(response, path.resource, this.restAnswer(path), this.parts.faults);
  }

  private restAnswer(path: ReturnType<typeof parseRestPath>): HttpAnswer {
    try {
      return answerRest(this.context(path.resource, path.resource), path);
    } catch (cause) {
      if (cause instanceof RpcError && cause.code === RPC_IN_WARMUP) {
        return restText(503, `Service temporarily unavailable: ${WARM_UP}`);
      }
      throw cause;
    }
  }

  /** @throws RpcError -28 while the node warms up */
  private context(method: string, struckMethod: string): RpcContext {
    const { profile, details, faults, tipChange, view, publications } = this.parts;
    if (this.isWarmingUp || faults.draw(struckMethod, 'warming-up')) throw new RpcError(RPC_IN_WARMUP, WARM_UP);
    return {
      profile,
      details: details?.(method) ?? null,
      publications: publications ?? (() => []),
      source: view(method),
      tipChange,
      adjust: (name, answer) => adjust(answer, faults.draw(name, 'changed-fields')?.fields),
    };
  }

  private isAuthorized(request: IncomingMessage): boolean {
    const { profile, credentials } = this.parts;
    return profile.dialect.protocol.isAuthorized(request.headers.authorization ?? '', credentials());
  }
}

function adjust(answer: Json, fields: { readonly [name: string]: Json } | undefined): Json {
  const isRecord = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  return fields && isRecord ? { ...(answer as { readonly [name: string]: Json }), ...fields } : answer;
}
