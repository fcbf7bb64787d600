/**
 * Who is connected. Where there is no room, the connection that has waited longest without a request gives way to the new one,
 * as in nginx ("reusing connections"): however many connections say nothing, whoever asks gets through.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '../access/client-address.js';

export interface ConnectionLimits {
  readonly all: number;
  /** 0: no bound of its own. */
  readonly perAddress: number;
}

interface Peer {
  open: number;
  /** Those without a request under way, longest first. */
  readonly waiting: Set<Socket>;
}

interface Connection {
  readonly address: string;
  readonly peer: Peer;
  requests: number;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();
  readonly #peers = new Map<string, Peer>();
  readonly #waiting = new Set<Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Closes a connection that waits, or this one, where it is one too many. */
  readonly add = (socket: Socket): void => {
    const address = clientNetwork(socket.remoteAddress) ?? '';
    const peer = this.#peers.get(address) ?? { open: 0, waiting: new Set() };
    this.#peers.set(address, peer);
    this.#open.set(socket, { address, peer, requests: 0 });
    peer.open++;
    this.#wait(socket, peer);
    socket.once('close', () => this.#forget(socket));
    const { all, perAddress } = this.#limits;
    if (perAddress > 0 && peer.open > perAddress) this.#closeFirst(peer.waiting);
    if (this.#open.size > all) this.#closeFirst(this.#waiting);
  };

  /** The same listener; while it answers, the connection does not count as waiting. */
  watch(listener: RequestListener): RequestListener {
    return (request, response) => {
      this.#begin(request.socket, response);
      listener(request, response);
    };
  }

  #begin(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    const { peer } = connection;
    connection.requests++;
    this.#waiting.delete(socket);
    peer.waiting.delete(socket);
    response.once('close', () => {
      // A connection may have several requests under way, one behind the other.
      if (--connection.requests === 0 && this.#open.has(socket)) this.#wait(socket, peer);
    });
  }

  #wait(socket: Socket, peer: Peer): void {
    this.#waiting.add(socket);
    peer.waiting.add(socket);
  }

  #closeFirst(waiting: ReadonlySet<Socket>): void {
    const [first] = waiting;
    if (!first) return;
    this.#forget(first);
    first.destroy();
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    const { address, peer } = connection;
    this.#open.delete(socket);
    this.#waiting.delete(socket);
    peer.waiting.delete(socket);
    if (--peer.open === 0) this.#peers.delete(address);
  }
}
