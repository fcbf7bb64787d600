/** Small things that pages are written with. */
import type { UsdValue } from '@chaintrail/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { coins, date, dollars, span } from '../format.js';

const END = 8;

/** A hash or an address, its middle hidden from the eye where there is no room: the page has all of it. */
export function Id({ text, href }: { readonly text: string; readonly href?: string | undefined }) {
  const parts = (
    <>
      <span class="hidden">{text}</span>
      <span class="middle" aria-hidden="true" data-start={text.slice(0, -END)} data-end={text.slice(-END)} />
    </>
  );
  return href === undefined ? (
    <span class="id" title={text}>
      {parts}
    </span>
  ) : (
    <a class="id" title={text} href={href}>
      {parts}
    </a>
  );
}

export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
  const [isDone, setDone] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => {
        setDone(true);
        setTimeout(() => setDone(false), 2_000);
      },
      () => undefined,
    );
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span aria-live="polite">{isDone ? 'Copied' : 'Copy'}</span> <span class="hidden">{what}</span>
    </button>
  );
}

interface AmountProps {
  /** Base units; null where nobody knows. */
  readonly amount: string | null;
  readonly decimals: number | null;
  readonly symbol?: string | undefined;
  /** Whether it comes or goes. */
  readonly signed?: boolean;
}

export function Amount({ amount, decimals, symbol, signed = false }: AmountProps) {
  if (amount === null) return <span class="muted">unknown</span>;
  const tone = signed && amount !== '0' ? (amount.startsWith('-') ? 'amount out' : 'amount in') : 'amount';
  return (
    <span class={tone}>
      {coins(amount, decimals, { signed })}
      {symbol !== undefined && <span class="symbol"> {symbol}</span>}
    </span>
  );
}

export function Usd({ usd }: { readonly usd: UsdValue | null | undefined }) {
  if (!usd || usd.value === '0') return null;
  return (
    <span class="muted" title={`${dollars(usd.rate)} each, ${date(usd.asOf)}`}>
      ≈ {dollars(usd.value)}
      {usd.stale && ' (an old rate)'}
    </span>
  );
}

export function Time({ time, now }: { readonly time: number | null; readonly now?: number | undefined }) {
  if (time === null) return <span class="muted">unknown</span>;
  return (
    <time dateTime={new Date(time * 1_000).toISOString()} title={date(time)}>
      {now === undefined ? date(time) : `${span(now - time)} ago`}
    </time>
  );
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Names and values. Fields that are null or false are left out. */
export function Fields({ fields }: { readonly fields: Readonly<Record<string, ComponentChildren>> }) {
  return (
    <dl class="fields">
      {Object.entries(fields).map(([name, value]) =>
        value === null || value === undefined || value === false ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
