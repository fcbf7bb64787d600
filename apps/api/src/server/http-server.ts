/** The HTTP server: bounded in everything that a client sends, and polite when it stops. */
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { noteCut } from '../http/access-log.js';
import { Connections } from '../http/connections.js';
import { fixedHeaders, METHODS } from '../http/headers.js';
import { responseTo } from '../http/upgrades.js';
import { ProblemError, problemBody } from '../problem.js';

/** The longest URL, that of a stream of a thousand addresses, and as much besides as the application takes. */
const MAX_HEADER_BYTES = 98_304;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle timeout of usual proxies (60 s), so that it is they who close idle connections. */
const KEEP_ALIVE_MS = 65_000;
/** A client that takes nothing of its answer for so long is cut off. */
const SOCKET_TIMEOUT_MS = 120_000;
export const MAX_CONNECTIONS = 10_000;
/** How long a client has to read why its request was refused, and may go on sending. */
const LINGER_MS = 1_000;
/** How soon a connection that becomes idle while the server stops is closed. */
const IDLE_SWEEP_MS = 100;

/** Methods without a body, which may ask for another protocol. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface RunningServer {
  /** TCP port; the one that was chosen when 0 was asked for. */
  readonly port: number;
  /** Takes no new connections, waits for running requests up to the bound, then cuts what is left. */
  stop(boundMs: number): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** TCP port; 0 for one that is free. */
  readonly port: number;
  /** Connections that one address may have open; 0: no bound of its own. */
  readonly connectionsPerAddress: number;
  /** Connections of all; by default {@link MAX_CONNECTIONS}. */
  readonly connections?: number;
}

/** @throws the listen error, such as one with code EADDRINUSE */
export async function startServer(app: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const { host, port, connectionsPerAddress, connections: all = MAX_CONNECTIONS } = options;
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 5_000,
    // The application says what is missing.
    requireHostHeader: false,
  });
  server.setTimeout(SOCKET_TIMEOUT_MS);
  const connections = new Connections({ all, perAddress: connectionsPerAddress });
  server.on('connection', (socket) => {
    // For as long as it lives: Node takes its own listeners off before it hands a socket over (`connect`, `upgrade`).
    socket.on('error', () => socket.destroy());
    connections.add(socket);
  });
  const watched = connections.watch(app);
  const answer: RequestListener = (request, response) => {
    // Whatever the client does in between: an error that nobody listens to would end the process.
    request.on('error', () => undefined);
    response.on('error', (error) => endAnswer(response, error));
    watched(request, response);
  };
  // With `Expect`: no body is asked for, and what is not understood is refused by the application.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, answer);
  server.on('clientError', answerBadRequest);
  server.on('connect', (_request, socket: Socket) => {
    // Within an answer, the refusal would be read as part of it.
    if (connections.isAnswering(socket)) socket.destroy();
    else endWith(socket.resume(), new ProblemError('method-not-allowed', `expected one of ${METHODS}`));
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    if (connections.isAnswering(socket)) socket.destroy();
    else if (!READS.has(request.method ?? ''))
      endWith(socket.resume(), new ProblemError('unsupported-body', 'send the body without Upgrade'));
    else answer(request, responseTo(request, socket, head) as ServerResponse & { req: IncomingMessage });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A connection that cannot be accepted, for want of memory or descriptors, is one that is lost.
      server.on('error', () => undefined);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: (boundMs) => stopServer(server, boundMs),
  };
}

/** Something was written after the end, or what cannot be sent: a mistake of this program, and the rest is lost. */
function endAnswer(response: ServerResponse, error: Error): void {
  noteCut(response, error.message);
  response.destroy();
}

function stopServer(server: Server, boundMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), boundMs);
    // A connection that was busy at first is kept alive by its client once it is idle.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Error of Node's parser, with the bytes it stopped at. */
type ParseError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Requests that Node could not read never reach the application; they get their problem here. */
function answerBadRequest(error: ParseError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswered(socket)) {
    socket.destroy();
    return;
  }
  endWith(socket, problemOfParseError(error));
}

/** A second answer on a connection whose first one is under way would be read as part of it. */
function hasAnswered(socket: Duplex): boolean {
  return 'bytesWritten' in socket && (socket as Socket).bytesWritten > 0;
}

function problemOfParseError({ code, rawPacket }: ParseError): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('headers-too-large', `the URL and the headers have more than ${MAX_HEADER_BYTES} bytes`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('request-timeout', `expected the headers within ${HEADERS_TIMEOUT_MS / 1_000} seconds`);
    // A word that Node does not know, unless it is no HTTP at all.
    case 'HPE_INVALID_METHOD':
      if (/^[A-Z-]{1,32} /.test(rawPacket?.toString('latin1', 0, 40) ?? '')) {
        return new ProblemError('method-not-allowed', `expected one of ${METHODS}`);
      }
  }
  return new ProblemError('bad-request', 'the request is not valid HTTP/1.1');
}

/** Lines of a response's head. */
const FIXED_LINES = Object.entries(fixedHeaders()).map(([name, value]) => `${name}: ${value}`);

function endWith(socket: Duplex, problem: ProblemError): void {
  const id = randomUUID();
  const body = JSON.stringify(problemBody(problem, id, ''));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...FIXED_LINES,
    `X-Request-Id: ${id}`,
    ...(problem.code === 'method-not-allowed' ? [`Allow: ${METHODS}`] : []),
    'Connection: close',
  ];
  // A client that does not close the connection either would keep it until its timeout. One that sent too little has
  // nothing under way that closing would answer with a reset, which may overtake what it is told.
  const linger = problem.code === 'request-timeout' ? 0 : LINGER_MS;
  const cut = (): void => void socket.destroy();
  // Written as a whole: it is smaller than what any socket takes at once. Whoever takes nothing is cut all the same.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => setTimeout(cut, linger));
  setTimeout(cut, 2 * LINGER_MS);
}
