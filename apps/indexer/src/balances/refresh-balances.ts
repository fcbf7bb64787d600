/**
 * Refreshes stored balances of the addresses and tokens that blocks touch. The node is queried asynchronously.
 * Answers are written between two blocks. Nothing waits for them: the API sees that a stored balance is old and asks
 * the node itself.
 */
import { type BlockRef, type EvmChainNetwork, formatAddress, StateUnavailableError } from '@chaintrail/chains';
import { type AddressGap, type BalanceLedger, isRefusedValue } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { BackgroundWork } from '../follow/background-work.js';
import { Backoff } from '../follow/backoff.js';
import { askBefore, askHoldings, askMetadata, askProofs, type BalanceNode } from './balance-node.js';

/** Blocks before a run's first step, or a reorganisation, asked about again: most nodes keep the state of 128. */
const BLOCKS_BEFORE = 64;
/** Addresses asked for at once; of more, as after a long absence, the rest is asked for when somebody looks. */
const MOST_ADDRESSES = 5_000;
const HOLDINGS_AT_ONCE = 200;
/**
 * Holdings that nothing touched for longer are asked for by the API when somebody looks. A first sync leaves millions
 * of them, which would keep a node busy for weeks.
 */
const HOLDINGS_BLOCKS_BACK = 7_200;
const TOKENS_AT_ONCE = 40;
/** Contracts that may be wrapped coins; each takes two questions about blocks of its own. */
const CANDIDATES_AT_ONCE = 4;
/** Each is a question about a block of its own. */
const DOUBTED_AT_ONCE = 20;
/** Between two looks at whether the node has answered. */
const LOOK_MS = 100;
/** Between two batches of what was never asked for, of which there may be millions. */
const BACKLOG_EVERY_MS = 1_000;
/** Contracts may keep the node busy for a fifth of the time at most. */
const REST_PER_WORK = 4;
/** Between two warnings of balances that do not fit: the metric counts them all. */
const WARN_EVERY_MS = 3_600_000;
const RETRY = { waitMs: 5_000, longestWaitMs: 300_000 } as const;

export interface BalanceRefresherOptions {
  readonly ledger: BalanceLedger;
  readonly node: BalanceNode;
  readonly place: EvmChainNetwork;
  readonly historyFrom: number;
  readonly log: Logger;
  /** Fires when the node is closed: what it does not answer then is no news. */
  readonly signal?: AbortSignal;
}

/** Writes an answer of the node; resolves to false when its block is not indexed any more. */
type Write = () => Promise<boolean>;

/** Subjects of questions. Failure with tokens, which are anybody's programs, does not hold up the chain's own coin. */
type Subject = 'addresses' | 'tokens';

interface Question {
  readonly about: Subject;
  ask(): Promise<Write>;
}

export class BalanceRefresher implements BackgroundWork {
  private readonly options: BalanceRefresherOptions;
  /** Addresses touched up to here were asked for; null before the first step. */
  private askedTo: number | null = null;
  /** Addresses whose balance did not fit, asked once more: some nodes answer with the state of the block being made. */
  private doubted: { readonly block: BlockRef; readonly keys: readonly Buffer[] } | null = null;
  private asking = false;
  private isClosed = false;
  private lastAsked: Subject | null = null;
  private answer: { readonly about: Subject; readonly write: Write } | null = null;
  /** When tokens are looked at next. */
  private tokensDueMs = 0;
  /** Hash of the last block, where a look at tokens found nothing: until the next one only clients make work. */
  private nothingAt: string | null = null;
  private warnedMs = Number.NEGATIVE_INFINITY;
  private readonly backoff: Readonly<Record<Subject, Backoff>> = {
    addresses: new Backoff(RETRY),
    tokens: new Backoff(RETRY),
  };

  constructor(options: BalanceRefresherOptions) {
    this.options = options;
  }

  get idleMs(): number {
    if (this.asking || this.answer !== null || this.doubted !== null) return LOOK_MS;
    const { addresses, tokens } = this.backoff;
    const tokensMs = Math.max(tokens.leftMs, this.tokensDueMs - performance.now());
    // Without trouble, addresses come with blocks.
    return Math.max(LOOK_MS, addresses.tries > 0 ? Math.min(addresses.leftMs, tokensMs) : tokensMs);
  }

  reload(): void {
    // Answers about a branch that was left are not written, and their addresses have to be asked for again.
    this.askedTo = null;
    this.doubted = null;
  }

  /** Traces of stored blocks were added: they may prove a wrapped coin. */
  tracesAdded(): void {
    this.nothingAt = null;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  async step(cursor: BlockRef): Promise<void> {
    await this.write();
    if (this.asking) return;
    // In turn: on a chain with four blocks a second there are always addresses to ask for.
    const question =
      this.doubts() ??
      (this.lastAsked === 'addresses'
        ? ((await this.backlog(cursor)) ?? (await this.touched(cursor)))
        : ((await this.touched(cursor)) ?? (await this.backlog(cursor))));
    if (question !== null) this.start(question);
  }

  private async write(): Promise<void> {
    const { answer } = this;
    if (answer === null) return;
    this.answer = null;
    try {
      if (!(await answer.write())) this.askedTo = null;
    } catch (error) {
      // Values that PostgreSQL refuses are trouble of the answer, and anything else of the session.
      if (!isRefusedValue(error)) throw error;
      this.failed(answer.about, error);
    }
  }

  /** Addresses that were touched since the last time. */
  private async touched(cursor: BlockRef): Promise<Question | null> {
    if (this.backoff.addresses.leftMs > 0) return null;
    const { ledger, historyFrom } = this.options;
    const from = this.askedTo ?? Math.max(historyFrom, cursor.height - BLOCKS_BEFORE) - 1;
    if (cursor.height <= from) return null;
    const keys = await ledger.touchedAbove(from, cursor.height, MOST_ADDRESSES);
    this.askedTo = cursor.height;
    if (keys.length === 0) return null;
    return this.balancesOf(cursor, keys, false);
  }

  private doubts(): Question | null {
    const { doubted } = this;
    if (doubted === null || this.backoff.addresses.leftMs > 0) return null;
    this.doubted = null;
    return this.balancesOf(doubted.block, doubted.keys, true);
  }

  private balancesOf(block: BlockRef, keys: readonly Buffer[], isSure: boolean): Question {
    const { ledger, node } = this.options;
    const ask = async () => {
      const balances = await node.balances(keys, block);
      return async () => {
        const gaps = await ledger.saveBalances(block, keys, balances, isSure);
        if (gaps?.[0] !== undefined) {
          if (isSure) this.contradicted(gaps[0], gaps.length);
          else this.doubted = { block, keys: gaps.map(({ key }) => key) };
        }
        return gaps !== null;
      };
    };
    return { about: 'addresses', ask };
  }

  private contradicted({ key, from, to, expected, balance }: AddressGap, count: number): void {
    const { place, log } = this.options;
    const isDue = performance.now() - this.warnedMs > WARN_EVERY_MS;
    if (isDue) this.warnedMs = performance.now();
    log[isDue ? 'warn' : 'debug'](
      { addresses: count },
      `${formatAddress(place.network, key)}: the node says ${balance} at block ${to}, and what it said of block ${from - 1} and ` +
        `moved since makes ${expected}: balances after its transactions are unknown up to block ${to}; ` +
        `update the node, and sync anew with one whose traces are whole (npx chaintrail audit compares them)`,
    );
  }

  /** Tokens: holdings that a transfer touched, or that logs alone say were lost, and contracts that were not asked yet what they are. */
  private async backlog(cursor: BlockRef): Promise<Question | null> {
    if (this.backoff.tokens.leftMs > 0 || performance.now() < this.tokensDueMs) return null;
    const { ledger, node } = this.options;
    if (this.nothingAt === cursor.hash && !ledger.isRequested()) {
      this.tokensDueMs = performance.now() + BACKLOG_EVERY_MS;
      return null;
    }
    const hasMoved = await ledger.moveOldWrapped();
    const tokens = await ledger.tokensToAsk(TOKENS_AT_ONCE);
    const candidates = await ledger.wrappedCandidates(CANDIDATES_AT_ONCE);
    const touched = await ledger.staleHoldings(cursor.height - HOLDINGS_BLOCKS_BACK, HOLDINGS_AT_ONCE);
    const looked = await ledger.requestedLosses(DOUBTED_AT_ONCE);
    const holdings = [...touched, ...looked.stale];
    const doubted = [
      ...(await ledger.doubtedHoldings(cursor.height - BLOCKS_BEFORE, DOUBTED_AT_ONCE)),
      ...looked.doubted,
    ];
    const isNone = [tokens, holdings, candidates, doubted].every((each) => each.length === 0);
    this.nothingAt = isNone && !hasMoved ? cursor.hash : null;
    if (isNone || touched.length === HOLDINGS_AT_ONCE) this.tokensDueMs = performance.now() + BACKLOG_EVERY_MS;
    if (isNone) return null;
    const ask = async () => {
      const metadata = await askMetadata(node, tokens, cursor);
      const proofs = await askProofs(node, candidates);
      const balances = await askHoldings(node, holdings, cursor);
      const hadNothing = await askBefore(node, doubted);
      return async () => {
        await ledger.saveMetadata(cursor.height, metadata);
        for (const [n, candidate] of candidates.entries()) {
          await ledger.saveProof(candidate, proofs[n]!);
        }
        await ledger.saveDoubted(doubted, hadNothing);
        return ledger.saveHoldings(cursor, holdings, balances);
      };
    };
    return { about: 'tokens', ask };
  }

  private start({ about, ask }: Question): void {
    this.asking = true;
    this.lastAsked = about;
    const startedMs = performance.now();
    ask()
      .then((write) => {
        this.answer = { about, write };
        this.backoff[about].succeeded();
      })
      .catch((error: unknown) => this.failed(about, error))
      .finally(() => {
        this.asking = false;
        const nowMs = performance.now();
        if (about === 'tokens')
          this.tokensDueMs = Math.max(this.tokensDueMs, nowMs + REST_PER_WORK * (nowMs - startedMs));
      });
  }

  private failed(about: Subject, error: unknown): void {
    const { log, signal } = this.options;
    if (this.isClosed || signal?.aborted) return;
    const backoff = this.backoff[about];
    // Blocks went on while the node answered: what the next step asks for is newer.
    const level = error instanceof StateUnavailableError || backoff.tries > 0 ? 'debug' : 'warn';
    backoff.failed();
    if (about === 'addresses') this.askedTo = null;
    log[level](
      { err: error },
      `balances of ${about} not refreshed; they are asked for again, and by the API when somebody looks`,
    );
  }
}
