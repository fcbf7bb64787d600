import type { Balance, Currency } from '@chaintrail/client';
import { useState } from 'preact/hooks';
import { chaintrail, useAnswer } from '../api.js';
import { grouped } from '../format.js';
import { usePageUrl, withQuery } from '../router.js';
import { Table } from '../ui/table.js';
import { Amount } from '../ui/text.js';
import { tokenPath, useFirst } from '../ui/transfer-list.js';

interface Props {
  readonly balance: Balance;
  readonly currency: Currency;
}

export function Tokens({ balance, currency }: Props) {
  const { address, tokenCount } = balance;
  const pageUrl = usePageUrl();
  const [read, setRead] = useState(0);
  const following = useAnswer(
    (signal) => tokensBehind(currency.currency, balance, read, signal),
    [address, balance.nextTokens, read],
  );
  const { tokens: others = [], next = balance.nextTokens } = following.value ?? {};
  const tokens = [...balance.tokens, ...others];
  const { shown, more } = useFirst(tokens, 'tokens');
  return (
    <section>
      <h2>Tokens</h2>
      <Table of="tokens" columns={['Token', { number: 'Balance' }, 'History']}>
        {shown.map(({ asset, symbol, name, tokenId, balance, decimals, drifts }) => (
          <tr key={`${asset} ${tokenId}`}>
            <td>
              <a href={tokenPath(currency.currency, asset, tokenId)} title={asset}>
                {name ?? symbol ?? `${asset.slice(0, 12)}…`}
              </a>
              {tokenId !== null && <span class="muted"> no. {tokenId.slice(0, 12)}</span>}
            </td>
            <td class="number">
              <Amount amount={balance} decimals={decimals} symbol={symbol ?? undefined} />
              {drifts && <span class="muted"> differs from its transfers</span>}
            </td>
            <td>
              <a href={withQuery(pageUrl, { asset, offset: null, cursor: null })}>
                Its transactions<span class="hidden"> with {name ?? symbol ?? asset}</span>
              </a>
            </td>
          </tr>
        ))}
      </Table>
      {more}
      {next !== null && (
        <p class="note">
          {grouped(tokens.length)} {tokenCount !== null && `of ${grouped(tokenCount)} `}tokens.{' '}
          <button type="button" disabled={following.isLoading} onClick={() => setRead(read + 1)}>
            List more tokens
          </button>
        </p>
      )}
    </section>
  );
}

/** So many pages behind the balance's own, and the cursor of what follows. */
async function tokensBehind(code: string, { address, nextTokens }: Balance, pages: number, signal: AbortSignal) {
  const tokens: Balance['tokens'][number][] = [];
  let next = nextTokens;
  for (let page = 0; page < pages && next !== null; page++) {
    const answer: Balance = await chaintrail.balance(code, address, { tokenCursor: next, signal });
    tokens.push(...answer.tokens);
    next = answer.nextTokens;
  }
  return { tokens, next };
}
