/**
 * Keeps balances of addresses and tokens that blocks touch as the node says them. The node is asked in the background, for
 * the state at the block our rows end with; what it said is written between two blocks. Nothing waits for it: where it lags
 * behind, or gives up, the API sees that what is stored is old and asks the node itself.
 */
import { type BlockRef, StateUnavailableError } from '@chaintrail/chains';
import type { BalanceLedger } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { BetweenBlocks } from '../follow-chain.js';
import { askHoldings, askMetadata, type BalanceNode } from './balance-node.js';

/** Blocks before the first step of a run, and after a reorganisation, whose addresses are asked for again. */
const BLOCKS_BEFORE = 64;
/** Addresses asked for at once; of more, as after a long absence, the rest is left to be asked for when somebody looks. */
const MOST_ADDRESSES = 5_000;
const HOLDINGS_AT_ONCE = 200;
const TOKENS_AT_ONCE = 40;
/** Between two looks at whether the node has answered. */
const LOOK_MS = 50;
/** Between two batches of what was never asked for, of which there may be millions. */
const BACKLOG_EVERY_MS = 1_000;
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 300_000;

export interface BalanceRefresherOptions {
  readonly ledger: BalanceLedger;
  readonly node: BalanceNode;
  readonly historyFrom: number;
  readonly log: Logger;
}

/** What the node said, to be written; resolves to false when its block is not indexed any more. */
type Write = () => Promise<boolean>;

export class BalanceRefresher implements BetweenBlocks {
  private readonly options: BalanceRefresherOptions;
  /** Addresses touched up to here were asked for; null before the first step. */
  private askedTo: { readonly height: number; readonly traced: number | null } | null = null;
  private asking = false;
  private answer: Write | null = null;
  private nextMs = 0;
  private failures = 0;

  constructor(options: BalanceRefresherOptions) {
    this.options = options;
  }

  get idleMs(): number {
    return this.asking || this.answer !== null ? LOOK_MS : Math.max(LOOK_MS, this.nextMs - Date.now());
  }

  wake(): void {
    // Blocks wake the loop themselves.
  }

  reload(): void {
    // What was asked for of a branch that was left is not written, and its addresses have to be asked for again.
    this.askedTo = null;
  }

  async step(cursor: BlockRef): Promise<void> {
    if (this.answer !== null) {
      const write = this.answer;
      this.answer = null;
      if (!(await write())) this.askedTo = null;
    }
    if (this.asking) return;
    const isFirst = this.askedTo === null;
    if (!isFirst && Date.now() < this.nextMs && this.failures > 0) return;
    const ask = (await this.touched(cursor)) ?? (Date.now() < this.nextMs ? null : await this.backlog(cursor));
    if (ask !== null) this.start(ask);
  }

  /** Addresses that were touched since the last time. */
  private async touched(cursor: BlockRef): Promise<(() => Promise<Write>) | null> {
    const { ledger, node, historyFrom } = this.options;
    const traced = await ledger.tracedTo();
    const before = Math.max(historyFrom, cursor.height - BLOCKS_BEFORE) - 1;
    const from = this.askedTo ?? { height: before, traced: traced === null ? null : Math.min(traced, before) };
    if (cursor.height === from.height && traced === from.traced) return null;
    const keys = await ledger.touchedAbove(from.height, from.traced, MOST_ADDRESSES);
    this.askedTo = { height: cursor.height, traced };
    if (keys.length === 0) return null;
    return async () => {
      const balances = await node.balances(keys, cursor);
      return () => ledger.saveBalances(cursor, keys, balances);
    };
  }

  /** Tokens: holdings that a transfer touched, then contracts that were not asked yet what they are. */
  private async backlog(cursor: BlockRef): Promise<(() => Promise<Write>) | null> {
    const { ledger, node } = this.options;
    const tokens = await ledger.unaskedTokens(TOKENS_AT_ONCE);
    const holdings = await ledger.staleHoldings(HOLDINGS_AT_ONCE);
    if (tokens.length === 0 && holdings.length === 0) {
      this.nextMs = Date.now() + BACKLOG_EVERY_MS;
      return null;
    }
    if (holdings.length === HOLDINGS_AT_ONCE) this.nextMs = Date.now() + BACKLOG_EVERY_MS;
    return async () => {
      const metadata = await askMetadata(node, tokens, cursor);
      const balances = await askHoldings(node, holdings, cursor);
      return async () => {
        await ledger.saveMetadata(metadata);
        return ledger.saveHoldings(cursor, holdings, balances);
      };
    };
  }

  private start(ask: () => Promise<Write>): void {
    this.asking = true;
    ask()
      .then((write) => {
        this.answer = write;
        this.failures = 0;
      })
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        this.asking = false;
      });
  }

  private failed(error: unknown): void {
    this.failures++;
    this.askedTo = null;
    this.nextMs = Date.now() + Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** (this.failures - 1));
    const { log } = this.options;
    // Blocks went on while the node answered: what the next step asks for is newer.
    const level = error instanceof StateUnavailableError || this.failures > 1 ? 'debug' : 'warn';
    log[level]({ err: error }, 'balances not refreshed; they are asked for again, and by the API when somebody looks');
  }
}
