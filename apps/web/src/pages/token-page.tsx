import type { Currency, Holders } from '@chaintrail/client';
import { chaintrail, useAnswer } from '../api.js';
import { grouped } from '../format.js';
import { paths, usePageUrl } from '../router.js';
import { Answered } from '../ui/answered.js';
import { Page } from '../ui/page.js';
import { LIMIT, MOST_OFFSET, pageOf } from '../ui/pager.js';
import { PagedTable } from '../ui/table.js';
import { Amount, Copy, Fields, Id } from '../ui/text.js';

const REASONS: Readonly<Record<Holders['incompleteReasons'][number], string>> = {
  'unknown-balances': 'Balances of some holders are not known.',
  'older-balances': 'Some balances are of an older block: a transfer has come since.',
  drifts: 'Balances of the contract differ from its transfers.',
  'later-start': 'What happened before the first indexed block is not known.',
};

export function TokenPage({ currency, asset }: { readonly currency: Currency; readonly asset: string }) {
  const { query } = usePageUrl();
  const page = pageOf(query);
  const tokenId = query.get('tokenId') ?? undefined;
  const code = currency.currency;
  const answer = useAnswer(
    (signal) => chaintrail.holdersPage(code, asset, { limit: LIMIT, ...page, tokenId, signal }),
    [code, asset, tokenId, page.offset, page.cursor],
  );
  const name = answer.value?.name ?? answer.value?.symbol ?? 'Token';
  return (
    <Page title={name} name={name}>
      <p class="subject">
        <Id text={asset} href={currency.family === 'evm' ? paths.of('address', code, asset) : undefined} />{' '}
        <Copy text={asset} what="the name of the token" />
      </p>
      <Answered answer={answer} what="holders">
        {(value) => (
          <>
            <Fields
              fields={{
                Chain: <a href={paths.chain(code)}>{currency.name}</a>,
                Symbol: value.symbol,
                Standard: value.standard?.toUpperCase(),
                Number: value.tokenId,
                'Decimal places': value.decimals !== null && String(value.decimals),
                Holders: value.total !== null && grouped(value.total),
                'Of unknown balance': value.unknown !== null && value.unknown > 0 && grouped(value.unknown),
              }}
            />
            {value.incompleteReasons.map((reason) => (
              <p key={reason} class="note">
                {REASONS[reason]}
              </p>
            ))}
            <PagedTable
              title="Holders"
              isLoading={answer.isLoading}
              of="holders"
              columns={['Rank', 'Address', { number: 'Balance' }]}
              what="holders"
              page={value}
              count={value.holders.length}
              mostOffset={MOST_OFFSET}
            >
              <HolderRows holders={value} />
            </PagedTable>
          </>
        )}
      </Answered>
    </Page>
  );
}

function HolderRows({ holders: { holders, offset, decimals, symbol, currency } }: { readonly holders: Holders }) {
  return (
    <>
      {holders.map(({ address, name, balance, height, changedSince }, n) => (
        <tr key={address}>
          <td>{offset === null ? '' : grouped(offset + n + 1)}</td>
          <td>
            {name !== null && `${name} `}
            <Id text={address} href={paths.of('address', currency, address)} />
          </td>
          <td class="number">
            <Amount amount={balance} decimals={decimals} symbol={symbol ?? undefined} />
            {changedSince && <small class="muted">at block {grouped(height)}</small>}
          </td>
        </tr>
      ))}
    </>
  );
}
