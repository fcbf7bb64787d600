/** Writes Zcash transactions of every version, and blocks, plainly, for tests to read back. */
import { randomBytes } from 'node:crypto';
import { compactSize, i64, merkleRootOf, sha256d, sized } from './wire.js';

interface ZcashInput {
  readonly txid: Buffer;
  readonly vout: number;
  readonly script: Buffer;
  readonly sequence: number;
}

interface ZcashOutput {
  readonly value: bigint;
  readonly script: Buffer;
}

export interface SaplingBundle {
  /** Each: cv 32, nullifier 32, rk 32. */
  readonly spends: readonly Buffer[];
  /** Each: cv 32, cmu 32, ephemeral key 32, encrypted note 580, encrypted key 80. */
  readonly outputs: readonly Buffer[];
  readonly balance: bigint;
  readonly anchor: Buffer;
}

export interface ActionBundle {
  /** Each: cv 32, nullifier 32, rk 32, cmx 32, ephemeral key 32, encrypted note 580, encrypted key 80. */
  readonly actions: readonly Buffer[];
  readonly flags: number;
  readonly balance: bigint;
  readonly anchor: Buffer;
  /** Bytes of the proof, where they are not as many as there should be. */
  readonly proofBytes?: number;
}

export interface ModernTransaction {
  readonly version: 5 | 6;
  readonly branch: number;
  readonly lockTime: number;
  readonly expiry: number;
  readonly inputs: readonly ZcashInput[];
  readonly outputs: readonly ZcashOutput[];
  readonly sapling: SaplingBundle;
  readonly orchard: ActionBundle;
  readonly ironwood: ActionBundle;
}

export const NO_SAPLING: SaplingBundle = { spends: [], outputs: [], balance: 0n, anchor: Buffer.alloc(32) };
export const NO_ACTIONS: ActionBundle = { actions: [], flags: 0, balance: 0n, anchor: Buffer.alloc(32) };

export const GROUPS = { 3: 0x03c48270, 4: 0x892f2085, 5: 0x26a7270a, 6: 0xd884b698 } as const;

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function overwintered(version: 3 | 4 | 5 | 6): Buffer {
  return Buffer.concat([u32((0x8000_0000 + version) >>> 0), u32(GROUPS[version])]);
}

export function transparentPart({ inputs, outputs }: Pick<ModernTransaction, 'inputs' | 'outputs'>): Buffer {
  const input = ({ txid, vout, script, sequence }: ZcashInput) =>
    Buffer.concat([txid, u32(vout), sized(script), u32(sequence)]);
  const output = ({ value, script }: ZcashOutput) => Buffer.concat([i64(value), sized(script)]);
  return Buffer.concat([
    compactSize(inputs.length),
    ...inputs.map(input),
    compactSize(outputs.length),
    ...outputs.map(output),
  ]);
}

function saplingPart({ spends, outputs, balance, anchor }: SaplingBundle): Buffer {
  const present = spends.length + outputs.length > 0;
  return Buffer.concat([
    compactSize(spends.length),
    ...spends,
    compactSize(outputs.length),
    ...outputs,
    present ? i64(balance) : Buffer.alloc(0),
    spends.length > 0 ? anchor : Buffer.alloc(0),
    randomBytes(192 * spends.length + 64 * spends.length + 192 * outputs.length + (present ? 64 : 0)),
  ]);
}

function actionPart({ actions, flags, balance, anchor, proofBytes }: ActionBundle): Buffer {
  if (actions.length === 0) return Buffer.of(0);
  const proof = randomBytes(proofBytes ?? 2720 + 2272 * actions.length);
  const signatures = randomBytes(64 * actions.length + 64);
  return Buffer.concat([
    compactSize(actions.length),
    ...actions,
    Buffer.of(flags),
    i64(balance),
    anchor,
    sized(proof),
    signatures,
  ]);
}

/** Proofs and signatures are noise: no transaction id depends on them. */
export function modernTransactionBytes(tx: ModernTransaction): Buffer {
  return Buffer.concat([
    overwintered(tx.version),
    u32(tx.branch),
    u32(tx.lockTime),
    u32(tx.expiry),
    transparentPart(tx),
    saplingPart(tx.sapling),
    actionPart(tx.orchard),
    tx.version === 6 ? actionPart(tx.ironwood) : Buffer.alloc(0),
  ]);
}

/** Sprout's, from version 2. The rest of each JoinSplit is noise. */
export function joinSplits(values: readonly (readonly [old: bigint, now: bigint])[], bytesOfEach: number): Buffer {
  return Buffer.concat([
    compactSize(values.length),
    ...values.map(([old, now]) => Buffer.concat([i64(old), i64(now), randomBytes(bytesOfEach - 16)])),
    randomBytes(values.length > 0 ? 96 : 0),
  ]);
}

export const coinbaseInput: ZcashInput = {
  txid: Buffer.alloc(32),
  vout: 0xffff_ffff,
  script: Buffer.from('0301020304', 'hex'),
  sequence: 0xffff_ffff,
};

/** Pays t1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgW. */
export const payment: ZcashOutput = {
  value: 312_500_000n,
  script: Buffer.from('76a9147bb83570b8fae146e03c5331a020b1e0892f631d88ac', 'hex'),
};

/** Version 1, which is Bitcoin's. */
export const coinbaseBytes = Buffer.concat([
  u32(1),
  transparentPart({ inputs: [coinbaseInput], outputs: [payment] }),
  u32(0),
]);

/** @param transactions bytes and, where it is not the double SHA-256 of them, txid. */
export function zcashBlockBytes(
  transactions: readonly { readonly bytes: Buffer; readonly txid?: Buffer }[],
  solutionBytes = 36,
): Buffer {
  const root = merkleRootOf(transactions.map(({ bytes, txid }) => txid ?? sha256d(bytes)));
  return Buffer.concat([
    ...[u32(4), Buffer.alloc(32, 0xcd), root, Buffer.alloc(32, 0xab), u32(1_700_000_000), u32(0x200f_0f0f)],
    ...[Buffer.alloc(32, 7), sized(Buffer.alloc(solutionBytes, 3))],
    compactSize(transactions.length),
    ...transactions.map(({ bytes }) => bytes),
  ]);
}
