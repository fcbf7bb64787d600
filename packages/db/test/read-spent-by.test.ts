/** Who spends each output, against what the blocks say. */
import { requireUtxoChain } from '@chaintrail/chains';
import { expect, it } from 'vitest';
import { createReadPool } from '../src/read/read-pool.js';
import { readUtxoTransaction } from '../src/read/utxo/read-utxo-transaction.js';
import { emptyLedgers, follow, simulator } from './support/simulated-ledger.js';

const open = emptyLedgers();

// Bitcoin Cash orders a block by txid: a transaction may stand before the one that it spends from.
it.each(['btc', 'bch', 'zec'] as const)(
  '%s: an output names the transaction that spends it and the input that does, and none where nothing does',
  async (code) => {
    const simulated = simulator(requireUtxoChain(code), 21);
    for (let i = 0; i < 12; i++) simulated.mine();
    const { database, session, ledger } = await open(requireUtxoChain(code));
    await follow(ledger, simulated, [40]);
    await session.query(`UPDATE ${code}.sync_state SET phase = 'live', live_since = now()`);
    const { rows } = await session.query<{
      txid: string;
      outputs: number;
      spenders: Record<string, readonly [string, number]> | null;
    }>(
      `SELECT encode(t.txid, 'hex') AS txid, cardinality(t.output_values) AS outputs,
       (SELECT json_object_agg(i.prev_vout, json_build_array(i.txid, i.vin)) FROM ${code}.transaction_inputs i WHERE i.prev_tx_key = t.tx_key) AS spenders
     FROM ${code}.transactions t WHERE t.tx_key >= 10::bigint << 20`,
    );
    const pool = createReadPool(database.url, { max: 1, applicationName: 'test' });
    let spent = 0;
    try {
      for (const { txid, outputs, spenders } of rows) {
        const { transaction } = (await readUtxoTransaction(pool, code, Buffer.from(txid, 'hex')))!;
        const found = new Map(transaction!.outputs.map(({ vout, spentBy }) => [vout, spentBy]));
        const expected = Array.from({ length: outputs }, (_, vout) => spenders?.[vout] ?? null);
        expect(
          expected.map((_, vout) => found.get(vout)),
          txid,
        ).toEqual(expected);
        spent += expected.filter((spender) => spender !== null).length;
      }
    } finally {
      await pool.end();
    }
    expect(spent).toBeGreaterThan(20);
  },
  60_000,
);
