/** The port of a node of the EVM family: JSON-RPC over HTTP and WebSocket, with faults on demand. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';
import type { HttpAnswer } from '../../node/dialect.js';
import type { FaultInjector } from '../../node/faults.js';
import { HttpPort, RequestCounter, readBody } from '../../node/http-port.js';
import { RpcError } from '../../node/rpc-error.js';
import { sendAnswer, sendMaybeTruncated, strikeBefore } from '../../node/transport-faults.js';
import type { EvmBlock } from '../block/evm-block.js';
import type { EvmSimulator } from '../evm-simulator.js';
import { spoiled } from './answer-faults.js';
import type { LyingEvmSource } from './lying-evm-source.js';
import type { EvmNodeProfile, EvmRpcMethod } from './rpc/context.js';
import {
  answerEvmBody,
  type EvmRpcRequest,
  failure,
  MAX_BODY_BYTES,
  parseEvmBody,
  serverError,
  unknownMethod,
} from './rpc/dispatch.js';
import { methodsOf } from './rpc/evm-methods.js';
import { HeadSubscriptions } from './subscriptions.js';

const JSON_TYPE = 'application/json';

export interface EvmServerParts {
  readonly profile: EvmNodeProfile;
  readonly simulator: EvmSimulator;
  readonly source: LyingEvmSource;
  readonly faults: FaultInjector;
}

export class EvmServer {
  private readonly parts: EvmServerParts;
  private readonly methods: ReadonlyMap<string, EvmRpcMethod>;
  private readonly port = new HttpPort((request, response) => this.handle(request, response));
  private readonly requests = new RequestCounter();
  private readonly heads: HeadSubscriptions;
  private warmUntilMs = 0;

  constructor(parts: EvmServerParts) {
    this.parts = parts;
    this.methods = methodsOf(parts.profile, parts.simulator.rules);
    this.heads = new HeadSubscriptions(parts.faults);
  }

  /** @returns the port that is listened on; `port` 0 takes a free one */
  listen(port: number): Promise<number> {
    return this.port.listen(port, (server) => {
      const sockets = new WebSocketServer({ server, maxPayload: MAX_BODY_BYTES });
      // What cannot listen is the HTTP port's to report.
      sockets.on('error', () => undefined);
      sockets.on('connection', (socket) => {
        this.heads.accept(
          socket,
          (request) => this.run(request, request.method),
          (method) => this.isDropped(method),
        );
      });
    });
  }

  /** Answers every call with an error for a while, as a node does that is opening its database. */
  warmUp(durationMs: number): void {
    this.warmUntilMs = Date.now() + durationMs;
  }

  announce(blocks: readonly EvmBlock[]): void {
    this.heads.announce(blocks);
  }

  /** Drops every connection and stops listening. */
  async close(): Promise<void> {
    this.heads.closeAll();
    await this.port.close();
  }

  /** Calls so far, by RPC method. */
  requestCounts(): Readonly<Record<string, number>> {
    return this.requests.counts();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { faults } = this.parts;
    if (request.method !== 'POST') return sendAnswer(response, text(405, 'method not allowed'));
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === null) return sendAnswer(response, text(413, 'content length too large'));
    let parsed: ReturnType<typeof parseEvmBody>;
    try {
      parsed = parseEvmBody(body);
    } catch (cause) {
      if (!(cause instanceof RpcError)) throw cause;
      return sendAnswer(response, { status: 200, type: JSON_TYPE, body: failure(cause, null) });
    }
    const [first] = parsed.requests;
    const method = first && !(first instanceof RpcError) ? first.method : 'invalid';
    if (await strikeBefore(response, method, faults)) return;
    const answer = answerEvmBody(
      parsed,
      (call) => this.run(call, method),
      (name) => this.isDropped(name),
    );
    sendMaybeTruncated(response, method, { status: 200, type: JSON_TYPE, body: answer }, faults);
  }

  /**
   * @param struckMethod the first of its batch: a node warms up for all of them or for none
   * @throws RpcError as the method does, or for one that does not exist
   */
  private run({ method, params }: EvmRpcRequest, struckMethod: string): string {
    const { profile, simulator, source, faults } = this.parts;
    this.requests.count(method);
    if (Date.now() < this.warmUntilMs || faults.draw(struckMethod, 'warming-up')) {
      throw serverError('node is still starting');
    }
    const found = this.methods.get(method);
    if (!found) throw unknownMethod(method);
    const { state, contracts } = simulator;
    const isStateGone = (): boolean => faults.draw(method, 'missing-state') !== null;
    const context = { profile, source: source.during(method), state, contracts, isStateGone };
    return JSON.stringify(spoiled(method, found(context, params), faults));
  }

  private isDropped(method: string): boolean {
    return this.parts.faults.draw(method, 'dropped-answer') !== null;
  }
}

function text(status: number, body: string): HttpAnswer {
  return { status, type: 'text/plain', body };
}
