import { setTimeout as sleep } from 'node:timers/promises';
import type { EvmChain } from '@chaintrail/chains';
import type { Balance, TokenBalance } from '@chaintrail/client';
import type { Session } from '@chaintrail/db';
import {
  BROKEN_ANSWERS,
  type EvmAddressModel,
  type EvmLedgerModel,
  type Fault,
  LYING_ANSWERS,
  Random,
  type SimulatedEvmNode,
  startSimulatedEvmNode,
} from '@chaintrail/devnet';
import { type ApiClient, type HistoryItem, isConfirmed } from '@chaintrail/testkit';
import { againstBooks, checkBalance, pastBalances } from '../balance-checks.js';
import { ACCOUNT_FAULTS, type AddressAnswers, type Checks, ModelledChain } from '../played-chain.js';
import { checkEvmTransaction } from './evm-checks.js';
import { problemsOfHistory } from './evm-history.js';
import { problemsOfRows } from './evm-rows.js';
import { problemsOfTokens } from './tokens.js';
import { readTracing, type Tracing, untraced } from './tracing.js';

/** So many blocks are loaded by the first sync; those above them are followed one by one. */
const LOADED_BLOCKS = 40;
const TX_PER_BLOCK = 8;
/** Readers of the API at the end, for what the node has to be asked about. */
const LOOKS = 5;
const LOOK_AGAIN_MS = 1_000;

const NO_HISTORY: EvmAddressModel = { balance: 0n, opening: 0n, history: [], tokens: [] };

/** The node is the authority on balances, and traces come after blocks. */
export class PlayedEvmChain extends ModelledChain<EvmLedgerModel> {
  readonly chain: EvmChain;
  readonly node: SimulatedEvmNode;
  readonly settings: Readonly<Record<string, string>>;
  readonly apiSettings: Readonly<Record<string, string>>;
  readonly possibleFaults: readonly Fault[] = [
    ...[...BROKEN_ANSWERS, ...LYING_ANSWERS, ...ACCOUNT_FAULTS],
    { kind: 'untraceable', rate: 0.5 },
  ];
  readonly checks: Checks = {
    balances: [checkBalance, 3],
    'past balances': [pastBalances(true), 1],
    'against the model': [againstBooks, 3],
    transactions: [checkEvmTransaction, 2],
  };
  /** Which blocks are traced. */
  readonly #traced: 'live' | 'full';
  /** Known at the end, when nothing more is traced. */
  #tracing: Tracing | null = null;

  private constructor(chain: EvmChain, node: SimulatedEvmNode, traced: 'live' | 'full') {
    super();
    this.chain = chain;
    this.node = node;
    this.#traced = traced;
    this.apiSettings = this.named({ RPC_URL: node.url, NETWORK: 'local' });
    this.settings = {
      ...this.apiSettings,
      ...this.named({ POLL_MS: '100', INTERNAL_TRANSFERS: traced }),
      // Notifications on all but one: there new blocks are found by asking.
      ...(chain.code === 'base' ? {} : this.named({ WS_URL: node.wsUrl })),
    };
  }

  static async start(chain: EvmChain, seed: number): Promise<PlayedEvmChain> {
    const random = new Random(seed, `node ${chain.code}`);
    const isEthereum = chain.code === 'eth';
    const node = await startSimulatedEvmNode({
      ...{ chain, seed, blocks: chain.reorgMargin + LOADED_BLOCKS, txPerBlock: TX_PER_BLOCK },
      // Nodes that trace in Parity's way are Ethereum's.
      tracer: isEthereum ? random.pick(['callTracer', 'parity']) : 'callTracer',
    });
    return new PlayedEvmChain(chain, node, isEthereum ? 'full' : random.pick(['live', 'full']));
  }

  get followsMempool(): boolean {
    return this.chain.hasPublicMempool;
  }

  override missing(session: Session): Promise<string | null> {
    return untraced(session, this.code);
  }

  problemsOfBalance({ address, balance, height }: Balance): string[] {
    const expected = this.model().balanceAt(address, height);
    return BigInt(balance!) === expected ? [] : [`the balance at block ${height} is ${balance}, not ${expected}`];
  }

  /** A later block's internal transfers may have moved the balance, and not be listed yet. */
  override problemsOfNewest({ address, balance, tip }: Balance, newest: HistoryItem | undefined): string[] {
    const last = newest?.balanceAfter ?? null;
    if (newest?.blockHeight == null || last === null || last === balance || !this.isSettled(tip.hash)) return [];
    const expected = this.model().balanceAt(address, newest.blockHeight);
    const what = `the balance after its last transaction, in block ${newest.blockHeight},`;
    return BigInt(last) === expected ? [] : [`${what} is ${last}, not ${expected}`];
  }

  problemsOfAddress({ answer, items: all, isAll, isStill }: AddressAnswers<'evm'>): string[] {
    const model = this.model();
    const { address, tip } = answer;
    const expected = model.addresses.get(address) ?? NO_HISTORY;
    const items = all.filter(isConfirmed);
    // A block may be cut where the page ends.
    const lowest = isAll ? 0 : (items.at(-1)?.blockHeight ?? tip.height) + 1;
    const isShown = (height: number | null): boolean => height !== null && height >= lowest;
    const complete = new Set(items.flatMap((each) => (each.internalTransfers === 'complete' ? each.blockHeight : [])));
    const tracing = this.#tracing;
    const problems = problemsOfHistory(
      items.filter(({ blockHeight }) => isShown(blockHeight)),
      {
        entries: expected.history.filter(({ height }) => isShown(height)),
        balanceAt: (height) => model.balanceAt(address, height),
        isTraced: (height) => (tracing ? tracing.isTraced(height) : complete.has(height) || null),
      },
    );
    problems.push(...problemsOfTokens(answer, expected.tokens));
    return isStill ? [...problems, ...problemsOfWhole(answer, expected, items)] : problems;
  }

  /** An API on a busy machine may not get the node's answer in time; the next one has it. */
  protected override async balanceOf(api: ApiClient, address: string): Promise<Balance> {
    const expected = this.model().addresses.get(address) ?? NO_HISTORY;
    for (let look = 1; ; look++) {
      const answer = await api.balance(address);
      const isWhole = answer.balance !== null && unanswered(answer, expected).length === 0;
      if (isWhole || look === LOOKS) return answer;
      await sleep(LOOK_AGAIN_MS);
    }
  }

  async problemsOfRows(session: Session): Promise<string[]> {
    const tracing = await readTracing(session, this.code);
    this.#tracing = tracing;
    const heights = Array.from({ length: this.#traced === 'full' ? this.tip().height : 0 }, (_, n) => n + 1);
    const missing = heights.filter((height) => !tracing.isTraced(height));
    return [
      ...missing.map((height) => `block ${height} is not traced`),
      ...(await problemsOfRows(session, this.code, this.model())),
    ];
  }
}

/** Compares sums of the API, and answers that it takes from the node. */
function problemsOfWhole(
  { address, balance, received, receivedFrom, tokens, transactionCount }: Balance,
  expected: EvmAddressModel,
  items: readonly HistoryItem<'evm'>[],
): string[] {
  const counted = items.filter(({ blockHeight }) => (blockHeight ?? 0) >= (receivedFrom ?? 0));
  const paid = receivedBy(address, counted);
  const given = receivedFrom === 0 ? expected.opening : 0n;
  const isPaid = received === null || paid === null || BigInt(received) === paid + given;
  return [
    ...(balance === `${expected.balance}` ? [] : [`the balance is ${balance}, not ${expected.balance}`]),
    ...(transactionCount === items.length ? [] : [`${transactionCount} transactions, ${items.length} are listed`]),
    ...(isPaid
      ? []
      : [`received is ${received}, its transfers from block ${receivedFrom} on come to ${paid}, after ${given}`]),
    ...unanswered({ tokens }, expected).map(({ asset, tokenId }) => `token ${asset} ${tokenId} is not known`),
  ];
}

/** Tokens whose balance the API does not know, though their contract tells it. */
function unanswered({ tokens }: Pick<Balance, 'tokens'>, expected: EvmAddressModel): readonly TokenBalance[] {
  const silent = new Set(expected.tokens.flatMap((token) => (token.balance === null ? [token.asset] : [])));
  return tokens.filter(({ balance, asset }) => balance === null && !silent.has(asset));
}

/** @returns null where a list does not show all transfers */
function receivedBy(address: string, items: readonly HistoryItem<'evm'>[]): bigint | null {
  if (items.some(({ transfers, transferCount }) => transfers.length < transferCount)) return null;
  const paid = items.flatMap(({ transfers }) => transfers.filter(({ to, asset }) => to === address && asset === null));
  return paid.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
