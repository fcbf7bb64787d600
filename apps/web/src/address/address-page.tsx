import type { Balance, Currency, StreamEvent } from '@chaintrail/client';
import { useState } from 'preact/hooks';
import { chaintrail, useAnswer } from '../api.js';
import { coins, grouped, OUTCOME_UNKNOWN, plural } from '../format.js';
import { useSoon, useStream } from '../live.js';
import { paths, usePageUrl, withQuery } from '../router.js';
import { Answered } from '../ui/answered.js';
import { Live, Page } from '../ui/page.js';
import { Amount, Copy, Fields, Id, Time, Usd } from '../ui/text.js';
import { BalanceChart } from './balance-chart.js';
import { History } from './history.js';
import { PastBalance } from './past-balance.js';
import { QrCode } from './qr-code.js';
import { Tokens } from './tokens.js';
import { Unspent } from './unspent.js';

/** Events of the address are shown at once, confirmations of what is there already when there is time. */
const AT_ONCE_MS = 200;
const SOON_MS = 2_000;

/** @param asked an address in any form, or a registered name */
export function AddressPage({ currency, asked }: { readonly currency: Currency; readonly asked: string }) {
  const code = currency.currency;
  const [version, setVersion] = useState(0);
  const [news, setNews] = useState('');
  const answer = useAnswer((signal) => chaintrail.balance(code, asked, { signal }), [code, asked, version]);
  const refresh = useSoon(() => setVersion((before) => before + 1));
  // Streams take addresses and no names.
  const address = useKept(answer.value?.address);
  const live = useStream(address === undefined ? null : code, address, (event) => {
    const words = newsOf(event, currency);
    if (words !== null) setNews(words);
    refresh(event.type === 'tip' ? SOON_MS : AT_ONCE_MS);
  });
  const name = `${currency.name} address`;
  return (
    <Page title={name} name={`${name} ${asked}`}>
      <div class="subject">
        <Id text={address ?? asked} /> <Copy text={address ?? asked} what="the address" />
        {address !== undefined && <QrCode text={address} />}
      </div>
      <Answered answer={answer} what="the balance">
        {(balance) => (
          <>
            <Live state={live} news={news} />
            <Summary balance={balance} currency={currency} />
            {currency.features.includes('balance-at-height') && <PastBalance balance={balance} currency={currency} />}
            {balance.transactionCount > 1 && <BalanceChart balance={balance} currency={currency} />}
            {balance.tokens.length > 0 && <Tokens balance={balance} currency={currency} />}
            <Lists balance={balance} currency={currency} version={version} />
          </>
        )}
      </Answered>
    </Page>
  );
}

/** The last one that there was. */
function useKept<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}

function newsOf(event: StreamEvent, { symbol, decimals }: Currency): string | null {
  if (event.type === 'reorg') return `Reorganisation: blocks above ${grouped(event.data.to.height)} were taken back`;
  if (event.type === 'tip') return null;
  if (event.type === 'dropped')
    return `Dropped: ${event.data.txid.slice(0, 8)}… ${event.data.replacedBy ? 'was replaced' : 'left without a block'}`;
  const { status, netAmount, blockHeight } = event.data.transaction;
  const moved = `${coins(netAmount, decimals, { signed: true })} ${symbol}`;
  return blockHeight === null
    ? `Pending: ${moved}`
    : `${capital(status ?? OUTCOME_UNKNOWN)} in block ${grouped(blockHeight)}: ${moved}`;
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function Summary({ balance, currency }: { readonly balance: Balance; readonly currency: Currency }) {
  const { symbol, decimals } = currency;
  const amount = (of: string | null) => <Amount amount={of} decimals={decimals} symbol={symbol} />;
  const { pending, pendingTransactionCount, transactionCount } = balance;
  return (
    <section class="summary" aria-label="Balance">
      <p class="balance">
        {amount(balance.balance)} <Usd usd={balance.usd} />
      </p>
      <Fields
        fields={{
          Name: balance.name,
          Pending: pendingTransactionCount !== null && pendingTransactionCount > 0 && (
            <>
              <Amount amount={pending} decimals={decimals} symbol={symbol} signed />{' '}
              <span class="muted">in {plural(pendingTransactionCount, 'transaction')}</span>
            </>
          ),
          Transactions: grouped(transactionCount),
          Received: (
            <>
              {amount(balance.received)}
              {balance.receivedFrom !== null && balance.receivedFrom > 0 && (
                <span class="muted"> since block {grouped(balance.receivedFrom)}</span>
              )}
            </>
          ),
          Sent: amount(balance.sent),
          'First seen': balance.firstSeen !== null && <Time time={balance.firstSeen} />,
          'Last seen': balance.lastSeen !== null && <Time time={balance.lastSeen} />,
          'As of': (
            <>
              <a href={paths.of('block', currency.currency, balance.height)}>block {grouped(balance.height)}</a>
              {balance.historyFrom > 0 && <span class="muted">, history from {grouped(balance.historyFrom)}</span>}
            </>
          ),
        }}
      />
    </section>
  );
}

interface ListsProps {
  readonly balance: Balance;
  readonly currency: Currency;
  readonly version: number;
}

function Lists({ balance, currency, version }: ListsProps) {
  const pageUrl = usePageUrl();
  const { address } = balance;
  if (!currency.features.includes('utxos')) return <History {...{ address, currency, version }} />;
  const isUnspent = pageUrl.query.get('view') === 'unspent';
  const tab = (isHere: boolean, view: string | null, words: string) => (
    <a href={withQuery(pageUrl, { view, offset: null, cursor: null })} aria-current={isHere ? 'page' : undefined}>
      {words}
    </a>
  );
  return (
    <>
      <nav class="tabs" aria-label="Lists of this address">
        {tab(!isUnspent, null, 'Transactions')}
        {tab(isUnspent, 'unspent', 'Unspent outputs')}
      </nav>
      {isUnspent ? <Unspent {...{ address, currency, version }} /> : <History {...{ address, currency, version }} />}
    </>
  );
}
