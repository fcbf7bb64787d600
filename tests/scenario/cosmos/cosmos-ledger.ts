/** A Cosmos node's own words: events of its blocks added up, without any code of the product. */
import { createHash } from 'node:crypto';
import type { CosmosNode } from '@chaintrail/testkit';

/** A node that answers, whether or not it makes blocks. */
export type AnsweringNode = Pick<CosmosNode, 'rpcUrl' | 'restUrl' | 'rest' | 'height'>;

/** Amounts by denomination. */
export type Coins = Map<string, bigint>;

/** Effects of one transaction, or of a block beside its transactions, on balances. */
export interface Booking {
  readonly height: number;
  /** Upper-case hex; null for what the block itself moved. */
  readonly txid: string | null;
  readonly code: number | null;
  /** By address. */
  readonly changes: ReadonlyMap<string, Coins>;
}

export interface NodeLedger {
  readonly tip: { readonly height: number; readonly hash: string };
  readonly bookings: readonly Booking[];
  /** Every account, and every address that an event names. */
  readonly addresses: ReadonlySet<string>;
}

interface NodeEvent {
  readonly type: string;
  readonly attributes: readonly { readonly key: string; readonly value: string | null }[];
}

interface NodeBlock {
  readonly block_id: { readonly hash: string };
  readonly block: { readonly data: { readonly txs: readonly string[] | null } };
}

interface NodeResults {
  readonly txs_results: readonly { readonly code?: number; readonly events: readonly NodeEvent[] | null }[] | null;
  readonly begin_block_events?: readonly NodeEvent[] | null;
  readonly end_block_events?: readonly NodeEvent[] | null;
  readonly finalize_block_events?: readonly NodeEvent[] | null;
}

/** With or without a module's name around it. */
type Account = { readonly address: string } | { readonly base_account: { readonly address: string } };

/** CometBFT takes batches of ten calls, and a block is two. */
const BLOCKS_PER_BATCH = 5;

/** Reads a chain as it grows, and keeps what it has read. */
export class NodeLedgerReader {
  readonly #node: AnsweringNode;
  readonly #addresses = new Set<string>();
  readonly #bookings: Booking[] = [];
  #tip = { height: 0, hash: '' };

  constructor(node: AnsweringNode) {
    this.#node = node;
  }

  /** Up to the newest block whose results are there. */
  async read(): Promise<NodeLedger> {
    await this.#readAccounts();
    const height = await this.#node.height();
    for (let from = this.#tip.height + 1; from <= height; from += BLOCKS_PER_BATCH) {
      const heights = Array.from({ length: Math.min(BLOCKS_PER_BATCH, height - from + 1) }, (_, i) => from + i);
      for (const [at, block, results] of await this.#blocks(heights)) {
        // The newest block may still be executed.
        if (results === undefined) break;
        this.#add(at, block, results);
      }
    }
    return { tip: this.#tip, bookings: this.#bookings, addresses: this.#addresses };
  }

  async #readAccounts(): Promise<void> {
    const path = '/cosmos/auth/v1beta1/accounts?pagination.limit=1000';
    const { accounts } = await this.#node.rest<{ accounts: Account[] }>(path);
    for (const account of accounts) {
      this.#addresses.add('base_account' in account ? account.base_account.address : account.address);
    }
  }

  async #blocks(heights: readonly number[]): Promise<(readonly [number, NodeBlock, NodeResults | undefined])[]> {
    const calls = heights.flatMap((height) =>
      ['block', 'block_results'].map((method, i) => ({
        ...{ jsonrpc: '2.0', id: height * 2 + i, method, params: { height: `${height}` } },
      })),
    );
    const response = await fetch(this.#node.rpcUrl, { method: 'POST', body: JSON.stringify(calls) });
    const answers = (await response.json()) as { id: number; result?: unknown }[];
    const byId = new Map(answers.map(({ id, result }) => [id, result]));
    return heights.map((height) => [
      height,
      byId.get(height * 2) as NodeBlock,
      byId.get(height * 2 + 1) as NodeResults | undefined,
    ]);
  }

  #add(height: number, { block, block_id: id }: NodeBlock, results: NodeResults): void {
    const finalize = results.finalize_block_events ?? [];
    const isEnd = ({ attributes }: NodeEvent) =>
      attributes.some(({ key, value }) => key === 'mode' && value === 'EndBlock');
    const isLegacy = results.finalize_block_events === undefined;
    const book = (txid: string | null, code: number | null, events: readonly NodeEvent[] | null | undefined) => {
      const changes = this.#changes(events ?? [], isLegacy);
      if (txid !== null || changes.size > 0) this.#bookings.push({ height, txid, code, changes });
    };
    book(null, null, isLegacy ? results.begin_block_events : finalize.filter((event) => !isEnd(event)));
    for (const [i, tx] of (block.data.txs ?? []).entries()) {
      const { code = 0, events } = results.txs_results![i]!;
      const hash = createHash('sha256').update(tx, 'base64').digest('hex');
      book(hash.toUpperCase(), code, events);
    }
    book(null, null, isLegacy ? results.end_block_events : finalize.filter(isEnd));
    this.#tip = { height, hash: id.hash };
  }

  #changes(events: readonly NodeEvent[], isLegacy: boolean): Map<string, Coins> {
    const text = (value: string | null) =>
      isLegacy ? Buffer.from(value ?? '', 'base64').toString('utf8') : (value ?? '');
    const changes = new Map<string, Coins>();
    for (const { type, attributes } of events) {
      if (type !== 'coin_spent' && type !== 'coin_received') continue;
      const named = new Map(attributes.map(({ key, value }) => [text(key), text(value)]));
      const address = named.get(type === 'coin_spent' ? 'spender' : 'receiver')!;
      this.#addresses.add(address);
      const coins = changes.get(address) ?? new Map<string, bigint>();
      changes.set(address, coins);
      for (const coin of named.get('amount')!.split(',').filter(Boolean)) {
        const [, amount, denom] = /^(\d+)(.+)$/.exec(coin)!;
        const change = type === 'coin_spent' ? -BigInt(amount!) : BigInt(amount!);
        coins.set(denom!, (coins.get(denom!) ?? 0n) + change);
      }
    }
    return changes;
  }
}

/** Balances of an address in the bank module. @param height default: the newest state */
export async function bankBalances(node: AnsweringNode, address: string, height?: number): Promise<Coins> {
  const path = `/cosmos/bank/v1beta1/balances/${address}?pagination.limit=1000`;
  const { balances } = await node.rest<{ balances: { denom: string; amount: string }[] }>(path, height);
  return new Map(balances.map(({ denom, amount }) => [denom, BigInt(amount)]));
}

export async function bankSupply(node: AnsweringNode, height?: number): Promise<Coins> {
  const path = '/cosmos/bank/v1beta1/supply?pagination.limit=1000';
  const { supply } = await node.rest<{ supply: { denom: string; amount: string }[] }>(path, height);
  return new Map(supply.map(({ denom, amount }) => [denom, BigInt(amount)]));
}
