/** Blocks that are replaced, with their transactions moved, exchanged or gone, and blocks that are taken back. */
import { type AnvilNode, type EngineNode, type ReorgTransaction, waitFor } from '@chaintrail/testkit';
import { toQuantity } from 'ethers';
import { expect } from 'vitest';
import type { Cast } from './evm-cast.js';
import { type Contracts, playInternalTransfers, playPayments, playTokens } from './evm-plays.js';
import type { Ledger } from './proved-ledger.js';

/** How a node's chain is made to leave its newest blocks: every program has ways of its own. */
export interface Reorgs {
  /** New blocks in their place, as many where there are transactions for them; block 0 is the lowest. */
  replace(depth: number, transactions?: readonly ReorgTransaction[]): Promise<void>;
  /** None in their place. */
  takeBack(depth: number): Promise<void>;
}

export function anvilReorgs(node: AnvilNode): Reorgs {
  return {
    replace: (depth, transactions) => node.reorg(depth, transactions),
    takeBack: (depth) => node.rpc('anvil_rollback', depth),
  };
}

/** Orphaned transactions are in the pool again, so one more block takes them. A branch of empty blocks is lower. */
export function engineReorgs(node: EngineNode): Reorgs {
  return {
    async replace(depth, transactions = []) {
      const inBlock = (block: number) => transactions.filter(([, at]) => at === block).map(([raw]) => raw as string);
      const length = transactions.length > 0 ? depth : depth - 2;
      const left = await newestTransactions(node, depth);
      await node.replace(
        depth,
        Array.from({ length }, (_, block) => inBlock(block)),
      );
      await mineReturned(node, left);
    },
    async takeBack(depth) {
      const left = await newestTransactions(node, depth);
      await node.rewind((await node.height()) - depth);
      await mineReturned(node, left);
    },
  };
}

/** Deposits out of layer 1, on the OP stack, are in no pool. */
const DEPOSIT_TYPE = '0x7e';

interface Sent {
  readonly type: string;
  readonly hash: string;
  readonly from: string;
  readonly nonce: string;
}

async function newestTransactions(node: EngineNode, depth: number): Promise<Sent[]> {
  const tip = await node.height();
  const heights = Array.from({ length: depth }, (_, n) => toQuantity(tip - n));
  const blocks = await Promise.all(
    heights.map((height) => node.rpc<{ transactions: Sent[] }>('eth_getBlockByNumber', height, true)),
  );
  return blocks.flatMap(({ transactions }) => transactions).filter(({ type }) => type !== DEPOSIT_TYPE);
}

/** The pool takes back in the background what may still be mined. */
async function mineReturned(node: EngineNode, left: readonly Sent[]): Promise<void> {
  for (const { hash, from, nonce } of left) {
    const next = await node.rpc<string>('eth_getTransactionCount', from, 'latest');
    if (BigInt(nonce) < BigInt(next)) continue;
    const isBack = async () => (await node.rpc('eth_getTransactionByHash', hash)) !== null;
    await waitFor(isBack, { what: `${hash} to be in the pool again` });
  }
  await node.mine();
}

export interface DoubleSpend {
  /** Id on the old branch. */
  readonly goneTxid: string;
  /** With the same sender and number, for the new branch. */
  readonly second: string;
  /** Mined in the old branch and to be mined again, as a node would from its pool. */
  readonly returning: string;
  readonly returningTxid: string;
}

/** Mines at least `depth` blocks; the newest `depth` are to be replaced. The double spend is in the lowest of them. */
export async function mineOldBranch(
  cast: Cast,
  contracts: Contracts,
  depth: number,
  round: number,
): Promise<DoubleSpend> {
  if (depth > 1) await playTokens(cast, contracts, round);
  const [ivan, judy] = [cast.actor(3), cast.actor(5)];
  const nonce = await cast.nonceOf(ivan);
  const to = contracts.splitter.address;
  const data = contracts.splitter.interface.encodeFunctionData('nested', [2, cast.freshAddress()]);
  const first = await cast.sign(ivan, { to, data, value: 500n });
  const second = await cast.signAs(ivan, nonce, { to: cast.freshAddress(), value: 501n });
  const returning = await cast.sign(judy, { to, data, value: 502n });
  const goneTxid = await cast.broadcast(first);
  const returningTxid = await cast.broadcast(returning);
  await cast.mine();
  const lowest = await cast.node.height();
  if (depth >= 3) await playInternalTransfers(cast, contracts);
  if (depth >= 8) await playPayments(cast, contracts);
  await cast.mine(depth - 1 - ((await cast.node.height()) - lowest));
  return { goneTxid, second, returning, returningTxid };
}

/** The new blocks hold the second half of the double spend and, one block later, the transaction that returns. */
export async function replaceBranch(
  { cast, reorgs }: { readonly cast: Cast; readonly reorgs: Reorgs },
  depth: number,
  { second, returning }: DoubleSpend,
): Promise<void> {
  const later = Math.min(1, depth - 1);
  await reorgs.replace(depth, [
    [second, 0],
    [returning, later],
  ]);
  cast.forgetNonces();
}

export function expectDoubleSpendWon(ledger: Ledger, { goneTxid, returningTxid }: DoubleSpend): void {
  const txids = new Set(ledger.entries.map(({ txid }) => txid));
  expect(txids.has(goneTxid)).toBe(false);
  expect(txids.has(returningTxid)).toBe(true);
}
