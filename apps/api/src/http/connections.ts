/**
 * Who is connected. Where there is no room, the connection that is idle for longest is closed for the new one, as in
 * nginx ("reusing connections"). So idle connections never lock clients out.
 *
 * A connection's requests are answered one at a time. Node begins all that came in one packet at once; here a request
 * waits until the answer before it was taken, and no more are read meanwhile. So who takes no answers asks for no more
 * work.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '../access/client-address.js';

/**
 * Requests that wait for the answer before theirs: 2 to 5 KB each. What is read at once, 64 KB, has 2,400 of the
 * shortest. The connection that sends more is closed; whoever sends requests ahead has to expect that (RFC 9112
 * §9.3.2).
 */
const MOST_HELD_OF_ADDRESS = 4_096;
const MOST_HELD = 16_384;

export interface ConnectionLimits {
  readonly all: number;
  /** 0: no bound of its own. */
  readonly perAddress: number;
}

interface Peer {
  open: number;
  /** Those without a request under way, longest first. */
  readonly waiting: Set<Socket>;
  /** Requests that wait for an answer before theirs. */
  held: number;
}

interface Connection {
  readonly address: string;
  readonly peer: Peer;
  isAnswering: boolean;
  /** Each begins a request. */
  readonly held: (() => void)[];
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();
  readonly #peers = new Map<string, Peer>();
  readonly #waiting = new Set<Socket>();
  #held = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Closes a connection that waits, or this one, where it is one too many. */
  readonly add = (socket: Socket): void => {
    const address = clientNetwork(socket.remoteAddress) ?? '';
    const peer = this.#peers.get(address) ?? { open: 0, waiting: new Set(), held: 0 };
    const connection: Connection = { address, peer, isAnswering: false, held: [] };
    this.#peers.set(address, peer);
    this.#open.set(socket, connection);
    peer.open++;
    this.#wait(socket, peer);
    socket.once('close', () => this.#forget(socket));
    // Node goes on reading after each answer.
    socket.on('resume', () => {
      if (connection.held.length > 0) socket.pause();
    });
    const { all, perAddress } = this.#limits;
    if (perAddress > 0 && peer.open > perAddress) this.#closeFirst(peer.waiting);
    if (this.#open.size > all) this.#closeFirst(this.#waiting);
  };

  isAnswering(socket: Socket): boolean {
    return this.#open.get(socket)?.isAnswering ?? false;
  }

  /** The same listener, for one request of a connection at a time, which does not count as waiting meanwhile. */
  watch(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const connection = this.#open.get(socket);
      if (!connection) return;
      const begin = (): void => {
        connection.isAnswering = true;
        this.#waiting.delete(socket);
        connection.peer.waiting.delete(socket);
        response.once('close', () => this.#goOn(socket, connection));
        listener(request, response);
      };
      if (connection.isAnswering) this.#hold(socket, connection, begin);
      else begin();
    };
  }

  #hold(socket: Socket, { held, peer }: Connection, begin: () => void): void {
    if (peer.held >= MOST_HELD_OF_ADDRESS || this.#held >= MOST_HELD) {
      this.#forget(socket);
      socket.destroy();
      return;
    }
    held.push(begin);
    peer.held++;
    this.#held++;
    socket.pause();
  }

  /** An answer was taken, or the connection is gone. */
  #goOn(socket: Socket, connection: Connection): void {
    if (!this.#open.has(socket) || socket.destroyed) return;
    const { held, peer } = connection;
    const begin = held.shift();
    if (!begin) {
      connection.isAnswering = false;
      this.#wait(socket, peer);
      return;
    }
    peer.held--;
    this.#held--;
    if (held.length === 0) socket.resume();
    // Others have their turn between two requests, even where each is answered at once.
    setImmediate(() => {
      if (!socket.destroyed) begin();
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
    const { address, peer, held } = connection;
    peer.held -= held.length;
    this.#held -= held.length;
    held.length = 0;
    this.#open.delete(socket);
    this.#waiting.delete(socket);
    peer.waiting.delete(socket);
    if (--peer.open === 0) this.#peers.delete(address);
  }
}
