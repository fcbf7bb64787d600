/**
 * A demo chain whose node has begun a new one: its file was lost, or another kind of node runs it since. No reorg leads from
 * the indexed chain to that one, so the index of it begins anew, too.
 */
import { createPool, dropChain, openSession, readBlockHashAt, readChains } from '@chaintrail/db';
import { callNode } from './call-node.js';
import type { AccountDemoNode } from './demo-network.js';

/** Blocks below the indexed tip that no reorg of the demo reaches. */
const SETTLED = 50;

/** Removes what is stored of chains that their nodes do not have. No indexer may run. */
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
