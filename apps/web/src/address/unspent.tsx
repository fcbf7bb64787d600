import type { Currency } from '@chaintrail/client';
import { chaintrail, useAnswer } from '../api.js';
import { grouped } from '../format.js';
import { paths, usePlace } from '../router.js';
import { Answered } from '../ui/answered.js';
import { MOST_OFFSET, Pager, pageOf } from '../ui/pager.js';
import { Amount, Badge, Columns, Id } from '../ui/text.js';

const LIMIT = 25;

interface Props {
  readonly address: string;
  readonly currency: Currency;
  readonly version: number;
}

export function Unspent({ address, currency, version }: Props) {
  const { query } = usePlace();
  const { currency: code, decimals, symbol } = currency;
  const page = pageOf(query);
  const answer = useAnswer(
    (signal) => chaintrail.utxosPage(code, address, { limit: LIMIT, ...page, signal }),
    [code, address, version, page.offset, page.cursor],
  );
  return (
    <section aria-busy={answer.isLoading}>
      <h2>Unspent outputs</h2>
      <Answered answer={answer} what="outputs">
        {(value) => (
          <>
            <table class="rows unspent">
              <Columns names={['Output', 'Block', { number: 'Amount' }]} />
              <tbody>
                {value.utxos.map(({ txid, vout, amount, status, blockHeight, coinbase, mature, spentBy }) => (
                  <tr key={`${txid} ${vout}`}>
                    <td>
                      <Id text={txid} href={paths.of('tx', code, txid)} />
                      <small class="muted">output {grouped(vout)}</small>
                    </td>
                    <td>
                      {status === 'pending' && <Badge tone="warn">pending</Badge>}
                      {coinbase && <Badge tone={mature ? 'plain' : 'warn'}>{mature ? 'coinbase' : 'not mature'}</Badge>}
                      {spentBy !== null && <Badge tone="warn">being spent</Badge>}{' '}
                      {blockHeight !== null && (
                        <a href={paths.of('block', code, blockHeight)}>{grouped(blockHeight)}</a>
                      )}
                    </td>
                    <td class="number">
                      <Amount amount={amount} decimals={decimals} symbol={symbol} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Pager
              what="outputs"
              limit={LIMIT}
              offset={value.offset}
              count={value.utxos.length}
              total={value.total}
              next={value.next}
              mostOffset={MOST_OFFSET}
            />
          </>
        )}
      </Answered>
    </section>
  );
}
