import { useEffect, useState } from 'preact/hooks';
import { heightOrTime } from '../format.js';
import { navigate, usePageUrl, withQuery } from '../router.js';

const DIRECTIONS = ['in', 'out', 'self', 'mention'] as const;
const TYPED = ['direction', 'from', 'to', 'order'] as const;
const NAMES = [...TYPED, 'asset', 'spam'] as const;

/** Filters of a history, as the API takes it. @param hasMentions whether anybody can write into it */
export function filtersOf(query: URLSearchParams, hasMentions: boolean) {
  const direction = DIRECTIONS.find((each) => each === query.get('direction'));
  const from = heightOrTime(query.get('from') ?? '');
  const to = heightOrTime(query.get('to') ?? '', { endOfDay: true });
  return {
    direction,
    spam: hasMentions && direction !== 'mention' && query.get('spam') !== 'include' ? ('exclude' as const) : undefined,
    ...{ fromHeight: from.height, fromTime: from.time, toHeight: to.height, toTime: to.time },
    order: query.get('order') === 'asc' ? ('asc' as const) : undefined,
    asset: query.get('asset') ?? undefined,
  };
}

export function Filters({ hasMentions }: { readonly hasMentions: boolean }) {
  const pageUrl = usePageUrl();
  const { query } = pageUrl;
  const go = (changes: Readonly<Record<string, string | null>>) =>
    navigate(withQuery(pageUrl, { ...changes, offset: null, cursor: null }));
  const [draft, setDraft] = useState(() => draftOf(query));
  useEffect(() => setDraft(draftOf(query)), [String(query)]);
  const field = (name: (typeof TYPED)[number]) => ({
    name,
    value: draft[name],
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      setDraft((before) => ({ ...before, [name]: value })),
  });
  const apply = (event: Event) => {
    event.preventDefault();
    go(draft);
  };
  const isFiltered = NAMES.some((name) => query.has(name));
  const limit = (name: 'from' | 'to', words: string) => (
    <label>
      {words}{' '}
      <input
        {...field(name)}
        size={11}
        pattern="\d{1,10}|\d{4}-\d{2}-\d{2}"
        title="A block height, or a day such as 2026-01-31"
        placeholder="block or day"
      />
    </label>
  );
  return (
    <form class="filters" onSubmit={apply}>
      <label>
        Show{' '}
        <select {...field('direction')}>
          <option value="">everything</option>
          <option value="in">what came in</option>
          <option value="out">what went out</option>
          <option value="self">to itself</option>
          {hasMentions && <option value="mention">mentions</option>}
        </select>
      </label>
      {limit('from', 'from')}
      {limit('to', 'to')}
      <label>
        Order{' '}
        <select {...field('order')}>
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

function draftOf(query: URLSearchParams): Readonly<Record<(typeof TYPED)[number], string>> {
  const [direction = '', from = '', to = '', order = ''] = TYPED.map((name) => query.get(name) ?? '');
  return { direction, from, to, order };
}
