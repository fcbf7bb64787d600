/** Values of amounts by stored rates, and how far they can be relied on. */
import type { StoredRate } from '@chaintrail/db';
import type { UsdValue } from '../schemas/values.js';

/** A price that was made earlier may have moved since. */
const STALE_SECONDS = 7_200;
/** Sources are asked every five minutes: where three times in a row none agreed, or nobody asked, nobody knows. */
const UNCONFIRMED_SECONDS = 900;
/** For the past, one figure an hour is kept. */
const UNRECORDED_SECONDS = 7_200;
/** Digits of a value in dollars behind the point. */
const VALUE_DECIMALS = 6;

/** A rate as clients see it. */
export interface ShownRate {
  readonly rate: string;
  /** Unix seconds. */
  readonly asOf: number;
  readonly sources: string[];
  readonly stale: boolean;
}

/** @param moment unix seconds; null: now @returns null where nothing was found, or too long before */
export function shownRate(
  found: StoredRate | null,
  moment: number | null,
  maxAgeSeconds: number,
  nowSeconds = Math.floor(Date.now() / 1000),
): ShownRate | null {
  if (found === null) return null;
  const { rate, at, asOf, sources } = found;
  const wanted = moment ?? nowSeconds;
  if (wanted - asOf > maxAgeSeconds) return null;
  const unconfirmed = moment === null ? UNCONFIRMED_SECONDS : UNRECORDED_SECONDS;
  return { rate, asOf, sources: [...sources], stale: wanted - asOf > STALE_SECONDS || wanted - at > unconfirmed };
}

/** @param amount in base units, signed; null gives null, as does an unknown rate */
export function usdOf(amount: string | null, decimals: number, rate: ShownRate | null): UsdValue | null {
  if (amount === null || rate === null) return null;
  const { asOf, stale } = rate;
  return { rate: rate.rate, value: dollarsOf(BigInt(amount), decimals, rate.rate), asOf, stale };
}

/** Rounded half away from zero. */
function dollarsOf(amount: bigint, decimals: number, rate: string): string {
  const [whole = '', fraction = ''] = rate.split('.');
  const product = (amount < 0n ? -amount : amount) * BigInt(whole + fraction);
  const unit = 10n ** BigInt(decimals + fraction.length);
  const rounded = (product * 10n ** BigInt(VALUE_DECIMALS) * 2n + unit) / (unit * 2n);
  const digits = rounded.toString().padStart(VALUE_DECIMALS + 1, '0');
  const text = `${digits.slice(0, -VALUE_DECIMALS)}.${digits.slice(-VALUE_DECIMALS)}`.replace(/\.?0+$/, '');
  return amount < 0n && rounded > 0n ? `-${text}` : text;
}
