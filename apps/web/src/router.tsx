/** The page that the URL names. Plain links lead from one to another without loading the document again. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Paths } from './paths.js';

export const paths = new Paths(document.documentElement.dataset['base'] ?? '/explorer');

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const here = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });
const PlaceContext = createContext<Place>(here());

export const usePlace = (): Place => useContext(PlaceContext);

const MOVED = 'chaintrail:moved';

export function navigate(href: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  dispatchEvent(new Event(MOVED));
}

/** The same page with other parameters; those that are null go. */
export function withQuery({ path, query }: Place, changes: Readonly<Record<string, string | number | null>>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed.size === 0 ? path : `${path}?${changed}`;
}

export function Router({ children }: { readonly children: ComponentChildren }) {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const moved = () => setPlace(here());
    addEventListener(MOVED, moved);
    addEventListener('popstate', moved);
    document.addEventListener('click', followLink);
    return () => {
      removeEventListener(MOVED, moved);
      removeEventListener('popstate', moved);
      document.removeEventListener('click', followLink);
    };
  }, []);
  return <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>;
}

/**
 * Links that a browser would follow differently are left to it: other windows, downloads, other servers, places on
 * this page.
 */
function followLink(event: MouseEvent): void {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (!paths.has(link.pathname) || link.hash !== '') return;
  event.preventDefault();
  if (link.href !== location.href) navigate(link.href);
}
