/** Scenarios that real thornodes and mayanodes ran, served again, and what has to be in the database after them. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CosmosChainNetwork, chainOnNetwork, formatAddress, requireChain } from '@chaintrail/chains';
import { closeSession, openSession, type Session } from '@chaintrail/db';
import {
  type Balances,
  type BlockContent,
  type CosmosEvent,
  type CosmosNodeOptions,
  type CosmosNodeSimulation,
  type GoldenScript,
  readGolden,
  startCosmosNode,
} from '@chaintrail/devnet';
import {
  createChainDatabase,
  dumpRows,
  inSession,
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
/** A wait takes some milliseconds, up to the 50 after which the indexer looks again. */
const POLL_MS = 16;

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

/** Scenarios one after another as one chain, which begins with the first one's balances and ends with the last one's. */
export interface GoldenSeries extends GoldenScenario {
  /** Each with the height of its last block. */
  readonly parts: readonly { readonly scenario: GoldenScenario; readonly end: number }[];
}

/** In as few series as there can be without a transaction that is twice in one: scenarios are signed by the same keys. */
export function goldenSeries(scenarios: readonly GoldenScenario[]): GoldenSeries[] {
  const series: { readonly scenarios: GoldenScenario[]; readonly txids: Set<string> }[] = [];
  for (const scenario of scenarios) {
    const txids = contentsOf(scenario).flatMap(({ transactions }) => transactions.map(({ bytes }) => idOf(bytes)));
    const free = series.find((each) => txids.every((txid) => !each.txids.has(txid)));
    if (free === undefined) series.push({ scenarios: [scenario], txids: new Set(txids) });
    else {
      free.scenarios.push(scenario);
      for (const txid of txids) free.txids.add(txid);
    }
  }
  return series.map((each) => joined(each.scenarios));
}

function joined(scenarios: readonly GoldenScenario[]): GoldenSeries {
  const [first, last] = [scenarios[0]!, scenarios.at(-1)!];
  const { chainId, firstHeight, opening } = first.script;
  const contents: BlockContent[] = [];
  const parts = scenarios.map((scenario, at) => {
    const before = scenarios[at - 1];
    if (before !== undefined) contents.push(between(before.script.final, scenario.script.opening));
    contents.push(...contentsOf(scenario));
    return { scenario, end: firstHeight + contents.length - 1 };
  });
  return {
    name: `${first.name} to ${last.name}`,
    place: first.place,
    parts,
    script: {
      ...{ chainId, firstHeight, opening, final: last.script.final },
      lastHeight: firstHeight + contents.length - 1,
      content: (height) => contents[height - firstHeight] ?? between(NOBODY, NOBODY),
    },
  };
}

const NOBODY: Balances = new Map();

/** A block that makes these balances of those, as the bank module tells it. */
function between(from: Balances, to: Balances): BlockContent {
  const spent: CosmosEvent[] = [];
  const received: CosmosEvent[] = [];
  for (const address of new Set([...from.keys(), ...to.keys()])) {
    const [before, after] = [from.get(address), to.get(address)];
    for (const denom of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
      const change = (after?.get(denom) ?? 0n) - (before?.get(denom) ?? 0n);
      const amount = `${change < 0n ? -change : change}${denom}`;
      if (change < 0n) spent.push({ type: 'coin_spent', attributes: Object.entries({ spender: address, amount }) });
      if (change > 0n)
        received.push({ type: 'coin_received', attributes: Object.entries({ receiver: address, amount }) });
    }
  }
  return { begin: [...spent, ...received], transactions: [], end: [] };
}

function contentsOf({ script }: GoldenScenario): BlockContent[] {
  const { firstHeight, lastHeight } = script;
  return Array.from({ length: lastHeight - firstHeight + 1 }, (_, n) => script.content(firstHeight + n, 0));
}

function idOf(transaction: Buffer): string {
  return createHash('sha256').update(transaction).digest('hex');
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

/** Follows the scenario from nothing in this process. @param play is over when the node has its last block */
export async function indexGolden(
  scenario: GoldenScenario,
  node: CosmosNodeSimulation,
  play: (reached: () => Promise<void>, session: Session) => Promise<void>,
): Promise<RowDump> {
  const database = await createChainDatabase({ chain: scenario.place.chain.code });
  const indexer = new InProcessIndexer(database.url, goldenSettings(scenario, node));
  // One for all that is waited for: some thousand logins are a part of what this costs.
  const session = await openSession(database.url, 'chaintrail-test-state');
  try {
    const reached = () => reachTip(session, scenario, node, [indexer]);
    await play(reached, session);
    await reached();
    await indexer.stop();
    await expectGoldenBalances(session, scenario);
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

/** As {@link expectGoldenBalances}, in a session of its own. */
export function expectGoldenEnd(databaseUrl: string, scenario: GoldenScenario): Promise<void> {
  return inSession(databaseUrl, (session) => expectGoldenBalances(session, scenario));
}

/** Balances are exactly those that the real node exported, and none was ever below nothing. */
export async function expectGoldenBalances(session: Session, { name, place, script }: GoldenScenario): Promise<void> {
  const { code, nativeDenom } = place.chain;
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
}
