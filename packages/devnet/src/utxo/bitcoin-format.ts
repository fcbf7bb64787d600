/** Bitcoin's bytes, which Litecoin, Dogecoin and Bitcoin Cash vary in few places. */
import { tokenPrefix } from './bch/token.js';
import { ByteWriter } from './bytes.js';
import type { HeaderFields, WireFormat } from './chain-rules.js';
import { makeAuxPow } from './doge/auxpow.js';
import { sha256d } from './hash.js';
import type { DraftOutput, TransactionDraft } from './utxo-transaction.js';

const writer = new ByteWriter();

/** BIP144 serialization; without `witness`, marker, flag byte and witness are left out. */
function serialize({ version, lockTime, inputs, outputs }: TransactionDraft, witness: boolean): Buffer {
  writer.reset().u32(version);
  if (witness) writer.u8(0).u8(1);
  writer.compactSize(inputs.length);
  for (const { txid, vout, unlocking, sequence } of inputs) {
    writer.bytes(txid).u32(vout).vector(unlocking.scriptSig).u32(sequence);
  }
  writer.compactSize(outputs.length);
  for (const output of outputs) writer.i64(output.value).vector(scriptField(output));
  for (const { unlocking } of witness ? inputs : []) {
    writer.compactSize(unlocking.witness.length);
    for (const item of unlocking.witness) writer.vector(item);
  }
  return writer.u32(lockTime).take();
}

/** Tokens of Bitcoin Cash stand in front of the locking script. */
function scriptField({ destination: { script }, token }: DraftOutput): Buffer {
  return token ? Buffer.concat([tokenPrefix(token), script]) : script;
}

/** Compact target of regtest (bitcoin src/kernel/chainparams.cpp, CRegTestParams); simulated blocks need not meet it. */
const REGTEST_BITS = 0x207fffff;

/** The 80 header bytes. */
export function serializeHeader(fields: HeaderFields): Buffer {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(fields.version, 0);
  fields.parent.copy(header, 4);
  fields.merkleRoot.copy(header, 36);
  header.writeUInt32LE(fields.time, 68);
  header.writeUInt32LE(REGTEST_BITS, 72);
  header.writeUInt32LE(fields.nonce ?? 0, 76);
  return header;
}

export const bitcoinWire: WireFormat = {
  encodeTransaction: (draft) => {
    const hasWitness = draft.inputs.some((input) => input.unlocking.witness.length > 0);
    const stripped = serialize(draft, false);
    const bytes = hasWitness ? serialize(draft, true) : stripped;
    const txid = sha256d(stripped);
    return {
      bytes,
      strippedSize: stripped.length,
      txid,
      // Generated chains do not ask for it, and hashing takes longer than all else.
      get wtxid() {
        return hasWitness ? sha256d(bytes) : txid;
      },
    };
  },
  encodeHeader: serializeHeader,
};

/** Bit 8 of the version announces AuxPoW (dogecoin src/primitives/pureheader.h VERSION_AUXPOW). */
const AUXPOW_BIT = 0x100;
/** Where regtest begins to take it (dogecoin src/chainparams.cpp CRegTestParams). */
const AUXPOW_HEIGHT = 20;
/** Share, of 256, of later blocks that were merge-mined. */
const AUXPOW_SHARE = 170;

/** Bitcoin's bytes, and AuxPoW behind the headers that announce it. */
export const dogecoinWire: WireFormat = {
  ...bitcoinWire,
  encodeHeader: (fields, { height, noise }) => {
    const merged = height >= AUXPOW_HEIGHT && (noise(1)[0] as number) < AUXPOW_SHARE;
    return serializeHeader(merged ? { ...fields, version: fields.version | AUXPOW_BIT } : fields);
  },
  proof: (header, noise) => (header.readUInt32LE(0) & AUXPOW_BIT ? makeAuxPow(noise) : Buffer.alloc(0)),
};
