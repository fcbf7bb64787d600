/** Balance and history of all addresses of an extended public key or a descriptor. */
import { formatAddress } from '@chaintrail/chains';
import { COUNTED_UTXOS, readUtxoBalances, readUtxos, TooHeavyError, type TransactionPlace } from '@chaintrail/db';
import type { Account, AccountAddress } from '../accounts/account.js';
import { isUsed } from '../accounts/account.js';
import { type AccountTransaction, readAccountHistory } from '../accounts/account-history.js';
import { readWithAccount } from '../accounts/read-with-account.js';
import { jsonText } from '../esplora/json-text.js';
import { FEW_UNSPENT } from '../esplora/unspent.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { requireTip } from '../read/progress.js';
import { atTip, readAnswer } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import { shapeUtxo } from '../shape/utxo/shape-unspent-output.js';
import { type AccountRequest, isPaged, withList, worth } from './address-account.js';
import { type BlockbookAnswer, refused } from './blockbook-route.js';
import { offsetOf, paging } from './paging.js';
import { listTransactions } from './transactions.js';

/** Newer than every block is what waits: it is in no part that has an end. */
const LAST_HEIGHT = 2 ** 31 - 1;

/** Which addresses are listed: those that hold something, were ever paid, or belong to the account. */
type ListedAddresses = 'nonzero' | 'used' | 'derived';

export interface DescriptorRequest extends AccountRequest {
  readonly tokens?: ListedAddresses | undefined;
  readonly gap?: number | undefined;
}

export async function descriptorAccount(
  services: Services,
  followed: ListedUtxoChain,
  descriptor: string,
  request: DescriptorRequest,
): Promise<BlockbookAnswer> {
  const { details, page, from, to, gap, tokens = 'nonzero' } = request;
  const hasList = isPaged(details);
  const since = from === undefined ? null : { height: from };
  const bounds = { since, until: { height: to ?? LAST_HEIGHT } };
  const found = await readAnswer(services, followed, async (db) => {
    const asked = { descriptor, gap };
    const limit = hasList ? request.pageSize : 1;
    const confirmed = await readAccountHistory(services, followed, db, asked, {
      ...{ ...bounds, limit, offset: hasList ? offsetOf(request) : 0 },
    });
    const { account } = confirmed;
    const waits = hasList && page === 1 && to === undefined ? account.pending.length : 0;
    const waiting =
      waits === 0 ? [] : (await readAccountHistory(services, followed, db, asked, { limit: waits, offset: 0 })).rows;
    const addresses = details === 'basic' ? [] : listed(account, tokens);
    const keys = addresses.map(({ key }) => key);
    const balances = keys.length === 0 ? [] : ((await readUtxoBalances(db, followed.chain.code, keys, null)) ?? []);
    return { ...confirmed, pending: waiting.filter(({ txKey }) => txKey === null), addresses, balances };
  });
  const { state, account, addresses, balances } = found;
  requireTip(followed, state);
  const { rows } = account;
  const balance = rows.balanceAfter(rows.length - 1);
  const received = rows.gained.reduce((sum, gained) => sum + gained, 0n);
  const isKnown = state.historyFrom === 0;
  const shown = addresses.map((address, n) => shapeAddress(followed, address, balances[n]?.totals ?? null));
  const wanted = shown.filter((each) => tokens !== 'nonzero' || each.balance !== '0');
  const head = {
    ...(hasList ? paging(request, found.total) : {}),
    address: descriptor,
    balance: isKnown ? String(balance) : null,
    ...(isKnown ? { totalReceived: String(received), totalSent: String(received - balance) } : {}),
    unconfirmedBalance: String(account.pending.reduce((sum, { delta }) => sum + delta, 0n)),
    unconfirmedTxs: account.pending.length,
    ...{ txs: rows.length, addrTxCount: rows.length, usedTokens: account.addresses.filter(isUsed).length },
    ...(wanted.length === 0 ? {} : { tokens: wanted }),
    ...(await worth(services, followed, String(balance), request.secondary)),
  };
  const isFleeting = request.secondary !== undefined;
  if (!hasList) return { state, body: jsonText(head), isFleeting };
  const places = [...found.pending, ...found.rows].map(placeOf);
  if (details === 'txids')
    return { state, body: jsonText({ ...head, txids: places.map(({ txid }) => txid) }), isFleeting };
  const own = new Set(account.addresses.map(({ key }) => formatAddress(followed.network, key)));
  const list = await listTransactions(services, followed, places, { state, own, isLight: details === 'txslight' });
  return { state, body: withList(head, 'transactions', list), isFleeting };
}

function placeOf({ transaction }: AccountTransaction): TransactionPlace {
  const { txid, fee, size, block, firstSeen } = transaction;
  return { txid, fee, size: size ?? 0, block, firstSeen };
}

function listed(account: Account, tokens: ListedAddresses): readonly AccountAddress[] {
  return tokens === 'derived' ? account.addresses : account.addresses.filter(isUsed);
}

type Totals = NonNullable<Awaited<ReturnType<typeof readUtxoBalances>>>[number]['totals'];

function shapeAddress({ chain, network }: ListedUtxoChain, { key, path }: AccountAddress, totals: Totals) {
  const { balance = '0', received = '0', transactionCount = 0 } = totals ?? {};
  return {
    ...{ type: 'XPUBAddress', standard: 'XPUBAddress', name: formatAddress(network, key) },
    ...{ path: path ?? '', transfers: transactionCount, decimals: chain.decimals },
    ...{ balance, totalReceived: received, totalSent: String(BigInt(received) - BigInt(balance)) },
  };
}

export async function descriptorUtxos(
  services: Services,
  followed: ListedUtxoChain,
  descriptor: string,
  { confirmedOnly, gap }: { readonly confirmedOnly: boolean; readonly gap?: number | undefined },
): Promise<BlockbookAnswer> {
  const { mostWeight } = services;
  const limit = mostWeight === null ? COUNTED_UTXOS : FEW_UNSPENT;
  const { state, tip, account, rows, next } = await readAnswer(services, followed, (db) =>
    readWithAccount(services, followed, db, { descriptor, gap }, async ({ account: { usedKeys } }) =>
      atTip(followed, await readUtxos(db, followed.chain.code, usedKeys, { offset: 0, from: null, limit, mostWeight })),
    ),
  );
  if (next !== null && mostWeight !== null) throw new TooHeavyError(COUNTED_UTXOS);
  if (next !== null)
    throw refused(`the account has more than ${COUNTED_UTXOS} unspent outputs: the native API has pages of them`);
  const shown = rows.filter(({ block, spentBy }) => spentBy === null && !(confirmedOnly && block === null));
  const body = shown.map((row) => {
    const key = Buffer.from(row.key!, 'hex');
    const { txid, vout, amount, blockHeight, confirmations, coinbase } = shapeUtxo(followed, row, key, tip);
    return {
      txid,
      ...{ vout, value: amount },
      ...(blockHeight === null ? {} : { height: blockHeight }),
      ...{
        confirmations,
        address: formatAddress(followed.network, key),
        path: account.byKey.get(row.key!)?.path ?? '',
      },
      ...(coinbase ? { coinbase: true } : {}),
    };
  });
  return { state, body };
}
