/**
 * Shielded parts of transactions. Everything in them that only a wallet or a verifier could read is noise of the right
 * length; the amounts that cross the border of a pool are what the simulator decides.
 */
import { Random } from '../random.js';

/** Sizes and order of fields: Zcash protocol specification §7.2. */
export interface JoinSplit {
  /** What the pool takes in, zatoshis. */
  readonly vpubOld: bigint;
  /** What the pool gives out, zatoshis. */
  readonly vpubNew: bigint;
  readonly anchor: Buffer;
  readonly nullifiers: readonly Buffer[];
  readonly commitments: readonly Buffer[];
  readonly ephemeralKey: Buffer;
  readonly randomSeed: Buffer;
  readonly macs: readonly Buffer[];
  /** BCTV14 of 296 bytes, Groth16 of 192 from version 4 on. */
  readonly proof: Buffer;
  readonly ciphertexts: readonly Buffer[];
}

export interface SproutPart {
  readonly joinSplits: readonly JoinSplit[];
  readonly publicKey: Buffer;
  readonly signature: Buffer;
}

/** Bytes of a field that nobody may repeat. */
const UNIQUE = 'unique';
type Layout = Readonly<Record<string, number | typeof UNIQUE>>;
type FieldsOf<L extends Layout> = { readonly [Name in keyof L]: Buffer };

/** §7.3. */
const SAPLING_SPEND = { cv: 32, nullifier: UNIQUE, rk: 32, proof: 192, signature: 64 } as const;
/** §7.4. */
const SAPLING_OUTPUT = {
  cv: 32,
  cmu: UNIQUE,
  ephemeralKey: 32,
  encCiphertext: 580,
  outCiphertext: 80,
  proof: 192,
} as const;
/** §7.5. */
const ACTION = {
  cv: 32,
  nullifier: UNIQUE,
  rk: 32,
  cmx: UNIQUE,
  ephemeralKey: 32,
  encCiphertext: 580,
  outCiphertext: 80,
  signature: 64,
} as const;

export interface SaplingPart {
  readonly spends: readonly FieldsOf<typeof SAPLING_SPEND>[];
  readonly outputs: readonly FieldsOf<typeof SAPLING_OUTPUT>[];
  /** One for all spends, as versions 5 and 6 write it; version 4 repeats it. */
  readonly anchor: Buffer;
  /** Spends minus outputs, zatoshis: positive where value leaves the pool. */
  readonly valueBalance: bigint;
  readonly bindingSignature: Buffer;
}

/** Orchard's component, and with the same encoding Ironwood's (ZIPs 225 and 229). */
export interface ActionPart {
  readonly actions: readonly FieldsOf<typeof ACTION>[];
  readonly flags: number;
  /** Spends minus outputs, zatoshis: positive where value leaves the pool. */
  readonly valueBalance: bigint;
  readonly anchor: Buffer;
  /** 2720 + 2272 bytes an action. */
  readonly proofs: Buffer;
  readonly bindingSignature: Buffer;
}

export interface ShieldedParts {
  readonly sprout: SproutPart | null;
  readonly sapling: SaplingPart | null;
  readonly orchard: ActionPart | null;
  readonly ironwood: ActionPart | null;
}

export const NOTHING_SHIELDED: ShieldedParts = { sprout: null, sapling: null, orchard: null, ironwood: null };

/** What proofs, signatures and ciphertexts are cut from: a view costs neither random numbers nor memory. */
const NOISE = new Random(1).bytes(1 << 16);

function noise(random: Random, length: number): Buffer {
  const start = random.below(NOISE.length - length);
  return NOISE.subarray(start, start + length);
}

function filled<L extends Layout>(random: Random, layout: L): FieldsOf<L> {
  const fill = (length: number | typeof UNIQUE): Buffer =>
    length === UNIQUE ? random.bytes(32) : noise(random, length);
  const fields = Object.entries(layout).map(([name, length]) => [name, fill(length)]);
  return Object.fromEntries(fields) as FieldsOf<L>;
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** @param groth16 false before version 4: the longer proofs of Sprout's first system */
export function randomJoinSplit(random: Random, vpubOld: bigint, vpubNew: bigint, groth16: boolean): JoinSplit {
  return {
    vpubOld,
    vpubNew,
    anchor: noise(random, 32),
    // Nullifiers are the one thing that the chain lets nobody repeat.
    nullifiers: times(2, () => random.bytes(32)),
    commitments: times(2, () => noise(random, 32)),
    ephemeralKey: noise(random, 32),
    randomSeed: noise(random, 32),
    macs: times(2, () => noise(random, 32)),
    proof: noise(random, groth16 ? 192 : 296),
    ciphertexts: times(2, () => noise(random, 601)),
  };
}

export function sproutPart(random: Random, joinSplits: readonly JoinSplit[]): SproutPart {
  return { joinSplits, publicKey: noise(random, 32), signature: noise(random, 64) };
}

export function saplingPart(random: Random, valueBalance: bigint, spends: number, outputs: number): SaplingPart {
  return {
    spends: times(spends, () => filled(random, SAPLING_SPEND)),
    outputs: times(outputs, () => filled(random, SAPLING_OUTPUT)),
    anchor: noise(random, 32),
    valueBalance,
    bindingSignature: noise(random, 64),
  };
}

export function actionPart(random: Random, valueBalance: bigint, actions: number, flags: number): ActionPart {
  return {
    actions: times(actions, () => filled(random, ACTION)),
    flags,
    valueBalance,
    anchor: noise(random, 32),
    proofs: noise(random, 2720 + 2272 * actions),
    bindingSignature: noise(random, 64),
  };
}
