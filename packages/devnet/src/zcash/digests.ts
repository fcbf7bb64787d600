/** Transaction ids: ZIP 244 for version 5, ZIP 229 for version 6. */
import { sha256d } from '../sha256.js';
import { ByteWriter } from '../utxo/bytes.js';
import { blake2b256, branchPersonalization } from './blake2b.js';
import type { ActionPart, SaplingPart } from './shielded.js';
import { headerWord, type WireTransaction } from './transaction.js';
import { VERSION_GROUP_IDS } from './upgrades.js';

function written(write: (writer: ByteWriter) => void): Buffer {
  const writer = new ByteWriter();
  write(writer);
  return writer.take();
}

/** @param bytes the transaction as it is on the wire. @returns the id in wire order */
export function transactionId(transaction: WireTransaction, bytes: Buffer): Buffer {
  const { version, branchId } = transaction;
  if (version < 5) return sha256d(bytes);
  const parts = [
    headerDigest(transaction),
    transparentDigest(transaction),
    saplingDigest(transaction.sapling, version === 6),
    actionsDigest(transaction.orchard, version === 6 ? ORCHARD_V6 : ORCHARD_V5),
  ];
  if (version === 6) parts.push(actionsDigest(transaction.ironwood, IRONWOOD_V6));
  return blake2b256(branchPersonalization('ZcashTxHash_', branchId), ...parts);
}

/** T.1 */
function headerDigest({ version, branchId, lockTime, expiryHeight }: WireTransaction): Buffer {
  const fields = written((writer) =>
    writer.u32(headerWord(version)).u32(VERSION_GROUP_IDS[version]).u32(branchId).u32(lockTime).u32(expiryHeight),
  );
  return blake2b256('ZTxIdHeadersHash', fields);
}

/** T.2 */
function transparentDigest({ inputs, outputs }: WireTransaction): Buffer {
  if (inputs.length + outputs.length === 0) return blake2b256('ZTxIdTranspaHash');
  const prevouts = written((writer) => {
    for (const { txid, vout } of inputs) writer.bytes(txid).u32(vout);
  });
  const sequences = written((writer) => {
    for (const { sequence } of inputs) writer.u32(sequence);
  });
  const paid = written((writer) => {
    for (const { value, script } of outputs) writer.i64(value).vector(script);
  });
  return blake2b256(
    'ZTxIdTranspaHash',
    blake2b256('ZTxIdPrevoutHash', prevouts),
    blake2b256('ZTxIdSequencHash', sequences),
    blake2b256('ZTxIdOutputsHash', paid),
  );
}

const amount = (value: bigint): Buffer => written((writer) => writer.i64(value));

/** T.3 */
function saplingDigest(sapling: SaplingPart | null, v6: boolean): Buffer {
  if (!sapling) return blake2b256('ZTxIdSaplingHash');
  return blake2b256(
    'ZTxIdSaplingHash',
    saplingSpendsDigest(sapling, v6),
    saplingOutputsDigest(sapling),
    amount(sapling.valueBalance),
  );
}

/** T.3a; version 6 leaves the anchor out. */
function saplingSpendsDigest({ spends, anchor }: SaplingPart, v6: boolean): Buffer {
  if (spends.length === 0) return blake2b256('ZTxIdSSpendsHash');
  const nullifiers = spends.map(({ nullifier }) => nullifier);
  const others = v6
    ? blake2b256('ZTxIdSSpendNH_v6', ...spends.flatMap(({ cv, rk }) => [cv, rk]))
    : blake2b256('ZTxIdSSpendNHash', ...spends.flatMap(({ cv, rk }) => [cv, anchor, rk]));
  return blake2b256('ZTxIdSSpendsHash', blake2b256('ZTxIdSSpendCHash', ...nullifiers), others);
}

/** Where the compact form of a note ends, and where its memo does. */
const COMPACT_END = 52;
const MEMO_END = 564;

/** T.3b */
function saplingOutputsDigest({ outputs }: SaplingPart): Buffer {
  if (outputs.length === 0) return blake2b256('ZTxIdSOutputHash');
  const compact = outputs.flatMap((o) => [o.cmu, o.ephemeralKey, o.encCiphertext.subarray(0, COMPACT_END)]);
  const memos = outputs.map((o) => o.encCiphertext.subarray(COMPACT_END, MEMO_END));
  const others = outputs.flatMap((o) => [o.cv, o.encCiphertext.subarray(MEMO_END), o.outCiphertext]);
  return blake2b256(
    'ZTxIdSOutputHash',
    blake2b256('ZTxIdSOutC__Hash', ...compact),
    blake2b256('ZTxIdSOutM__Hash', ...memos),
    blake2b256('ZTxIdSOutN__Hash', ...others),
  );
}

interface ActionNames {
  readonly whole: string;
  readonly compact: string;
  readonly memos: string;
  readonly others: string;
  readonly withAnchor: boolean;
}

const ORCHARD_V5: ActionNames = {
  whole: 'ZTxIdOrchardHash',
  compact: 'ZTxIdOrcActCHash',
  memos: 'ZTxIdOrcActMHash',
  others: 'ZTxIdOrcActNHash',
  withAnchor: true,
};
const ORCHARD_V6: ActionNames = { ...ORCHARD_V5, whole: 'ZTxIdOrchardH_v6', withAnchor: false };
const IRONWOOD_V6: ActionNames = {
  whole: 'ZTxIdIronwd_H_v6',
  compact: 'ZTxIdIrnActCH_v6',
  memos: 'ZTxIdIrnActMH_v6',
  others: 'ZTxIdIrnActNH_v6',
  withAnchor: false,
};

/** T.4, and ZIP 229's Ironwood component digest. */
function actionsDigest(part: ActionPart | null, names: ActionNames): Buffer {
  if (!part) return blake2b256(names.whole);
  const compact = part.actions.flatMap((action) => [
    action.nullifier,
    action.cmx,
    action.ephemeralKey,
    action.encCiphertext.subarray(0, COMPACT_END),
  ]);
  const memos = part.actions.map(({ encCiphertext }) => encCiphertext.subarray(COMPACT_END, MEMO_END));
  const others = part.actions.flatMap((action) => [
    action.cv,
    action.rk,
    action.encCiphertext.subarray(MEMO_END),
    action.outCiphertext,
  ]);
  return blake2b256(
    names.whole,
    blake2b256(names.compact, ...compact),
    blake2b256(names.memos, ...memos),
    blake2b256(names.others, ...others),
    Buffer.from([part.flags]),
    amount(part.valueBalance),
    ...(names.withAnchor ? [part.anchor] : []),
  );
}
