/** Takes the outputs that a batch spends, and that were made before it, out of the UTXO set. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { InconsistentBlockError, NONE, type UtxoBatch } from './batch.js';

type SpentRow = [n: string, txKey: string, value: string, addressKey: Buffer | null];

/**
 * One statement for the whole batch. Fills `inputTxKey`, `inputValue` and `inputAddress` of the inputs it found.
 * Inputs that spend what was made before `historyFrom` stay unknown, unless the node delivered them.
 * @throws InconsistentBlockError when an output is not there to be spent although all history is indexed
 */
export async function spendEarlierOutputs(
  session: Session,
  chain: ChainCode,
  batch: UtxoBatch,
  historyFrom: number,
): Promise<void> {
  const inputs = batch.earlierInputs;
  if (inputs.length === 0) return;
  const { txids, vouts } = outpoints(batch, inputs);
  const { rows } = await session.query<SpentRow>({
    name: `spend_earlier_outputs_${chain}`,
    rowMode: 'array',
    // The txids travel as one binary value: an array of 10,000 bytea would be parsed from hex on both sides.
    text: `
      DELETE FROM unspent_outputs_${chain} u
      USING unnest($2::int[]) WITH ORDINALITY AS spent(vout, n)
      WHERE u.txid = substr($1::bytea, 32 * (spent.n::int - 1) + 1, 32) AND u.vout = spent.vout
      RETURNING spent.n - 1, u.tx_key, u.value, u.address_key`,
    values: [txids, vouts],
  });
  for (const [n, txKey, value, addressKey] of rows) {
    const input = inputs[Number(n)]!;
    batch.inputTxKey[input] = Number(txKey);
    batch.inputValue[input] = BigInt(value);
    batch.inputAddress[input] = addressKey === null ? NONE : batch.addresses.numberOf(addressKey);
  }
  if (rows.length === inputs.length) return;
  const missing = inputs.filter((input) => batch.inputTxKey[input] === NONE);
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
      WHERE EXISTS (SELECT FROM transactions_${chain} WHERE txid = substr($1::bytea, 32 * n + 1, 32)) LIMIT 1`,
    values: [outpoints(batch, inputs).txids, inputs.length],
  });
  return rows[0] === undefined ? undefined : inputs[rows[0].n];
}

function outpoints(batch: UtxoBatch, inputs: readonly number[]): { txids: Buffer; vouts: number[] } {
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

function missingOutput(batch: UtxoBatch, input: number): InconsistentBlockError {
  const b = batch.blocks.findIndex((_, index) => input < batch.inputBase[index + 1]!);
  const { block, height } = batch.blocks[b]!;
  const at = block.inputPrevTxidOffset[input - batch.inputBase[b]!]!;
  const txid = Buffer.from(block.bytes.subarray(at, at + 32))
    .reverse()
    .toString('hex');
  return new InconsistentBlockError(
    `block ${height} spends ${txid}:${block.inputPrevVout[input - batch.inputBase[b]!]}, which is not among the unspent outputs`,
  );
}
