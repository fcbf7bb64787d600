import type { CosmosTransfer, Currency, Transfer } from '@chaintrail/client';
import { useState } from 'preact/hooks';
import { grouped } from '../format.js';
import { paths } from '../router.js';
import { Amount, Badge, Id } from './text.js';

export type AnyTransfer = Transfer | CosmosTransfer;

/** Whether a log says so, and nothing left its sender. */
export function isSpoofed(transfer: AnyTransfer): boolean {
  return 'spoofed' in transfer && transfer.spoofed === true;
}

const SHOWN = 25;

/** The first few of a list, and all on demand. @param count how many there are; the items may be a part */
export function useFirst<Item>(items: readonly Item[], what: string, count = items.length) {
  const [isAll, setAll] = useState(items.length <= SHOWN);
  return {
    shown: isAll ? items : items.slice(0, SHOWN),
    more: isAll ? null : (
      <button type="button" onClick={() => setAll(true)}>
        Show {items.length < count ? `${grouped(items.length)} of ${grouped(count)}` : `all ${grouped(count)}`} {what}
      </button>
    ),
  };
}

/** A token's amount, linked to who holds it; a single one by its number. */
export function TransferAmount({ transfer, currency, amount = transfer.amount, signed = false }: TransferAmountProps) {
  const { asset, decimals, symbol, tokenId } = transfer;
  const isNative = asset === null;
  const name = isNative ? currency.symbol : (symbol ?? `${asset.slice(0, 10)}…`);
  return (
    <>
      <Amount amount={amount} decimals={isNative ? currency.decimals : decimals} signed={signed} />{' '}
      {isNative ? (
        <span class="symbol">{name}</span>
      ) : (
        <a href={tokenPath(currency.currency, asset, tokenId)} title={asset}>
          {name}
        </a>
      )}
      {tokenId !== null && <span class="muted"> no. {tokenId.length > 12 ? `${tokenId.slice(0, 12)}…` : tokenId}</span>}
    </>
  );
}

interface TransferAmountProps {
  readonly transfer: Pick<AnyTransfer, 'asset' | 'amount' | 'decimals' | 'symbol' | 'tokenId'>;
  readonly currency: Currency;
  readonly amount?: string;
  readonly signed?: boolean;
}

export function tokenPath(currency: string, asset: string, tokenId: string | null): string {
  const path = paths.of('token', currency, asset);
  return tokenId === null ? path : `${path}?${new URLSearchParams({ tokenId })}`;
}

export function TransferList({
  transfers,
  currency,
  count,
}: {
  readonly transfers: readonly AnyTransfer[];
  /** How many there are, where these may be a part of them. */
  readonly count?: number;
  readonly currency: Currency;
}) {
  const { shown, more } = useFirst(transfers, 'transfers', count);
  return (
    <>
      <ul class="transfers">
        {shown.map((transfer, n) => (
          <li key={n}>
            <Badge>{transfer.kind}</Badge>
            {isSpoofed(transfer) && <Badge tone="warn">not by the sender</Badge>}
            <Party address={transfer.from} currency={currency} />
            <span class="arrow" role="img" aria-label="to">
              →
            </span>
            <Party address={transfer.to} currency={currency} />
            <span class="number">
              <TransferAmount transfer={transfer} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

export function Party({ address, currency }: { readonly address: string | null; readonly currency: Currency }) {
  if (address === null) return <span class="muted">nobody</span>;
  return <Id text={address} href={paths.of('address', currency.currency, address)} />;
}
