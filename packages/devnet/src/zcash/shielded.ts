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

/** §7.3. */
interface SaplingSpend {
  readonly cv: Buffer;
  readonly nullifier: Buffer;
  readonly rk: Buffer;
  readonly proof: Buffer;
  readonly signature: Buffer;
}

/** §7.4. */
interface SaplingOutput {
  readonly cv: Buffer;
  readonly cmu: Buffer;
  readonly ephemeralKey: Buffer;
  readonly encCiphertext: Buffer;
  readonly outCiphertext: Buffer;
  readonly proof: Buffer;
}

export interface SaplingPart {
  readonly spends: readonly SaplingSpend[];
  readonly outputs: readonly SaplingOutput[];
  /** One for all spends, as versions 5 and 6 write it; version 4 repeats it. */
  readonly anchor: Buffer;
  /** Spends minus outputs, zatoshis: positive where value leaves the pool. */
  readonly valueBalance: bigint;
  readonly bindingSignature: Buffer;
}

/** §7.5. */
interface Action {
  readonly cv: Buffer;
  readonly nullifier: Buffer;
  readonly rk: Buffer;
  readonly cmx: Buffer;
  readonly ephemeralKey: Buffer;
  readonly encCiphertext: Buffer;
  readonly outCiphertext: Buffer;
  readonly signature: Buffer;
}

/** Orchard's component, and with the same encoding Ironwood's (ZIPs 225 and 229). */
export interface ActionPart {
  readonly actions: readonly Action[];
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
    spends: times(spends, () => ({
      cv: noise(random, 32),
      nullifier: random.bytes(32),
      rk: noise(random, 32),
      proof: noise(random, 192),
      signature: noise(random, 64),
    })),
    outputs: times(outputs, () => ({
      cv: noise(random, 32),
      cmu: random.bytes(32),
      ephemeralKey: noise(random, 32),
      encCiphertext: noise(random, 580),
      outCiphertext: noise(random, 80),
      proof: noise(random, 192),
    })),
    anchor: noise(random, 32),
    valueBalance,
    bindingSignature: noise(random, 64),
  };
}

export function actionPart(random: Random, valueBalance: bigint, actions: number, flags: number): ActionPart {
  return {
    actions: times(actions, () => ({
      cv: noise(random, 32),
      nullifier: random.bytes(32),
      rk: noise(random, 32),
      cmx: random.bytes(32),
      ephemeralKey: noise(random, 32),
      encCiphertext: noise(random, 580),
      outCiphertext: noise(random, 80),
      signature: noise(random, 64),
    })),
    flags,
    valueBalance,
    anchor: noise(random, 32),
    proofs: noise(random, 2720 + 2272 * actions),
    bindingSignature: noise(random, 64),
  };
}
