/** Zcash's bytes behind the seam of the wire formats: headers of 177 bytes, as on regtest. */
import { ByteWriter } from '../utxo/bytes.js';
import type { WireFormat } from '../utxo/chain-rules.js';
import { transactionId, writeTransaction } from './zcash-transaction.js';

/** Zcash's header (protocol specification §7.6). */
interface ZcashHeaderFields {
  readonly version: number;
  /** Wire order. */
  readonly parent: Buffer;
  /** Wire order. */
  readonly merkleRoot: Buffer;
  /** hashBlockCommitments, wire order; what it means changed from upgrade to upgrade. */
  readonly commitments: Buffer;
  /** Unix seconds. */
  readonly time: number;
  readonly bits: number;
  /** 32 bytes. */
  readonly nonce: Buffer;
  /** Equihash solution: 36 bytes on regtest, 1344 on the public networks. */
  readonly solution: Buffer;
}

/** Regtest's proof-of-work limit; zebrad checks neither solution nor difficulty there (Parameters::new_regtest). */
const ZCASH_BITS = 0x200f0f0f;
/** Length of a solution on regtest (Equihash 48, 5). */
const SOLUTION_LENGTH = 36;
/** Solution of the genesis block (zebra zebra-chain/src/block/genesis/block-regtest-0-000-000.txt). */
const GENESIS_SOLUTION = '01936b7db1eb4ac39f151b8704642d0a8bda13ec547d54cd5e43ba142fc6d8877cab07b3';

export function serializeZcashHeader(fields: ZcashHeaderFields): Buffer {
  return new ByteWriter()
    .u32(fields.version)
    .bytes(fields.parent)
    .bytes(fields.merkleRoot)
    .bytes(fields.commitments)
    .u32(fields.time)
    .u32(fields.bits)
    .bytes(fields.nonce)
    .vector(fields.solution)
    .take();
}

/** The genesis block's. */
export function zcashGenesisHeader(merkleRoot: Buffer, time: number): Buffer {
  const zeros = Buffer.alloc(32);
  const nonce = Buffer.concat([Buffer.from([9]), zeros.subarray(1)]);
  const solution = Buffer.from(GENESIS_SOLUTION, 'hex');
  const fields = { version: 4, parent: zeros, commitments: zeros, bits: ZCASH_BITS };
  return serializeZcashHeader({ ...fields, merkleRoot, time, nonce, solution });
}

export const zcashWire: WireFormat = {
  encodeTransaction: ({ zcash, lockTime, inputs, outputs }) => {
    if (!zcash) throw new RangeError('a Zcash transaction needs a version: the rules of the chain give it one');
    const bytes = writeTransaction({
      ...zcash,
      lockTime,
      inputs: inputs.map(({ unlocking, ...input }) => ({ ...input, scriptSig: unlocking.scriptSig })),
      outputs: outputs.map(({ value, destination }) => ({ value, script: destination.script })),
    });
    const txid = transactionId(zcash.version, bytes);
    return { bytes, strippedSize: bytes.length, txid, wtxid: txid };
  },
  encodeHeader: ({ parent, merkleRoot, time }, { noise }) =>
    serializeZcashHeader({
      version: 4,
      ...{ parent, merkleRoot, time, bits: ZCASH_BITS },
      // Roots of note trees and of the chain's history: nothing but a full verifier can tell.
      commitments: noise(32),
      nonce: noise(32),
      solution: noise(SOLUTION_LENGTH),
    }),
};
