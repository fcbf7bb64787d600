import type { Currency } from '@chaintrail/client';
import { chaintrail, useAnswer } from '../api.js';
import { grouped } from '../format.js';
import { paths, usePageUrl } from '../router.js';
import { Answered } from '../ui/answered.js';
import { LIMIT, MOST_OFFSET, pageOf } from '../ui/pager.js';
import { PagedTable } from '../ui/table.js';
import { Amount, Badge, Id } from '../ui/text.js';

interface Props {
  readonly address: string;
  readonly currency: Currency;
  readonly version: number;
}

export function Unspent({ address, currency, version }: Props) {
  const { query } = usePageUrl();
  const { currency: code, decimals, symbol } = currency;
  const page = pageOf(query);
  const answer = useAnswer(
    (signal) => chaintrail.utxosPage(code, address, { limit: LIMIT, ...page, signal }),
    [code, address, version, page.offset, page.cursor],
  );
  return (
    <Answered answer={answer} what="outputs">
      {(value) => (
        <PagedTable
          title="Unspent outputs"
          isLoading={answer.isLoading}
          of="unspent"
          columns={['Output', 'Block', { number: 'Amount' }]}
          what="outputs"
          page={value}
          count={value.utxos.length}
          mostOffset={MOST_OFFSET}
        >
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
                {blockHeight !== null && <a href={paths.of('block', code, blockHeight)}>{grouped(blockHeight)}</a>}
              </td>
              <td class="number">
                <Amount amount={amount} decimals={decimals} symbol={symbol} />
              </td>
            </tr>
          ))}
        </PagedTable>
      )}
    </Answered>
  );
}
