/** Where pages are: below `/explorer`, so that no route of the API is ever in the way. The home page is `/` as well. */

export type Page =
  | { readonly name: 'home' }
  | { readonly name: 'search' }
  | { readonly name: 'chain' | 'mempool'; readonly currency: string }
  | { readonly name: 'address' | 'account' | 'tx' | 'block' | 'token'; readonly currency: string; readonly id: string }
  | { readonly name: 'unknown' };

const KINDS = ['address', 'account', 'tx', 'block', 'token'] as const;
type Kind = (typeof KINDS)[number];

/** @param base path of the explorer, without a slash at its end: `/explorer` */
export class Paths {
  readonly #base: string;
  /** Path of the server, without a slash at its end. */
  readonly server: string;

  constructor(base: string) {
    this.#base = base;
    this.server = base.replace(/\/explorer$/, '');
  }

  get home(): string {
    return `${this.server}/`;
  }

  search(text: string): string {
    return `${this.#base}/search?${new URLSearchParams({ q: text })}`;
  }

  chain(currency: string): string {
    return `${this.#base}/${currency}`;
  }

  mempool(currency: string): string {
    return `${this.chain(currency)}/mempool`;
  }

  of(kind: Kind, currency: string, id: string | number): string {
    return `${this.chain(currency)}/${kind}/${encodeURIComponent(id)}`;
  }

  /** Whether a path is one of a page, and not one of the API. */
  has(path: string): boolean {
    return path === this.home || path === this.#base || path.startsWith(`${this.#base}/`);
  }

  read(path: string): Page {
    if (path === this.home) return { name: 'home' };
    const [first, kind, id, ...rest] = path.slice(this.#base.length).split('/').filter(Boolean).map(decoded);
    if (first === undefined) return { name: 'home' };
    if (kind === undefined) return first === 'search' ? { name: 'search' } : { name: 'chain', currency: first };
    if (kind === 'mempool' && id === undefined) return { name: 'mempool', currency: first };
    const name = KINDS.find((each) => each === kind);
    if (name === undefined || id === undefined || rest.length > 0) return { name: 'unknown' };
    return { name, currency: first, id };
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
