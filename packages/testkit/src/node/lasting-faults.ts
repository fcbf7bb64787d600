/**
 * A node that is wrong about one block for as long as a test says so: a proxy before a real or a simulated one, which
 * changes named answers. Faults of the simulated nodes strike at random and pass; in the field damage stays.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Agent, request } from 'undici';

/** Answer of a node to one call. A GET has its body as text in `result`, bytes in Latin-1. */
export interface NodeAnswer {
  result?: unknown;
  error?: { readonly code: number; readonly message: string; readonly data?: unknown } | null;
}

/** A response as it is sent, whatever the node said. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  /** Length that its header says; a longer one than the body's never comes. */
  readonly announced?: number;
}

type Replacement = RawAnswer | 'drop' | 'hang';
type ChangedAnswer = NodeAnswer | Replacement;

export interface LastingFault {
  /** Method of a JSON-RPC call, or the path of a GET without its query. */
  readonly method: string | RegExp;
  /**
   * Heights, hashes or txids of the damage: calls that name one of them anywhere in their parameters (a height as number,
   * decimal or 0x…) or, for a GET, in path or query. By default every call of the method.
   */
  readonly blocks?: readonly (string | number)[];
  /**
   * The answer in place of the node's, which it may change. `'drop'` breaks the connection, `'hang'` never answers.
   * @param params of the call; of a GET, those of its query
   */
  change(answer: NodeAnswer, params: unknown): ChangedAnswer | Promise<ChangedAnswer>;
}

/** Header of a REST call that names the block whose state is asked for. */
const COSMOS_HEIGHT = 'x-cosmos-block-height';

interface Call {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: unknown;
}

/** The node refuses a call with an error of its own. */
export function refusal(code: number, message: string): () => NodeAnswer {
  return () => ({ error: { code, message } });
}

export class DamagedNode {
  /** Faults that are in force. Change the list at any time. */
  faults: LastingFault[] = [];
  /** Number of calls so far, by method or path. */
  readonly calls = new Map<string, number>();
  readonly #target: URL;
  readonly #agent = new Agent({ headersTimeout: 120_000, bodyTimeout: 120_000 });
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #held: Promise<unknown> | null = null;

  private constructor(nodeUrl: string) {
    this.#target = new URL(nodeUrl);
    this.#server = createServer((message, response) => {
      this.#serve(message, response).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(502);
        response.end(String(error));
      });
    });
    this.#server.on('upgrade', (message, socket: Socket, head) => this.#relay(message, socket, head));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** @param nodeUrl with the credentials that callers use */
  static async start(nodeUrl: string, faults: readonly LastingFault[] = []): Promise<DamagedNode> {
    const node = new DamagedNode(nodeUrl);
    node.faults = [...faults];
    node.#server.listen(0, '127.0.0.1');
    await once(node.#server, 'listening');
    return node;
  }

  /** The node's own, with the port of the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** @returns how often the method was called so far */
  called(method: string): number {
    return this.calls.get(method) ?? 0;
  }

  /** Lets calls wait until `work` is done: blocks can be made and faults put in force before anybody can ask for them. */
  async whileHeld<T>(work: () => Promise<T>): Promise<T> {
    const done = work();
    const settled = done.catch(() => undefined);
    this.#held = settled;
    try {
      return await done;
    } finally {
      if (this.#held === settled) this.#held = null;
    }
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await this.#agent.destroy();
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    await this.#held;
    const { authorization, 'content-type': type, [COSMOS_HEIGHT]: height } = message.headers;
    const answer = await request(new URL(message.url ?? '/', this.#target.origin), {
      dispatcher: this.#agent,
      method: message.method === 'POST' ? 'POST' : 'GET',
      headers: {
        ...(authorization && { authorization }),
        ...(type && { 'content-type': type }),
        ...(height && { [COSMOS_HEIGHT]: height }),
      },
      ...(message.method === 'POST' && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    const changed =
      message.method === 'POST'
        ? await this.#changedCalls(Buffer.concat(chunks).toString(), body)
        : await this.#changedGet(new URL(message.url ?? '/', this.#target.origin), body);
    if (changed === 'hang') return;
    if (changed === 'drop') {
      response.destroy();
      return;
    }
    if (!Buffer.isBuffer(changed)) {
      const { status, body: text, announced } = changed;
      if (announced === undefined) response.writeHead(status).end(text);
      else response.writeHead(status, { 'content-length': announced }).write(text);
      return;
    }
    response.writeHead(answer.statusCode, { 'content-type': answer.headers['content-type'] ?? 'application/json' });
    response.end(changed);
  }

  async #changedCalls(asked: string, body: Buffer): Promise<Buffer | Replacement> {
    const calls = parsed(asked) as Call | Call[] | undefined;
    if (calls === undefined) return body;
    const list = [calls].flat();
    for (const { method } of list) this.#count(method);
    const faulty = list.map((call) => this.#faultOf(call.method, JSON.stringify(call.params ?? [])));
    // An answer that nothing changes stays as the node wrote it, byte for byte.
    if (faulty.every((fault) => fault === undefined)) return body;
    const answers = parsed(body.toString()) as (NodeAnswer & { id?: unknown }) | (NodeAnswer & { id?: unknown })[];
    if (answers === undefined) return body;
    const changed: unknown[] = [];
    for (const answer of [answers].flat()) {
      const index = Array.isArray(answers) ? list.findIndex(({ id }) => id === answer.id) : 0;
      const fault = faulty[index];
      const { result, error, ...frame } = answer;
      const next = fault
        ? await fault.change({ result, error: error ?? null }, list[index]?.params)
        : { result, error };
      if (typeof next === 'string' || 'body' in next) return next;
      changed.push({ ...frame, ...(next.error ? { error: next.error } : { result: next.result ?? null }) });
    }
    return Buffer.from(JSON.stringify(Array.isArray(answers) ? changed : changed[0]));
  }

  async #changedGet({ pathname, search, searchParams }: URL, body: Buffer): Promise<Buffer | Replacement> {
    this.#count(pathname);
    const fault = this.#faultOf(pathname, `${pathname}${search}`);
    if (!fault) return body;
    const next = await fault.change({ result: body.toString('latin1') }, Object.fromEntries(searchParams));
    if (typeof next === 'string' || 'body' in next) return next;
    return Buffer.from(next.error ? JSON.stringify({ error: next.error }) : String(next.result), 'latin1');
  }

  #count(name: string): void {
    this.calls.set(name, this.called(name) + 1);
  }

  #faultOf(name: string, parameters: string): LastingFault | undefined {
    return this.faults.find(
      ({ method, blocks }) =>
        (typeof method === 'string' ? method === name : method.test(name)) &&
        (!blocks || blocks.some((block) => names(parameters, block))),
    );
  }

  /** Connects a client that upgrades (a WebSocket) with the node itself. */
  #relay(message: IncomingMessage, client: Socket, head: Buffer): void {
    const node = connect(Number(this.#target.port), this.#target.hostname);
    const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    node.write(`${message.method} ${message.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
    node.write(head);
    node.pipe(client).pipe(node);
    client.on('error', () => node.destroy()).on('close', () => node.destroy());
    node.on('error', () => client.destroy()).on('close', () => client.destroy());
  }
}

/** Whether a text of parameters has the block as a whole word. */
function names(parameters: string, block: string | number): boolean {
  const words = typeof block === 'number' ? [String(block), `0x${block.toString(16)}`] : [block];
  return words.some((word) => new RegExp(`(?<![0-9a-zA-Z])${word}(?![0-9a-zA-Z])`, 'i').test(parameters));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
