/** One simulated chain of a run: what is known of it without asking the product, and how answers about it are judged. */
import type { BlockRef, Chain, ChainFamily } from '@chaintrail/chains';
import type { Balance } from '@chaintrail/client';
import type { Session } from '@chaintrail/db';
import type { Fault, NodeControls, PlayedMoves, QueuedNodeControls, Random } from '@chaintrail/devnet';
import { ApiClient, type HistoryItem, inParallel, inSession, walkByOffset } from '@chaintrail/testkit';
import type { Doings, Findings } from './report.js';

/** Sources of a check. */
export interface Reading<F extends ChainFamily = ChainFamily> {
  readonly chain: PlayedChain;
  readonly api: ApiClient<F>;
  readonly random: Random;
  readonly address: string;
  /** Reports something that is wrong. */
  wrong(what: string): void;
}

/**
 * Reads and compares once.
 * @returns false when what it read was changing meanwhile, so that it says nothing
 */
export type Check<F extends ChainFamily = ChainFamily> = (reading: Reading<F>) => Promise<boolean>;

/** By name, with how often each is done. */
export type Checks = Readonly<Record<string, readonly [check: Check<never>, weight: number]>>;

/** Answers of the API about an address at the node's tip. */
export interface AddressAnswers<F extends ChainFamily = ChainFamily> {
  readonly api: ApiClient<F>;
  readonly answer: Balance;
  /** The newest first. */
  readonly items: readonly HistoryItem<F>[];
  /** Whether there are no older ones. */
  readonly isAll: boolean;
  /** Whether nothing changes, and unconfirmed ones are there, too. */
  readonly isStill: boolean;
}

export interface Comparison {
  readonly databaseUrl: string;
  readonly apiUrl: string;
  /** Addresses that the API is asked about; the rows of all of them are compared. */
  readonly apiAddresses: number;
  readonly findings: Findings;
}

/** Faults of nodes of account chains, beside what goes wrong with all. */
export const ACCOUNT_FAULTS: readonly Fault[] = [
  { kind: 'missing-receipts', rate: 0.5 },
  { kind: 'short-answer', rate: 0.5 },
  { kind: 'dropped-answer', rate: 0.2 },
  { kind: 'missing-state', rate: 0.3 },
  { kind: 'silent-heads', rate: 0.5 },
  { kind: 'dropped-heads', rate: 0.5 },
];

/** Readers of the API at the end of a run. */
const READERS = 4;

/** Blocks of some are made at once, those of others in a queue. */
type PlayedNode = NodeControls | QueuedNodeControls;

export abstract class PlayedChain {
  abstract readonly chain: Chain;
  abstract readonly node: PlayedNode;
  /** Settings of an indexer that follows this node. */
  abstract readonly settings: Readonly<Record<string, string>>;
  /** Settings of an API that asks this node. */
  abstract readonly apiSettings: Readonly<Record<string, string>>;
  /** Faults that the node may have. Each of them is survived without an operator. */
  abstract readonly possibleFaults: readonly Fault[];
  /** Whether unconfirmed transactions are followed. */
  abstract readonly followsMempool: boolean;
  /** Checks of a reader, beside walking through histories. */
  abstract readonly checks: Checks;
  readonly doings: Doings = { blocks: 0, reorgs: 0, restarts: 0, arrived: 0, dropped: 0, pages: 0, addresses: 0 };
  /** Comparisons that no change got in the way of, by name. */
  readonly judged = new Map<string, number>();
  /** Tips since the last reorg: all of them are blocks of the active chain. */
  #tips = new Set<string>();

  /** Those that have a history at the node's tip. */
  abstract addresses(): readonly string[];

  /** @returns what is wrong with a balance, whatever block its answer names; that block is one of the active chain */
  abstract problemsOfBalance(answer: Balance): string[];

  /** @returns what is not as in the node's own books */
  abstract problemsOfAddress(told: AddressAnswers): Promise<string[]> | string[];

  /** The same of the rows of all addresses. */
  abstract problemsOfRows(session: Session): Promise<string[]>;

  /** Compares the newest confirmed transaction of a history with the balance, which was read at the same moment. */
  problemsOfNewest({ balance }: Balance, newest: HistoryItem | undefined): string[] {
    const last = newest?.balanceAfter ?? '0';
    return last === balance ? [] : [`the balance is ${balance}; after its last transaction ${last}`];
  }

  /** @returns what is not there yet of what follows blocks and unconfirmed transactions; null when all is */
  async missing(_session: Session): Promise<string | null> {
    return null;
  }

  /** Whether blocks that are there stay: nothing ever replaces one. */
  get isFinal(): boolean {
    return this.chain.reorgLimit === 0;
  }

  get code() {
    return this.chain.code;
  }

  /** A setting by its name without the chain's. */
  protected named(settings: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`${this.code.toUpperCase()}_${name}`, value]),
    );
  }

  tip(): BlockRef {
    const tip = this.node.tip();
    this.#tips.add(tip.hash);
    return tip;
  }

  /**
   * Whether an index that stands at this block has nothing to take back, whatever blocks follow it.
   * @param hash as the API writes it
   */
  isSettled(hash: string): boolean {
    this.tip();
    return this.#tips.has(bareHash(hash));
  }

  /** Moves of a player, which are counted. @param random draws what goes wrong */
  moves(random: Random): PlayedMoves {
    const { doings, node } = this;
    return {
      arrive: async (count) => {
        doings.arrived += (await node.addTransactions(count)).length;
      },
      replace: async () => {
        doings.dropped += await replaceOne(node);
      },
      evict: async (count) => {
        doings.dropped += (await node.evict(count)).length;
      },
      mine: async () => {
        await node.mine();
        this.tip();
        doings.blocks++;
      },
      restart: async (options) => {
        doings.restarts++;
        await node.restart(options);
      },
      fail: async (ways, meanwhile) => {
        node.setFaults(Array.from({ length: ways }, () => random.pick(this.possibleFaults)));
        await meanwhile();
        node.setFaults([]);
      },
      ...(!this.isFinal && {
        reorg: async (depth, blocks) => {
          await this.#reorganise(() => node.reorg(depth, blocks));
          doings.blocks += blocks;
        },
        invalidate: (depth) => this.#reorganise(() => node.invalidate(depth)),
      }),
    };
  }

  /** Does something that takes blocks back. */
  async #reorganise(change: () => BlockRef | Promise<BlockRef>): Promise<void> {
    this.doings.reorgs++;
    this.#tips.clear();
    const { hash } = await change();
    this.#tips = new Set([hash]);
  }

  /** How often anything has gone wrong on purpose. */
  faultCount(): number {
    return Object.values(this.node.faultCounts()).reduce((sum, count) => sum + count, 0);
  }

  /** Compares everything that is indexed with the simulator's own books. The node does not change meanwhile. */
  async compare({ databaseUrl, apiUrl, apiAddresses, findings }: Comparison): Promise<void> {
    const api = new ApiClient(apiUrl, this.code);
    const tell = (problems: readonly string[], of = '') => {
      for (const problem of problems) findings.add(this.code, `at the end, ${of}${problem}`);
    };
    tell(await inSession(databaseUrl, (session) => this.problemsOfRows(session)));
    const addresses = this.addresses();
    await inParallel(addresses.slice(0, apiAddresses), READERS, async (address) => {
      const problems: string[] = [];
      const answer = await this.balanceOf(api, address);
      const items = await walkByOffset(api, address, { wrong: (problem) => problems.push(problem) });
      problems.push(...(await this.problemsOfAddress({ api, answer, items, isAll: true, isStill: true })));
      tell(problems, `${address}: `);
    });
    await inParallel(this.followsMempool ? this.node.mempool() : [], READERS, async (txid) => {
      const { status } = await api.transaction(txid);
      if (status !== 'pending') tell([`${txid} of the node's mempool is ${status}`]);
    });
    this.doings.addresses = addresses.length;
    this.doings.pages += api.answers;
  }

  protected balanceOf(api: ApiClient, address: string): Promise<Balance> {
    return api.balance(address);
  }
}

/** A chain whose node has a model of what a correct index holds. */
export abstract class ModelledChain<
  Model extends { readonly addresses: ReadonlyMap<string, unknown> },
> extends PlayedChain {
  abstract override readonly node: PlayedNode & { model(): Model };
  #truth: { readonly hash: string; readonly model: Model } | undefined;

  /** The model of the node's tip; of what waits, as it was when it was first asked for. The same object while the tip stays. */
  model(): Model {
    const { hash } = this.tip();
    if (this.#truth?.hash !== hash) this.#truth = { hash, model: this.node.model() };
    return this.#truth.model;
  }

  addresses(): string[] {
    return [...this.model().addresses.keys()];
  }

  override compare(comparison: Comparison): Promise<void> {
    // Transactions that wait now, not when the last block came.
    this.#truth = undefined;
    return super.compare(comparison);
  }
}

/** @returns how many were replaced: none where none waits that can pay more */
async function replaceOne(node: PlayedNode): Promise<number> {
  if (node.mempool().length === 0) return 0;
  try {
    await node.replaceTransaction();
    return 1;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

/** Answers of some chains have hashes with `0x`, or in upper case; simulators have neither. */
export function bareHash(shown: string): string {
  return (shown.startsWith('0x') ? shown.slice(2) : shown).toLowerCase();
}
