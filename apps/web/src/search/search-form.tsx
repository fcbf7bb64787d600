import { useEffect, useState } from 'preact/hooks';
import { navigate, paths, usePageUrl } from '../router.js';
import { hasPrivateKey, PRIVATE } from './recognise.js';

export function SearchForm() {
  const { query } = usePageUrl();
  const asked = query.get('q') ?? '';
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  const search = (event: Event) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed !== '') navigate(paths.search(trimmed));
  };
  return (
    <search>
      <form class="search" onSubmit={search}>
        <label class="hidden" for="q">
          Address, transaction, block hash or height
        </label>
        <input
          id="q"
          name="q"
          type="search"
          placeholder="Address, transaction, block"
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={10_000}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            // The address of a search is in the history of the browser, and sent when the page is loaded again.
            currentTarget.setCustomValidity(hasPrivateKey(currentTarget.value) ? PRIVATE : '');
          }}
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
