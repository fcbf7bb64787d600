/** The port of a Cosmos node: JSON-RPC over HTTP and WebSocket, and the REST server, with faults on demand. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CosmosChainNetwork } from '@chaintrail/chains';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Json } from '../../node/decimal-json.js';
import { HttpPort, RequestCounter, readBody } from '../../node/http-port.js';
import { sendAnswer, sendMaybeTruncated, strikeBefore } from '../../node/transport-faults.js';
import type { CosmosBlock } from '../cosmos-block.js';
import { newBlockJson, writeAnswer } from './answers.js';
import { answerCall } from './comet-methods.js';
import { answerBody, answerUri, type CometRequest, internalError, PARAMETERS } from './comet-rpc.js';
import { answerRest, resourceOf } from './cosmos-rest.js';
import type { NodeParts } from './node-state.js';

/** cometbft config/config.go MaxBodyBytes */
const MAX_BODY_BYTES = 1_000_000;
const JSON_TYPE = 'application/json';
const SUBSCRIBE = 'subscribe';

export class CosmosServer {
  private readonly place: CosmosChainNetwork;
  private readonly parts: NodeParts;
  private readonly port = new HttpPort((request, response) => this.handle(request, response));
  private readonly requests = new RequestCounter();
  /** Subscriptions of each connection: the id of the request by its query. */
  private readonly sockets = new Map<WebSocket, Map<string, Json>>();

  constructor(place: CosmosChainNetwork, parts: NodeParts) {
    this.place = place;
    this.parts = parts;
  }

  /** @returns the port that is listened on; `port` 0 takes a free one */
  listen(port: number): Promise<number> {
    return this.port.listen(port, (server) => {
      const sockets = new WebSocketServer({ server, path: '/websocket', maxPayload: MAX_BODY_BYTES });
      // What cannot listen is the HTTP port's to report.
      sockets.on('error', () => undefined);
      sockets.on('connection', (socket) => this.accept(socket));
    });
  }

  /** Has no blocks to show for a while, as a node does that is starting. */
  warmUp(durationMs: number): void {
    this.parts.state.warmUntilMs = Date.now() + durationMs;
  }

  /** Tells subscribers of a new block. */
  announce(block: CosmosBlock): void {
    const { dialect, faults } = this.parts;
    for (const [socket, subscriptions] of this.sockets) {
      for (const [query, id] of subscriptions) {
        if (faults.draw(SUBSCRIBE, 'silent-heads')) continue;
        if (faults.draw(SUBSCRIBE, 'dropped-heads')) socket.terminate();
        else socket.send(writeAnswer(dialect, { jsonrpc: '2.0', id, result: newBlockJson(block, query) }));
      }
    }
  }

  /** Drops every connection and stops listening. */
  async close(): Promise<void> {
    for (const socket of this.sockets.keys()) socket.terminate();
    this.sockets.clear();
    await this.port.close();
  }

  /** Calls so far, by RPC method ("block_results") and REST resource ("rest/balances"). */
  requestCounts(): Readonly<Record<string, number>> {
    return this.requests.counts();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    const { dialect, faults } = this.parts;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://node');
    const method = pathname.slice(1);
    const resource = resourceOf(pathname);
    const name = resource ?? method;
    if (await strikeBefore(response, name, faults)) return;
    if (Object.hasOwn(PARAMETERS, method)) {
      const call = { id: -1, method, params: Object.fromEntries(searchParams) };
      const answer = answerUri(dialect, call, (each) => this.run(each));
      return sendMaybeTruncated(response, name, { ...answer, type: JSON_TYPE }, faults);
    }
    this.requests.count(name);
    const header = request.headers['x-cosmos-block-height'];
    const height = typeof header === 'string' ? header : null;
    const answer = answerRest(this.place, this.parts, { path: pathname, query: searchParams, height });
    if (answer.height !== null) response.setHeader('Grpc-Metadata-X-Cosmos-Block-Height', answer.height);
    sendMaybeTruncated(response, name, { status: answer.status, body: answer.body, type: JSON_TYPE }, faults);
  }

  private run(request: CometRequest): Json {
    this.requests.count(request.method);
    return answerCall(this.parts, request);
  }

  private accept(socket: WebSocket): void {
    const subscriptions = new Map<string, Json>();
    this.sockets.set(socket, subscriptions);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => {
      const { body } = answerBody(this.parts.dialect, String(data), (call) => this.subscribe(call, subscriptions));
      if (body !== '') socket.send(body);
    });
  }

  private subscribe(request: CometRequest, subscriptions: Map<string, Json>): Json {
    const { query: asked } = request.params;
    const query = String(asked);
    if (request.method !== SUBSCRIBE) return this.run(request);
    this.requests.count(SUBSCRIBE);
    if (subscriptions.has(query)) throw internalError('already subscribed');
    subscriptions.set(query, request.id);
    return {};
  }
}
