/** Keeps the demo network out of a database that holds something else, and out of the index of an earlier demo. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT_CONFIGURATION } from '@chaintrail/config';
import { createPool, dropChain, openSession, readBlockHashAt, readChains } from '@chaintrail/db';
import { type AccountDemoNode, demoFolder } from './demo-network.js';
import { ServiceError } from './service-error.js';

/**
 * The demo uses an operator's database only while it is empty, or if this very demo filled it. Blocks of two networks
 * in one index would be wrong answers.
 * @throws ServiceError
 */
export async function claimForDemo(databaseUrl: string, dataDir: string): Promise<void> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const mark = createHash('sha256')
    .update(`${hostname}:${port || 5432}${pathname}`)
    .digest('hex');
  const file = join(demoFolder(dataDir), 'database');
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'chaintrail-standalone' });
  try {
    const chains = await readChains(pool);
    if (chains.length > 0 && (await readMark(file)) !== mark) {
      const followed = chains.map(({ chain, network }) => `${chain} ${network}`).join(', ');
      throw new ServiceError(
        `The database in DATABASE_URL already holds ${followed}, and no node is configured; set the chain's <CODE>_RPC_URL, or unset DATABASE_URL for the demo network.`,
        EXIT_CONFIGURATION,
      );
    }
  } finally {
    await pool.end();
  }
  await mkdir(demoFolder(dataDir), { recursive: true });
  await writeFile(file, mark);
}

async function readMark(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Blocks below the indexed tip that no reorg of the demo reaches. */
const SETTLED = 50;

/**
 * Removes what is stored of chains that their nodes do not have. No indexer may run. A demo node may have begun a new
 * chain: its file was lost, or another kind of node runs it since. No reorg leads from the indexed chain to that one.
 */
export async function forgetOtherChains(
  databaseUrl: string,
  nodes: readonly AccountDemoNode[],
  say: (line: string) => void,
): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'chaintrail-standalone' });
  const states = await readChains(pool).finally(() => pool.end());
  for (const { chain, url } of nodes) {
    const state = states.find((each) => each.chain === chain.code);
    if (!state || state.height === null) continue;
    const height = Math.max(state.historyFrom, state.height - SETTLED);
    if (await hasIndexedBlock(databaseUrl, { chain, url }, height)) continue;
    say(`The demo chain of ${chain.code} is a new one: indexing it from its first block.`);
    await dropChain(databaseUrl, chain.code);
  }
}

async function hasIndexedBlock(databaseUrl: string, node: AccountDemoNode, height: number): Promise<boolean> {
  const session = await openSession(databaseUrl, 'chaintrail-standalone');
  try {
    const indexed = await readBlockHashAt(session, node.chain.code, height);
    return indexed !== null && (await hashAt(node, height)) === indexed;
  } finally {
    await session.end();
  }
}

/** @returns null above the tip; hex without `0x` */
async function hashAt({ chain, url }: AccountDemoNode, height: number): Promise<string | null> {
  switch (chain.family) {
    case 'evm': {
      const number = `0x${height.toString(16)}`;
      const block = await callNode<{ hash: string } | null>(url, 'eth_getBlockByNumber', number, false);
      return block?.hash.slice(2) ?? null;
    }
    case 'cosmos': {
      const { sync_info } = await callNode<{ sync_info: { latest_block_height: string } }>(url, 'status');
      if (Number(sync_info.latest_block_height) < height) return null;
      const { block_id } = await callNode<{ block_id: { hash: string } }>(url, 'block', String(height));
      return block_id.hash.toLowerCase();
    }
  }
}

const CALL_MS = 30_000;

/** Calls a method of a node of the demo. @throws Error when it does not answer, or with an error */
async function callNode<T>(url: string, method: string, ...params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const reply = (await response.json()) as { result: T; error?: { message: string } };
  if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
  return reply.result;
}
