/** Simulated nodes of Ethereum and its layer 2s, an indexer that follows one, and what its rows must be. */
import { type ChainCode, EVM_CHAINS, type EvmChain, type EvmChainNetwork } from '@chaintrail/chains';
import { openSession, type Session } from '@chaintrail/db';
import { type SimulatedEvmNode, type SimulatedEvmNodeOptions, startSimulatedEvmNode } from '@chaintrail/devnet';
import { problemsOfEvmRows } from '@chaintrail/soak';
import {
  createChainDatabase,
  dumpRows,
  queryFollowed,
  type RowDump,
  type WaitedFor,
  waitFor,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import { InProcessIndexer } from './in-process-indexer.js';

/** Longer than an indexer's longest pause after a failure, on a noisy machine. */
const TIMEOUT_MS = 120_000;

/** @throws RangeError for a code that is not of the family */
export function evmChain(code: ChainCode): EvmChain {
  const chain = EVM_CHAINS.find((each) => each.code === code);
  if (!chain) throw new RangeError(`${code} is no chain of the EVM family`);
  return chain;
}

/** The chain on its private network, which tests follow. */
export function localEvmChain(code: ChainCode): EvmChainNetwork {
  const chain = evmChain(code);
  return { family: 'evm', chain, network: chain.networks.find(({ name }) => name === 'local')! };
}

/** A node whose chain is long enough for a first sync with all its stages. */
export function startEvmNode(
  code: ChainCode,
  loaded: number,
  options: Partial<SimulatedEvmNodeOptions> = {},
): Promise<SimulatedEvmNode> {
  const chain = evmChain(code);
  return startSimulatedEvmNode({ chain, seed: 3, blocks: chain.reorgMargin + loaded, txPerBlock: 6, ...options });
}

/** Settings of an indexer that follows this node and traces all of its blocks. */
export function evmSettings(code: ChainCode, node: Pick<SimulatedEvmNode, 'url'>): Record<string, string> {
  const name = code.toUpperCase();
  return {
    [`${name}_RPC_URL`]: node.url,
    [`${name}_NETWORK`]: 'local',
    [`${name}_POLL_MS`]: '100',
    [`${name}_INTERNAL_TRANSFERS`]: 'full',
    // Suites look at the rows themselves.
    AUDIT_EVERY_HOURS: '0',
  };
}

/** How far blocks are, and their internal transfers. */
interface TracingState {
  /** Hash of the last indexed block, in hexadecimal. */
  readonly hash: string | null;
  /** Every block up to it is traced. */
  readonly isWhole: boolean;
}

/** @returns undefined before tracing has begun */
export async function readTracingState(session: Session, code: ChainCode): Promise<TracingState | undefined> {
  const rows = await queryFollowed<TracingState>(
    session,
    code,
    `SELECT encode(s.hash, 'hex') AS hash,
            i.from_height <= s.height AND NOT EXISTS (SELECT FROM ${code}.internal_gaps) AS "isWhole"
     FROM ${code}.internal_sync i CROSS JOIN ${code}.sync_state s`,
  );
  return rows[0];
}

/** Waits until the rows stand at the node's tip with every block traced, or `isEnough`. */
export async function reachTraced(
  databaseUrl: string,
  code: ChainCode,
  node: SimulatedEvmNode,
  processes: readonly WaitedFor[],
  isEnough: () => boolean = () => false,
): Promise<void> {
  const tip = node.tip();
  const session = await openSession(databaseUrl, 'chaintrail-test-tracing');
  const isTraced = async (): Promise<boolean> => {
    const state = await readTracingState(session, code);
    return state?.hash === tip.hash && state.isWhole;
  };
  try {
    const what = `${code} to be indexed and traced up to block ${tip.height} ${tip.hash}`;
    await waitFor(async () => isEnough() || isTraced(), { processes, what, timeoutMs: TIMEOUT_MS });
  } finally {
    await session.end();
  }
}

/** Rows of the node's chain, indexed from nothing in one go: for an index that was held to the simulator's own ledger. */
export async function straightEvmRows(code: ChainCode, node: SimulatedEvmNode): Promise<RowDump> {
  const database = await createChainDatabase({ chain: code });
  const indexer = new InProcessIndexer(database.url, evmSettings(code, node));
  try {
    await reachTraced(database.url, code, node, [indexer]);
    await indexer.stop();
    return await dumpRows(database.url, code);
  } finally {
    await indexer.stop();
    await database.drop();
  }
}

/** Compares histories, effects, balances and tokens with the simulator's own ledger, which is not made of a node's answers. */
export async function expectEvmModel(databaseUrl: string, code: ChainCode, node: SimulatedEvmNode): Promise<void> {
  expect(await problemsOfEvmRows(databaseUrl, code, node.model())).toEqual([]);
  const session = await openSession(databaseUrl, 'chaintrail-test-sums');
  try {
    expect(await wrongSums(session, code), 'running sums').toEqual([]);
  } finally {
    await session.end();
  }
}

/** @returns some rows whose number or balance is not what the rows before them come to */
async function wrongSums(session: Session, code: ChainCode): Promise<unknown[]> {
  const { rows } = await session.query(
    `SELECT * FROM (
       SELECT *, row_number() OVER w AS right_seq, sum(delta) OVER w AS right_balance
       FROM ${code}.address_transactions WINDOW w AS (PARTITION BY address_key ORDER BY tx_key)
     ) sums WHERE seq <> right_seq OR balance <> right_balance OR received < 0 LIMIT 3`,
  );
  return rows;
}
