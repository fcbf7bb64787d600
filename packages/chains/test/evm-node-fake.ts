/**
 * A local server that answers like a node of the EVM family, by HTTP and WebSocket, except where a test makes it
 * misbehave.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EVM_CHAINS, type EvmNodeOptions } from '../src/index.js';
import { EvmNode } from '../src/node.js';
import { Refusal, type RpcCall, Verbatim } from './node-fake.js';
import { FakeServer } from './support/fake-server.js';

type EvmChain = (typeof EVM_CHAINS)[number];

export const ETH = chainOf('eth');
export const LOCAL = networkOf(ETH, 'local');

export function chainOf(code: string): EvmChain {
  const chain = EVM_CHAINS.find((one) => one.code === code);
  if (!chain) throw new Error(`no chain ${code}`);
  return chain;
}

export function networkOf(chain: EvmChain, name: string): EvmChain['networks'][number] {
  const network = chain.networks.find((one) => one.name === name);
  if (!network) throw new Error(`no network ${name}`);
  return network;
}

/** Answer of a node to a call that reverted, or with a reason in `data`. */
export class RefusalWithData extends Refusal {
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown) {
    super(code, message);
    this.data = data;
  }
}

export interface FakeBlock {
  readonly hash: string;
  readonly number: string;
  readonly parentHash: string;
  readonly timestamp: string;
  readonly transactions: readonly unknown[];
  readonly uncles: readonly string[];
}

/** The hash of the block that the fake makes at this height of this branch. */
export function hashAt(height: number, branch = 'a'): string {
  return createHash('sha256').update(`${branch}${height}`).digest('hex');
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
  readonly calls: readonly RpcCall[];
}

export class FakeEvmNode extends FakeServer<EvmNode> {
  /** Called before anything is answered; takes the exchange over by returning true. */
  misbehave: (exchange: Exchange) => boolean | Promise<boolean> = () => false;
  /** Changes the answers of a batch. */
  batchAnswers: (answers: unknown[]) => unknown = (answers) => answers;
  readonly methods: Record<string, (params: readonly unknown[]) => unknown>;
  readonly blocks: FakeBlock[] = [];
  /** Method, or `batch of n`, of every request. */
  readonly log: string[] = [];
  /** Every single call, in or out of a batch. */
  readonly calls: RpcCall[] = [];
  readonly sockets: FakeSocket[] = [];
  /** Called with each WebSocket message of a client. */
  onMessage: (socket: FakeSocket, text: string) => void = (socket) => {
    socket.send({ jsonrpc: '2.0', id: 1, result: '0xfeed' });
  };
  chainId = 31_337;

  constructor(blocks = 3) {
    super();
    for (let height = 0; height < blocks; height++) this.mine();
    this.methods = {
      eth_chainId: () => hex(this.chainId),
      web3_clientVersion: () => 'Geth/v1.16.4-stable/linux-amd64/go1.25.1',
      eth_syncing: () => false,
      eth_blockNumber: () => this.blocks.at(-1)?.number,
      eth_getBlockByNumber: ([place]) => this.find(place),
      eth_getBlockByHash: ([hash]) => this.blocks.find((block) => block.hash === hash) ?? null,
      eth_getBlockReceipts: ([place]) => {
        const block = this.blocks.find(({ hash, number }) => hash === place || number === place);
        return block
          ? block.transactions.map(() => ({ transactionHash: `0x${hashAt(0, 'tx')}`, blockHash: block.hash }))
          : null;
      },
      eth_getTransactionReceipt: ([hash]) => ({ transactionHash: hash }),
      eth_getBalance: ([address]) => `0x${Number.parseInt(String(address).slice(-4), 16).toString(16)}`,
      eth_call: () => `0x${'00'.repeat(31)}2a`,
    };
    this.server.on('upgrade', (request, socket) => {
      this.sockets.push(new FakeSocket(request, socket as Socket, (one, text) => this.onMessage(one, text)));
    });
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.port}/ws`;
  }

  /** A client with short limits and quick retries. */
  client(options: Partial<EvmNodeOptions> = {}): EvmNode {
    const retry = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5, maxTotalMs: 5000 };
    const endpoint = { url: this.url };
    return this.closed(new EvmNode({ chain: ETH, network: LOCAL, endpoint, timeoutMs: 5000, retry, ...options }));
  }

  mine(block: Partial<FakeBlock> = {}, branch = 'a'): FakeBlock {
    const height = this.blocks.length;
    const parent = this.blocks.at(-1);
    const mined: FakeBlock = {
      hash: `0x${hashAt(height, branch)}`,
      number: hex(height),
      parentHash: parent?.hash ?? `0x${'00'.repeat(32)}`,
      timestamp: hex(Math.floor(Date.now() / 1000)),
      transactions: [],
      uncles: [],
      ...block,
    };
    this.blocks.push(mined);
    return mined;
  }

  find(place: unknown): FakeBlock | null {
    if (place === 'latest') return this.blocks.at(-1) ?? null;
    if (place === 'finalized') return this.blocks[0] ?? null;
    return this.blocks[Number(place)] ?? null;
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const parsed = JSON.parse(body) as RpcCall | RpcCall[];
    const calls = Array.isArray(parsed) ? parsed : [parsed];
    this.log.push(Array.isArray(parsed) ? `batch of ${calls.length}` : (calls[0]?.method ?? ''));
    this.calls.push(...calls);
    if (await this.misbehave({ request, response, body, calls })) return;
    const answers = await Promise.all(calls.map((call) => this.#answer(call)));
    if (!Array.isArray(parsed)) response.end(answers[0]);
    else response.end(JSON.stringify(this.batchAnswers(answers.map((text) => JSON.parse(text) as unknown))));
  }

  async #answer({ id, method, params }: RpcCall): Promise<string> {
    try {
      const run = this.methods[method];
      if (!run) throw new Refusal(-32601, `the method ${method} does not exist/is not available`);
      const result = await run(params);
      const json = result instanceof Verbatim ? result.json : JSON.stringify(result ?? null);
      return `{"jsonrpc":"2.0","id":${id},"result":${json}}`;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message } = error;
      const data = error instanceof RefusalWithData ? { data: error.data } : {};
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...data } });
    }
  }
}

const WEBSOCKET_MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT_FRAME = 0x81;

/** The server's end of a WebSocket: RFC 6455, as much of it as a subscription needs. */
export class FakeSocket {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly #socket: Socket;

  constructor(request: IncomingMessage, socket: Socket, onMessage: (socket: FakeSocket, text: string) => void) {
    this.path = request.url ?? '';
    this.authorization = request.headers.authorization;
    this.#socket = socket;
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${WEBSOCKET_MAGIC}`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    // Sockets of an HTTP server stay half open otherwise.
    socket.on('end', () => socket.end());
    socket.on('data', (frame: Buffer) => {
      const text = readFrame(frame);
      if (text !== null) onMessage(this, text);
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  send(message: unknown): void {
    this.sendText(typeof message === 'string' ? message : JSON.stringify(message));
  }

  head(): void {
    this.send({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: '0xfeed', result: {} } });
  }

  destroy(): void {
    this.#socket.destroy();
  }

  sendText(text: string): void {
    const payload = Buffer.from(text);
    const header = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
    header[0] = TEXT_FRAME;
    if (payload.length < 126) header[1] = payload.length;
    else if (payload.length < 65_536) {
      header[1] = 126;
      header.writeUInt16BE(payload.length, 2);
    } else {
      header[1] = 127;
      header.writeBigUInt64BE(BigInt(payload.length), 2);
    }
    this.#socket.write(Buffer.concat([header, payload]));
  }
}

/** A short masked text frame, as clients send them; null for others. */
function readFrame(frame: Buffer): string | null {
  if (frame[0] !== TEXT_FRAME) return null;
  const length = (frame[1] ?? 0) & 0x7f;
  const mask = frame.subarray(2, 6);
  if (length > 125 || frame.length < 6 + length) return null;
  return Buffer.from(frame.subarray(6, 6 + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0))).toString('utf8');
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
