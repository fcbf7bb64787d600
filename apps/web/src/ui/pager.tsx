import { useState } from 'preact/hooks';
import { grouped } from '../format.js';
import { navigate, usePageUrl, withQuery } from '../router.js';

/** Entries of a page. */
export const LIMIT = 25;
/** The largest offset of unspent outputs and of holders (the API's); cursors go further. */
export const MOST_OFFSET = 10_000;

export interface PagerProps {
  /** Noun of the entries: `transactions`. */
  readonly what: string;
  /** Answer of the API. */
  readonly page: {
    /** Offset of the first entry; null on a page that a cursor led to. */
    readonly offset: number | null;
    /** null where there are too many to count. */
    readonly total: number | null;
    /** Cursor of the next page, for lists whose offsets end, or that nobody has counted. */
    readonly next?: string | null;
  };
  /** Entries of this page. */
  readonly count: number;
  /** The largest offset that the list takes. */
  readonly mostOffset?: number;
}

/** Pages by URL: each can be shared, and the browser's way back leads through them. */
export function Pager({ what, page, count, mostOffset = Number.POSITIVE_INFINITY }: PagerProps) {
  const { offset, total, next } = page;
  const pageUrl = usePageUrl();
  const [typed, setTyped] = useState('');
  const at = (to: number) => withQuery(pageUrl, { offset: to === 0 ? null : to, cursor: null });
  const after = offset === null ? null : offset + LIMIT;
  const byOffset = after !== null && total !== null && after < total && after <= mostOffset ? at(after) : undefined;
  const byCursor = next ? withQuery(pageUrl, { cursor: next, offset: null }) : undefined;
  const last = total === null ? 0 : Math.min(Math.floor((total - 1) / LIMIT) * LIMIT, mostOffset);
  const isWhole = offset === 0 && total !== null && total <= LIMIT;
  const shown =
    offset === null || count === 0
      ? `${grouped(count)} ${what}`
      : `${grouped(offset + 1)}–${grouped(offset + count)}${total === null ? '' : ` of ${grouped(total)}`} ${what}`;
  const jump = (event: Event) => {
    event.preventDefault();
    if (/^\d{1,15}$/.test(typed) && Number(typed) > 0) navigate(at(Math.min(Number(typed) - 1, mostOffset)));
  };
  return (
    <nav class="pager" aria-label={`Pages of ${what}`}>
      <span role="status">{shown}</span>
      {!isWhole && (
        <>
          <span class="steps">
            <Step href={offset === 0 ? undefined : at(0)}>First</Step>
            <Step href={offset ? at(Math.max(0, offset - LIMIT)) : undefined}>Previous</Step>
            <Step href={byOffset ?? byCursor}>Next</Step>
            <Step href={offset !== null && last > offset ? at(last) : undefined}>Last</Step>
          </span>
          <form onSubmit={jump}>
            <label>
              Go to number{' '}
              <input
                inputMode="numeric"
                pattern="\d*"
                size={8}
                value={typed}
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </label>
            <button type="submit">Go</button>
          </form>
        </>
      )}
    </nav>
  );
}

/** The same element with and without a way to go: it keeps the focus where it leads no further. */
function Step({ href, children }: { readonly href: string | undefined; readonly children: string }) {
  const way = href === undefined ? ({ role: 'link', 'aria-disabled': true, tabIndex: -1 } as const) : { href };
  return (
    <a class="step" {...way}>
      {children}
    </a>
  );
}

/** The page that the URL asks for; nonsense is the first one. */
export function pageOf(query: URLSearchParams): { offset?: number; cursor?: string } {
  const cursor = query.get('cursor');
  if (cursor) return { cursor };
  const offset = query.get('offset') ?? '';
  return /^\d{1,15}$/.test(offset) ? { offset: Number(offset) } : {};
}
