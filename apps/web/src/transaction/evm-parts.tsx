import type { AccountTransaction, Currency } from '@chaintrail/client';
import { grouped } from '../format.js';
import { paths } from '../router.js';
import { Amount, Id } from '../ui/text.js';
import { Party, TransferList } from '../ui/transfer-list.js';

/** Decimals of a gas price. */
const GWEI_DECIMALS = 9;

export function evmFields(transaction: AccountTransaction, { symbol, currency }: Currency) {
  const { decimals, blobFee, l1Fee, operatorFee, type, nonce, gasLimit, gasUsed, gasPrice, method } = transaction;
  const part = (amount: string | null) =>
    amount !== null && amount !== '0' && <Amount amount={amount} decimals={decimals} symbol={symbol} />;
  return {
    'Fee for blobs': part(blobFee),
    'Fee for layer 1': part(l1Fee),
    'Fee of the operator': part(operatorFee),
    Gas: gasUsed !== null && `${grouped(gasUsed)}${gasLimit === null ? '' : ` of ${grouped(gasLimit)}`}`,
    'Gas price': gasPrice !== null && <Amount amount={gasPrice} decimals={GWEI_DECIMALS} symbol="Gwei" />,
    Method: method !== null && <code>{method}</code>,
    Nonce: nonce !== null && grouped(nonce),
    Type: type !== null && String(type),
    'Makes the contract': transaction.contractCreated !== null && (
      <Id text={transaction.contractCreated} href={paths.of('address', currency, transaction.contractCreated)} />
    ),
  };
}

const INTERNAL_WORDS: Readonly<Record<AccountTransaction['internalTransfers'], string>> = {
  complete: 'None.',
  pending: 'The block could not be traced yet.',
  off: 'This block is not traced.',
};

interface PartsProps {
  readonly transaction: AccountTransaction;
  readonly currency: Currency;
}

export function EvmParts({ transaction, currency }: PartsProps) {
  const { from, to, value, contractCreated, transfers, internalTransfers, decimals, nextOffset } = transaction;
  const internal = transfers.filter(({ kind }) => kind === 'internal');
  const others = transfers.filter(({ kind }) => kind !== 'internal');
  return (
    <>
      {from !== null && (
        <section class="flow" aria-label="Sender and recipient">
          <div>
            <h2>From</h2>
            <Party address={from} currency={currency} />
          </div>
          <span class="arrow" aria-hidden="true">
            →
          </span>
          <div>
            <h2>{to === null ? 'New contract' : 'To'}</h2>
            <Party address={to ?? contractCreated} currency={currency} />
            <p class="total">
              <Amount amount={value} decimals={decimals} symbol={currency.symbol} />
            </p>
          </div>
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h2>Transfers</h2>
          <TransferList transfers={others} currency={currency} />
        </section>
      )}
      <section>
        <h2>Internal transfers</h2>
        {internal.length > 0 ? (
          <TransferList transfers={internal} currency={currency} />
        ) : (
          nextOffset === null && <p class="note">{INTERNAL_WORDS[internalTransfers]}</p>
        )}
      </section>
    </>
  );
}
