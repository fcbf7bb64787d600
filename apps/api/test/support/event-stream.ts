/** A client of `/v0/stream` that keeps what it was told. */
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';

export interface ToldEvent {
  readonly id: string;
  readonly name: 'tip' | 'reorg' | 'transaction' | 'dropped';
  // biome-ignore lint/suspicious/noExplicitAny: tests say what is in it
  readonly data: any;
}

export interface EventStreamOptions {
  readonly currency: string;
  readonly addresses?: readonly string[];
  /** Descriptor of an account, in the place of addresses: sent as the body. */
  readonly descriptor?: string;
  /** Sent as the header. */
  readonly lastEventId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export class EventStream {
  readonly events: ToldEvent[] = [];
  /** Comments and fields of the connection itself. */
  readonly others: string[] = [];
  readonly headers: IncomingMessage['headers'];
  isEnded = false;
  readonly #request: ClientRequest;
  readonly #response: IncomingMessage;

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.#response = response;
    this.headers = response.headers;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#read(block);
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      this.isEnded = true;
    });
  }

  /** @throws Error with the status and the problem where there is no stream */
  static open(baseUrl: string, options: EventStreamOptions): Promise<EventStream> {
    const { currency, addresses = [], descriptor, lastEventId, headers = {} } = options;
    const query = [`currency=${currency}`, ...addresses.map((address) => `address=${encodeURIComponent(address)}`)];
    const last = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    return new Promise((resolve, reject) => {
      const path = descriptor === undefined ? `stream?${query.join('&')}` : `accounts/${currency}/stream`;
      const method = descriptor === undefined ? 'GET' : 'POST';
      const given = { agent: false, method, headers: { ...headers, ...last } };
      const request = send(`${baseUrl}/v0/${path}`, given, async (response) => {
        if (response.statusCode === 200) resolve(new EventStream(request, response));
        else reject(new Error(`${response.statusCode} ${Buffer.concat(await response.toArray())}`));
      });
      request.on('error', reject);
      request.end(descriptor);
    });
  }

  get lastId(): string | undefined {
    return this.events.at(-1)?.id;
  }

  /** Takes no more from the socket until {@link resume}. */
  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  close(): void {
    this.#request.destroy();
  }

  #read(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]));
    const [id, name, data] = ['id', 'event', 'data'].map((field) => fields.get(field));
    if (id && name && data) this.events.push({ id, name: name as ToldEvent['name'], data: JSON.parse(data) });
    else this.others.push(block);
  }
}
