/** `eth_subscribe` over WebSocket (go-ethereum rpc/subscription.go). */
import type { WebSocket } from 'ws';
import type { FaultInjector } from '../../node/faults.js';
import { RpcError } from '../../node/rpc-error.js';
import type { EvmBlock } from '../block/evm-block.js';
import { hashOf } from '../bytes/hex.js';
import { headerJson } from './json/block-json.js';
import { answerEvmText, type EvmRpcRequest, type RunCall } from './rpc/dispatch.js';

const SUBSCRIBE = 'eth_subscribe';

export class HeadSubscriptions {
  private readonly faults: FaultInjector;
  /** Ids of each connection's subscriptions. */
  private readonly sockets = new Map<WebSocket, Set<string>>();
  private count = 0;

  constructor(faults: FaultInjector) {
    this.faults = faults;
  }

  /** @param run answers every other call */
  accept(socket: WebSocket, run: RunCall, isDropped: (method: string) => boolean): void {
    const ids = new Set<string>();
    this.sockets.set(socket, ids);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.terminate());
    const answer: RunCall = (request) => {
      const own = this.answer(request, ids);
      return own === null ? run(request) : JSON.stringify(own);
    };
    socket.on('message', (data) => socket.send(answerEvmText(String(data), answer, isDropped)));
  }

  /** Tells of blocks that joined the chain, the lowest first; of those that left it nobody is told. */
  announce(blocks: readonly EvmBlock[]): void {
    for (const block of blocks) {
      for (const [socket, ids] of this.sockets) if (ids.size > 0) this.tell(socket, ids, block);
    }
  }

  closeAll(): void {
    for (const socket of this.sockets.keys()) socket.terminate();
    this.sockets.clear();
  }

  private tell(socket: WebSocket, ids: ReadonlySet<string>, block: EvmBlock): void {
    if (this.faults.draw(SUBSCRIBE, 'silent-heads')) return;
    if (this.faults.draw(SUBSCRIBE, 'dropped-heads')) {
      socket.terminate();
      return;
    }
    for (const subscription of ids) {
      const params = { subscription, result: headerJson(block) };
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }));
    }
  }

  /** @returns null for what has nothing to do with subscriptions */
  private answer({ method, params }: EvmRpcRequest, ids: Set<string>): string | null {
    if (method !== SUBSCRIBE) return null;
    if (params[0] !== 'newHeads')
      throw new RpcError(-32_601, `no "${String(params[0])}" subscription in eth namespace`);
    const id = hashOf('subscription', this.count++).slice(0, 34);
    ids.add(id);
    return id;
  }
}
