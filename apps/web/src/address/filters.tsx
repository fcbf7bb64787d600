import type { HistoryTransaction } from '@chaintrail/client';
import { heightOrTime } from '../format.js';
import { navigate, usePlace, withQuery } from '../router.js';

const DIRECTIONS: readonly HistoryTransaction['direction'][] = ['in', 'out', 'self'];
const NAMES = ['direction', 'from', 'to', 'order', 'asset'] as const;

/** What of the history is asked for, as the API takes it. */
export function filtersOf(query: URLSearchParams) {
  return {
    direction: DIRECTIONS.find((each) => each === query.get('direction')),
    from: heightOrTime(query.get('from') ?? ''),
    to: heightOrTime(query.get('to') ?? '', { endOfDay: true }),
    order: query.get('order') === 'asc' ? ('asc' as const) : undefined,
    asset: query.get('asset') ?? undefined,
  };
}

export function Filters() {
  const place = usePlace();
  const { query } = place;
  const go = (changes: Readonly<Record<string, string | null>>) =>
    navigate(withQuery(place, { ...changes, offset: null, cursor: null }));
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    go(Object.fromEntries(['direction', 'from', 'to', 'order'].map((name) => [name, String(values.get(name) ?? '')])));
  };
  const isFiltered = NAMES.some((name) => query.has(name));
  const limit = (name: 'from' | 'to', words: string) => (
    <label>
      {words}{' '}
      <input
        name={name}
        size={11}
        pattern="\d{1,10}|\d{4}-\d{2}-\d{2}"
        title="A block height, or a day such as 2026-01-31"
        placeholder="block or day"
        defaultValue={query.get(name) ?? ''}
      />
    </label>
  );
  return (
    <form class="filters" onSubmit={apply} key={String(query)}>
      <label>
        Show{' '}
        <select name="direction" defaultValue={query.get('direction') ?? ''}>
          <option value="">everything</option>
          <option value="in">what came in</option>
          <option value="out">what went out</option>
          <option value="self">to itself</option>
        </select>
      </label>
      {limit('from', 'from')}
      {limit('to', 'to')}
      <label>
        Order{' '}
        <select name="order" defaultValue={query.get('order') ?? ''}>
          <option value="">newest first</option>
          <option value="asc">oldest first</option>
        </select>
      </label>
      <button type="submit">Apply</button>
      {isFiltered && (
        <button type="button" class="quiet" onClick={() => go(Object.fromEntries(NAMES.map((name) => [name, null])))}>
          Clear
        </button>
      )}
    </form>
  );
}
