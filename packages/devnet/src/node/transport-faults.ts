/** Faults of the connection itself: what arrives is late, cut, or not an answer at all. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultInjector } from './faults.js';

export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

/** Media type of pages that libevent makes, which bitcoind and its relatives answer with. */
export const HTML = 'text/html; charset=ISO-8859-1';
const HUGE_BYTES = 64 << 20;
const CHUNK = Buffer.alloc(1 << 16, 0x20);

export function sendAnswer(response: ServerResponse, answer: HttpAnswer): void {
  const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body);
  response.writeHead(answer.status, { 'Content-Type': answer.type, 'Content-Length': body.length }).end(body);
}

/** Faults that strike before the request is looked at. @returns true when the call is over */
export async function strikeBefore(response: ServerResponse, method: string, faults: FaultInjector): Promise<boolean> {
  const late = faults.draw(method, 'latency');
  if (late) await delay(late.delayMs ?? 100);
  const fault = faults.draw(method, 'reset', 'busy', 'internal-error', 'unauthorized', 'garbage', 'huge-body');
  switch (fault?.kind) {
    case 'reset':
      response.socket?.destroy();
      break;
    case 'busy':
      sendAnswer(response, { status: 503, type: 'text/plain', body: 'Work queue depth exceeded' });
      break;
    case 'internal-error':
      sendAnswer(response, { status: 500, type: 'text/plain', body: 'Internal Server Error' });
      break;
    case 'unauthorized':
      sendUnauthorized(response);
      break;
    case 'garbage':
      sendAnswer(response, { status: 200, type: 'application/json', body: faults.bytes(1 + faults.below(4096)) });
      break;
    case 'huge-body':
      sendPadding(response, fault.bytes ?? HUGE_BYTES);
  }
  return fault !== null;
}

export function sendUnauthorized(response: ServerResponse): void {
  const headers = { 'WWW-Authenticate': 'Basic realm="jsonrpc"', 'Content-Type': HTML, 'Content-Length': 0 };
  response.writeHead(401, headers).end();
}

/** Sends the answer, or half of it under the full length. */
export function sendMaybeTruncated(
  response: ServerResponse,
  method: string,
  answer: HttpAnswer,
  faults: FaultInjector,
): void {
  if (!faults.draw(method, 'truncated')) {
    sendAnswer(response, answer);
    return;
  }
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { 'Content-Type': answer.type, 'Content-Length': body.length });
  response.write(body.subarray(0, body.length >> 1), () => response.socket?.destroy());
}

/** Spaces, chunk by chunk and no faster than the caller reads, so that the node itself needs no memory for them. */
function sendPadding(response: ServerResponse, bytes: number): void {
  let left = bytes;
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length;
      if (!response.write(CHUNK)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}
