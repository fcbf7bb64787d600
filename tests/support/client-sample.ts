/** Use of the client by an application, in Node and in a browser. Compiled against the packed package alone. */
import {
  type Balance,
  Chaintrail,
  ChaintrailError,
  formatAmount,
  type HistoryTransaction,
  type ProblemCode,
  parseAmount,
  type StreamEvent,
  type Transaction,
  type Utxo,
} from '@chaintrail/client';

export async function report(url: string, address: string) {
  const client = new Chaintrail({ url, retries: 1 });
  const { version, authentication } = await client.index();
  const { currencies } = await client.currencies();
  const balance: Balance = await client.balance('btc', address);
  const { decimals } = balance;
  const { balances } = await client.balances('btc', [address, address]);
  const past = await client.get('/addresses/{currency}/{address}/balance', {
    path: { currency: 'BTC', address },
    query: { height: 0 },
  });

  const history: HistoryTransaction[] = [];
  for await (const transaction of client.history('btc', address, { order: 'asc', limit: 7 })) history.push(transaction);
  const { total, tip } = await client.historyPage('btc', address, { limit: 1 });
  const unspent: Utxo[] = [];
  for await (const utxo of client.utxos('btc', address, { limit: 7 })) unspent.push(utxo);
  const first = await client.transaction('btc', history[0]!.txid);
  const inBlock: string[] = [];
  for await (const { txid } of client.blockTransactions('btc', 1, { limit: 1 })) inBlock.push(txid);

  const [now, later] = await eventsOf(client, address);

  return {
    version,
    isAuthenticated: authentication.isAuthenticated,
    codes: currencies.map(({ currency }) => currency),
    balance: balance.balance,
    coins: formatAmount(balance.balance ?? '0', decimals),
    units: parseAmount(formatAmount(balance.balance ?? '0', decimals), decimals).toString(),
    twice: balances.map((each) => each.balance),
    past: past.balance,
    txids: history.map(({ txid }) => txid),
    states: [...new Set(history.map(stateOf))],
    net: history.reduce((sum, { netAmount }) => sum + BigInt(netAmount), 0n).toString(),
    total,
    tip: tip.height,
    unspent: unspent.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString(),
    parts: partsOf(first),
    inBlock,
    blockTransactions: (await client.block('btc', 1)).transactionCount,
    event: now?.type === 'tip' ? now.data.height : now?.type,
    later,
    failures: [
      await codeOf(client.stream({ currency: 'btc', lastEventId: 'x' }).next()),
      await codeOf(client.balance('btc', 'x')),
      await codeOf(client.transaction('btc', 'ab'.repeat(32))),
      await codeOf(client.status({ signal: AbortSignal.abort() })),
    ],
  };
}

/** The first event, and what comes after it in a moment in which nothing happens. */
async function eventsOf(client: Chaintrail, address: string): Promise<readonly [StreamEvent | undefined, unknown]> {
  let first: StreamEvent | undefined;
  for await (const event of client.stream({ currency: 'btc', addresses: [address] })) {
    first = event;
    break;
  }
  const controller = new AbortController();
  const after = client.stream({ currency: 'btc', lastEventId: first?.id, signal: controller.signal });
  setTimeout(() => controller.abort(), 500);
  return [first, await after.next()];
}

/** The family tells the parts; one that is not known yet is left to the default. */
function partsOf(transaction: Transaction): number {
  switch (transaction.family) {
    case 'utxo':
      return transaction.inputs.length + transaction.outputs.length;
    case 'evm':
      return transaction.transfers.length + (transaction.nonce ?? 0);
    case 'cosmos':
      return transaction.payouts.length;
    default:
      transaction satisfies never;
      return 0;
  }
}

/** Words that are known are proposed and tell values apart; any other one is still a text. */
export function stateOf({ status }: HistoryTransaction): 'waits' | 'is there' | 'went wrong' | 'is new to me' {
  switch (status) {
    case 'pending':
      return 'waits';
    case 'confirmed':
      return 'is there';
    case 'failed':
      return 'went wrong';
    default:
      return 'is new to me';
  }
}

async function codeOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
    return 'answered';
  } catch (error) {
    if (!(error instanceof ChaintrailError)) return (error as Error).name;
    const code: ProblemCode | 'network' | 'timeout' | 'unexpected-answer' = error.code;
    return `${code} ${error.status} ${error.requestId === null ? '' : error.instance === `urn:request:${error.requestId}`}`;
  }
}

/** Mistakes are found before the code runs. */
export async function mistakes(client: Chaintrail, event: StreamEvent): Promise<void> {
  // @ts-expect-error no such route
  await client.get('/addresses');
  // @ts-expect-error a route that answers with a page
  await client.get('/docs');
  // @ts-expect-error the path is missing
  await client.get('/transactions/{currency}/{txid}');
  // @ts-expect-error the transaction is missing
  await client.get('/transactions/{currency}/{txid}', { path: { currency: 'btc' } });
  // @ts-expect-error a text in the place of a number
  await client.balance('btc', 'x', { height: '5' });
  // @ts-expect-error no such parameter
  await client.historyPage('btc', 'x', { page: 2 });
  // @ts-expect-error a page is JSON
  await client.historyPage('btc', 'x', { format: 'csv' });
  // @ts-expect-error a walk begins at an entry, not at an offset
  client.history('btc', 'x', { offset: 5 });
  // @ts-expect-error an unknown balance is null
  BigInt((await client.balance('btc', 'x')).balance);
  // @ts-expect-error only transactions have an address
  event.data.address;
  if (event.type === 'transaction') event.data.address satisfies string;
}
