/** Facts about all transactions of a block for its page. Pure: values in, bytes out. */
import { SHIELDED_POOLS, type UtxoBlock, type UtxoChain } from '@chaintrail/chains';
import { type Amount, addAmounts, amountOf } from '../amount.js';
import type { CopyRows } from '../copy-rows.js';

const HEADER_BYTES = 80;
/** A txid and an index stand in front of the script of an input. */
const OUTPOINT_BYTES = 36;
/** Longer ones are no coinbase's (bitcoin src/consensus/tx_check.cpp): their length is one byte. */
const MOST_SCRIPT_BYTES = 100;

/** `fees`, `reward`, `weight` and `coinbase_script`. @param fees of its transactions, null where one is not known */
export function putBlockTotals(
  rows: CopyRows,
  { segwit }: UtxoChain,
  block: UtxoBlock,
  fees: readonly (Amount | null)[],
): void {
  const sum = sumOf(fees);
  if (sum === null) rows.null();
  else rows.numeric(sum);
  rows.numeric(amountOf(rewardOf(block)));
  if (segwit) rows.int4(weightOf(block));
  else rows.null();
  const at = block.inputPrevTxidOffset[0]! + OUTPOINT_BYTES;
  const length = block.bytes[at]!;
  if (length <= MOST_SCRIPT_BYTES) rows.bytea(block.bytes, at + 1, at + 1 + length);
  else rows.null();
}

function sumOf(fees: readonly (Amount | null)[]): Amount | null {
  let sum: Amount = 0;
  for (const fee of fees) {
    if (fee === null) return null;
    sum = addAmounts(sum, fee);
  }
  return sum;
}

function rewardOf({ outputStart, outputValue, poolDeltas }: UtxoBlock): bigint {
  const paid = outputValue.subarray(outputStart[0]!, outputStart[1]!);
  const shielded = poolDeltas?.subarray(0, SHIELDED_POOLS.length) ?? [];
  return [...paid, ...shielded].reduce((sum, value) => sum + value, 0n);
}

/** As GetBlockWeight has it (bitcoin src/consensus/validation.h): neither header nor count are witnesses. */
function weightOf({ txCount, txWeight }: UtxoBlock): number {
  const countBytes = txCount < 0xfd ? 1 : txCount <= 0xffff ? 3 : 5;
  return txWeight.reduce((sum, weight) => sum + weight, 4 * (HEADER_BYTES + countBytes));
}
