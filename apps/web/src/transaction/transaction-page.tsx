import { ChaintrailError, type Currency, type Transaction } from '@chaintrail/client';
import { useState } from 'preact/hooks';
import { chaintrail, useAnswer } from '../api.js';
import { grouped, OUTCOME_UNKNOWN, plural } from '../format.js';
import { useSoon, useStream } from '../live.js';
import { paths } from '../router.js';
import { Answered } from '../ui/answered.js';
import { Live, Page } from '../ui/page.js';
import { Amount, Badge, Copy, Fields, Id, Time, type Tone } from '../ui/text.js';
import { AnsweredBy, CosmosParts, cosmosFields } from './cosmos-parts.js';
import { EvmParts, evmFields } from './evm-parts.js';
import { UtxoParts, utxoFields } from './utxo-parts.js';

const SOON_MS = 1_000;

export function TransactionPage({ currency, txid }: { readonly currency: Currency; readonly txid: string }) {
  const code = currency.currency;
  const [news, setNews] = useState('');
  const [mostParts, setMostParts] = useState(1);
  const answer = useAnswer(
    (signal) => chaintrail.wholeTransaction(code, txid, { signal, mostParts }),
    [code, txid, mostParts],
  );
  const refresh = useSoon(answer.reload);
  // One that is not there may arrive, or come back after a reorganisation.
  const live = useStream(code, undefined, (event) => {
    if (event.type === 'tip') setNews(`Block ${grouped(event.data.height)}`);
    if (event.type === 'reorg')
      setNews(`Reorganisation: blocks above ${grouped(event.data.to.height)} were taken back`);
    refresh(SOON_MS);
  });
  const name = `${currency.name} transaction`;
  const shown = answer.value;
  const isBlockEntry = shown && 'kind' in shown && shown.kind !== 'transaction';
  return (
    <Page title={isBlockEntry ? `${currency.name} block entry` : name} name={`${name} ${txid}`}>
      <p class="subject">
        <Id text={shown?.txid ?? txid} /> <Copy text={shown?.txid ?? txid} what="the transaction id" />
      </p>
      <Answered answer={answer} what="the transaction">
        {(transaction) => (
          <>
            <Live state={live} news={news} />
            <Fields
              fields={{
                Status: <Status transaction={transaction} />,
                Chain: <a href={paths.chain(code)}>{currency.name}</a>,
                ...droppedFields(transaction, code),
                Block: transaction.blockHeight !== null && (
                  <>
                    <a href={paths.of('block', code, transaction.blockHeight)}>{grouped(transaction.blockHeight)}</a>
                    {transaction.blockIndex !== null && (
                      <span class="muted">, number {grouped(transaction.blockIndex + 1)} in it</span>
                    )}
                  </>
                ),
                Time: transaction.timestamp !== null && <Time time={transaction.timestamp} />,
                'First seen': 'firstSeen' in transaction && transaction.firstSeen !== null && (
                  <Time time={transaction.firstSeen} />
                ),
                Fee: transaction.fee !== null && (
                  <Amount amount={transaction.fee} decimals={transaction.decimals} symbol={currency.symbol} />
                ),
                'Also in': transaction.alsoIn.length > 0 && <OtherPlaces transaction={transaction} />,
                ...fieldsOf(transaction, currency),
              }}
            />
            <Parts transaction={transaction} currency={currency} />
            {transaction.nextOffset !== null && (
              <button type="button" onClick={() => setMostParts((before) => before + 1)}>
                Load more of this transaction
              </button>
            )}
          </>
        )}
      </Answered>
      <Elsewhere error={answer.error} txid={txid} currency={currency} />
    </Page>
  );
}

interface ElsewhereProps {
  readonly error: unknown;
  readonly txid: string;
  readonly currency: Currency;
}

/** A deposit of another chain is not there, but what answered it is. */
function Elsewhere({ error, txid, currency }: ElsewhereProps) {
  const answers = error instanceof ChaintrailError ? error.problem?.answers : undefined;
  if (answers === undefined) return null;
  return (
    <>
      <AnsweredBy txids={answers} currency={currency} />
      <p>
        <a href={paths.search(txid)}>Look for it on all chains</a>
      </p>
    </>
  );
}

const TONES: Readonly<Record<string, Tone>> = { pending: 'warn', confirmed: 'good', failed: 'bad', dropped: 'bad' };

function Status({ transaction: { status, confirmations } }: { readonly transaction: Transaction }) {
  return (
    <>
      <Badge tone={TONES[status ?? ''] ?? 'plain'}>{status ?? OUTCOME_UNKNOWN}</Badge>{' '}
      {confirmations > 0 && <span class="muted">{plural(confirmations, 'confirmation')}</span>}
    </>
  );
}

const DROP_REASONS: Readonly<Record<string, string>> = {
  replaced: 'Another transaction took its place.',
  conflicted: 'A block has another transaction in its place.',
  evicted: 'It paid less than the full mempool of the node takes.',
  expired: 'It waited for two weeks.',
};

/** Why it will not come, and what did instead. */
function droppedFields(transaction: Transaction, code: string) {
  if (transaction.family === 'cosmos' || transaction.droppedAt === undefined) return {};
  const { dropReason, droppedAt, replacedBy } = transaction;
  return {
    Dropped: (
      <>
        <Time time={droppedAt} />{' '}
        {DROP_REASONS[dropReason ?? ''] ?? 'The node removed it from its mempool, and nothing tells why.'}
      </>
    ),
    'Replaced by': replacedBy && <Id text={replacedBy} href={paths.of('tx', code, replacedBy)} />,
  };
}

/** Blocks that have the same txid. */
function OtherPlaces({ transaction: { alsoIn, currency } }: { readonly transaction: Transaction }) {
  return (
    <>
      {alsoIn.map(({ blockHeight, blockIndex, status }) => (
        <div key={`${blockHeight} ${blockIndex}`}>
          <a href={paths.of('block', currency, blockHeight)}>{grouped(blockHeight)}</a>
          <span class="muted">, number {grouped(blockIndex + 1)} in it</span>{' '}
          <Badge tone={TONES[status] ?? 'plain'}>{status}</Badge>
        </div>
      ))}
    </>
  );
}

function fieldsOf(transaction: Transaction, currency: Currency) {
  if ('inputs' in transaction) return utxoFields(transaction, currency);
  return 'kind' in transaction ? cosmosFields(transaction) : evmFields(transaction, currency);
}

function Parts({ transaction, currency }: { readonly transaction: Transaction; readonly currency: Currency }) {
  if ('inputs' in transaction) return <UtxoParts transaction={transaction} currency={currency} />;
  if ('kind' in transaction) return <CosmosParts transaction={transaction} currency={currency} />;
  return <EvmParts transaction={transaction} currency={currency} />;
}
