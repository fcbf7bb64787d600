/** From a transaction's bytes to Esplora's `Transaction`, `TxIn`, `TxOut` (electrs `src/rest.rs`). Pure. */
import {
  addressKeyOfScript,
  disassemble,
  type InputParts,
  isUnspendable,
  lastPush,
  type ScriptType,
  scriptIsDerived,
  scriptType,
  type UtxoChainNetwork,
} from '@chaintrail/chains';
import { ENTRIES_PER_ROW, type FoundOutput, type TransactionPlace } from '@chaintrail/db';
import { addressTextsOf } from '../read/texts.js';
import type { LoadedTransaction } from './transactions.js';

const TYPES: Readonly<Partial<Record<ScriptType, string>>> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
};
const OP_RETURN = 0x6a;
const ANNEX = 0x50;

export function shapeStatus({ block }: Pick<TransactionPlace, 'block'>) {
  if (!block) return { confirmed: false };
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
}

export function shapeTransaction(followed: UtxoChainNetwork, loaded: LoadedTransaction) {
  const { parts, prevouts } = loaded;
  return {
    txid: parts.txid,
    ...{ version: parts.version, locktime: parts.lockTime },
    vin: parts.inputs.map((input, n) => shapeInput(followed, input, parts.coinbase, prevouts[n] ?? null)),
    vout: parts.outputs.map(({ value, script }) => shapeOutput(followed, script, value)),
    ...{ size: parts.size, weight: parts.weight, fee: feeOf(loaded) },
    status: shapeStatus(loaded.place),
  };
}

/** Rows of a history that take as long to make. */
export function weightOf({ parts }: LoadedTransaction): number {
  return Math.max(1, (parts.inputs.length + parts.outputs.length) / ENTRIES_PER_ROW);
}

/** Gains of shielded pools are in the index alone. */
export function feeOf({ parts, place, prevouts }: LoadedTransaction): bigint | null {
  if (place.fee !== null) return BigInt(place.fee);
  if (parts.coinbase) return 0n;
  if (prevouts.includes(null)) return null;
  const paid = prevouts.reduce((sum, output) => sum + BigInt(output!.amount), 0n);
  return parts.outputs.reduce((rest, { value }) => rest - value, paid);
}

function shapeInput(followed: UtxoChainNetwork, input: InputParts, coinbase: boolean, prevout: FoundOutput | null) {
  const { txid, vout, scriptSig, sequence, witness } = input;
  const script = prevout && Buffer.from(prevout.script, 'hex');
  const inner = script ? innerScripts(followed, script, input) : {};
  return {
    txid,
    vout,
    prevout: prevout && script ? shapeOutput(followed, script, BigInt(prevout.amount)) : null,
    scriptsig: scriptSig.toString('hex'),
    scriptsig_asm: disassemble(scriptSig),
    ...(witness.length === 0 ? {} : { witness: witness.map((item) => item.toString('hex')) }),
    ...{ is_coinbase: coinbase, sequence },
    ...inner,
  };
}

function shapeOutput(followed: UtxoChainNetwork, script: Buffer, value: bigint) {
  const address = addressOfScript(followed, script);
  return {
    scriptpubkey: script.toString('hex'),
    scriptpubkey_asm: disassemble(script),
    scriptpubkey_type: esploraType(followed, script),
    ...(address === null ? {} : { scriptpubkey_address: address }),
    value,
  };
}

/** A public key alone (P2PK) has no address here. */
function addressOfScript({ chain, network }: UtxoChainNetwork, script: Buffer): string | null {
  const key = addressKeyOfScript(chain, script, 0, script.length);
  if (!key || !scriptIsDerived(script, 0, script.length, key)) return null;
  return addressTextsOf(network).of(key.toString('hex'));
}

function esploraType({ chain }: UtxoChainNetwork, script: Buffer): string {
  if (script.length === 0) return 'empty';
  if (script[0] === OP_RETURN) return 'op_return';
  const type = TYPES[scriptType(chain, script)];
  return type ?? (isUnspendable(script, 0, script.length) ? 'provably_unspendable' : 'unknown');
}

/** Scripts that an input reveals: the script behind a P2SH hash, and the one behind a witness program. */
function innerScripts(followed: UtxoChainNetwork, script: Buffer, { scriptSig, witness }: InputParts) {
  const type = scriptType(followed.chain, script);
  const redeem = type === 'scripthash' ? lastPush(scriptSig) : null;
  const isWrapped = redeem !== null && scriptType(followed.chain, redeem) === 'witness_v0_scripthash';
  const behind =
    type === 'witness_v1_taproot'
      ? taprootScript(witness)
      : type === 'witness_v0_scripthash' || isWrapped
        ? (witness.at(-1) ?? null)
        : null;
  return {
    ...(redeem === null ? {} : { inner_redeemscript_asm: disassemble(redeem) }),
    ...(behind === null ? {} : { inner_witnessscript_asm: disassemble(behind) }),
  };
}

/** BIP341: the script stands before the control block, behind which an annex may stand. */
function taprootScript(witness: readonly Buffer[]): Buffer | null {
  const hasAnnex = witness.length >= 2 && witness.at(-1)![0] === ANNEX;
  const fromEnd = hasAnnex ? 3 : 2;
  return witness.length >= fromEnd ? witness.at(-fromEnd)! : null;
}
