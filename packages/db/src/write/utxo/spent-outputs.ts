/** Takes earlier outputs that a batch spends out of the UTXO set, and compares or completes them by the node's. */
import {
  amountOfWords,
  type ChainCode,
  displayHash,
  HIGH_WORD,
  LOW_WORD,
  type UtxoChain,
  wordsOf,
  writeAddressKey,
} from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { InconsistentBlockError, inputAmount, NONE, type UtxoBatch } from './utxo-batch.js';

type SpentRow = [n: string, txKey: string, value: string, addressKey: Buffer | null];
const LOW_32 = 0xffff_ffffn;

/** One statement for the whole batch. Fills `inputTxKey`, `inputWords` and `inputAddress` of the inputs it found. */
export async function spendEarlierOutputs(session: Session, chain: ChainCode, batch: UtxoBatch): Promise<void> {
  const inputs = batch.earlierInputs;
  if (inputs.length === 0) return;
  const { txids, vouts } = outpoints(batch, inputs);
  const { rows } = await session.query<SpentRow>({
    name: `spend_earlier_outputs_${chain}`,
    rowMode: 'array',
    // The txids travel as one binary value: an array of 10,000 bytea would be parsed from hex on both sides.
    text: `
      DELETE FROM ${chain}.unspent_outputs u
      USING unnest($2::int[]) WITH ORDINALITY AS spent(vout, n)
      WHERE u.txid = substr($1::bytea, 32 * (spent.n::int - 1) + 1, 32) AND u.vout = spent.vout
      RETURNING spent.n - 1, u.tx_key, u.value, u.address_key`,
    values: [txids, vouts],
  });
  for (const [n, txKey, value, addressKey] of rows) {
    const input = inputs[Number(n)]!;
    batch.inputTxKey[input] = Number(txKey);
    const amount = BigInt(value);
    batch.inputKnown[input] = 1;
    batch.inputWords[2 * input + HIGH_WORD] = Number(amount >> 32n);
    batch.inputWords[2 * input + LOW_WORD] = Number(amount & LOW_32);
    batch.inputAddress[input] = addressKey === null ? NONE : batch.addresses.numberOf(addressKey);
  }
}

/** Inputs whose outputs were not found: those that were made before the indexed history, if the chain is consistent. */
export function unresolvedInputs(batch: UtxoBatch): number[] {
  return batch.earlierInputs.filter((input) => batch.inputTxKey[input] === NONE);
}

/** @throws InconsistentBlockError when an output is not there to be spent although its transaction is indexed */
export async function requireEarlyInputs(
  session: Session,
  chain: ChainCode,
  batch: UtxoBatch,
  historyFrom: number,
): Promise<void> {
  const missing = unresolvedInputs(batch);
  if (missing.length === 0) return;
  // Above height 0 an output may lie before the history; one of a transaction that is indexed must have been there.
  const wrong = historyFrom === 0 ? missing[0] : await firstIndexed(session, chain, batch, missing);
  if (wrong !== undefined) throw missingOutput(batch, wrong);
}

/** @returns the first of the inputs whose transaction is among the indexed ones */
async function firstIndexed(
  session: Session,
  chain: ChainCode,
  batch: UtxoBatch,
  inputs: readonly number[],
): Promise<number | undefined> {
  const { rows } = await session.query<{ n: number }>({
    name: `first_indexed_${chain}`,
    text: `
      SELECT n FROM generate_series(0, $2::int - 1) n
      WHERE EXISTS (SELECT FROM ${chain}.transactions WHERE txid = substr($1::bytea, 32 * n + 1, 32)) LIMIT 1`,
    values: [outpoints(batch, inputs).txids, inputs.length],
  });
  return rows[0] === undefined ? undefined : inputs[rows[0].n];
}

export function outpoints(batch: UtxoBatch, inputs: readonly number[]): { txids: Buffer; vouts: number[] } {
  const txids = Buffer.allocUnsafe(32 * inputs.length);
  const vouts = new Array<number>(inputs.length);
  let b = 0;
  for (const [n, input] of inputs.entries()) {
    while (input >= batch.inputBase[b + 1]!) b++;
    const { block } = batch.blocks[b]!;
    const i = input - batch.inputBase[b]!;
    block.bytes.copy(txids, 32 * n, block.inputPrevTxidOffset[i]!, block.inputPrevTxidOffset[i]! + 32);
    txids.subarray(32 * n, 32 * n + 32).reverse();
    // Above 2^31 no output exists; -1 finds none and fits the column.
    vouts[n] = block.inputPrevVout[i]! > 0x7fff_ffff ? NONE : block.inputPrevVout[i]!;
  }
  return { txids, vouts };
}

/** @returns the failure to throw */
export function missingOutput(batch: UtxoBatch, input: number): InconsistentBlockError {
  const b = batch.blocks.findIndex((_, index) => input < batch.inputBase[index + 1]!);
  const { block, height } = batch.blocks[b]!;
  const txid = displayHash(block.bytes, block.inputPrevTxidOffset[input - batch.inputBase[b]!]!);
  return new InconsistentBlockError(
    `block ${height} spends ${txid}:${block.inputPrevVout[input - batch.inputBase[b]!]}, which is not among the unspent outputs`,
  );
}

/**
 * Uses what the node delivers of spent outputs: to check our own, and to know those from before the indexed history.
 * @throws InconsistentBlockError when the node says another amount than the output that is indexed
 */
export function applyDeliveredOutputs(chain: UtxoChain, batch: UtxoBatch): void {
  const { addresses, inputWords } = batch;
  for (const [b, { block, spent, height }] of batch.blocks.entries()) {
    if (spent === null) continue;
    const words = wordsOf(spent.value);
    const first = batch.inputBase[b]! + block.inputStart[1]!; // the coinbase has one input and spends nothing
    for (let n = 0; n < spent.value.length; n++) {
      const input = first + n;
      if (batch.inputTxKey[input] === NONE) {
        inputWords[2 * input] = words[2 * n]!;
        inputWords[2 * input + 1] = words[2 * n + 1]!;
        batch.inputKnown[input] = 1;
        const at = addresses.reserve();
        const { bytes } = addresses;
        const length = writeAddressKey(chain, spent.bytes, spent.scriptOffset[n]!, spent.scriptLength[n]!, bytes, at);
        if (length > 0) batch.inputAddress[input] = addresses.intern(length);
      } else if (words[2 * n] !== inputWords[2 * input] || words[2 * n + 1] !== inputWords[2 * input + 1]) {
        const said = amountOfWords(words[2 * n + HIGH_WORD]! | 0, words[2 * n + LOW_WORD]!);
        throw new InconsistentBlockError(
          `block ${height}: the node says that input ${n} spends ${said}, the output it names holds ${inputAmount(batch, input)}`,
        );
      }
    }
  }
}
