/** Server-sent events, read as the HTML standard says (§9.2.6, "Interpreting an event stream"). */

export interface ServerSentEvent {
  /** `message` where the server names none. */
  readonly type: string;
  readonly data: string;
  /** The last `id` of the stream so far, this event's own where it has one. */
  readonly lastEventId: string;
}

/**
 * Characters of an event that has not ended. What is longer is no event of this API, or is meant to fill the memory.
 */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Takes the bytes of one connection, in pieces that end anywhere, and gives the events that are complete. */
export class EventStreamParser {
  /** Event id that a reconnection names as the last one seen. A parser of the next connection is given it. */
  lastEventId: string;
  /** Milliseconds until a reconnection, where the server has said so. */
  retryMs: number | undefined;
  /** Takes the byte order mark away. */
  readonly #decoder = new TextDecoder();
  /** The beginning of a line, in pieces: a long one comes in many. */
  #line: string[] = [];
  #characters = 0;
  #afterCarriageReturn = false;
  #idBuffer: string;
  #type = '';
  #data: string[] = [];

  constructor(lastEventId = '', retryMs?: number) {
    this.lastEventId = lastEventId;
    this.retryMs = retryMs;
    this.#idBuffer = lastEventId;
  }

  /** @throws RangeError when an event does not end */
  push(bytes: Uint8Array): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    const text = this.#decoder.decode(bytes, { stream: true });
    // The second half of a line's end whose first half was the last that came.
    let from = this.#afterCarriageReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#afterCarriageReturn = text.endsWith('\r');
    const ends = /\r\n|\n|\r/g;
    ends.lastIndex = from;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      this.#hold(text.slice(from, end.index));
      const line = this.#line.join('');
      this.#line = [];
      from = ends.lastIndex;
      if (line === '') this.#dispatch(events);
      else this.#field(line);
    }
    this.#hold(text.slice(from));
    return events;
  }

  #hold(piece: string): void {
    if (piece === '') return;
    this.#characters += piece.length;
    if (this.#characters > MAX_CHARACTERS) throw new RangeError(`an event is longer than ${MAX_CHARACTERS} characters`);
    this.#line.push(piece);
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#idBuffer = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    // Comments have an empty name; nothing of them is kept.
    if (this.#data.length === 0) this.#characters = 0;
  }

  #dispatch(events: ServerSentEvent[]): void {
    this.lastEventId = this.#idBuffer;
    if (this.#data.length > 0) {
      events.push({ type: this.#type || 'message', data: this.#data.join('\n'), lastEventId: this.lastEventId });
    }
    this.#type = '';
    this.#data = [];
    this.#characters = 0;
  }
}
