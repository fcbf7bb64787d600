/**
 * Expected index of a real node's chain: what the audit expects of each block, added up to histories, and
 * proved by the node. The ether of every address in every block that touches it is what `eth_getBalance` answers there.
 * The other oracle of account rows is the simulator's model (packages/devnet), to which the soak holds rows and answers.
 */
import type { AuditedEvmColumns, AuditedEvmTransfer } from '@chaintrail/db';
import { callNodeForEach, type EvmNode, RpcFailure } from '@chaintrail/testkit';
import { getAddress, toQuantity } from 'ethers';
import type { AuditedEvmChain } from '../../../apps/audit/src/evm/evm-audit.js';
import { type NodeBlock, readNodeBlock } from '../../../apps/audit/src/evm/evm-node-block.js';
import { expectedEntries } from '../../../apps/audit/src/evm/expected-entries.js';
import { coinTransfer } from '../../../apps/audit/src/evm/expected-income.js';
import { tracedTransfers } from '../../../apps/audit/src/evm/expected-internal.js';
import { readTraces, type TracedTransaction } from '../../../apps/audit/src/evm/read-traces.js';

/** A node that answers, whether or not it makes blocks. */
export type AnsweringNode = Pick<EvmNode, 'rpc' | 'rpcUrl'> & Partial<Pick<EvmNode, 'wsUrl'>>;

interface Effect {
  /** Net effect on the ether of an address. */
  delta: bigint;
  /** Gross of what it was paid. */
  received: bigint;
}

/** A transaction, or what its block paid itself. Addresses have their checksum. */
export interface Entry {
  readonly txid: string;
  readonly block: Block;
  /** Place in the block. */
  readonly index: number;
  readonly columns: AuditedEvmColumns;
  readonly transfers: readonly AuditedEvmTransfer[];
  /** Everybody it touches. */
  readonly effects: ReadonlyMap<string, Effect>;
}

interface Block {
  readonly hash: string;
  readonly parentHash: string;
  readonly height: number;
  readonly time: number;
  readonly entries: readonly Entry[];
}

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
  readonly standard: string;
  /** Token id of ERC-1155; null for the others, whose contracts count per owner. */
  readonly tokenId: string | null;
}

export interface Ledger {
  readonly tip: Block;
  readonly entries: readonly Entry[];
  readonly histories: ReadonlyMap<string, History>;
  readonly holdings: readonly Holding[];
}

/** Address and hash of a block. */
type Place = readonly [address: string, blockHash: string];

export class Oracle {
  readonly #node: AnsweringNode;
  readonly #blocks: Blocks;
  readonly #balances = new Map<string, bigint>();

  constructor(node: AnsweringNode, place: AuditedEvmChain) {
    this.#node = node;
    this.#blocks = new Blocks(node, place);
  }

  /** @throws Error when the node's balances are not what its receipts and traces add up to */
  async ledger(): Promise<Ledger> {
    const blocks = await this.#blocks.chain();
    const [genesis, tip] = [blocks[0]!, blocks.at(-1)!];
    const entries = blocks.flatMap((block) => block.entries);
    const ends = blocks.flatMap(({ hash, destroyed }) =>
      [...destroyed.keys()].map((address): Place => [address, hash]),
    );
    const addresses = new Set([
      ...entries.flatMap(({ effects }) => [...effects.keys()]),
      ...ends.map(([each]) => each),
    ]);
    await this.#read([...[...addresses].map((address): Place => [address, genesis.hash]), ...ends]);
    const histories = new Map<string, { entries: HistoryEntry[]; received: bigint }>();
    const balanceOf = (address: string) =>
      histories.get(address)?.entries.at(-1)?.balance ?? this.#balanceOf(address, genesis.hash);
    for (const block of blocks) {
      burnRemains(block, balanceOf, (address) => this.#balanceOf(address, block.hash));
      for (const entry of block.entries) {
        for (const [address, { delta, received }] of entry.effects) {
          const history = histories.get(address) ?? { entries: [], received: 0n };
          history.entries.push({ entry, delta, balance: balanceOf(address) + delta });
          history.received += received;
          histories.set(address, history);
        }
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

  /** Compares balances in every block that touches an address, and at the tip. */
  async #prove(histories: ReadonlyMap<string, History>, tip: Block): Promise<void> {
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

interface WritableEntry extends Entry {
  readonly transfers: AuditedEvmTransfer[];
  readonly effects: Map<string, Effect>;
}

/** A block as it is read, before it is known what was burned in it. */
interface ReadBlock extends Block {
  readonly entries: readonly WritableEntry[];
  /** Contracts that destroy themselves, and the last transaction in which each does. Emptied once burns are known. */
  readonly destroyed: Map<string, WritableEntry>;
}

/**
 * Burns what contracts that destroyed themselves have no more: forks differ in what that is, and the node's balances
 * tell it. A contract may destroy itself and stay, or have nothing.
 */
function burnRemains(
  { entries, destroyed }: ReadBlock,
  before: (address: string) => bigint,
  after: (address: string) => bigint,
): void {
  for (const [address, entry] of destroyed) {
    const gained = entries.reduce((sum, { effects }) => sum + (effects.get(address)?.delta ?? 0n), 0n);
    const burned = before(address) + gained - after(address);
    if (burned > 0n) add(entry, coinTransfer('burn', address, null, burned));
  }
  destroyed.clear();
}

function add({ transfers, effects }: WritableEntry, transfer: AuditedEvmTransfer): void {
  const { from, to, asset, amount } = transfer;
  const ether = asset === null ? BigInt(amount) : 0n;
  transfers.push(transfer);
  if (from !== null) effectOn(effects, from).delta -= ether;
  if (to === null) return;
  const effect = effectOn(effects, to);
  effect.delta += ether;
  effect.received += ether;
}

function effectOn(effects: Map<string, Effect>, address: string): Effect {
  const effect = effects.get(address) ?? { delta: 0n, received: 0n };
  effects.set(address, effect);
  return effect;
}

/** Addresses by the audit's keys, which have no checksum: each takes longer than all else here. */
const checksums = new Map<string, string>();

function addressOf<Key extends string | null>(key: Key): Key | string {
  if (key === null) return key;
  const address = checksums.get(key) ?? getAddress(`0x${key}`);
  checksums.set(key, address);
  return address;
}

/** Part of a block that is read here; the audit reads the rest. */
interface RpcBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly uncles?: readonly string[];
  readonly transactions: readonly { readonly hash: string }[];
}

/** Growth of requests: as many times the blocks of the one before. */
const GROWTH = 2;
const FIRST_BLOCKS = 8;

/** Reads blocks, each once. */
class Blocks {
  readonly #node: AnsweringNode;
  readonly #place: AuditedEvmChain;
  readonly #known = new Map<string, ReadBlock>();

  constructor(node: AnsweringNode, place: AuditedEvmChain) {
    this.#node = node;
    this.#place = place;
  }

  /** @returns the chain from the first block to the tip */
  async chain(): Promise<ReadBlock[]> {
    await this.#readNew();
    const blocks: ReadBlock[] = [];
    const tip = await this.#node.rpc<RpcBlock>('eth_getBlockByNumber', 'latest', false);
    for (let hash = tip.hash; ; ) {
      const block = this.#known.get(hash);
      if (block === undefined) throw new Error(`the node made block ${hash} while it was read`);
      blocks.push(block);
      if (block.height === 0) return blocks.reverse();
      hash = block.parentHash;
    }
  }

  /** Downwards, as blocks name those below them: what is known is not asked for again. */
  async #readNew(): Promise<void> {
    let height = Number(await this.#node.rpc<string>('eth_blockNumber'));
    for (let count = FIRST_BLOCKS; height >= 0; height -= count, count *= GROWTH) {
      const heights = Array.from({ length: Math.min(count, height + 1) }, (_, below) => height - below);
      const blocks = await readRpcBlocks(this.#node, heights);
      const fresh = blocks.filter(({ hash }) => !this.#known.has(hash));
      const read = await readNodeBlocks(this.#node, fresh);
      const traces = await this.#traces(fresh);
      for (const [at, { hash }] of fresh.entries())
        this.#known.set(hash, readBlock(this.#place, read[at]!, traces[at]!));
      if (fresh.length < blocks.length) return;
    }
  }

  /** Traces of the transactions of each block. */
  async #traces(blocks: readonly RpcBlock[]): Promise<TracedTransaction[][]> {
    const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash));
    const calls = hashes.map((hash) => [hash, { tracer: 'callTracer' }]);
    const frames = await callForEach<unknown>(this.#node, 'debug_traceTransaction', calls);
    const result = frames.map((frame, n) => ({ txHash: hashes[n], result: frame }));
    const txids = hashes.map((hash) => hash.slice(2));
    const traced = readTraces({ tracer: 'callTracer', body: answerOf(result) }, txids).values();
    return blocks.map(({ transactions }) => transactions.map(() => traced.next().value!));
  }
}

/** Asks for blocks by height. */
export function readRpcBlocks(node: AnsweringNode, heights: readonly number[]): Promise<RpcBlock[]> {
  const calls = heights.map((height) => [toQuantity(height), true]);
  return callForEach<RpcBlock>(node, 'eth_getBlockByNumber', calls);
}

/** Asks for receipts and uncles of blocks, and reads all as the audit does. */
export async function readNodeBlocks(node: AnsweringNode, blocks: readonly RpcBlock[]): Promise<NodeBlock[]> {
  const full = blocks.filter(({ transactions }) => transactions.length > 0).map(({ hash }) => [hash]);
  const receipts = (await callForEach<unknown>(node, 'eth_getBlockReceipts', full)).values();
  const named = blocks.flatMap(({ hash, uncles = [] }) => uncles.map((_, n) => [hash, toQuantity(n)]));
  const headers = (await callForEach<unknown>(node, 'eth_getUncleByBlockHashAndIndex', named)).values();
  return blocks.map((block) => {
    const uncles = (block.uncles ?? []).map(() => ({ result: headers.next().value }));
    const answers = {
      block: answerOf(block),
      receipts: answerOf(block.transactions.length > 0 ? receipts.next().value : []),
      uncles: Buffer.from(JSON.stringify(uncles)),
    };
    return readNodeBlock(answers, block.hash.slice(2));
  });
}

function answerOf(result: unknown): Buffer {
  return Buffer.from(JSON.stringify({ result }));
}

function readBlock(place: AuditedEvmChain, node: NodeBlock, traces: readonly TracedTransaction[]): ReadBlock {
  const entries: WritableEntry[] = [];
  const destroyed = new Map<string, WritableEntry>();
  const block: ReadBlock = {
    ...{ hash: `0x${node.hash}`, parentHash: `0x${node.parentHash}`, height: Number(node.number) },
    ...{ time: Number(node.timestamp), entries, destroyed },
  };
  for (const [index, { columns, transfers, claims }] of expectedEntries(place, node).entries()) {
    const [from, to, created] = [addressOf(columns.from), addressOf(columns.to), addressOf(columns.created)];
    const entry: WritableEntry = {
      ...{ txid: `0x${columns.txid}`, block, index, columns: { ...columns, from, to, created } },
      ...{ transfers: [], effects: new Map() },
    };
    if (from !== null) effectOn(entry.effects, from).delta -= BigInt(columns.fee ?? 0);
    const recipient = to ?? created;
    if (recipient !== null) effectOn(entry.effects, recipient);
    const traced = traces[index];
    if (traced !== undefined && traced.unreadable !== null) throw new Error(`${entry.txid}: ${traced.unreadable}`);
    // Where a contract logs a mint or burn of its own, its Deposit or Withdrawal beside that is none.
    const wrapped = claims.filter(({ isBeside }) => !isBeside).map(({ transfer }) => transfer);
    const inside = traced === undefined ? [] : tracedTransfers(place, node, index, traced);
    for (const transfer of [...transfers, ...wrapped, ...inside]) add(entry, withChecksums(transfer));
    for (const contract of traced?.destroyed ?? []) destroyed.set(addressOf(contract), entry);
    entries.push(entry);
  }
  return block;
}

function withChecksums(transfer: AuditedEvmTransfer): AuditedEvmTransfer {
  const { from, to, asset } = transfer;
  return { ...transfer, from: addressOf(from), to: addressOf(to), asset: addressOf(asset) };
}

/** Makes calls of one method in few requests. @throws RpcFailure where one fails */
export async function callForEach<T>(
  { rpcUrl }: AnsweringNode,
  method: string,
  calls: readonly (readonly unknown[])[],
): Promise<T[]> {
  const answers = await callNodeForEach<T>(rpcUrl, method, calls);
  return answers.map((answer) => {
    if (answer instanceof RpcFailure) throw answer;
    return answer;
  });
}
