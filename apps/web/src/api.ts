/** The client, and answers as state of components. */
import { Chaintrail, type Currency } from '@chaintrail/client';
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { paths } from './router.js';

export const chaintrail = new Chaintrail({
  url: `${location.origin}${paths.server}`,
  // After an event, what the browser has kept for some seconds is no more. What has not changed is answered with 304.
  fetch: (input, init) => fetch(input, { ...init, cache: 'no-cache' }),
});

/** While nobody has told what the server follows. */
export const NOT_YET: ReadonlyMap<string, Currency> = new Map();
/** Currencies that the server follows, by its code. */
export const Currencies = createContext(NOT_YET);

export function useCurrency(code: string): Currency | undefined {
  return useContext(Currencies).get(code.toLowerCase());
}

export interface AnswerState<T> {
  /** The last one, also while another one is on its way; undefined before the first and after a failure. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

type State<T> = Pick<AnswerState<T>, 'value' | 'error' | 'isLoading'>;

/** The answer of `ask`, asked again whenever an input changes. @param inputs all that `ask` depends on */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): AnswerState<T> {
  const [state, setState] = useState<State<T>>({ value: undefined, error: undefined, isLoading: true });
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState((before) => ({ ...before, isLoading: true }));
    ask(signal).then(
      (value) => signal.aborted || setState({ value, error: undefined, isLoading: false }),
      (error: unknown) => signal.aborted || setState({ value: undefined, error, isLoading: false }),
    );
    return () => controller.abort();
  }, [...inputs, turn]);
  return { ...state, reload };
}
