/** Masks the keys in a URL's path and query, which providers of nodes repeat when they refuse a request. */

const MASK = '…';
/** Shorter parts are words such as `mainnet` and `archive`, which a refusal may well contain. */
const LEAST_CHARACTERS = 12;
/** Refusals are short. Of a longer one the beginning is enough. */
const MAX_BYTES = 2 ** 20;

export class UrlSecrets {
  /** The longest first: one may be a part of another. */
  readonly #parts: readonly string[];

  constructor(url: URL) {
    const query = url.search.slice(1).split('&');
    const values = query.map((pair) => pair.slice(pair.indexOf('=') + 1));
    const forms = [...url.pathname.split('/'), ...values].flatMap((part) => [part, decoded(part)]);
    const secret = forms.filter(({ length }) => length >= LEAST_CHARACTERS);
    this.#parts = [...new Set(secret)].sort((one, other) => other.length - one.length);
  }

  removedFrom(body: Buffer): Buffer {
    if (this.#parts.length === 0) return body;
    const text = body.toString('utf8', 0, MAX_BYTES);
    return Buffer.from(this.#parts.reduce((masked, part) => masked.replaceAll(part, MASK), text));
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // No escapes of UTF-8: then it is repeated as it is.
    return part;
  }
}
