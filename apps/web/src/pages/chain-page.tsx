import { type Block, type ChainStatus, ChaintrailError, type Currency, type StreamEvent } from '@chaintrail/client';
import { useState } from 'preact/hooks';
import { chaintrail, useAnswer } from '../api.js';
import { date, grouped, percent, plural } from '../format.js';
import { useNow, useSoon, useStream } from '../live.js';
import { paths } from '../router.js';
import { Answered, Problem } from '../ui/answered.js';
import { ChainBadge, Progress } from '../ui/chain-state.js';
import { Live, Page } from '../ui/page.js';
import { Table } from '../ui/table.js';
import { Badge, Fields, Id, Time } from '../ui/text.js';

/** A block of some chains comes every 250 ms; nobody reads that fast. */
const PAUSE_MS = 1_000;
const SHOWN_BLOCKS = 8;

export function ChainPage({ currency }: { readonly currency: Currency }) {
  const code = currency.currency;
  const status = useAnswer(
    async (signal) => (await chaintrail.status({ signal })).chains.find(({ currency }) => currency === code),
    [code],
  );
  const blocks = useAnswer((signal) => newestBlocks(code, signal), [code]);
  const [reorgs, setReorgs] = useState<readonly string[]>([]);
  const [news, setNews] = useState('');
  const refresh = useSoon(() => {
    status.reload();
    blocks.reload();
  });
  const live = useStream(code, undefined, (event: StreamEvent) => {
    if (event.type === 'tip') setNews(`Block ${grouped(event.data.height)}`);
    if (event.type === 'reorg') {
      const { from, to } = event.data;
      const words = `Reorganisation: ${plural(from.height - to.height, 'block')} taken back, down to ${grouped(to.height)}`;
      setNews(words);
      setReorgs((before) => [`${date(Date.now() / 1_000)}: ${words}`, ...before].slice(0, SHOWN_BLOCKS));
    }
    refresh(PAUSE_MS);
  });
  return (
    <Page
      name={currency.name}
      title={
        <>
          {currency.name} {status.value && <ChainBadge chain={status.value} />}
        </>
      }
    >
      <Live state={live} news={news} />
      {status.error !== undefined && <Problem error={status.error} retry={status.reload} />}
      {status.value && <ChainFields chain={status.value} isUtxo={currency.family === 'utxo'} />}
      {reorgs.length > 0 && (
        <section>
          <h2>Reorganisations since this page is open</h2>
          <ul>
            {reorgs.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Newest blocks</h2>
        <Answered answer={blocks} what="blocks">
          {(newest) => <Blocks blocks={newest} />}
        </Answered>
      </section>
    </Page>
  );
}

/** Those that the tip stands on, by height; one that a reorganisation takes away meanwhile is left out. */
async function newestBlocks(code: string, signal: AbortSignal): Promise<readonly Block[]> {
  const tip = await chaintrail.block(code, 'latest', { limit: 1, signal });
  const lowest = Math.max(tip.historyFrom, tip.height - SHOWN_BLOCKS + 1);
  const heights = Array.from({ length: tip.height - lowest }, (_, n) => tip.height - 1 - n);
  const older = await Promise.all(
    heights.map((height) =>
      chaintrail.block(code, height, { limit: 1, signal }).catch((error: unknown) => {
        if (error instanceof ChaintrailError && error.code === 'unknown-block') return null;
        throw error;
      }),
    ),
  );
  return [tip, ...older.filter((block) => block !== null)];
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  const now = useNow();
  return (
    <Table of="blocks" columns={['Height', 'Hash', 'Age', { number: 'Transactions' }]}>
      {blocks.map(({ currency, height, hash, time, transactionCount }) => (
        <tr key={hash}>
          <td>
            <a href={paths.of('block', currency, height)}>{grouped(height)}</a>
          </td>
          <td>
            <Id text={hash} />
          </td>
          <td>
            <Time time={time} now={now} />
          </td>
          <td class="number">
            {grouped(transactionCount)}
            <span class="only-narrow muted"> {transactionCount === 1 ? 'transaction' : 'transactions'}</span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ChainFields({ chain, isUtxo }: { readonly chain: ChainStatus; readonly isUtxo: boolean }) {
  const now = useNow();
  const { indexedHeight, indexedHash, tipTime, nodeHeight, finalizedHeight, historyFrom, mempool } = chain;
  const { audit, runningAudit, blocksPerSecond, internalTransfers, liveSince } = chain;
  return (
    <>
      <Progress chain={chain} />
      <Fields
        fields={{
          'Newest block':
            indexedHeight === null ? (
              'none yet'
            ) : (
              <a href={paths.of('block', chain.currency, indexedHeight)}>{grouped(indexedHeight)}</a>
            ),
          Hash: indexedHash !== null && <Id text={indexedHash} />,
          Made: tipTime !== null && <Time time={tipTime} now={now} />,
          Indexer: chain.owned === false && <Badge tone="bad">none has this chain</Badge>,
          'Height of the node': nodeHeight !== null && grouped(nodeHeight),
          Final: finalizedHeight !== null && `up to ${grouped(finalizedHeight)}`,
          'History from': historyFrom > 0 && grouped(historyFrom),
          Network: chain.network,
          'Live since': liveSince !== null && <Time time={liveSince} />,
          'Blocks a second': blocksPerSecond?.toFixed(blocksPerSecond < 10 ? 2 : 0),
          Unconfirmed:
            mempool &&
            (isUtxo ? (
              <a href={paths.mempool(chain.currency)}>{plural(mempool.indexed, 'transaction')}</a>
            ) : (
              plural(mempool.indexed, 'transaction')
            )),
          'Internal transfers':
            internalTransfers &&
            (internalTransfers.gapCount > 0
              ? `${internalTransfers.mode}, ${plural(internalTransfers.gapCount, 'gap')}`
              : internalTransfers.mode),
          'Last audit': audit && (
            <>
              <Badge tone={audit.result === 'clean' ? 'good' : 'bad'}>{audit.result}</Badge>{' '}
              {audit.findings > 0 && `${plural(audit.findings, 'finding')}, `}
              {audit.scope} <Time time={audit.finishedAt} now={now} />
            </>
          ),
          'Audit that runs':
            runningAudit &&
            `${runningAudit.check ?? runningAudit.scope}${runningAudit.share === null ? '' : `, ${percent(runningAudit.share)}`}`,
        }}
      />
    </>
  );
}
