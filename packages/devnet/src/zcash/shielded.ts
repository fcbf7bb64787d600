/**
 * Shielded parts of transactions. Everything in them that only a wallet or a verifier could read is noise of the right
 * length; the amounts that cross the border of a pool are what the simulator decides.
 */
import { Random } from '../random.js';

/** Bytes of a field that nobody may repeat. */
const UNIQUE = 'unique';
type Layout = Readonly<Record<string, number | typeof UNIQUE>>;
type FieldsOf<L extends Layout> = { readonly [Name in keyof L]: Buffer };

/** Sizes and order of fields: Zcash protocol specification §7.3. */
const SAPLING_SPEND = { cv: 32, nullifier: UNIQUE, rk: 32, proof: 192, signature: 64 } as const;
const NOTE = { ephemeralKey: 32, encCiphertext: 580, outCiphertext: 80 } as const;
/** §7.4. */
const SAPLING_OUTPUT = { cv: 32, cmu: UNIQUE, ...NOTE, proof: 192 } as const;
/** §7.5. */
const ACTION = { cv: 32, nullifier: UNIQUE, rk: 32, cmx: UNIQUE, ...NOTE, signature: 64 } as const;

interface Bundle {
  /** Spends minus outputs, zatoshis: positive where value leaves the pool. */
  readonly valueBalance: bigint;
  readonly anchor: Buffer;
  readonly bindingSignature: Buffer;
}

export interface SaplingPart extends Bundle {
  readonly spends: readonly FieldsOf<typeof SAPLING_SPEND>[];
  readonly outputs: readonly FieldsOf<typeof SAPLING_OUTPUT>[];
}

/** Orchard's component, and with the same encoding Ironwood's (ZIPs 225 and 229). */
export interface ActionPart extends Bundle {
  readonly actions: readonly FieldsOf<typeof ACTION>[];
  readonly flags: number;
  /** 2720 + 2272 bytes an action. */
  readonly proofs: Buffer;
}

export interface ShieldedParts {
  readonly sapling: SaplingPart | null;
  readonly orchard: ActionPart | null;
  readonly ironwood: ActionPart | null;
}

export const NOTHING_SHIELDED: ShieldedParts = { sapling: null, orchard: null, ironwood: null };

/** What proofs, signatures and ciphertexts are cut from: a view costs neither random numbers nor memory. */
const NOISE = new Random(1).bytes(1 << 16);

function noise(random: Random, length: number): Buffer {
  const start = random.below(NOISE.length - length);
  return NOISE.subarray(start, start + length);
}

function filled<L extends Layout>(random: Random, layout: L, count: number): FieldsOf<L>[] {
  const fill = (length: number | typeof UNIQUE): Buffer =>
    length === UNIQUE ? random.bytes(32) : noise(random, length);
  return Array.from({ length: count }, () => {
    return Object.fromEntries(Object.entries(layout).map(([name, length]) => [name, fill(length)])) as FieldsOf<L>;
  });
}

function bundle(random: Random, valueBalance: bigint): Bundle {
  return { valueBalance, anchor: noise(random, 32), bindingSignature: noise(random, 64) };
}

export function saplingPart(random: Random, valueBalance: bigint, spends: number, outputs: number): SaplingPart {
  return {
    ...bundle(random, valueBalance),
    spends: filled(random, SAPLING_SPEND, spends),
    outputs: filled(random, SAPLING_OUTPUT, outputs),
  };
}

export function actionPart(random: Random, valueBalance: bigint, actions: number, flags: number): ActionPart {
  return {
    ...bundle(random, valueBalance),
    actions: filled(random, ACTION, actions),
    flags,
    proofs: noise(random, 2720 + 2272 * actions),
  };
}
