/** Bitcoin's own bytes, which Litecoin, Dogecoin and Bitcoin Cash vary in few places. */

import { sha256d } from '../../sha256.js';
import { ByteWriter } from '../bytes.js';
import { addressOf } from '../destination.js';
import { mineHeader, serializeHeader } from '../utxo-header.js';
import type { DraftOutput, EncodedTransaction, TransactionDraft } from '../utxo-transaction.js';
import type { WireFormat } from './wire-format.js';

const NOTHING = Buffer.alloc(0);
const writer = new ByteWriter();

/** What an output's script field holds. */
type ScriptField = (output: DraftOutput) => Buffer;

function writeBody(draft: TransactionDraft, scriptField: ScriptField): void {
  writer.compactSize(draft.inputs.length);
  for (const input of draft.inputs) {
    writer.bytes(input.txid).u32(input.vout).vector(input.unlocking.scriptSig).u32(input.sequence);
  }
  writer.compactSize(draft.outputs.length);
  for (const output of draft.outputs) writer.i64(output.value).vector(scriptField(output));
}

/** BIP144 serialization; without `witness`, marker, flag byte and witness are left out. */
function serialize(draft: TransactionDraft, scriptField: ScriptField, witness: boolean): Buffer {
  writer.reset().u32(draft.version);
  if (witness) writer.u8(0).u8(1);
  writeBody(draft, scriptField);
  if (witness) {
    for (const { unlocking } of draft.inputs) {
      writer.compactSize(unlocking.witness.length);
      for (const item of unlocking.witness) writer.vector(item);
    }
  }
  return writer.u32(draft.lockTime).take();
}

function encodeTransaction(draft: TransactionDraft, scriptField: ScriptField): EncodedTransaction {
  const hasWitness = draft.inputs.some((input) => input.unlocking.witness.length > 0);
  const stripped = serialize(draft, scriptField, false);
  const bytes = hasWitness ? serialize(draft, scriptField, true) : stripped;
  const txid = sha256d(stripped);
  return { bytes, strippedSize: stripped.length, txid, wtxid: hasWitness ? sha256d(bytes) : txid };
}

/** Bitcoin's transactions, with something else in the script fields of their outputs. */
export function bitcoinWireWith(scriptField: ScriptField): Pick<WireFormat, 'encodeTransaction'> {
  return { encodeTransaction: (draft) => encodeTransaction(draft, scriptField) };
}

export const bitcoinWire: WireFormat = {
  ...bitcoinWireWith(({ destination }) => destination.script),
  encodeHeader: serializeHeader,
  timeOffset: 68,
  prove: (header, proofOfWork) => {
    mineHeader(header, proofOfWork);
    return NOTHING;
  },
  addressOf,
};
