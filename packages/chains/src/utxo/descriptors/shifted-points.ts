/**
 * Points of secp256k1 that lie a multiple of its generator from others: children of extended keys (BIP32, CKDpub) and
 * output keys of taproot (BIP341). All are kept affine, and one inversion serves a step of all of them: sixty at once
 * take a quarter of what one after the other takes. Nothing secret is computed, so time may vary.
 */
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

const { Point } = secp256k1;
const P = Point.Fp.ORDER;
/** 2^256 modulo {@link P}. */
const FOLD = 2n ** 256n - P;
const LOW = 2n ** 256n - 1n;

/** Multiples are added up digit by digit, of a byte each, -127 to 128. */
const DIGITS = 32;
const HIGHEST_DIGIT = 128;

interface AffinePoint {
  readonly x: bigint;
  readonly y: bigint;
}

let tables: readonly (readonly AffinePoint[])[] | null = null;

/** Multiples of the generator by each digit above 0, by its place; behind the last place that of a carry. Takes 40 ms. */
function multiplesOfGenerator(): readonly (readonly AffinePoint[])[] {
  let unit = Point.BASE;
  tables ??= Array.from({ length: DIGITS + 1 }, () => {
    const points = [unit];
    while (points.length < HIGHEST_DIGIT) points.push(points.at(-1)!.add(unit));
    unit = points.at(-1)!.double();
    return normalizeZ(Point, points).map(({ x, y }) => ({ x, y }));
  });
  return tables;
}

/** @param tweaks multiples, below the order of the curve, as 32 bytes each. @returns compressed points */
export function shiftedPoints(starts: readonly AffinePoint[], tweaks: readonly Uint8Array[]): Uint8Array[] {
  const points = starts.map(({ x, y }) => ({ x, y }));
  const carries = new Uint8Array(points.length);
  const special = new Set<number>();
  for (const [place, multiples] of multiplesOfGenerator().entries()) {
    const steps = points.flatMap((point, n) => {
      const digit = (tweaks[n]![DIGITS - 1 - place] ?? 0) + carries[n]!;
      carries[n] = digit > HIGHEST_DIGIT ? 1 : 0;
      const signed = digit > HIGHEST_DIGIT ? digit - 256 : digit;
      if (signed === 0) return [];
      const { x, y } = multiples[Math.abs(signed) - 1]!;
      if (x !== point.x) return [{ point, x, y: signed < 0 ? P - y : y }];
      // A point is doubled, or nothing is left of it.
      special.add(n);
      return [];
    });
    addAll(steps);
  }
  return points.map(({ x, y }, n) => (special.has(n) ? shiftedPoint(starts[n]!, tweaks[n]!) : compressed(x, y)));
}

interface Step extends AffinePoint {
  /** The point that the other one is added to: its x is another. */
  readonly point: { x: bigint; y: bigint };
}

function addAll(steps: readonly Step[]): void {
  let product = 1n;
  const runs = steps.map(({ point, x }) => {
    const [run, before] = [modulo(x - point.x), product];
    product = times(product, run);
    return { run, before };
  });
  let inverse = Point.Fp.inv(product);
  for (let n = steps.length - 1; n >= 0; n--) {
    const { point, x, y } = steps[n]!;
    const { run, before } = runs[n]!;
    const slope = times(modulo(y - point.y), times(inverse, before));
    inverse = times(inverse, run);
    const sum = modulo(times(slope, slope) - x - point.x);
    point.y = modulo(times(slope, modulo(point.x - sum)) - point.y);
    point.x = sum;
  }
}

/** @param value above -2P */
function modulo(value: bigint): bigint {
  if (value >= 0n) return value;
  return value >= -P ? value + P : value + P + P;
}

function times(one: bigint, other: bigint): bigint {
  let product = one * other;
  product = (product & LOW) + (product >> 256n) * FOLD;
  product = (product & LOW) + (product >> 256n) * FOLD;
  return product >= P ? product - P : product;
}

function compressed(x: bigint, y: bigint): Uint8Array {
  return Buffer.from(`${y & 1n ? '03' : '02'}${x.toString(16).padStart(64, '0')}`, 'hex');
}

function shiftedPoint(start: AffinePoint, tweak: Uint8Array): Uint8Array {
  const multiple = BigInt(`0x${Buffer.from(tweak).toString('hex')}`);
  return Point.BASE.multiplyUnsafe(multiple).add(Point.fromAffine(start)).toBytes(true);
}
