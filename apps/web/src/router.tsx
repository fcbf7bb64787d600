/** The page that the URL names. Plain links lead from one to another without loading the document again. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { Paths } from './paths.js';

export const paths = new Paths(document.documentElement.dataset['base'] ?? '/explorer');

export interface PageUrl {
  readonly path: string;
  readonly query: URLSearchParams;
}

const here = (): PageUrl => ({ path: location.pathname, query: new URLSearchParams(location.search) });
const PageUrlContext = createContext<PageUrl>(here());

export const usePageUrl = (): PageUrl => useContext(PageUrlContext);

const MOVED = 'chaintrail:moved';

export function navigate(href: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  dispatchEvent(new Event(MOVED));
}

/** The same page with other parameters; those that are null go. */
export function withQuery({ path, query }: PageUrl, changes: Readonly<Record<string, string | number | null>>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed.size === 0 ? path : `${path}?${changed}`;
}

export function Router({ children }: { readonly children: ComponentChildren }) {
  const [pageUrl, setPageUrl] = useState(here);
  useEffect(() => {
    const moved = () => setPageUrl(here());
    addEventListener(MOVED, moved);
    addEventListener('popstate', moved);
    document.addEventListener('click', followLink);
    return () => {
      removeEventListener(MOVED, moved);
      removeEventListener('popstate', moved);
      document.removeEventListener('click', followLink);
    };
  }, []);
  return <PageUrlContext.Provider value={pageUrl}>{children}</PageUrlContext.Provider>;
}

/** Other windows, downloads, other servers and places on this page are left to the browser. */
function followLink(event: MouseEvent): void {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (!paths.has(link.pathname) || link.hash !== '') return;
  event.preventDefault();
  if (link.href !== location.href) navigate(link.href);
}
