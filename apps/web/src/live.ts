/** Events, as they happen. */
import { ChaintrailError, type StreamEvent } from '@chaintrail/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chaintrail } from './api.js';

export type LiveState = 'connecting' | 'live' | 'lost';

/** Whether the page can be seen. A hidden tab needs none of the six connections that a browser opens to a server. */
function useVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const changed = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);
  return isVisible;
}

/** Listens while the component is seen, anew from the tip after a gap (`position-gone`). @param currency null: waits */
export function useStream(
  currency: string | null,
  address: string | undefined,
  onEvent: (event: StreamEvent) => void,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const latest = useRef(onEvent);
  latest.current = onEvent;
  const isVisible = useVisible();
  useEffect(() => {
    if (currency === null || !isVisible) return;
    const controller = new AbortController();
    const { signal } = controller;
    const onDisconnect = () => setState('lost');
    const addresses = address === undefined ? [] : [address];
    const listen = async () => {
      for await (const event of chaintrail.stream({ currency, addresses, signal, onDisconnect })) {
        setState('live');
        latest.current(event);
      }
    };
    const begin = async (): Promise<void> => {
      try {
        await listen();
      } catch (error) {
        onDisconnect();
        if (error instanceof ChaintrailError && error.code === 'position-gone') await begin();
      }
    };
    begin();
    return () => controller.abort();
  }, [currency, address, isVisible]);
  return state;
}

/** A function that calls `act` after `delayMs` of its first call, once however often it is called meanwhile. */
export function useSoon(act: () => void): (delayMs: number) => void {
  const latest = useRef(act);
  latest.current = act;
  const due = useRef<{ at: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => () => clearTimeout(due.current?.timer), []);
  return (delayMs) => {
    const at = Date.now() + delayMs;
    if (due.current !== null && due.current.at <= at) return;
    clearTimeout(due.current?.timer);
    const timer = setTimeout(() => {
      due.current = null;
      latest.current();
    }, delayMs);
    due.current = { at, timer };
  };
}

/** Unix seconds, again every few of them. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.floor(now / 1_000);
}
