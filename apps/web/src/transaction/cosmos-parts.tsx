import type { CosmosTransaction, Currency, Payout } from '@chaintrail/client';
import { useContext } from 'preact/hooks';
import { Currencies } from '../api.js';
import { grouped } from '../format.js';
import { paths } from '../router.js';
import { Amount, Badge, Id, type Tone } from '../ui/text.js';
import { TransferList } from '../ui/transfer-list.js';

export function cosmosFields(transaction: CosmosTransaction) {
  const { gasUsed, gasWanted, code, failure, memo, inTxid, currency } = transaction;
  return {
    Outcome: transaction.outcome !== null && <OutcomeText transaction={transaction} outcome={transaction.outcome} />,
    Memo: memo !== null && <code>{memo}</code>,
    'Answers the deposit': inTxid !== null && <Id text={inTxid} href={paths.of('tx', currency, inTxid)} />,
    Failure: failure !== null && failure,
    Code: code !== null && code !== 0 && String(code),
    Gas: gasUsed !== null && `${grouped(gasUsed)}${gasWanted === null ? '' : ` of ${grouped(gasWanted)}`}`,
  };
}

type Outcome = NonNullable<CosmosTransaction['outcome']>;
const TONES: Readonly<Record<string, Tone>> = { open: 'warn', paid: 'good', refunded: 'bad' };

interface OutcomeProps {
  readonly transaction: CosmosTransaction;
  readonly outcome: Outcome;
}

/** Outcome of a deposit. A payout on another chain is linked where the payouts are, with that chain. */
function OutcomeText({ transaction, outcome: { status, reason, txid } }: OutcomeProps) {
  const { txid: own, currency, payouts } = transaction;
  const isElsewhere = payouts.some((payout) => payout.txid === txid && CODES[payout.chain] !== currency);
  return (
    <>
      <Badge tone={TONES[status] ?? 'plain'}>{status}</Badge> {reason !== null && reason}
      {txid !== null && txid !== own && (
        <small>
          {' '}
          in <Id text={txid} href={isElsewhere ? undefined : paths.of('tx', currency, txid)} />
        </small>
      )}
    </>
  );
}

interface PartsProps {
  readonly transaction: CosmosTransaction;
  readonly currency: Currency;
}

export function CosmosParts({ transaction, currency }: PartsProps) {
  const { messages, transfers, transferCount, payouts, answers } = transaction;
  return (
    <>
      {messages.length > 0 && (
        <section>
          <h2>Messages</h2>
          <ol class="messages">
            {messages.map(({ type, ...fields }, n) => (
              <li key={n}>
                <Badge>{type}</Badge>
                {Object.keys(fields).length > 0 && (
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
                  <pre tabIndex={0}>{JSON.stringify(fields, null, 2)}</pre>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
      {payouts.length > 0 && (
        <section>
          <h2>Payouts</h2>
          <ul class="transfers">
            {payouts.map((payout) => (
              <li key={`${payout.txid} ${payout.to}`}>
                <PaidOut payout={payout} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <AnsweredBy txids={answers} currency={currency} />
      {transfers.length > 0 && (
        <section>
          <h2>Transfers</h2>
          <TransferList transfers={transfers} currency={currency} count={transferCount} />
        </section>
      )}
    </>
  );
}

interface AnsweredByProps {
  readonly txids: readonly string[];
  readonly currency: Currency;
}

/** The entries in which blocks answered a deposit. */
export function AnsweredBy({ txids, currency }: AnsweredByProps) {
  if (txids.length === 0) return null;
  return (
    <section>
      <h2>Answered by</h2>
      <ul class="transfers">
        {txids.map((txid) => (
          <li key={txid}>
            <a href={paths.of('tx', currency.currency, txid)}>{txid}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Chains whose names in the protocol are not codes of currencies. */
const CODES: Readonly<Record<string, string>> = { THOR: 'rune', MAYA: 'cacao' };
const NO_TXID = /^0*$/;

/** On another chain, maybe one that this server follows, too. */
function PaidOut({ payout: { chain, to, txid, asset, amount, decimals } }: { readonly payout: Payout }) {
  const followed = useContext(Currencies).get(CODES[chain] ?? chain.toLowerCase());
  const link = (kind: 'address' | 'tx', id: string) => followed && paths.of(kind, followed.currency, id);
  return (
    <>
      <Badge>{followed?.name ?? chain}</Badge>
      <Id text={to} href={link('address', to)} />
      {!NO_TXID.test(txid) && (
        <small>
          in <Id text={txid} href={link('tx', followed?.family === 'evm' ? `0x${txid.toLowerCase()}` : txid)} />
        </small>
      )}
      <span class="number">
        <Amount amount={amount} decimals={decimals} symbol={asset} />
      </span>
    </>
  );
}
