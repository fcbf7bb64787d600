/** The node of a simulated EVM chain, as its callers see it: JSON-RPC over HTTP and WebSocket, with faults on demand. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { RPC_METHOD_NOT_FOUND, RpcError, readBody, SimulatedServer } from '../../node/simulated-server.js';
import { Subscribers } from '../../node/subscribers.js';
import { sendMaybeTruncated, strikeBefore } from '../../node/transport-faults.js';
import type { EvmBlock } from '../block/evm-block.js';
import { hashOf } from '../bytes/hex.js';
import { spoiled } from './answer-faults.js';
import { headerJson } from './json/block-json.js';
import { ChainView, type SeenNode } from './rpc/chain-view.js';
import {
  answerEvmBody,
  type EvmRpcRequest,
  MAX_BODY_BYTES,
  parseEvmBody,
  serverError,
  unknownMethod,
} from './rpc/dispatch.js';
import { type EvmRpcMethod, methodsOf } from './rpc/evm-methods.js';

const SUBSCRIBE = 'eth_subscribe';

/** Runs a task when no operation is under way. */
type Exclusively = <T>(task: () => Promise<T>) => Promise<T>;

export class EvmServer extends SimulatedServer {
  private readonly node: SeenNode;
  private readonly exclusively: Exclusively;
  private readonly methods: ReadonlyMap<string, EvmRpcMethod>;
  private readonly subscribers: Subscribers<string, EvmBlock>;
  private subscriptions = 0;

  constructor(node: SeenNode, exclusively: Exclusively) {
    super();
    this.node = node;
    this.exclusively = exclusively;
    this.methods = methodsOf(node);
    this.subscribers = new Subscribers({
      ...{ faults: node.faults, method: SUBSCRIBE, maxPayload: MAX_BODY_BYTES },
      answer: (text, own) => {
        const run = (request: EvmRpcRequest) => this.runOrSubscribe(request, own);
        return exclusively(() => answerEvmBody(parseEvmBody(text), run, this.isDropped));
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
    const { faults } = this.node;
    const text = request.method === 'POST' ? await readBody(request, MAX_BODY_BYTES) : null;
    if (text === null) return void response.writeHead(request.method === 'POST' ? 413 : 405).end();
    const parsed = parseEvmBody(text);
    const [first] = parsed.requests;
    const method = first && !(first instanceof RpcError) ? first.method : 'invalid';
    if (await strikeBefore(response, method, faults)) return;
    const run = (call: EvmRpcRequest) => this.run(call, method);
    const body = await this.exclusively(() => answerEvmBody(parsed, run, this.isDropped));
    sendMaybeTruncated(response, method, { status: 200, type: 'application/json', body }, faults);
  }

  /**
   * @param struckMethod the first of its batch: a node warms up for all of them or for none
   * @throws RpcError as the method does, or for one that does not exist
   */
  private async run({ method, params }: EvmRpcRequest, struckMethod: string): Promise<string> {
    const { node } = this;
    this.count(method);
    if (this.isWarmingUp || node.faults.draw(struckMethod, 'warming-up')) throw serverError('node is still starting');
    if (method === SUBSCRIBE) throw new RpcError(RPC_METHOD_NOT_FOUND, 'notifications not supported');
    const found = this.methods.get(method);
    if (!found) throw unknownMethod(method);
    return JSON.stringify(spoiled(method, await found(new ChainView(node, method), params), node.faults));
  }

  /** `eth_subscribe` of new heads (go-ethereum rpc/subscription.go), and all that HTTP answers. */
  private async runOrSubscribe(request: EvmRpcRequest, own: Set<string>): Promise<string> {
    const { method, params } = request;
    if (method !== SUBSCRIBE) return this.run(request, method);
    if (params[0] !== 'newHeads') throw unknownMethod(`${SUBSCRIBE} ${params[0]}`);
    const id = hashOf('subscription', this.subscriptions++).slice(0, 34);
    own.add(id);
    return JSON.stringify(id);
  }

  private readonly isDropped = (method: string): boolean => this.node.faults.draw(method, 'dropped-answer') !== null;
}
