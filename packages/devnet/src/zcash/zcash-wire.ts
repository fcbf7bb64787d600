/** Zcash's bytes behind the seam of the wire formats: headers of 177 bytes, as on regtest. */
import type { WireFormat } from '../utxo/chain-rules.js';
import { transactionId } from './digests.js';
import { type WireTransaction, writeTransaction } from './transaction.js';
import { REGTEST_BITS, serializeZcashHeader } from './zcash-header.js';

/** Of a solution on regtest (Equihash 48, 5). */
const SOLUTION_LENGTH = 36;

export const zcashWire: WireFormat = {
  encodeTransaction: ({ zcash, lockTime, inputs, outputs }) => {
    if (!zcash) throw new RangeError('a Zcash transaction needs a version: the rules of the chain give it one');
    const transaction: WireTransaction = {
      ...zcash,
      lockTime,
      inputs: inputs.map(({ unlocking, ...input }) => ({ ...input, scriptSig: unlocking.scriptSig })),
      outputs: outputs.map(({ value, destination }) => ({ value, script: destination.script })),
    };
    const bytes = writeTransaction(transaction);
    const txid = transactionId(transaction, bytes);
    return { bytes, strippedSize: bytes.length, txid, wtxid: txid };
  },
  encodeHeader: ({ parent, merkleRoot, time }, { noise }) =>
    serializeZcashHeader({
      version: 4,
      ...{ parent, merkleRoot, time, bits: REGTEST_BITS },
      // Roots of note trees and of the chain's history: nothing but a full verifier can tell.
      commitments: noise(32),
      nonce: noise(32),
      solution: noise(SOLUTION_LENGTH),
    }),
};
