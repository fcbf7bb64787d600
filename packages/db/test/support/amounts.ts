/** Amounts as tests want them: of every size, and near the places where their form or their digits change. */
import fc from 'fast-check';

const near = (value: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min: -3n, max: 3n }).map((offset) => value + offset);

const boundaries = [
  0n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n,
  2n ** 63n,
  2n ** 64n,
  ...Array.from({ length: 15 }, (_, digits) => 10_000n ** BigInt(digits + 1)),
];

/** From −2^300 to 2^300. */
export const anyAmount: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }),
  fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
  fc.maxSafeInteger().map(BigInt),
  fc
    .tuple(fc.constantFrom(...boundaries).chain(near), fc.boolean())
    .map(([value, isNegative]) => (isNegative ? -value : value)),
);

/** Up to 2^200, most of them as small as most amounts are. */
export const anyPayment: fc.Arbitrary<bigint> = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: 0n, max: 21_000_000n * 10n ** 8n }) },
  fc.bigInt({ min: 0n, max: 2n ** 200n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.bigInt({ min: 0n, max: 3n }),
);
