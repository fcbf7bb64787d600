/** The port of a Cosmos node: JSON-RPC over HTTP and WebSocket, and the REST server, with faults on demand. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { CosmosChainNetwork } from '@chaintrail/chains';
import type { Json } from '../../node/decimal-json.js';
import { readBody, SimulatedServer } from '../../node/simulated-server.js';
import { Subscribers } from '../../node/subscribers.js';
import { sendAnswer, sendMaybeTruncated, strikeBefore } from '../../node/transport-faults.js';
import type { CosmosBlock } from '../cosmos-block.js';
import { newBlockJson, writeAnswer } from './answers.js';
import { answerCall } from './comet-methods.js';
import { answerBody, type CometRequest } from './comet-rpc.js';
import { answerRest, resourceOf } from './cosmos-rest.js';
import type { NodeParts } from './node-state.js';

/** cometbft config/config.go MaxBodyBytes */
const MAX_BODY_BYTES = 1_000_000;
const JSON_TYPE = 'application/json';
const SUBSCRIBE = 'subscribe';

/** What a connection asked for, by the id of the request. */
interface Subscription {
  readonly query: string;
  readonly id: Json;
}

export class CosmosServer extends SimulatedServer {
  private readonly place: CosmosChainNetwork;
  private readonly parts: NodeParts;
  private readonly subscribers: Subscribers<Subscription, CosmosBlock>;

  constructor(place: CosmosChainNetwork, parts: NodeParts) {
    super();
    const { dialect, faults } = parts;
    this.place = place;
    this.parts = parts;
    this.subscribers = new Subscribers({
      ...{ faults, method: SUBSCRIBE, path: '/websocket', maxPayload: MAX_BODY_BYTES },
      answer: (text, own) => answerBody(dialect, text, (call) => this.runOrSubscribe(call, own)).body,
      tell: ({ query, id }, block) => writeAnswer(dialect, { jsonrpc: '2.0', id, result: newBlockJson(block, query) }),
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
    if (request.method !== 'POST') return sendAnswer(response, { status: 405, type: 'text/plain', body: '' });
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === null) return sendAnswer(response, { status: 413, type: 'text/plain', body: 'request body too large' });
    const { dialect, faults } = this.parts;
    const method = /"method"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? 'invalid';
    if (await strikeBefore(response, method, faults)) return;
    const isBatch = body.trimStart().startsWith('[');
    const answer = answerBody(dialect, body, (call) =>
      isBatch && faults.draw(call.method, 'dropped-answer') ? null : this.run(call),
    );
    sendMaybeTruncated(response, method, { ...answer, type: JSON_TYPE }, faults);
  }

  private async handleGet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { faults } = this.parts;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://node');
    const name = resourceOf(pathname) ?? pathname.slice(1);
    if (await strikeBefore(response, name, faults)) return;
    this.count(name);
    const header = request.headers['x-cosmos-block-height'];
    const height = typeof header === 'string' ? header : null;
    const asked = { path: pathname, query: searchParams, height };
    const answer = answerRest(this.place, this.parts, asked, this.isWarmingUp);
    if (answer.height !== null) response.setHeader('Grpc-Metadata-X-Cosmos-Block-Height', answer.height);
    sendMaybeTruncated(response, name, { status: answer.status, body: answer.body, type: JSON_TYPE }, faults);
  }

  private run(request: CometRequest): Json {
    this.count(request.method);
    return answerCall(this.parts, request, this.isWarmingUp);
  }

  private runOrSubscribe(request: CometRequest, own: Set<Subscription>): Json {
    if (request.method !== SUBSCRIBE) return this.run(request);
    this.count(SUBSCRIBE);
    own.add({ query: String(request.params['query']), id: request.id });
    return {};
  }
}
