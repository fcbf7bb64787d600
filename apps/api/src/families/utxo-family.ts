/** Answers about Bitcoin and its like: everything comes from the rows. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import {
  type NewsPage,
  type NewsQuery,
  type Reader,
  readUtxoBalances,
  readUtxoBlock,
  readUtxoHistory,
  readUtxoNews,
  readUtxoTransaction,
  type UtxoBalance,
} from '@chaintrail/db';
import { type PartRequest, Rows } from '../http/rows.js';
import { decodeHistoryCursor, encodeHistoryCursor } from '../read/cursor.js';
import type { NamedAddress } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { type AnswerSources, atTip } from '../read/read-answer.js';
import type { HistoryTransaction } from '../schemas/transaction-schema.js';
import {
  shapeUtxoBlockTransaction,
  shapeUtxoHistoryTransaction,
  shapeUtxoTransaction,
} from '../shape/utxo/shape-utxo-transaction.js';
import { refuseTokens } from './asset-filter.js';
import {
  blockReader,
  type FoundBalances,
  type FoundHistory,
  type FoundTransaction,
  type HistoryRequest,
  shapedNews,
  type TokenSelection,
} from './family.js';
import { cursorAfter, cursorScope, historyPage, pageAtTip } from './history-page.js';
import { blockAsked } from './requested-block.js';

export async function readHistory(
  sources: AnswerSources,
  followed: UtxoChainNetwork,
  db: Reader,
  named: NamedAddress,
  request: HistoryRequest,
): Promise<FoundHistory> {
  const scope = cursorScope(followed, named);
  const page = historyPage(followed, request, (text) => decodeHistoryCursor(scope, text));
  const read = await readUtxoHistory(db, followed.chain.code, named.key, { ...page, mostWeight: sources.mostWeight });
  const { found, facts } = pageAtTip(followed, page, read);
  const { next: position } = found;
  const { state, tip } = facts;
  const ownKey = named.key.toString('hex');
  const context = {
    ...{ ownKey, balancesKnown: state.historyFrom === 0, compact: page.compact },
    ...(named.isBare ? { ownAddress: named.address } : {}),
  };
  return {
    ...facts,
    next: position && encodeHistoryCursor(scope, cursorAfter(page, position), await db.position()),
    transactions: Rows.of(found.rows, (row) => shapeUtxoHistoryTransaction(followed, row, tip, context)),
  };
}

export async function readTransaction(
  sources: AnswerSources,
  followed: UtxoChainNetwork,
  db: Reader,
  txid: Buffer,
  part: PartRequest,
): Promise<FoundTransaction> {
  const read = await readUtxoTransaction(db, followed.chain.code, txid, { ...part, mostWeight: sources.mostWeight });
  const found = atTip(followed, read);
  const stored = found.transaction;
  const { state, tip, relatives } = found;
  return { state, tip, transaction: stored && shapeUtxoTransaction(followed, found, stored, tip, part), relatives };
}

export async function readNews(
  followed: UtxoChainNetwork,
  db: Reader,
  query: NewsQuery,
  tip: Tip,
): Promise<NewsPage<HistoryTransaction> | null> {
  const page = await readUtxoNews(db, followed.chain.code, query);
  const balancesKnown = page?.marks.historyFrom === 0;
  return shapedNews(page, (row, ownKey) =>
    shapeUtxoHistoryTransaction(followed, row, tip, { ownKey, balancesKnown, compact: false }),
  );
}

export const readBlock = blockReader(readUtxoBlock, shapeUtxoBlockTransaction);

/** Weight of a balance without tokens, in rows of a history: a hundred are made at once. */
const BALANCE_WEIGHT = 0.5;

export async function readBalances(
  followed: UtxoChainNetwork,
  db: Reader,
  asked: readonly NamedAddress[],
  height: number | undefined,
  tokens: TokenSelection,
): Promise<FoundBalances> {
  refuseTokens(followed, tokens);
  const { chain } = followed;
  const keys = asked.map(({ key }) => key);
  const found = await readUtxoBalances(db, chain.code, keys, height ?? null);
  const first = atTip(followed, found?.[0] ?? null);
  const { state, tip } = first;
  const at = blockAsked(first, height, tip) ?? tip;
  const shape = ({ named: { address, name }, stored }: { named: NamedAddress; stored: UtxoBalance | undefined }) => ({
    currency: chain.code,
    ...{ address, name, decimals: chain.decimals },
    ...figures(stored?.totals ?? null, state.historyFrom === 0),
    receivedFrom: state.historyFrom === 0 ? 0 : null,
    receivedHeight: state.historyFrom === 0 ? at.height : null,
    pending: stored?.pending?.delta ?? null,
    pendingTransactionCount: stored?.pending?.transactionCount ?? null,
    ...{ tip, height: at.height, asOf: at.time, historyFrom: state.historyFrom },
    ...{ tokens: [], tokenCount: 0, nextTokens: null, usd: null },
  });
  const read = asked.map((named, n) => ({ named, stored: found?.[n] }));
  return { state, tip, balances: Rows.of(read, shape, BALANCE_WEIGHT) };
}

/** A gross sum needs the whole history as much as a balance does. */
function figures(totals: UtxoBalance['totals'], known: boolean) {
  const { balance = '0', received = '0', transactionCount = 0, firstSeen = null, lastSeen = null } = totals ?? {};
  return {
    balance: known ? balance : null,
    received: known ? received : null,
    sent: known ? (BigInt(received) - BigInt(balance)).toString() : null,
    ...{ transactionCount, firstSeen, lastSeen },
  };
}
