/**
 * Requests for another protocol on the same connection. They pass the application as others do, limits included; a
 * route that speaks the protocol takes the connection over. Where none does, the request is answered as it would be
 * without `Upgrade` (RFC 9110 §7.8), and the connection ends.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Upgrade {
  readonly socket: Socket;
  /** Bytes behind the headers. */
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

/** The response of a request that Node has handed over with its socket. */
export function responseTo(request: IncomingMessage, socket: Socket, head: Buffer): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    socket.destroySoon();
    response.emit('close');
  });
  upgrades.set(request, { socket, head });
  return response;
}

/** Null for a request that asks for no other protocol. */
export function upgradeOf(request: IncomingMessage): Upgrade | null {
  return upgrades.get(request) ?? null;
}
