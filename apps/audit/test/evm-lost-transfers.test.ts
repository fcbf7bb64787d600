/** A node whose trace lacks one inner transfer: its own balances tell. */
import { EVM_CHAINS, formatAddress, type TraceWay } from '@chaintrail/chains';
import { readEvmHistory } from '@chaintrail/db';
import { expect, it } from 'vitest';
import { EvmAuditFixture } from './evm-audit-fixture.js';

interface Frame {
  type: string;
  error?: string;
  from: string;
  to?: string;
  value?: string;
  calls?: Frame[];
}

interface Gap {
  readonly key: Buffer;
  readonly from: number;
  readonly to: number;
}

it('makes a gap of an address, and no figure', async () => {
  const chain = EVM_CHAINS.find(({ code }) => code === 'eth')!;
  const fixture = await EvmAuditFixture.open({ chain, mode: 'live' });
  try {
    const { client, simulated } = fixture;
    const { rawTraces } = client;
    const stored = async () =>
      new Set(
        (await fixture.rows<{ key: string }>(`SELECT encode(address_key, 'hex') AS key FROM eth.address_balances`)).map(
          ({ key }) => key,
        ),
      );
    let told = await stored();
    let hidden: { readonly keys: string[]; readonly height: number } | null = null;
    client.rawTraces = async (ref, way?: TraceWay, txids?: readonly string[]) => {
      const answer = await rawTraces.call(client, ref, way, txids);
      const body = JSON.parse(answer.body.toString());
      const frames: Frame[] = body.result.flatMap(({ result }: { result: Frame }) =>
        result.error ? [] : (result.calls ?? []),
      );
      const lost = frames.find(
        ({ type, error, from, to, value }) =>
          type === 'CALL' &&
          !error &&
          from !== to &&
          BigInt(value ?? 0) > 0n &&
          [from, to].every((side) => told.has(side?.slice(2).toLowerCase() ?? '')),
      );
      if (lost === undefined || (hidden !== null && hidden.height !== ref.height)) return answer;
      hidden = { keys: [lost.from, lost.to!].map((side) => side.slice(2).toLowerCase()), height: ref.height };
      lost.value = '0x0';
      return { ...answer, body: Buffer.from(JSON.stringify(body)) };
    };
    const gaps = () =>
      fixture.rows<Gap>('SELECT address_key AS key, from_height AS "from", to_height AS "to" FROM eth.address_gaps');
    for (let n = 0; n < 20 && (await gaps()).length === 0; n++) {
      if (hidden === null) told = await stored();
      await simulated.mine(2);
      await fixture.index();
    }
    const { keys, height } = hidden!;
    const found = await gaps();
    expect(new Set(found.map(({ key }) => key.toString('hex')))).toEqual(new Set(keys));
    expect(await fixture.rows('SELECT contradictions::int FROM eth.internal_sync')).toEqual([{ contradictions: 2 }]);
    await simulated.mine(4);
    await fixture.index();
    // The following entries fit again.
    expect(await gaps()).toEqual(found);
    let known = 0;
    for (const { key, from, to } of found) {
      expect(from <= height && height <= to).toBe(true);
      const { opening, history } = simulated.model().addresses.get(formatAddress(fixture.place.network, key))!;
      let sum = opening;
      const right = new Map<string, string>();
      for (const { txid, delta } of history) {
        sum += delta;
        right.set(txid, sum.toString());
      }
      const page = { newestFirst: true, offset: 0, from: null, limit: 100 };
      const { rows } = (await readEvmHistory(fixture.session, 'eth', key, page))!;
      const view = await fixture.rows<{ txid: string; balance: string | null }>(
        `SELECT substr(txid, 3) AS txid, trim_scale(balance * 1e18)::text AS balance FROM eth.address_history
         WHERE address_key = '\\x${key.toString('hex')}' ORDER BY tx_key DESC`,
      );
      const expected = rows.map(({ transaction: { txid, block } }) => {
        if (block!.height <= to) return { txid, balance: null };
        known++;
        return { txid, balance: right.get(txid) };
      });
      expect(rows.map(({ transaction: { txid }, balance }) => ({ txid, balance }))).toEqual(expected);
      expect(view).toEqual(expected);
    }
    expect(known).toBeGreaterThan(0);
    // A reorg that takes the blocks back takes the gap.
    await simulated.reorg(simulated.tip().height - height + 1);
    client.rawTraces = rawTraces;
    await fixture.index();
    expect(await gaps()).toEqual([]);
  } finally {
    await fixture.close();
  }
}, 60_000);
