/** How numbers, amounts and times are written. Amounts stay texts of digits: no float ever holds one. */
import { formatAmount } from '@chaintrail/client';

/** `1234567` → `1,234,567`; what follows a point stays as it is. */
export function grouped(number: string | number | bigint): string {
  const [whole = '', fraction] = String(number).split('.');
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** `-150000000` with 8 decimals is `−1.5`. @param decimals null: not known @param signed whether `+` is written */
export function coins(amount: string, decimals: number | null, { signed = false } = {}): string {
  const text = grouped(formatAmount(amount, decimals ?? 0));
  if (text.startsWith('-')) return `−${text.slice(1)}`;
  return signed && text !== '0' ? `+${text}` : text;
}

/** US dollars of an exact decimal text: two places from a dollar on, as they come below. Cut, not rounded. */
export function dollars(value: string): string {
  const [whole = '0', fraction = ''] = value.replace(/^-/, '').split('.');
  const sign = value.startsWith('-') ? '−' : '';
  const places = whole === '0' ? fraction.replace(/^(0*\d{0,4}).*$/, '$1') : fraction.slice(0, 2).padEnd(2, '0');
  return `${sign}$${grouped(whole)}${places === '' ? '' : `.${places}`}`;
}

export function bytes(count: number): string {
  return `${grouped(count)} bytes`;
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

/** In the reader's time zone. @param time unix seconds */
export function date(time: number): string {
  return DATE.format(time * 1_000);
}

/** @param seconds a span */
export function span(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const;
  const unit = units.find(([size]) => seconds >= 2 * size);
  return unit ? `${grouped(Math.floor(seconds / unit[0]))} ${unit[1]}` : `${Math.max(0, Math.floor(seconds))} s`;
}

/** @param share from 0 to 1; rounded down, since 100 % is for what is done */
export function percent(share: number): string {
  return `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/**
 * A height or a day, as people type one. The API has a name for each. A day is one of the reader's time zone, as all
 * times of the page are.
 * @returns neither for what is none
 */
export function heightOrTime(text: string, { endOfDay = false } = {}): { height?: number; time?: number } {
  if (/^\d{1,10}$/.test(text)) return { height: Number(text) };
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  // 31 February would be a day of March.
  if (new Date(year, month - 1, day).getMonth() !== month - 1) return {};
  const end = endOfDay ? 1 : 0;
  return { time: new Date(year, month - 1, day + end).getTime() / 1_000 - end };
}

/** The status of a transaction whose receipt does not tell it (Ethereum before Byzantium). */
export const OUTCOME_UNKNOWN = 'outcome not known';
