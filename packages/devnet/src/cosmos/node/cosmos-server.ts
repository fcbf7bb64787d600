/** The port of a Cosmos node: JSON-RPC over HTTP and WebSocket, and the REST server, with faults on demand. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Json } from '../../node/decimal-json.js';
import { readBody, SimulatedServer } from '../../node/simulated-server.js';
import { Subscribers } from '../../node/subscribers.js';
import { sendMaybeTruncated, strikeBefore } from '../../node/transport-faults.js';
import type { CosmosBlock } from '../cosmos-block.js';
import { newBlockJson, writeAnswer } from './answers.js';
import { answerCall } from './comet-methods.js';
import { answerBody, type CometRequest } from './comet-rpc.js';
import { answerRest, resourceOf } from './cosmos-rest.js';
import type { NodeParts } from './node-parts.js';

/** cometbft config/config.go MaxBodyBytes */
const MAX_BODY_BYTES = 1_000_000;
const JSON_TYPE = 'application/json';
const SUBSCRIBE = 'subscribe';

export class CosmosServer extends SimulatedServer {
  private readonly parts: NodeParts;
  /** A subscription is the id of its request: there is nothing but new blocks to subscribe to. */
  private readonly subscribers: Subscribers<Json, CosmosBlock>;

  constructor(parts: NodeParts) {
    super();
    const { dialect, faults } = parts;
    this.parts = parts;
    this.subscribers = new Subscribers({
      ...{ faults, method: SUBSCRIBE, path: '/websocket', maxPayload: MAX_BODY_BYTES },
      answer: (text, own) => answerBody(dialect, text, (call) => this.runOrSubscribe(call, own)),
      tell: (id, block) => writeAnswer(dialect, { jsonrpc: '2.0', id, result: newBlockJson(block) }),
    });
  }

  /** Tells subscribers of a new block. */
  announce(block: CosmosBlock): void {
    this.subscribers.announce(block);
  }

  override async close(): Promise<void> {
    this.subscribers.closeAll();
    await super.close();
  }

  protected override prepare(server: Server): void {
    this.subscribers.attach(server);
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return this.handleGet(request, response);
    const body = (await readBody(request, MAX_BODY_BYTES)) ?? '';
    const { dialect, faults } = this.parts;
    const method = /"method"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? 'invalid';
    if (await strikeBefore(response, method, faults)) return;
    const isBatch = body.trimStart().startsWith('[');
    if (isBatch) this.count(`batch of ${(JSON.parse(body) as readonly unknown[]).length}`);
    const answer = answerBody(dialect, body, (call) =>
      isBatch && faults.draw(call.method, 'dropped-answer') ? null : this.run(call),
    );
    sendMaybeTruncated(response, method, { status: 200, body: answer, type: JSON_TYPE }, faults);
  }

  private async handleGet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { faults } = this.parts;
    const url = new URL(request.url ?? '/', 'http://node');
    const name = resourceOf(url.pathname)?.name ?? url.pathname;
    if (await strikeBefore(response, name, faults)) return;
    this.count(name);
    const asked = Number(request.headers['x-cosmos-block-height'] ?? 0);
    const { status, body, height } = answerRest(this.parts, url, asked || null, this.isWarmingUp);
    if (height !== null) response.setHeader('Grpc-Metadata-X-Cosmos-Block-Height', height);
    sendMaybeTruncated(response, name, { status, body, type: JSON_TYPE }, faults);
  }

  private run(request: CometRequest): Json {
    this.count(request.method);
    return answerCall(this.parts, request, this.isWarmingUp);
  }

  private runOrSubscribe(request: CometRequest, own: Set<Json>): Json {
    if (request.method !== SUBSCRIBE) return this.run(request);
    this.count(SUBSCRIBE);
    own.add(request.id);
    return {};
  }
}
