/** When a request that failed is sent again, and a stream that broke connects again. */
import { ChaintrailError } from './error.js';

/** Statuses that pass: too many requests, and what servers and proxies say while something behind them is away. */
const PASSING: ReadonlySet<number | null> = new Set([429, 502, 503, 504]);
const FIRST_MS = 500;
const LONGEST_MS = 10_000;
/** Who is asked to wait for longer is told so instead: a program that stands still for minutes looks dead. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
/** Those who were refused together do not come back together. */
const SPREAD_MS = 1_000;

/** A server that asks for no time at all is not asked without a pause. */
const SHORTEST_RECONNECT_MS = 100;
/** Attempts in a row come at twice the time each, up to this. */
const LONGEST_RECONNECT_MS = 60_000;
/** Nobody waits for longer, whatever a server says. */
const LONGEST_WAIT_MS = 600_000;

/** Whether the same request may be answered later. */
export function mayPass(error: unknown): error is ChaintrailError {
  if (!(error instanceof ChaintrailError)) return false;
  return error.code === 'network' || error.code === 'timeout' || PASSING.has(error.status);
}

/**
 * Milliseconds until the next attempt: what the server asks for, else full jitter below a limit that doubles.
 * @param failures how many attempts have failed
 * @returns null when there should be none
 */
export function retryDelay(error: unknown, failures: number): number | null {
  // A first sync takes hours or days.
  if (!mayPass(error) || error.code === 'chain-syncing') return null;
  const { retryAfter } = error;
  if (retryAfter === null) return Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return retryAfter > LONGEST_RETRY_AFTER_SECONDS ? null : retryAfter * 1_000 + Math.random() * SPREAD_MS;
}

/**
 * Milliseconds until a stream connects again: at least what the server asks for, and up to twice that, so that many
 * clients do not come back at one moment.
 * @param failures how many attempts in a row have failed
 * @param retryMs what the stream has said (`retry`)
 */
export function reconnectDelay({ retryAfter }: ChaintrailError, failures: number, retryMs: number): number {
  const first = Math.max(SHORTEST_RECONNECT_MS, retryMs);
  const base = Math.min(first * 2 ** (failures - 1), Math.max(first, LONGEST_RECONNECT_MS));
  return Math.min(LONGEST_WAIT_MS, Math.max(base, (retryAfter ?? 0) * 1_000) * (1 + Math.random()));
}

/** The one form of dates that servers may send today (RFC 9110 §5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * `Retry-After` in seconds (RFC 9110 §10.2.3): a number of them, or a date.
 * @returns null for anything else
 */
export function parseRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const time = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}
