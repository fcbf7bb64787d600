import type { Currency, Fees, Mempool } from '@chaintrail/client';
import { chaintrail, useAnswer } from '../api.js';
import { grouped, plural } from '../format.js';
import { useSoon, useStream } from '../live.js';
import { paths } from '../router.js';
import { Answered } from '../ui/answered.js';
import { Live, Page } from '../ui/page.js';
import { Table } from '../ui/table.js';
import { Amount, Fields } from '../ui/text.js';

/** The server makes a new answer as often. */
const PAUSE_MS = 5_000;

/** Unconfirmed transactions, their fees, and the next blocks. */
export function MempoolPage({ currency }: { readonly currency: Currency }) {
  const code = currency.currency;
  const answer = useAnswer(
    async (signal) => {
      const [mempool, fees] = await Promise.all([
        chaintrail.mempool(code, { signal }),
        chaintrail.fees(code, { signal }),
      ]);
      return { mempool, fees };
    },
    [code],
  );
  const refresh = useSoon(answer.reload);
  const live = useStream(code, undefined, () => refresh(PAUSE_MS));
  const name = `${currency.name} mempool`;
  return (
    <Page title={name} name={name}>
      <Live state={live} news="" />
      <Answered answer={answer} what="the mempool">
        {({ mempool, fees }) => (
          <>
            <Fields
              fields={{
                Chain: <a href={paths.chain(code)}>{currency.name}</a>,
                Unconfirmed: plural(mempool.transactionCount, 'transaction'),
                'Virtual bytes': grouped(mempool.vsize),
                Fees: <Amount amount={mempool.fees} decimals={mempool.decimals} symbol={currency.symbol} />,
                'Of unknown fee': mempool.unknownFeeCount > 0 && grouped(mempool.unknownFeeCount),
              }}
            />
            <p class="note">Rates are base units per virtual byte, with what a transaction depends on.</p>
            <Estimates fees={fees} />
            <NextBlocks mempool={mempool} currency={currency} />
            <Histogram mempool={mempool} />
          </>
        )}
      </Answered>
    </Page>
  );
}

function Estimates({ fees: { estimates, node } }: { readonly fees: Fees }) {
  return (
    <section>
      <h2>What to pay</h2>
      <Rates of="estimates" rates={estimates} />
      {node.length > 0 && (
        <>
          <p class="note">The node's own estimate, by what it saw confirmed:</p>
          <Rates of="node-estimates" rates={node} />
        </>
      )}
    </section>
  );
}

function Rates({ of, rates }: { readonly of: string; readonly rates: Fees['estimates'] }) {
  return (
    <Table of={of} columns={['To be in', { number: 'Rate' }]}>
      {rates.map(({ blocks, feeRate }) => (
        <tr key={blocks}>
          <td>{blocks === 1 ? 'the next block' : `the next ${blocks} blocks`}</td>
          <td class="number">{feeRate ?? 'as little as nodes relay'}</td>
        </tr>
      ))}
    </Table>
  );
}

function NextBlocks({ mempool, currency }: { readonly mempool: Mempool; readonly currency: Currency }) {
  const columns = ['Block', { number: 'Transactions' }, { number: 'Rates' }, { number: 'Median' }, { number: 'Fees' }];
  return (
    <section>
      <h2>Next blocks, if miners took what pays most</h2>
      <Table of="next-blocks" columns={columns}>
        {mempool.projectedBlocks.map((block, n) => (
          <tr key={n}>
            <td>{n === 0 ? 'next' : `${n + 1} from now`}</td>
            <td class="number">{grouped(block.transactionCount)}</td>
            <td class="number">
              {block.lowestFeeRate} to {block.highestFeeRate}
            </td>
            <td class="number">{block.medianFeeRate}</td>
            <td class="number">
              <Amount amount={block.fees} decimals={mempool.decimals} symbol={currency.symbol} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Histogram({ mempool: { histogram } }: { readonly mempool: Mempool }) {
  const most = Math.max(1, ...histogram.map(({ vsize }) => vsize));
  return (
    <section>
      <h2>What they pay</h2>
      <Table of="fee-bands" columns={['Rate from', 'Share', { number: 'Virtual bytes' }, { number: 'Transactions' }]}>
        {histogram.map(({ from, vsize, transactionCount }) => (
          <tr key={from}>
            <td>{from}</td>
            <td>
              <meter max={most} value={vsize} aria-label={`${grouped(vsize)} virtual bytes pay ${from} or more`} />
            </td>
            <td class="number">{grouped(vsize)}</td>
            <td class="number">{grouped(transactionCount)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
