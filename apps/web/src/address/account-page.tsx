/** All addresses of a descriptor or an extended key together. */
import type { Currency } from '@chaintrail/client';
import { chaintrail, useAnswer } from '../api.js';
import { grouped } from '../format.js';
import { paths, usePageUrl } from '../router.js';
import { Answered } from '../ui/answered.js';
import { Page } from '../ui/page.js';
import { LIMIT, Pager, pageOf } from '../ui/pager.js';
import { Amount, Copy, Fields, Id } from '../ui/text.js';
import { Filters, filtersOf } from './filters.js';
import { Rows } from './history.js';

interface Props {
  readonly currency: Currency;
  readonly descriptor: string;
}

export function AccountPage({ currency, descriptor }: Props) {
  const { currency: code, decimals, symbol, name } = currency;
  const path = { currency: code, descriptor };
  const answer = useAnswer(
    (signal) => chaintrail.get('/accounts/{currency}/{descriptor}/balance', { path, signal }),
    [code, descriptor],
  );
  return (
    <Page title={`${name} account`} name={`${name} account`}>
      <p class="subject">
        <Id text={descriptor} /> <Copy text={descriptor} what="the descriptor" />
      </p>
      <Answered answer={answer} what="balance">
        {(value) => (
          <Fields
            fields={{
              Chain: <a href={paths.chain(code)}>{name}</a>,
              Balance: <Amount amount={value.balance} decimals={decimals} symbol={symbol} />,
              Unconfirmed: value.pending !== null && value.pending !== '0' && (
                <Amount amount={value.pending} decimals={decimals} symbol={symbol} signed />
              ),
              Received: <Amount amount={value.received} decimals={decimals} symbol={symbol} />,
              Sent: <Amount amount={value.sent} decimals={decimals} symbol={symbol} />,
              Transactions: grouped(value.transactionCount),
              'Used addresses': grouped(value.usedAddressCount),
              Scripts: value.kind,
            }}
          />
        )}
      </Answered>
      <AccountHistory currency={currency} descriptor={descriptor} />
    </Page>
  );
}

function AccountHistory({ currency, descriptor }: Props) {
  const { query } = usePageUrl();
  const { currency: code } = currency;
  const page = pageOf(query);
  const { order, asset: _, spam: __, ...filters } = filtersOf(query, false);
  // A cursor brings its order.
  const asked = { limit: LIMIT, ...filters, ...page, ...(page.cursor === undefined ? { order } : {}) };
  const answer = useAnswer(
    (signal) =>
      chaintrail.get('/accounts/{currency}/{descriptor}/transactions', {
        ...{ path: { currency: code, descriptor }, query: asked as never, signal },
      }),
    [code, descriptor, JSON.stringify(asked)],
  );
  return (
    <section aria-busy={answer.isLoading} class="history">
      <h2>Transactions</h2>
      <Filters hasMentions={false} />
      <Answered answer={answer} what="transactions">
        {(value) => (
          <>
            {value.transactions.length > 0 ? (
              <Rows transactions={value.transactions} address="" currency={currency} />
            ) : (
              <p class="note">None on this page.</p>
            )}
            <Pager what="transactions" page={value} count={value.transactions.length} />
          </>
        )}
      </Answered>
    </section>
  );
}
