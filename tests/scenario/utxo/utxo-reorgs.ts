/** Reorgs whose new branch differs from the old one: transactions move, vanish and are conflicted away. */
import { expect } from 'vitest';
import type { Ledger, NodeBlock } from './node-chain.js';
import { payEveryType, payMany } from './payments.js';
import {
  type Coin,
  newScript,
  scriptOf,
  signWithWallet,
  takeCoin,
  txidOf,
  unsignedTransaction,
} from './raw-transaction.js';
import { mine, mineExactly, type World } from './utxo-world.js';

/** Enough for a node to pass the transactions on. */
const FEE = 30_000n;
const SPLIT = 300_000_000n;
/** Every so many of the old branch's transactions are left out of the new one. */
const DROP_EVERY = 4;

/** Two transactions (hex) that spend the same coin, and a child of the first. */
export interface DoubleSpend {
  readonly first: string;
  readonly child: string;
  readonly second: string;
  /** Ids of `first` and `child`. */
  readonly goneTxids: readonly string[];
  readonly secondTxid: string;
}

/** Takes the tip back; the node then stands on its parent (or lower), with no block in place of the removed ones. */
export async function invalidate(world: World, depth: number): Promise<{ hash: string; removed: NodeBlock[] }> {
  const removed: NodeBlock[] = [];
  let hash = await world.node.rpc<string>('getbestblockhash');
  for (let i = 0; i < depth; i++) {
    const block = await world.nodeChain.block(hash);
    removed.unshift(block);
    hash = block.previousblockhash!;
  }
  const [lowest] = removed;
  if (!lowest) throw new RangeError('depth must be at least 1');
  await world.node.rpc('invalidateblock', lowest.hash);
  return { hash: lowest.hash, removed };
}

/** Mines `depth` blocks of payments, one of which holds the first half of a double spend, and its child. */
export async function mineOldBranch(world: World, depth: number): Promise<DoubleSpend> {
  const doubleSpend = await prepareDoubleSpend(world);
  await payEveryType(world);
  await mineExactly(world, [
    doubleSpend.first,
    doubleSpend.child,
    ...(await world.node.rpc<string[]>('getrawmempool')),
  ]);
  for (let mined = 1; mined < depth; mined++) {
    if (mined % 3 === 1) await payMany(world, 5);
    await mine(world);
  }
  return doubleSpend;
}

/**
 * Replaces the last `depth` blocks by one more. The second half of the double spend is in the first new block, so the
 * first half and its child can never return. Of the other transactions some vanish; the rest return one block later
 * than before (not sooner: wallets lock a transaction to the height at which they made it).
 */
export async function replaceBranch(world: World, depth: number, doubleSpend: DoubleSpend): Promise<void> {
  const { removed } = await invalidate(world, depth);
  await mineExactly(world, [doubleSpend.second]);
  const returning = await returningTransactions(world, removed, new Set(doubleSpend.goneTxids));
  for (const block of removed) await mineExactly(world, returning.get(block.hash) ?? []);
}

/** Checks of a ledger after {@link replaceBranch}: the scenario really did what it is there for. */
export function expectDoubleSpendWon(ledger: Ledger, { goneTxids, secondTxid }: DoubleSpend): void {
  const txids = new Set(ledger.transactions.map(({ transaction }) => transaction.txid));
  expect(txids.has(secondTxid)).toBe(true);
  for (const txid of goneTxids) expect(txids.has(txid)).toBe(false);
}

/**
 * Signs everything before the first of it is sent or mined, when the coin is still unspent.
 * @param address that all three pay; by default a new one
 */
export async function prepareDoubleSpend(world: World, address?: string): Promise<DoubleSpend> {
  const { node, wallet, chain } = world;
  const coin = await takeCoin(wallet, SPLIT * chain.scale);
  const script = address === undefined ? await newScript(node, wallet) : await scriptOf(node, address);
  const pay = async (spent: Coin, ...scripts: string[]): Promise<string> => {
    const amount = (spent.amount - FEE * chain.scale) / BigInt(scripts.length);
    const outputs = scripts.map((to) => ({ script: to, amount }));
    return signWithWallet(world, unsignedTransaction([spent], outputs), [spent]);
  };
  const first = await pay(coin, script, await newScript(node, wallet));
  const txid = await txidOf(node, first);
  const child = await pay(
    { txid, vout: 0, scriptPubKey: script, amount: (coin.amount - FEE * chain.scale) / 2n },
    await newScript(node, wallet),
  );
  // To the same address as the first, so that its history keeps its length but not its content.
  const second = await pay(coin, script, script, await newScript(node, wallet));
  return { first, child, second, goneTxids: [txid, await txidOf(node, child)], secondTxid: await txidOf(node, second) };
}

/** Transactions (hex) of the old branch that can be mined again, by the hash of the block they were in. */
async function returningTransactions(
  { nodeChain }: World,
  removed: readonly NodeBlock[],
  gone: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const lost = new Set(gone);
  const returning = new Map<string, string[]>();
  let candidates = 0;
  for (const block of removed) {
    const isOrphan = ({ vin }: NodeBlock['tx'][number]) => vin.some(({ txid }) => txid !== undefined && lost.has(txid));
    for (const [index, transaction] of block.tx.entries()) {
      const impossible = index === 0 || isOrphan(transaction) || lost.has(transaction.txid);
      if (impossible || ++candidates % DROP_EVERY === 0) lost.add(transaction.txid);
    }
    // On Bitcoin Cash what spends a lost one may come before it.
    for (let known = -1; known < lost.size; ) {
      known = lost.size;
      for (const transaction of block.tx) if (isOrphan(transaction)) lost.add(transaction.txid);
    }
    const raw = await nodeChain.rawTransactions(block);
    returning.set(
      block.hash,
      raw.filter((_, index) => !lost.has(block.tx[index]!.txid)),
    );
  }
  return returning;
}
