/** Balance and history of an address of Bitcoin and its forks. */
import { COUNTED_UTXOS, readAddressAccount } from '@chaintrail/db';
import { ExactNumber, jsonText } from '../esplora/json-text.js';
import { findUnspent } from '../esplora/unspent.js';
import { readAddress } from '../families/named-address.js';
import { JsonText } from '../http/rows.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readRows } from '../read/read-answer.js';
import { usdOf } from '../read/usd.js';
import type { Services } from '../services/open-services.js';
import { shapeUtxo } from '../shape/utxo/shape-unspent-output.js';
import type { BlockbookAnswer, BlockbookChain } from './blockbook-route.js';
import { offsetOf, type PageRequest, paging } from './paging.js';
import { listTransactions } from './transactions.js';

export const DETAILS = ['basic', 'tokens', 'tokenBalances', 'txids', 'txslight', 'txs'] as const;
export type Details = (typeof DETAILS)[number];

export interface AccountRequest extends PageRequest {
  readonly details: Details;
  /** Heights, both in it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Code of a currency: what the balance is worth in it. */
  readonly secondary?: string | undefined;
  /** Contract whose transfers are asked for; of EVM chains. */
  readonly contract?: string | undefined;
}

/** Unconfirmed transactions that a first page shows, the newest. */
const MOST_PENDING = 1_000;

/** Whether details are about transactions. */
export const isPaged = (details: Details): boolean => details.startsWith('tx');

/** Rows of a history that a request asks for. */
export function rowsOf({ details, pageSize }: Pick<AccountRequest, 'details' | 'pageSize'>): number {
  if (details === 'txs' || details === 'txslight') return pageSize;
  return details === 'txids' ? Math.ceil(pageSize / 20) : 1;
}

export async function addressAccount(
  services: Services,
  followed: ListedUtxoChain,
  text: string,
  request: AccountRequest,
): Promise<BlockbookAnswer> {
  const { address, key } = readAddress(followed, text);
  const { details, page, from = null, to = null } = request;
  const hasList = isPaged(details);
  // Unconfirmed ones are newer than every block, and before the first page of those.
  const pendingLimit = hasList && page === 1 && to === null ? MOST_PENDING : 0;
  const found = await readRows(services, followed, (db, code) =>
    readAddressAccount(db, code, key, {
      ...{ fromHeight: from, toHeight: to, offset: offsetOf(request), limit: hasList ? request.pageSize : 0 },
      pending: pendingLimit,
    }),
  );
  const { state, balance, received, total, count, unconfirmed } = found;
  const isKnown = state.historyFrom === 0;
  const head = {
    ...(hasList ? paging(request, count) : {}),
    address,
    // Where the index begins later, nobody knows.
    balance: isKnown ? balance : null,
    ...(isKnown ? { totalReceived: received, totalSent: String(BigInt(received) - BigInt(balance)) } : {}),
    ...{ unconfirmedBalance: unconfirmed?.delta ?? '0', unconfirmedTxs: unconfirmed?.count ?? 0 },
    ...{ txs: total, addrTxCount: total },
    ...(await worth(services, followed, balance, request.secondary)),
  };
  const isFleeting = request.secondary !== undefined;
  if (!hasList) return { state, body: jsonText(head), isFleeting };
  const places = [...found.pending, ...found.confirmed];
  if (details === 'txids')
    return { state, body: jsonText({ ...head, txids: places.map(({ txid }) => txid) }), isFleeting };
  const list = await listTransactions(services, followed, places, {
    ...{ state, own: new Set([address]), isLight: details === 'txslight' },
  });
  return { state, body: withList(head, 'transactions', list), isFleeting };
}

/** An object with a last property that is JSON already. */
export function withList(head: object, name: string, { text }: JsonText): JsonText {
  return new JsonText(`${jsonText(head).text.slice(0, -1)},${JSON.stringify(name)}:${text}}`);
}

/** Value of a balance, where that is asked for and known. */
export async function worth(services: Services, followed: BlockbookChain, balance: string, currency?: string) {
  if (currency?.toLowerCase() !== 'usd') return {};
  const value = usdOf(balance, followed.chain.decimals, await services.rates.of(followed));
  return value === null ? {} : { secondaryValue: new ExactNumber(value.value) };
}

/** @param confirmedOnly whether unconfirmed outputs are left out */
export async function addressUtxos(
  services: Services,
  followed: ListedUtxoChain,
  text: string,
  confirmedOnly: boolean,
): Promise<BlockbookAnswer> {
  const { key } = readAddress(followed, text);
  const sentence = `the address has more than ${COUNTED_UTXOS} unspent outputs: the native API has pages of them`;
  const { state, rows, tip } = await findUnspent(services, followed, key, sentence);
  const shown = rows.filter(({ block, spentBy }) => spentBy === null && !(confirmedOnly && block === null));
  const body = shown.map((row) => {
    const { txid, vout, amount, blockHeight, confirmations, coinbase } = shapeUtxo(followed, row, key, tip);
    return {
      txid,
      ...{ vout, value: amount },
      ...(blockHeight === null ? {} : { height: blockHeight }),
      confirmations,
      ...(coinbase ? { coinbase: true } : {}),
    };
  });
  return { state, body };
}
