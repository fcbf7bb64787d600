import type { Balance, Currency } from '@chaintrail/client';
import { useEffect, useState } from 'preact/hooks';
import { chaintrail, useAnswer } from '../api.js';
import { grouped, plural } from '../format.js';
import { navigate, paths, usePageUrl, withQuery } from '../router.js';
import { Answered } from '../ui/answered.js';
import { Amount, Time } from '../ui/text.js';

const BLOCKS_AGO = [100, 1_000, 10_000, 100_000];

interface Props {
  readonly balance: Balance;
  readonly currency: Currency;
}

/** Balance of the address at the end of a block that is past; the URL names it. */
export function PastBalance({ balance: { address, tip, historyFrom }, currency }: Props) {
  const pageUrl = usePageUrl();
  const asked = pageUrl.query.get('at') ?? '';
  const [typed, setTyped] = useState(asked);
  useEffect(() => setTyped(asked), [asked]);
  const show = (height: string) => navigate(withQuery(pageUrl, { at: height }));
  const submit = (event: Event) => {
    event.preventDefault();
    show(typed);
  };
  return (
    <section class="past">
      <h2>Balance in the past</h2>
      <form onSubmit={submit}>
        <label>
          At the end of block{' '}
          <input
            name="at"
            inputMode="numeric"
            pattern="\d{1,10}"
            size={10}
            required
            placeholder={String(tip.height)}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button type="submit">Show</button>
        {BLOCKS_AGO.filter((blocks) => tip.height - blocks >= historyFrom).map((blocks) => (
          <button type="button" class="quiet" key={blocks} onClick={() => show(String(tip.height - blocks))}>
            {grouped(blocks)} blocks ago
          </button>
        ))}
      </form>
      <div aria-live="polite">
        {/^\d{1,10}$/.test(asked) && (
          <BalanceAt address={address} height={Number(asked)} tip={tip.height} currency={currency} />
        )}
      </div>
    </section>
  );
}

interface BalanceAtProps {
  readonly address: string;
  readonly height: number;
  /** Height of the newest block. */
  readonly tip: number;
  readonly currency: Currency;
}

function BalanceAt({ address, height, tip, currency }: BalanceAtProps) {
  const { currency: code, decimals, symbol } = currency;
  const answer = useAnswer((signal) => chaintrail.balance(code, address, { height, signal }), [code, address, height]);
  return (
    <Answered answer={answer} what="it">
      {(value) => (
        <p class="past-balance">
          <strong>
            <Amount amount={value.balance} decimals={decimals} symbol={symbol} />
          </strong>{' '}
          at the end of <a href={paths.of('block', code, value.height)}>block {grouped(value.height)}</a>
          {value.height < tip && `, ${plural(tip - value.height, 'block')} ago`}, <Time time={value.asOf} />, after{' '}
          {plural(value.transactionCount, 'transaction')}
        </p>
      )}
    </Answered>
  );
}
