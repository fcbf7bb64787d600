/** Scenarios that real thornodes and mayanodes ran, served again, and what has to be in the database after them. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CosmosChainNetwork, chainOnNetwork, formatAddress, requireChain } from '@chaintrail/chains';
import { closeSession, openSession, type Session } from '@chaintrail/db';
import {
  type CosmosNodeOptions,
  type CosmosNodeSimulation,
  type GoldenScript,
  readGolden,
  startCosmosNode,
} from '@chaintrail/devnet';
import {
  createTestDatabase,
  dumpRows,
  noteSuite,
  queryFollowed,
  type RowDump,
  skip,
  type WaitedFor,
  waitFor,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import { InProcessIndexer } from './in-process-indexer.js';

export type GoldenChain = 'rune' | 'cacao';

export interface GoldenScenario {
  readonly name: string;
  readonly place: CosmosChainNetwork;
  readonly script: GoldenScript;
}

const PROGRAMS = { rune: 'thornode', cacao: 'mayanode' } as const;
const VECTORS = join(import.meta.dirname, '../../../shared/vectors');
const REACH_TIMEOUT_MS = 60_000;
/** What is waited for takes some milliseconds, up to the 50 after which the indexer looks again. */
const POLL_MS = 8;

/** @returns none where the recorded data is not at hand */
export function goldenScenarios(code: GoldenChain): GoldenScenario[] {
  const folder = join(VECTORS, code, 'golden');
  if (!existsSync(folder)) {
    skip(`the recorded scenarios of ${code} are not at ${folder}.`);
    return [];
  }
  noteSuite('recording', `scenarios of ${PROGRAMS[code]}`);
  const place = chainOnNetwork(requireChain(code), 'mocknet');
  if (place?.family !== 'cosmos') throw new Error(`${code} has no mocknet`);
  return readdirSync(folder).map((file) => ({
    name: `${code} ${basename(file, '.json.gz')}`,
    place,
    script: readGolden(place, join(folder, file)),
  }));
}

export function goldenNode(
  { place, script }: GoldenScenario,
  blocks: number,
  options: Pick<CosmosNodeOptions, 'port' | 'executionMs'> = {},
): Promise<CosmosNodeSimulation> {
  return startCosmosNode({ place, script, blocks, ...options });
}

export function blocksOf({ script }: GoldenScenario): number {
  return script.lastHeight - script.firstHeight + 1;
}

export function goldenSettings({ place }: GoldenScenario, node: CosmosNodeSimulation): Record<string, string> {
  const code = place.chain.code.toUpperCase();
  return {
    [`${code}_RPC_URL`]: node.url,
    [`${code}_REST_URL`]: node.restUrl,
    [`${code}_NETWORK`]: 'mocknet',
    [`${code}_POLL_MS`]: '50',
  };
}

/** A transaction that failed, as the real node said. */
export interface GoldenFailure {
  readonly txid: string;
  readonly height: number;
  readonly code: number;
  /** Of the chain's own coin, all the same: a failed transaction moves its fee alone. */
  readonly spent: bigint;
}

export function failuresOf({ place, script }: GoldenScenario): GoldenFailure[] {
  return heightsOf(script).flatMap((height) =>
    script.content(height, 0).transactions.flatMap(({ bytes, code, events }) => {
      if (code === 0) return [];
      const spent = events.filter(({ type }) => type === 'coin_spent').map((event) => valueOf(event, 'amount'));
      const amounts = spent.map((text) => BigInt(text.slice(0, -place.chain.nativeDenom.length)));
      return [{ txid: txidOf(bytes), height, code, spent: amounts.reduce((sum, each) => sum + each, 0n) }];
    }),
  );
}

/** An `outbound` event of the real node. */
export interface GoldenPayout {
  readonly height: number;
  /** The transaction whose events tell of it; null where the end of the block does. */
  readonly toldBy: string | null;
  readonly inTxid: string;
  /** The transaction of another chain that paid; null where this chain did. */
  readonly txid: string | null;
  readonly chain: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
  readonly memo: string;
}

export function payoutsOf({ script }: GoldenScenario): GoldenPayout[] {
  return heightsOf(script).flatMap((height) => {
    const { begin, transactions, end } = script.content(height, 0);
    const told = (toldBy: string | null, events: BlockEvents): GoldenPayout[] =>
      events.filter(({ type }) => type === 'outbound').map((event) => readPayout(height, toldBy, event));
    const own = transactions.flatMap(({ bytes, events }) => told(txidOf(bytes), events));
    return [...told(null, begin), ...own, ...told(null, end)];
  });
}

type BlockEvents = ReturnType<GoldenScript['content']>['end'];

function readPayout(height: number, toldBy: string | null, event: BlockEvents[number]): GoldenPayout {
  const [amount = '', asset = ''] = valueOf(event, 'coin').split(' ');
  const [chain, to, memo, inTxid, id] = ['chain', 'to', 'memo', 'in_tx_id', 'id'].map((name) => valueOf(event, name));
  const txid = /^0+$/.test(id!) ? null : id!;
  return { height, toldBy, inTxid: inTxid!, txid, chain: chain!, to: to!, asset, amount, memo: memo! };
}

function valueOf({ attributes }: BlockEvents[number], name: string): string {
  return attributes.find(([key]) => key === name)?.[1] ?? '';
}

function heightsOf({ firstHeight, lastHeight }: GoldenScript): number[] {
  return Array.from({ length: lastHeight - firstHeight + 1 }, (_, n) => firstHeight + n);
}

/** Of the scenario's own transactions. */
export function txidsOf({ script }: GoldenScenario): ReadonlySet<string> {
  const transactions = heightsOf(script).flatMap((height) => script.content(height, 0).transactions);
  return new Set(transactions.map(({ bytes }) => txidOf(bytes)));
}

function txidOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').toUpperCase();
}

/** Follows the scenario from nothing in this process. @param play is over when the node has its last block */
export async function indexGolden(
  scenario: GoldenScenario,
  node: CosmosNodeSimulation,
  play: (reached: () => Promise<void>) => Promise<void>,
): Promise<RowDump> {
  const database = await createTestDatabase();
  const indexer = new InProcessIndexer(database.url, goldenSettings(scenario, node));
  // One for all that is waited for: some thousand logins are a part of what this costs.
  const session = await openSession(database.url, 'chaintrail-test-state');
  try {
    const reached = () => reachTip(session, scenario, node, [indexer]);
    await play(reached);
    await reached();
    await indexer.stop();
    await expectGoldenEnd(database.url, scenario);
    return await dumpRows(database.url, scenario.place.chain.code);
  } finally {
    await closeSession(session);
    await indexer.stop();
    await database.drop();
  }
}

/** Waits until the rows stand at the node's tip, and no stage of a first sync is left. */
export async function reachTip(
  session: Session,
  { name, place }: GoldenScenario,
  node: CosmosNodeSimulation,
  processes: readonly WaitedFor[],
): Promise<void> {
  const { code } = place.chain;
  const { height, hash } = node.tip();
  const isThere = async () => {
    const rows = await queryFollowed<{ hash: string }>(
      session,
      code,
      `SELECT encode(hash, 'hex') AS hash FROM ${code}.sync_state WHERE live_since IS NOT NULL`,
    );
    return rows[0]?.hash === hash;
  };
  await waitFor(isThere, {
    ...{ intervalMs: POLL_MS, timeoutMs: REACH_TIMEOUT_MS },
    ...{ processes, what: `${name} to be indexed up to block ${height}` },
  });
}

/** Balances are exactly those that the real node exported, and none was ever below nothing. */
export async function expectGoldenEnd(databaseUrl: string, { name, place, script }: GoldenScenario): Promise<void> {
  const { code, nativeDenom } = place.chain;
  const session = await openSession(databaseUrl, 'chaintrail-test-golden');
  try {
    const { rows } = await session.query<{ key: Buffer; denom: string; balance: string; least: string }>(
      `SELECT address_key AS key, $1 AS denom, (array_agg(balance ORDER BY seq DESC))[1]::text AS balance, min(balance)::text AS least
       FROM ${code}.address_transactions GROUP BY address_key
       UNION ALL
       SELECT address_key, asset, (array_agg(balance ORDER BY tx_key DESC))[1]::text, min(balance)::text
       FROM ${code}.token_history GROUP BY address_key, asset`,
      [nativeDenom],
    );
    const below = rows.filter(({ least }) => least.startsWith('-'));
    expect(below, `balances of ${name} below nothing`).toEqual([]);
    const indexed = rows
      .filter(({ balance }) => balance !== '0')
      .map(({ key, denom, balance }) => `${formatAddress(place.network, key)} ${balance}${denom}`);
    const exported = [...script.final].flatMap(([address, coins]) =>
      [...coins].filter(([, amount]) => amount !== 0n).map(([denom, amount]) => `${address} ${amount}${denom}`),
    );
    expect(indexed.sort(), `balances after ${name}`).toEqual(exported.sort());
  } finally {
    await closeSession(session);
  }
}
