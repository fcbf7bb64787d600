/**
 * The oracle of real nodes: what the index has to say, from the node's receipts and traces, proved by its balances. The
 * ether of every address in every block that touches it is what `eth_getBalance` answers there. The other oracle of
 * account rows is the simulator's model (packages/devnet), to which the soak holds rows and answers.
 */
import type { EvmFeeRules } from '@chaintrail/chains';
import { type Entry, entriesOf } from './entries.js';
import { type AnsweringNode, callForEach, type NodeBlock, NodeBlocks } from './node-block.js';

interface HistoryEntry {
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

/** Address and hash of a block. */
type Place = readonly [address: string, blockHash: string];

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
    const addresses = new Set(entries.flatMap(({ effects }) => [...effects.keys()]));
    const [genesis] = blocks;
    await this.#read([...addresses].map((address) => [address, genesis!.hash]));
    const histories = new Map<string, { entries: HistoryEntry[]; received: bigint }>();
    for (const entry of entries) {
      for (const [address, { delta, received }] of entry.effects) {
        let history = histories.get(address);
        if (!history) {
          history = { entries: [], received: 0n };
          histories.set(address, history);
        }
        const before = history.entries.at(-1)?.balance ?? this.#balanceOf(address, genesis!.hash);
        history.entries.push({ entry, delta, balance: before + delta });
        history.received += received;
      }
    }
    await this.#prove(histories, tip);
    return { tip, entries, histories, holdings: holdingsOf(entries) };
  }

  /** The node's balances, pinned to blocks. */
  async balancesAt(places: readonly Place[]): Promise<bigint[]> {
    await this.#read(places);
    return places.map((place) => this.#balanceOf(...place));
  }

  async #read(places: readonly Place[]): Promise<void> {
    const fresh = places.filter((place) => !this.#balances.has(keyOf(...place)));
    const calls = fresh.map(([address, blockHash]) => [address, { blockHash }]);
    const balances = await callForEach<string>(this.#node, 'eth_getBalance', calls);
    for (const [at, place] of fresh.entries()) this.#balances.set(keyOf(...place), BigInt(balances[at]!));
  }

  #balanceOf(...place: Place): bigint {
    return this.#balances.get(keyOf(...place))!;
  }

  #entriesOf(block: NodeBlock): readonly Entry[] {
    const entries = this.#entries.get(block) ?? entriesOf(block, this.#rules);
    this.#entries.set(block, entries);
    return entries;
  }

  /** In every block that touches an address, and at the tip. */
  async #prove(histories: ReadonlyMap<string, History>, tip: NodeBlock): Promise<void> {
    const claims = [...histories].flatMap(([address, { entries }]) => [
      ...entries
        .filter(({ entry }, at) => entries[at + 1]?.entry.block !== entry.block)
        .map(({ entry, balance }) => ({ address, block: entry.block, balance })),
      { address, block: tip, balance: entries.at(-1)!.balance },
    ]);
    const actual = await this.balancesAt(claims.map(({ address, block }) => [address, block.hash]));
    for (const [at, { address, block, balance }] of claims.entries())
      if (actual[at] !== balance)
        throw new Error(`${address} has ${actual[at]} in block ${block.height}, its transfers add up to ${balance}`);
  }
}

function keyOf(address: string, blockHash: string): string {
  return `${address} ${blockHash}`;
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
