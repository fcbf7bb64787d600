/**
 * The oracle of real nodes: what the index has to say, from the node's receipts and traces, proved by its balances. The
 * ether of every address in every block that touches it is what `eth_getBalance` answers there. The other oracle of
 * account rows is the simulator's model (packages/devnet), to which the soak holds rows and answers.
 */
import type { EvmFeeRules } from '@chaintrail/chains';
import { type Entry, entriesOf } from './entries.js';
import { type AnsweringNode, type NodeBlock, NodeBlocks } from './node-block.js';

export interface HistoryEntry {
  readonly entry: Entry;
  readonly delta: bigint;
  /** Ether after it. */
  readonly balance: bigint;
}

export interface History {
  readonly entries: readonly HistoryEntry[];
  /** Gross of everything the address was paid. */
  readonly received: bigint;
}

/** A token that an address has ever been a party of a transfer of. */
export interface Holding {
  readonly address: string;
  readonly asset: string;
  readonly standard: 'erc20' | 'erc721' | 'erc1155';
  /** Token id of ERC-1155; null for the others, whose contracts count per owner. */
  readonly tokenId: bigint | null;
}

export interface Ledger {
  readonly tip: NodeBlock;
  readonly entries: readonly Entry[];
  readonly histories: ReadonlyMap<string, History>;
  readonly holdings: readonly Holding[];
}

export class Oracle {
  readonly #node: AnsweringNode;
  readonly #rules: EvmFeeRules;
  readonly #blocks: NodeBlocks;
  readonly #balances = new Map<string, bigint>();
  readonly #entries = new WeakMap<NodeBlock, readonly Entry[]>();

  constructor(node: AnsweringNode, rules: EvmFeeRules) {
    this.#node = node;
    this.#rules = rules;
    this.#blocks = new NodeBlocks(node);
  }

  /** @throws Error when the node's balances are not what its receipts and traces add up to */
  async ledger(): Promise<Ledger> {
    const blocks = await this.#blocks.chain();
    const tip = blocks.at(-1)!;
    const entries = blocks.flatMap((block) => this.#entriesOf(block));
    const histories = new Map<string, { entries: HistoryEntry[]; received: bigint }>();
    for (const entry of entries) {
      for (const [address, { delta, received }] of entry.effects) {
        let history = histories.get(address);
        if (!history) {
          history = { entries: [], received: 0n };
          histories.set(address, history);
        }
        const before = history.entries.at(-1)?.balance ?? (await this.balanceAt(address, blocks[0]!.hash));
        history.entries.push({ entry, delta, balance: before + delta });
        history.received += received;
      }
    }
    for (const [address, { entries: found }] of histories) await this.#prove(address, found, tip);
    return { tip, entries, histories, holdings: holdingsOf(entries) };
  }

  /** The node's balance, pinned to a block. */
  async balanceAt(address: string, blockHash: string): Promise<bigint> {
    const key = `${address} ${blockHash}`;
    const known = this.#balances.get(key);
    if (known !== undefined) return known;
    const balance = BigInt(await this.#node.rpc<string>('eth_getBalance', address, { blockHash }));
    this.#balances.set(key, balance);
    return balance;
  }

  #entriesOf(block: NodeBlock): readonly Entry[] {
    const entries = this.#entries.get(block) ?? entriesOf(block, this.#rules);
    this.#entries.set(block, entries);
    return entries;
  }

  async #prove(address: string, history: readonly HistoryEntry[], tip: NodeBlock): Promise<void> {
    for (const [index, { entry, balance }] of history.entries()) {
      const isLastOfBlock = history[index + 1]?.entry.block !== entry.block;
      if (!isLastOfBlock) continue;
      const actual = await this.balanceAt(address, entry.block.hash);
      if (actual === balance) continue;
      throw new Error(`${address} has ${actual} in block ${entry.block.height}, its transfers add up to ${balance}`);
    }
    const last = history.at(-1)!;
    const actual = await this.balanceAt(address, tip.hash);
    if (actual !== last.balance) throw new Error(`${address} has ${actual} at the tip, not ${last.balance}`);
  }
}

function holdingsOf(entries: readonly Entry[]): Holding[] {
  const found = new Map<string, Holding>();
  for (const { transfers } of entries) {
    for (const { asset, standard, from, to, tokenId } of transfers) {
      if (asset === null || standard === null) continue;
      for (const address of [from, to]) {
        if (address === null) continue;
        const counted = standard === 'erc1155' ? tokenId : null;
        found.set(`${address} ${asset} ${counted}`, { address, asset, standard, tokenId: counted });
      }
    }
  }
  return [...found.values()];
}
