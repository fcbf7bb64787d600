import type { Balance, Currency } from '@chaintrail/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chaintrail, useAnswer } from '../api.js';
import { date, grouped } from '../format.js';
import { Answered } from '../ui/answered.js';
import { Table } from '../ui/table.js';
import { Amount, Time } from '../ui/text.js';
import { balancePoints, type Point, WHOLE } from './balance-points.js';

interface Props {
  readonly balance: Balance;
  readonly currency: Currency;
}

/** Read again when the address has done something, not with every block. */
export function BalanceChart({ balance, currency }: Props) {
  const { address, transactionCount } = balance;
  const answer = useAnswer((signal) => balancePoints(chaintrail, balance, signal), [address, transactionCount]);
  return (
    <section class="over-time">
      <h2>Balance over time</h2>
      <Answered answer={answer} what="balances">
        {(points) =>
          points.length === 0 ? (
            <p class="note">The balance after each transaction is not known here.</p>
          ) : (
            <Chart points={points} currency={currency} isSampled={transactionCount > WHOLE} />
          )
        }
      </Answered>
    </section>
  );
}

interface ChartProps {
  readonly points: readonly Point[];
  readonly currency: Currency;
  readonly isSampled: boolean;
}

function Chart({ points, currency, isSampled }: ChartProps) {
  const { decimals, symbol } = currency;
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    let remove = () => {};
    let isGone = false;
    import('./draw-balances.js').then(({ drawBalances }) => {
      if (place.current && !isGone) remove = drawBalances(place.current, points, decimals, setAt);
    });
    return () => {
      isGone = true;
      remove();
    };
  }, [points, decimals]);
  const chosen = points[at ?? points.length - 1];
  const [first] = points;
  const last = points.at(-1);
  return (
    <figure>
      <div
        ref={place}
        class="chart"
        role="img"
        aria-label={
          first && last ? `Balance from ${date(first.time)} to ${date(last.time)}; the table below has the same` : ''
        }
      />
      {chosen && (
        <figcaption>
          <Amount amount={chosen.balance} decimals={decimals} symbol={symbol} /> at block {grouped(chosen.height)},{' '}
          <Time time={chosen.time} />
        </figcaption>
      )}
      <details>
        <summary>As a table{isSampled && ': some of its blocks, evenly apart'}</summary>
        <Table of="points" columns={['Block', 'Time', { number: 'Balance' }]}>
          {points.map(({ height, time, balance }) => (
            <tr key={height}>
              <td>{grouped(height)}</td>
              <td>
                <Time time={time} />
              </td>
              <td class="number">
                <Amount amount={balance} decimals={decimals} />
              </td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}
