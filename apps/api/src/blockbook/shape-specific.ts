/** A transaction in the words of Bitcoin's nodes, from its bytes (bitcoin src/core_io.cpp TxToUniv). Pure. */
import {
  disassemble,
  displayHash,
  type InputParts,
  type OutputParts,
  scriptType,
  sha256d,
  type UtxoChainNetwork,
} from '@chaintrail/chains';
import { ExactNumber } from '../esplora/json-text.js';
import type { LoadedTransaction } from '../esplora/transactions.js';
import { coins } from './coins.js';

const WITNESS_SCALE = 4;

export function shapeSpecific(
  followed: UtxoChainNetwork,
  { parts, bytes, place: { block } }: LoadedTransaction,
  height: number,
) {
  const hasWitness = followed.network.hrp !== null;
  return {
    ...{
      txid: parts.txid,
      hash: hasWitness ? displayHash(sha256d(bytes)) : parts.txid,
      version: parts.version,
      size: parts.size,
    },
    ...(hasWitness ? { vsize: Math.ceil(parts.weight / WITNESS_SCALE), weight: parts.weight } : {}),
    locktime: parts.lockTime,
    vin: parts.inputs.map((input) => shapeInput(input, parts.coinbase)),
    vout: parts.outputs.map((output, n) => shapeOutput(followed, output, n)),
    hex: bytes.toString('hex'),
    ...(block && {
      ...{ blockhash: block.hash, confirmations: height - block.height + 1, time: block.time, blocktime: block.time },
    }),
  };
}

function shapeInput({ txid, vout, scriptSig, sequence, witness }: InputParts, isCoinbase: boolean) {
  const hex = scriptSig.toString('hex');
  return {
    ...(isCoinbase ? { coinbase: hex } : { txid, vout, scriptSig: { asm: disassemble(scriptSig), hex } }),
    ...(witness.length === 0 ? {} : { txinwitness: witness.map((item) => item.toString('hex')) }),
    sequence,
  };
}

function shapeOutput({ chain }: UtxoChainNetwork, { value, script }: OutputParts, n: number) {
  const [hex, asm, type] = [script.toString('hex'), disassemble(script), scriptType(chain, script)];
  return { value: new ExactNumber(coins(value, chain.decimals)), n, scriptPubKey: { asm, hex, type } };
}
