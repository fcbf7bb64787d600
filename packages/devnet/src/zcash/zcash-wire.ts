/** Zcash's bytes behind the seam of the wire formats. */

import type { WireFormat } from '../utxo/chain-rules.js';
import type { HeaderFields } from '../utxo/utxo-header.js';
import type { EncodedTransaction, Transaction, TransactionDraft } from '../utxo/utxo-transaction.js';
import { blake2b256 } from './blake2b.js';
import { authDataRoot, authDigest, NO_AUTH_DIGEST, transactionId } from './digests.js';
import type { ZcashParts } from './parts.js';
import { isActive, UPGRADES } from './upgrades.js';
import { type WireTransaction, writeTransaction } from './write-transaction.js';
import { REGTEST_BITS, serializeZcashHeader } from './zcash-header.js';

const NOTHING = Buffer.alloc(0);
/** Of a solution on regtest (Equihash 48, 5). */
const SOLUTION_LENGTH = 36;

function partsOf({ zcash }: TransactionDraft): ZcashParts {
  if (zcash) return zcash;
  throw new RangeError('a Zcash transaction needs a version: the rules of the chain give it one');
}

function wireTransaction(draft: TransactionDraft): WireTransaction {
  return {
    ...partsOf(draft),
    lockTime: draft.lockTime,
    inputs: draft.inputs.map(({ txid, vout, unlocking, sequence }) => ({
      txid,
      vout,
      scriptSig: unlocking.scriptSig,
      sequence,
    })),
    outputs: draft.outputs.map(({ value, destination }) => ({ value, script: destination.script })),
  };
}

/** As `wtxid` serves the digest of the authorizing data, which together with the id stands for all bytes. */
function encodeTransaction(draft: TransactionDraft): EncodedTransaction {
  const transaction = wireTransaction(draft);
  const bytes = writeTransaction(transaction);
  const txid = transactionId(transaction, bytes);
  const wtxid = transaction.version < 5 ? txid : authDigest(transaction);
  return { bytes, strippedSize: bytes.length, txid, wtxid };
}

/** Digest of a transaction's authorizing data, wire order; null before version 5. */
function authDigestOf({ zcash, wtxid }: Transaction): Buffer | null {
  return zcash && zcash.version >= 5 ? wtxid : null;
}

/**
 * hashBlockCommitments. Roots of note trees and of the chain's history are noise here: nothing but a full verifier can
 * tell. What commits to the transactions' authorizing data is right.
 */
function commitments({ height, transactions, noise }: Parameters<WireFormat['encodeHeader']>[1]): Buffer {
  const root = noise(32);
  // Zebra refuses values that are no field element; a clear top byte makes one.
  root[31] = 0;
  if (!isActive(UPGRADES.sapling, height) || height === UPGRADES.heartwood.height) return Buffer.alloc(32);
  if (!isActive(UPGRADES.nu5, height)) return root;
  const leaves = transactions.map((transaction) => authDigestOf(transaction) ?? NO_AUTH_DIGEST);
  return blake2b256('ZcashBlockCommit', root, authDataRoot(leaves), Buffer.alloc(32));
}

/** Regtest's: headers of 177 bytes. */
export const zcashWire: WireFormat = {
  encodeTransaction,
  encodeHeader: ({ parent, merkleRoot, time }: HeaderFields, context) =>
    serializeZcashHeader({
      version: 4,
      parent,
      merkleRoot,
      commitments: commitments(context),
      time,
      bits: REGTEST_BITS,
      nonce: context.noise(32),
      solution: context.noise(SOLUTION_LENGTH),
    }),
  // Regtest's zebrad looks neither at the solution nor at the difficulty.
  prove: () => NOTHING,
};
