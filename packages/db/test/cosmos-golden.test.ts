/**
 * Blocks of real thornode and mayanode in the ledger: live, in batches and by a first sync, with the balances that the
 * nodes exported.
 */
import { type CosmosOpening, decodeCosmosBlock, formatAddress } from '@chaintrail/chains';
import { createTestDatabase, dumpRows, type RowDump } from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import { cacao } from '../../chains/src/params/cacao.js';
import { rune } from '../../chains/src/params/rune.js';
import { answersOfGolden, cosmosPlace, readScenario } from '../../chains/test/support/cosmos-answers.js';
import { vectorsPresent } from '../../chains/test/support/vectors.js';
import { closeSession, createPool, openSession, type Session } from '../src/connection.js';
import { openCosmosFirstSync } from '../src/write/cosmos/cosmos-first-sync.js';
import { openCosmosLedger } from '../src/write/cosmos/cosmos-ledger.js';
import { prepareCosmosBlock } from '../src/write/cosmos/cosmos-rows.js';
import { registerChain } from '../src/write/ledger.js';
import { cosmosTruth, holdingsOf, type PlacedBlock } from './support/cosmos-truth.js';

type Place = ReturnType<typeof cosmosPlace>;

/**
 * Blocks of a scenario, the first with an opening of what its end and its movements leave for the beginning.
 */
function scenarioBlocks(place: Place, scenario: string) {
  const { blocks, final_balances } = readScenario(`${place.chain.code}/golden/${scenario}.json.gz`);
  const decoded = (opening: CosmosOpening | null) =>
    blocks.map((block, n): PlacedBlock => {
      const { ref, answers } = answersOfGolden(block, place.chain === cacao);
      return { ref, block: decodeCosmosBlock(place, ref, { ...answers, opening: n === 0 ? opening : null }) };
    });
  const final = new Map<string, bigint>(
    Object.entries(final_balances).flatMap(([address, coins]) =>
      Object.entries(coins).map(([denom, amount]) => [`${address} ${denom}`, BigInt(amount)] as const),
    ),
  );
  const moved = holdingsOf(place, decoded(null));
  const balances = [...new Set([...final.keys(), ...moved.keys()])].map((name) => {
    const [address, denom] = name.split(' ') as [string, string];
    return [address, [[denom, String((final.get(name) ?? 0n) - (moved.get(name) ?? 0n))]]] as const;
  });
  const blocksFrom = decoded({ source: 'bank', unknownDenoms: [], balances });
  return { blocks: blocksFrom, final: new Map([...final].filter(([, amount]) => amount > 0n)) };
}

async function inDatabase<T>(work: (session: Session, url: string) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  const session = await openSession(database.url, 'cosmos-golden-test');
  try {
    return await work(session, database.url);
  } finally {
    await closeSession(session);
    await database.drop();
  }
}

async function heldIn(session: Session, { chain, network }: Place): Promise<Map<string, bigint>> {
  const { rows } = await session.query<{ key: Buffer; asset: string; balance: string; least: string }>(
    `SELECT address_key AS key, $1 AS asset, (array_agg(balance ORDER BY seq DESC))[1]::text AS balance, min(balance)::text AS least
     FROM ${chain.code}.address_transactions GROUP BY address_key
     UNION ALL SELECT address_key, asset, (array_agg(balance ORDER BY tx_key DESC))[1]::text, min(balance)::text
     FROM ${chain.code}.token_history GROUP BY address_key, asset`,
    [chain.nativeDenom],
  );
  expect(rows.filter(({ least }) => BigInt(least) < 0n)).toEqual([]);
  const held = rows.filter(({ balance }) => balance !== '0');
  return new Map(held.map(({ key, asset, balance }) => [`${formatAddress(network, key)} ${asset}`, BigInt(balance)]));
}

describe.runIf(vectorsPresent)('a recorded scenario', () => {
  it.each([
    { chain: rune, name: 'wasm__execute' },
    { chain: rune, name: 'swaps__streaming-postponed-synths-mint' },
    { chain: rune, name: 'tcy__tcy-claiming-swap' },
    { chain: cacao, name: 'swaps__swaps' },
    { chain: cacao, name: 'refunds__affiliate-swaps' },
  ] as const)(
    'of $chain.name has the same rows and the exported balances in every way: $name',
    async ({ chain, name }) => {
      const place = cosmosPlace(chain, 'mocknet');
      const { code } = chain;
      const { blocks, final } = scenarioBlocks(place, name);
      const prepared = blocks.map(({ ref, block }) => prepareCosmosBlock(ref, block));
      const first = prepared[0]!.height;
      const live = (atOnce: number): Promise<RowDump> =>
        inDatabase(async (session, url) => {
          const ledger = await openCosmosLedger(session, place, first);
          for (let at = 0; at < prepared.length; at += atOnce) {
            const cursor = await ledger.cursor();
            await ledger.replaceAfter(cursor, cursor, prepared.slice(at, at + atOnce));
          }
          expect(await heldIn(session, place)).toEqual(final);
          return dumpRows(url, code);
        });
      const rows = await live(1);
      expect(rows).toMatchObject(cosmosTruth(blocks));
      expect(await live(7)).toEqual(rows);
      const synced = await inDatabase(async (session, url) => {
        const pool = createPool(url, { max: 1, applicationName: 'cosmos-golden-test-pool' });
        try {
          await registerChain(session, code, place.network.name, first);
          const firstSync = openCosmosFirstSync({ session, pool, place, historyFrom: first, memory: 0, threads: 0 });
          await firstSync.begin();
          const load = await firstSync.openLoad(() => undefined);
          await load.add(prepared);
          await load.flush();
          await load.end();
          await firstSync.finish(() => undefined);
          return await dumpRows(url, code);
        } finally {
          await pool.end();
        }
      });
      expect(synced).toEqual(rows);
    },
  );
});
