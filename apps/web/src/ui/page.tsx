import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { LiveState } from '../live.js';

interface PageProps {
  readonly title: ComponentChildren;
  /** Text of the browser's tab. */
  readonly name: string;
  readonly children: ComponentChildren;
}

/** Whether the page is the first of this visit: a browser itself tells of that one. */
let isFirst = true;

/** Whoever follows a link hears where it led: the heading takes the focus. */
export function Page({ title, name, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} · Chaintrail`;
  }, [name]);
  useEffect(() => {
    if (!isFirst) {
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    isFirst = false;
  }, []);
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </>
  );
}

const LIVE_WORDS: Readonly<Record<LiveState, string>> = {
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'Connection lost, trying again …',
};

/** Whether what is shown is of now, and what happened last. */
export function Live({ state, news }: { readonly state: LiveState; readonly news: string }) {
  return (
    <p class={`live ${state}`}>
      <span>{LIVE_WORDS[state]}</span>
      <span role="status">{news}</span>
    </p>
  );
}
