import type { Currency, HistoryTransaction } from '@chaintrail/client';
import { chaintrail, useAnswer } from '../api.js';
import { grouped, OUTCOME_UNKNOWN } from '../format.js';
import { paths, usePageUrl, withQuery } from '../router.js';
import { Answered } from '../ui/answered.js';
import { LIMIT, Pager, pageOf } from '../ui/pager.js';
import { Table } from '../ui/table.js';
import { Amount, Badge, Id, Time, Usd } from '../ui/text.js';
import { type AnyTransfer, isSpoofed, TransferAmount } from '../ui/transfer-list.js';
import { Filters, filtersOf } from './filters.js';

const SHOWN_TRANSFERS = 3;
/** Up to as many, that a transaction is confirmed is news: it was pending when somebody looked last. */
const NEWS_CONFIRMATIONS = 2;

interface Props {
  readonly address: string;
  readonly currency: Currency;
  /** Another one where the list is to be read again. */
  readonly version: number;
}

export function History({ address, currency, version }: Props) {
  const pageUrl = usePageUrl();
  const { query } = pageUrl;
  const code = currency.currency;
  const hasMentions = currency.family === 'evm';
  const filters = filtersOf(query, hasMentions);
  const page = pageOf(query);
  // A cursor brings its order, and is that of the same filters.
  const { order, ...others } = filters;
  const asked = {
    limit: LIMIT,
    usd: '1',
    ...others,
    ...page,
    ...(page.cursor === undefined ? { order } : {}),
  } as const;
  const answer = useAnswer(
    (signal) => chaintrail.historyPage(code, address, { ...asked, signal }),
    [code, address, version, JSON.stringify(asked)],
  );
  return (
    <section aria-busy={answer.isLoading} class="history">
      <h2>Transactions</h2>
      <Filters hasMentions={hasMentions} />
      <Answered answer={answer} what="transactions">
        {(value) => (
          <>
            {value.transactions.length > 0 ? (
              <Rows transactions={value.transactions} address={address} currency={currency} />
            ) : (
              <p class="note">None on this page.</p>
            )}
            {value.transactions.some((transaction) => paysBareKey(transaction, address)) && (
              <p class="note">
                Outputs here pay the public key itself (P2PK), without an address. They count for the address of that
                key (P2PKH); tools that leave them out show less.
              </p>
            )}
            {filters.spam === 'exclude' && (
              <p class="note">
                Without transactions that only mention the address: nothing of it moved, and it signed nothing.{' '}
                <a href={withQuery(pageUrl, { spam: 'include', offset: null, cursor: null })}>Show them, too</a>
              </p>
            )}
            <Pager what="transactions" page={value} count={value.transactions.length} />
            <p>
              <a href={csvPath(code, address, filters)} download>
                Download all as CSV
              </a>
            </p>
          </>
        )}
      </Answered>
    </section>
  );
}

function csvPath(code: string, address: string, filters: ReturnType<typeof filtersOf>): string {
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, String(value));
  return `${paths.server}/v0/addresses/${code}/${encodeURIComponent(address)}/transactions?${query}`;
}

function paysBareKey(transaction: HistoryTransaction, address: string): boolean {
  if (!('outputs' in transaction)) return false;
  return transaction.outputs.some((output) => output.type === 'pubkey' && output.address === address);
}

interface RowsProps {
  readonly transactions: readonly HistoryTransaction[];
  readonly address: string;
  readonly currency: Currency;
}

export function Rows({ transactions, address, currency }: RowsProps) {
  const { decimals, symbol } = currency;
  return (
    <Table of="transactions" columns={['Transaction', 'Block', { number: 'Amount' }, { number: 'Balance after' }]}>
      {transactions.map((transaction) => {
        const { txid, timestamp, netAmount, balanceAfter, usd } = transaction;
        return (
          <tr key={txid}>
            <td>
              <Id text={txid} href={paths.of('tx', currency.currency, txid)} />
              <small class="muted">
                <Time time={timestamp ?? ('firstSeen' in transaction ? transaction.firstSeen : null)} />
              </small>
            </td>
            <td>
              <State transaction={transaction} />
            </td>
            <td class="number">
              <Amount amount={netAmount} decimals={decimals} symbol={symbol} signed />
              <small>
                <Usd usd={usd} />
              </small>
              <TokensMoved transaction={transaction} address={address} currency={currency} />
            </td>
            <td class="number">
              {balanceAfter !== null && (
                <>
                  <span class="only-narrow muted">then </span>
                  <Amount amount={balanceAfter} decimals={decimals} />
                </>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function State({ transaction }: { readonly transaction: HistoryTransaction }) {
  const { status, blockHeight, confirmations, currency } = transaction;
  return (
    <>
      {status === 'pending' && <Badge tone="warn">pending</Badge>}
      {status === 'failed' && <Badge tone="bad">failed</Badge>}
      {transaction.direction === 'mention' && <Badge tone="warn">mention</Badge>}
      {status === null && <Badge tone="plain">{OUTCOME_UNKNOWN}</Badge>}
      {status === 'confirmed' && confirmations <= NEWS_CONFIRMATIONS && <Badge tone="good">confirmed</Badge>}{' '}
      {blockHeight !== null && <a href={paths.of('block', currency, blockHeight)}>{grouped(blockHeight)}</a>}
    </>
  );
}

/** Nothing where a log says that the address gave it, and it did not. */
function amountFor(address: string, transfer: AnyTransfer): string {
  const { from, amount } = transfer;
  if (from !== address || amount === '0') return amount;
  return isSpoofed(transfer) ? '0' : `-${amount}`;
}

/** Tokens that the address gave and got besides the chain's own coin. */
function TokensMoved({
  transaction,
  address,
  currency,
}: Omit<RowsProps, 'transactions'> & { readonly transaction: HistoryTransaction }) {
  if (!('transfers' in transaction)) return null;
  const moved = transaction.transfers.filter(
    ({ asset, from, to }) => asset !== null && from !== to && (from === address || to === address),
  );
  const more = moved.length - SHOWN_TRANSFERS;
  return (
    <>
      {moved.slice(0, SHOWN_TRANSFERS).map((transfer, n) => (
        <small key={n}>
          <TransferAmount transfer={transfer} currency={currency} amount={amountFor(address, transfer)} signed />
        </small>
      ))}
      {more > 0 && <small class="muted">and {grouped(more)} more</small>}
    </>
  );
}
