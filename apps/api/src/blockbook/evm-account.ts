/** Balance and history of an address of an EVM chain. */
import { FIRST_PART } from '@chaintrail/db';
import { jsonList, jsonText } from '../esplora/json-text.js';
import type { HistoryRequest } from '../families/family.js';
import { readAddress } from '../families/named-address.js';
import { readHistory, readTransaction } from '../families/questions.js';
import { readTxid as readFamilyTxid } from '../families/read-txid.js';
import { madeInSlices } from '../http/slices.js';
import { ProblemError } from '../problem.js';
import type { ListedEvmChain, NamedAddress } from '../read/followed-chain.js';
import { readAnswer } from '../read/read-answer.js';
import { blockOfTip } from '../read/texts.js';
import type { Balance } from '../schemas/balance-schema.js';
import type { EvmHistoryTransaction, EvmTransaction } from '../schemas/evm-transaction-schema.js';
import type { Services } from '../services/open-services.js';
import { type AccountRequest, isPaged, withList, worth } from './address-account.js';
import { type BlockbookAnswer, refused, transactionNotFound } from './blockbook-route.js';
import { offsetOf, paging } from './paging.js';
import { shapeEvmTransaction, standardOf } from './shape-evm-transaction.js';

/** Unconfirmed transactions that a first page shows, the newest. */
const MOST_PENDING = 100;
/** Newer than every block is what waits: it is in no part that has an end. */
const LAST_HEIGHT = 2 ** 31 - 1;
const HAS_TOKENS = new Set(['tokens', 'tokenBalances', 'txids', 'txslight', 'txs']);
/** Nodes may have lost the state, or not have the block yet. */
const RETRY_SECONDS = 5;

export async function evmAccount(
  services: Services,
  followed: ListedEvmChain,
  text: string,
  request: AccountRequest,
): Promise<BlockbookAnswer> {
  const named = readAddress(followed, text);
  const { state, balances } = await services.balances.read(services, followed, named);
  const balance = balances[0]!;
  if (balance.balance === null) throw nodeAway(followed);
  const nonce = await nonceOf(services, followed, named, balance);
  const tokens = HAS_TOKENS.has(request.details) ? shapeTokens(balance, request) : [];
  const head = {
    address: named.address,
    balance: balance.balance,
    ...{ unconfirmedBalance: balance.pending ?? '0', unconfirmedTxs: balance.pendingTransactionCount ?? 0 },
    ...{ txs: balance.transactionCount, addrTxCount: balance.transactionCount },
    ...{ nonTokenTxs: balance.transactionCount, nonce },
    ...(tokens.length === 0 ? {} : { usedTokens: tokens.length, tokens }),
    ...(await worth(services, followed, balance.balance, request.secondary)),
  };
  if (!isPaged(request.details)) return { state, body: jsonText(head), isFleeting: true };
  return withHistory(services, followed, named, request, head);
}

async function withHistory(
  services: Services,
  followed: ListedEvmChain,
  named: NamedAddress,
  request: AccountRequest,
  head: object & { readonly unconfirmedTxs: number },
): Promise<BlockbookAnswer> {
  const { from, to, contract: asset, details, page } = request;
  const since = from === undefined ? null : { height: from };
  const bounds = { since, until: { height: to ?? LAST_HEIGHT }, asset };
  const confirmed = await readPage(services, followed, named, {
    ...bounds,
    ...{ limit: request.pageSize, offset: offsetOf(request) },
  });
  const waits = page === 1 && to === undefined && head.unconfirmedTxs > 0;
  const pending = waits
    ? await readPage(services, followed, named, {
        limit: Math.min(head.unconfirmedTxs, MOST_PENDING),
        offset: 0,
        asset,
      })
    : null;
  const waiting = (pending?.shown ?? []).filter(({ blockHeight }) => blockHeight === null);
  const shown = [...waiting, ...confirmed.shown];
  const paged = { ...paging(request, confirmed.total), ...head };
  const { state } = confirmed;
  if (details === 'txids')
    return { state, body: jsonText({ ...paged, txids: shown.map(({ txid }) => txid) }), isFleeting: true };
  return {
    state,
    body: withList(paged, 'transactions', await jsonList(shown, shapeEvmTransaction)),
    isFleeting: true,
  };
}

async function readPage(services: Services, followed: ListedEvmChain, named: NamedAddress, request: HistoryRequest) {
  const found = await readAnswer(services, followed, (db) => readHistory(services, followed, db, named, request));
  if (found.total === null) throw refused('there is too much to count: narrow it by from and to');
  const shown = (await madeInSlices(found.transactions)) as EvmHistoryTransaction[];
  return { state: found.state, total: found.total, shown };
}

async function nonceOf(
  services: Services,
  followed: ListedEvmChain,
  { key }: NamedAddress,
  { tip }: Balance,
): Promise<string> {
  const reply = await services.nodes.nonce(followed, key, blockOfTip(tip));
  if (reply.outcome !== 'answered') throw nodeAway(followed);
  return reply.value;
}

const nodeAway = ({ chain }: ListedEvmChain): ProblemError =>
  new ProblemError('node-unavailable', `the node of ${chain.name} does not say what the address has; ask again`, {
    retryAfter: RETRY_SECONDS,
  });

/** Tokens of one contract together: ERC-1155 has several kinds. */
function shapeTokens({ tokens }: Balance, { details, contract }: AccountRequest) {
  const byContract = new Map<string, Balance['tokens']>();
  for (const token of tokens) byContract.set(token.asset, [...(byContract.get(token.asset) ?? []), token]);
  const wanted = [...byContract].filter(([asset]) => !contract || asset.toLowerCase() === contract.toLowerCase());
  return wanted.map(([asset, [first, ...others]]) => {
    const type = standardOf(first!.standard);
    const balances = [first!, ...others].filter(({ balance }) => balance !== null);
    const common = {
      type,
      ...{ standard: type, name: first!.name ?? '', symbol: first!.symbol ?? '', contract: asset },
      // It has some, or had: how many is not counted.
      ...{ transfers: 1, decimals: first!.decimals ?? 0 },
    };
    if (details === 'tokens') return common;
    if (type !== 'ERC1155') return { ...common, balance: first!.balance ?? '0' };
    return { ...common, multiTokenValues: balances.map(({ tokenId, balance }) => ({ id: tokenId, value: balance })) };
  });
}

export async function evmTransaction(
  services: Services,
  followed: ListedEvmChain,
  text: string,
): Promise<BlockbookAnswer> {
  const txid = readFamilyTxid(followed, text);
  const { state, transaction } = await readAnswer(services, followed, (db) =>
    readTransaction(services, followed, db, txid, FIRST_PART),
  );
  if (!transaction) throw transactionNotFound(text);
  const shown = transaction as unknown as EvmTransaction;
  if (shown.status === 'dropped') throw transactionNotFound(text);
  return { state, body: jsonText(shapeEvmTransaction(shown)) };
}
