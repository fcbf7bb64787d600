/**
 * Scripts of the generator's addresses. An address is a number, from which type and hash follow, so that millions of
 * them need no table. Nobody knows the keys behind the hashes; what unlocks an output is padding of the real size.
 */
import { Random } from '../random.js';
import { type Destination, type OutputType, script, type Unlocking, witnessScript } from '../utxo/destination.js';

/** Owner of an output that carries data and cannot be spent. */
export const NULLDATA_OWNER = -1;

/** A type of outputs: their script around a hash, and what unlocks every one of them. */
interface Kind {
  readonly share: number;
  readonly type: OutputType;
  /** With zeros in place of the hash. */
  readonly locking: Buffer;
  readonly hashAt: number;
  readonly unlocking: Unlocking;
}

const NOTHING = Buffer.alloc(0);
const SIGNATURE = Buffer.alloc(72, 0x30);
const KEY = Buffer.alloc(33, 0x02);
const MULTISIG = Buffer.alloc(105, 0x51); // 2-of-3
const [HASH160, HASH256] = [Buffer.alloc(20), Buffer.alloc(32)];

const P2PKH: Omit<Kind, 'share'> = {
  ...{ type: 'pubkeyhash', locking: script(0x76, 0xa9, HASH160, 0x88, 0xac), hashAt: 3 },
  unlocking: { scriptSig: script(SIGNATURE, KEY), witness: [] },
};
const P2SH = { type: 'scripthash', locking: script(0xa9, HASH160, 0x87), hashAt: 2 } as const;
const SEGWIT_KINDS: readonly Kind[] = [
  {
    ...{ share: 0.45, type: 'witness_v0_keyhash', locking: witnessScript(0, HASH160), hashAt: 2 },
    unlocking: { scriptSig: NOTHING, witness: [SIGNATURE, KEY] },
  },
  {
    ...{ share: 0.22, type: 'witness_v1_taproot', locking: witnessScript(1, HASH256), hashAt: 2 },
    unlocking: { scriptSig: NOTHING, witness: [SIGNATURE.subarray(0, 64)] },
  },
  { share: 0.15, ...P2PKH },
  // P2WPKH inside.
  { share: 0.13, ...P2SH, unlocking: { scriptSig: script(witnessScript(0, HASH160)), witness: [SIGNATURE, KEY] } },
  {
    ...{ share: 0.05, type: 'witness_v0_scripthash', locking: witnessScript(0, HASH256), hashAt: 2 },
    unlocking: { scriptSig: NOTHING, witness: [NOTHING, SIGNATURE, SIGNATURE, MULTISIG] },
  },
];
const LEGACY_KINDS: readonly Kind[] = [
  { share: 0.88, ...P2PKH },
  { share: 0.12, ...P2SH, unlocking: { scriptSig: script(0, SIGNATURE, SIGNATURE, MULTISIG), witness: [] } },
];
const NULLDATA: Kind = {
  ...{ share: 1, type: 'nulldata', locking: script(0x6a, HASH256), hashAt: 2 },
  unlocking: { scriptSig: NOTHING, witness: [] },
};

/** @returns where an output of this owner pays, and what spends it */
export function ownerScripts(seed: number, segwit: boolean, owner: number) {
  const random = new Random(seed * 2 ** 32 + owner);
  const { type, locking, hashAt, unlocking } = kindOf(owner, segwit, random);
  const written = Buffer.from(locking);
  const last = type === 'pubkeyhash' || type === 'scripthash' ? hashAt + 20 : written.length;
  for (let at = hashAt; at < last; at += 4) written.writeUInt32LE(random.uint32(), at);
  const destination: Destination = { type, script: written, wallet: -1, reveal: NOTHING };
  return { destination, unlocking };
}

function kindOf(owner: number, segwit: boolean, random: Random): Kind {
  if (owner === NULLDATA_OWNER) return NULLDATA;
  let dice = random.fraction();
  for (const kind of segwit ? SEGWIT_KINDS : LEGACY_KINDS) {
    if (dice < kind.share) return kind;
    dice -= kind.share;
  }
  return { share: 0, ...P2PKH };
}
