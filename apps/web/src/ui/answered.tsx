/** View of an answer of the API: that it is on its way, what is in it, or why there is none. */
import { ChaintrailError } from '@chaintrail/client';
import type { ComponentChildren } from 'preact';
import type { AnswerState } from '../api.js';

interface AnsweredProps<T> {
  readonly answer: AnswerState<T>;
  /** Noun of a loading line, as in "Loading the block …". */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** The last answer stays to be seen while the next one is on its way. */
export function Answered<T>({ answer: { value, error, reload }, what, children }: AnsweredProps<T>) {
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  return value === undefined ? <Loading what={what} /> : children(value);
}

/** Why there is nothing to be shown, in the words of the API. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const known = error instanceof ChaintrailError ? error : null;
  const progress = known?.problem?.progress;
  return (
    <div class="problem" role="alert">
      <p>{known?.detail ?? String(error)}</p>
      {typeof progress === 'number' && <progress value={progress} aria-label="Progress of the first sync" />}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="loading" role="status">
      Loading {what} …
    </p>
  );
}
