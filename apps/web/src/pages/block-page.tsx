import type { BlockTransaction, Currency } from '@chaintrail/client';
import { chaintrail, useAnswer } from '../api.js';
import { bytes, grouped, OUTCOME_UNKNOWN, plural } from '../format.js';
import { paths, usePageUrl } from '../router.js';
import { Answered } from '../ui/answered.js';
import { Page } from '../ui/page.js';
import { LIMIT, pageOf } from '../ui/pager.js';
import { PagedTable } from '../ui/table.js';
import { Amount, Badge, Copy, Fields, Id, Time } from '../ui/text.js';

export function BlockPage({ currency, asked }: { readonly currency: Currency; readonly asked: string }) {
  const { query } = usePageUrl();
  const { offset = 0 } = pageOf(query);
  const code = currency.currency;
  const answer = useAnswer(
    (signal) => chaintrail.block(code, asked, { limit: LIMIT, offset, signal }),
    [code, asked, offset],
  );
  const name = `${currency.name} block ${answer.value ? grouped(answer.value.height) : ''}`.trim();
  const link = (hash: string | null) => hash !== null && <Id text={hash} href={paths.of('block', code, hash)} />;
  return (
    <Page title={name} name={name}>
      <Answered answer={answer} what="the block">
        {(block) => (
          <>
            <p class="subject">
              <Id text={block.hash} /> <Copy text={block.hash} what="the hash" />
            </p>
            {block.orphaned && (
              <p>
                <Badge tone="bad">orphaned</Badge> The chain left this block. Its transactions are not kept here; most
                are in other blocks.
              </p>
            )}
            <Fields
              fields={{
                Chain: <a href={paths.chain(code)}>{currency.name}</a>,
                Time: <Time time={block.time} />,
                Transactions: grouped(block.transactionCount),
                Size: bytes(block.size),
                Weight: block.weight !== null && `${grouped(block.weight)} units`,
                Fees: block.fees !== null && <Amount amount={block.fees} decimals={block.decimals} />,
                Reward: block.reward !== null && <Amount amount={block.reward} decimals={block.decimals} />,
                'Miner’s text': block.minerTag ?? false,
                Confirmations: grouped(block.confirmations),
                'Replaced by': link(block.replacedBy),
                Final: !block.orphaned && block.final !== null && (block.final ? 'yes' : 'not yet'),
                Parent: block.height > block.historyFrom && link(block.parentHash),
                Next: link(block.nextHash),
              }}
            />
            <PagedTable
              title="Transactions"
              isLoading={answer.isLoading}
              of="block-transactions"
              columns={['Transaction', 'What it does', { number: 'Fee' }]}
              what="transactions"
              page={block}
              count={block.transactions.length}
            >
              {block.transactions.map((transaction) => (
                <tr key={transaction.txid}>
                  <td>
                    <Id text={transaction.txid} href={paths.of('tx', code, transaction.txid)} />
                  </td>
                  <td>
                    {transaction.status === 'failed' && <Badge tone="bad">failed</Badge>}
                    {transaction.status === null && <Badge tone="plain">{OUTCOME_UNKNOWN}</Badge>}{' '}
                    <Summary transaction={transaction} currency={currency} />
                  </td>
                  <td class="number">
                    {transaction.fee !== null && <Amount amount={transaction.fee} decimals={block.decimals} />}
                  </td>
                </tr>
              ))}
            </PagedTable>
          </>
        )}
      </Answered>
    </Page>
  );
}

function Summary({ transaction, currency }: { readonly transaction: BlockTransaction; readonly currency: Currency }) {
  const { symbol, decimals } = currency;
  if ('inputs' in transaction) {
    const { coinbase, inputCount, outputCount } = transaction;
    const paid = plural(outputCount, 'output');
    return <>{coinbase ? `New coins, ${paid}` : `${plural(inputCount, 'input')}, ${paid}`}</>;
  }
  const moved = transaction.transferCount > 0 && (
    <small class="muted">{plural(transaction.transferCount, 'transfer')}</small>
  );
  if ('kind' in transaction)
    return (
      <>
        {transaction.kind !== 'transaction' && 'The block itself:'} {moved || transaction.memo}
      </>
    );
  const { value, contractCreated, method } = transaction;
  const isPaid = value !== null && value !== '0';
  return (
    <>
      {isPaid && <Amount amount={value} decimals={decimals} symbol={symbol} />}
      {!isPaid && contractCreated !== null && 'Makes a contract'}
      {!isPaid && contractCreated === null && method !== null && (
        <>
          Calls <code>{method}</code>
        </>
      )}
      {moved}
    </>
  );
}
