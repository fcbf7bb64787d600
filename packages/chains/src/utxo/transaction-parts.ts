/** One transaction by its parts, for answers that repeat its bytes. Blocks are decoded into columns instead. */
import { displayHash } from '../bytes/hash.js';
import { ByteReader } from '../bytes/reader.js';
import type { UtxoChain } from '../chain.js';
import { isNullInput } from './block-checks.js';
import { decodeUtxoTransaction } from './decode-utxo-transaction.js';
import type { UtxoTransactions } from './utxo-block.js';

export interface InputParts {
  /** Display form; zeros in a coinbase. */
  readonly txid: string;
  readonly vout: number;
  readonly scriptSig: Buffer;
  readonly sequence: number;
  /** Empty where there is none. */
  readonly witness: readonly Buffer[];
}

export interface OutputParts {
  readonly value: bigint;
  /** Without CashTokens. */
  readonly script: Buffer;
}

export interface TransactionParts {
  readonly txid: string;
  /** Signed, as nodes keep it. */
  readonly version: number;
  readonly lockTime: number;
  readonly size: number;
  readonly weight: number;
  readonly coinbase: boolean;
  readonly inputs: readonly InputParts[];
  readonly outputs: readonly OutputParts[];
}

const OUTPOINT_BYTES = 36;
const VERSION_BYTES = 4;
const FLAG_WITNESS = 1;

/** @returns null for a Litecoin one that is inside the MWEB @throws DecodeError unless `bytes` is one transaction */
export function transactionParts(chain: UtxoChain, bytes: Buffer): TransactionParts | null {
  const columns = decodeUtxoTransaction(chain, bytes);
  if (columns === null) return null;
  const inputs = inputParts(chain, columns);
  return {
    txid: displayHash(columns.txids),
    version: columns.txVersion[0]! | 0,
    lockTime: columns.lockTime[0]!,
    size: columns.txSize[0]!,
    weight: columns.txWeight[0]!,
    coinbase: inputs.length === 1 && isNullInput(columns, 0),
    inputs,
    outputs: outputParts(columns),
  };
}

function inputParts(chain: UtxoChain, columns: UtxoTransactions): InputParts[] {
  const { bytes, inputPrevTxidOffset, inputPrevVout } = columns;
  const witnesses = readWitnesses(chain, columns);
  return Array.from(inputPrevTxidOffset, (at, n) => {
    const reader = new ByteReader(bytes);
    reader.skip(at + OUTPOINT_BYTES);
    const scriptSig = readBytes(reader);
    const sequence = reader.u32();
    return {
      txid: displayHash(bytes, at),
      vout: inputPrevVout[n]!,
      scriptSig,
      sequence,
      witness: witnesses?.[n] ?? [],
    };
  });
}

function outputParts({ bytes, outputValue, outputScriptOffset, outputScriptLength }: UtxoTransactions): OutputParts[] {
  return Array.from(outputValue, (value, n) => {
    const start = outputScriptOffset[n]!;
    return { value, script: bytes.subarray(start, start + outputScriptLength[n]!) };
  });
}

/** They follow the last output (BIP144). @returns null where there are none */
function readWitnesses(chain: UtxoChain, columns: UtxoTransactions): Buffer[][] | null {
  const { bytes, inputPrevVout, outputScriptOffset, outputScriptLength } = columns;
  const flags = chain.segwit && bytes[VERSION_BYTES] === 0 ? bytes[VERSION_BYTES + 1]! : 0;
  if ((flags & FLAG_WITNESS) === 0) return null;
  const last = outputScriptOffset.length - 1;
  const reader = new ByteReader(bytes);
  reader.skip(outputScriptOffset[last]! + outputScriptLength[last]!);
  return Array.from(inputPrevVout, () =>
    Array.from({ length: reader.count(1, 'witness items') }, () => readBytes(reader)),
  );
}

function readBytes(reader: ByteReader): Buffer {
  const length = reader.compactSize();
  const at = reader.skip(length);
  return reader.bytes.subarray(at, at + length);
}
