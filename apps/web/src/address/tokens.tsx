import type { Balance, Currency } from '@chaintrail/client';
import { grouped } from '../format.js';
import { usePlace, withQuery } from '../router.js';
import { Table } from '../ui/table.js';
import { Amount } from '../ui/text.js';
import { tokenPath, useFirst } from '../ui/transfer-list.js';

interface Props {
  readonly balance: Balance;
  readonly currency: Currency;
}

export function Tokens({ balance: { tokens, tokenCount }, currency }: Props) {
  const place = usePlace();
  const { shown, more } = useFirst(tokens, 'tokens');
  return (
    <section>
      <h2>Tokens</h2>
      <Table of="tokens" columns={['Token', { number: 'Balance' }, 'History']}>
        {shown.map(({ asset, symbol, name, tokenId, balance, decimals }) => (
          <tr key={`${asset} ${tokenId}`}>
            <td>
              <a href={tokenPath(currency.currency, asset, tokenId)} title={asset}>
                {name ?? symbol ?? `${asset.slice(0, 12)}…`}
              </a>
              {tokenId !== null && <span class="muted"> no. {tokenId.slice(0, 12)}</span>}
            </td>
            <td class="number">
              <Amount amount={balance} decimals={decimals} symbol={symbol ?? undefined} />
            </td>
            <td>
              <a href={withQuery(place, { asset, offset: null, cursor: null })}>
                Its transactions<span class="hidden"> with {name ?? symbol ?? asset}</span>
              </a>
            </td>
          </tr>
        ))}
      </Table>
      {more}
      {tokenCount !== null && tokenCount > tokens.length && (
        <p class="note">
          {grouped(tokens.length)} of {grouped(tokenCount)} tokens.
        </p>
      )}
    </section>
  );
}
