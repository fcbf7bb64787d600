/** The port of a node of the EVM family: JSON-RPC over HTTP and WebSocket, with faults on demand. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FaultInjector } from '../../node/faults.js';
import { RpcError, readBody, SimulatedServer } from '../../node/simulated-server.js';
import { Subscribers } from '../../node/subscribers.js';
import { type HttpAnswer, sendAnswer, sendMaybeTruncated, strikeBefore } from '../../node/transport-faults.js';
import type { EvmBlock } from '../block/evm-block.js';
import { hashOf } from '../bytes/hex.js';
import type { EvmSimulator } from '../evm-simulator.js';
import { spoiled } from './answer-faults.js';
import { headerJson } from './json/block-json.js';
import type { LyingEvmSource } from './lying-evm-source.js';
import type { EvmNodeProfile, EvmRpcMethod } from './rpc/context.js';
import {
  answerEvmBody,
  type EvmRpcRequest,
  MAX_BODY_BYTES,
  parseEvmBody,
  serverError,
  unknownMethod,
} from './rpc/dispatch.js';
import { methodsOf } from './rpc/evm-methods.js';

const JSON_TYPE = 'application/json';
const SUBSCRIBE = 'eth_subscribe';

export interface EvmServerParts {
  readonly profile: EvmNodeProfile;
  readonly simulator: EvmSimulator;
  readonly source: LyingEvmSource;
  readonly faults: FaultInjector;
  /** Runs a task when no operation is under way. */
  readonly exclusively: <T>(task: () => Promise<T>) => Promise<T>;
}

export class EvmServer extends SimulatedServer {
  private readonly parts: EvmServerParts;
  private readonly methods: ReadonlyMap<string, EvmRpcMethod>;
  private readonly subscribers: Subscribers<string, EvmBlock>;
  private subscriptions = 0;

  constructor(parts: EvmServerParts) {
    super();
    this.parts = parts;
    this.methods = methodsOf(parts.profile, parts.simulator.rules);
    this.subscribers = new Subscribers({
      ...{ faults: parts.faults, method: SUBSCRIBE, maxPayload: MAX_BODY_BYTES },
      answer: (text, own) => {
        const run = (request: EvmRpcRequest) => this.runOrSubscribe(request, own);
        return parts.exclusively(() => answerEvmBody(parseEvmBody(text), run, this.isDropped));
      },
      tell: (subscription, block) => {
        const params = { subscription, result: headerJson(block) };
        return JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params });
      },
    });
  }

  /** Tells subscribers of blocks that joined the chain, the lowest first. */
  announce(blocks: readonly EvmBlock[]): void {
    for (const block of blocks) this.subscribers.announce(block);
  }

  override async close(): Promise<void> {
    this.subscribers.closeAll();
    await super.close();
  }

  protected override prepare(server: Server): void {
    this.subscribers.attach(server);
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { faults } = this.parts;
    if (request.method !== 'POST') return sendAnswer(response, text(405, 'method not allowed'));
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === null) return sendAnswer(response, text(413, 'content length too large'));
    const parsed = parseEvmBody(body);
    const [first] = parsed.requests;
    const method = first && !(first instanceof RpcError) ? first.method : 'invalid';
    if (await strikeBefore(response, method, faults)) return;
    const { exclusively } = this.parts;
    const answer = await exclusively(() => answerEvmBody(parsed, (call) => this.run(call, method), this.isDropped));
    sendMaybeTruncated(response, method, { status: 200, type: JSON_TYPE, body: answer }, faults);
  }

  /**
   * @param struckMethod the first of its batch: a node warms up for all of them or for none
   * @throws RpcError as the method does, or for one that does not exist
   */
  private async run({ method, params }: EvmRpcRequest, struckMethod: string): Promise<string> {
    const { profile, simulator, source, faults } = this.parts;
    this.count(method);
    if (this.isWarmingUp || faults.draw(struckMethod, 'warming-up')) {
      throw serverError('node is still starting');
    }
    const found = this.methods.get(method);
    if (!found) throw unknownMethod(method);
    const isStateGone = (): boolean => faults.draw(method, 'missing-state') !== null;
    const context = { profile, simulator, source: source.during(method), isStateGone };
    return JSON.stringify(spoiled(method, await found(context, params), faults));
  }

  /** `eth_subscribe` of new heads (go-ethereum rpc/subscription.go), and all that HTTP answers. */
  private async runOrSubscribe(request: EvmRpcRequest, own: Set<string>): Promise<string> {
    const { method, params } = request;
    if (method !== SUBSCRIBE) return this.run(request, method);
    if (params[0] !== 'newHeads')
      throw new RpcError(-32_601, `no "${String(params[0])}" subscription in eth namespace`);
    const id = hashOf('subscription', this.subscriptions++).slice(0, 34);
    own.add(id);
    return JSON.stringify(id);
  }

  private readonly isDropped = (method: string): boolean => this.parts.faults.draw(method, 'dropped-answer') !== null;
}

function text(status: number, body: string): HttpAnswer {
  return { status, type: 'text/plain', body };
}
