/** Forms of a handler's answer. */
import type { Response } from 'express';
import type { SharedBody } from './encode-body.js';
import type { WithRows } from './rows.js';

/** Answer of a handler. */
export interface Answer<Body> {
  /** Called unless the client has this answer already. */
  readonly body: () => Body;
  /** Version of the answer, which with the URL decides its bytes; null to derive it from the bytes of the answer. */
  readonly version: string | null;
  /** Seconds that it may be reused without asking; 0: never. */
  readonly maxAge: number;
  /** The header of that name: the pages beside this one. */
  readonly link?: string | null;
}

/** An answer that is told apart by its bytes. */
export function answerNow<Body>(body: Body, maxAge = 0): Answer<Body> {
  return { body: () => body, version: null, maxAge };
}

/** An answer that is the same for everybody, and made once. */
export interface SharedAnswer {
  readonly shared: SharedBody;
  /** Seconds that it may be reused without asking; 0: never. */
  readonly maxAge: number;
}

/** An answer that is sent piece by piece, never compared with what a client has. */
export interface StreamedAnswer {
  readonly mediaType: string;
  /** File name that browsers save it by; shown where there is none. */
  readonly fileName?: string;
  /** Writes the body behind the headers and ends it; not called for HEAD. Fails where the rest cannot be read. */
  readonly send: (response: Response) => Promise<void> | void;
}

export type AnyAnswer<Body> = Answer<WithRows<Body>> | SharedAnswer | StreamedAnswer;
