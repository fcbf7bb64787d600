/** The end of a run: everything that was played has arrived, and nothing else. */
import { openSession, type Session } from '@chaintrail/db';
import type { AddressModel, LedgerModel } from '@chaintrail/devnet';
import { inParallel, waitFor } from '@chaintrail/testkit';
import { ApiClient } from '../check/api-client.js';
import { isConfirmed, problemsOfPage } from '../check/page.js';
import { problemsOfUtxos } from '../check/utxos.js';
import type { Findings } from '../findings.js';
import type { FollowedChain } from '../world/followed-chain.js';
import type { Product } from '../world/product.js';

/** Longer than an indexer's longest pause after many failures. */
const SETTLE_MS = 180_000;
const LIMIT = 1_000;
const READERS = 4;
/** Unspent outputs are listed for every address with something pending, and for one of so many others. */
const UNSPENT_SHARE = 8n;

/** Waits until the index has the node's tip and its unconfirmed transactions. */
export async function waitUntilSettled(databaseUrl: string, chain: FollowedChain, product: Product): Promise<void> {
  const session = await openSession(databaseUrl, 'chaintrail-soak');
  const { code, node } = chain;
  const settled = async (): Promise<boolean> => {
    const { rows } = await session.query<{ hash: string | null; waiting: string[] | null }>(
      `SELECT encode(hash, 'hex') AS hash,
         (SELECT array_agg(encode(txid, 'hex')) FROM mempool_transactions m WHERE m.chain = s.chain AND tx_key IS NULL) AS waiting
       FROM sync_state s WHERE chain = $1`,
      [code],
    );
    const [row] = rows;
    return row?.hash === chain.tip().hash && sameSet(row.waiting ?? [], node.mempool());
  };
  try {
    await waitFor(settled, {
      timeoutMs: SETTLE_MS,
      intervalMs: 200,
      processes: product.processes(),
      what: `${code} to be indexed with its mempool up to block ${node.tip().height} ${node.tip().hash}`,
    });
  } finally {
    await session.end();
  }
}

/**
 * Compares every address, every waiting transaction and the unspent outputs with the node: the rows of all addresses, and
 * what the API says of `apiAddresses` of them, those with something pending first.
 */
export async function compareEverything(
  { databaseUrl, apiAddresses }: { readonly databaseUrl: string; readonly apiAddresses: number },
  chain: FollowedChain,
  apiUrl: string,
  findings: Findings,
): Promise<{ addresses: number; pages: number }> {
  const api = new ApiClient(apiUrl, chain.code);
  const model = chain.node.model();
  const wrong = (what: string) => findings.add(chain.code, `at the end, ${what}`);
  const addresses = new Set([...model.pending.keys(), ...model.addresses.keys()]);
  await inParallel([...addresses].slice(0, apiAddresses), READERS, (address) =>
    compareAddress(api, model, address, wrong),
  );
  await inParallel(model.pendingTxids, READERS, async (txid) => {
    const { status } = await api.transaction(txid);
    if (status !== 'pending') wrong(`${txid} of the node's mempool is ${status}`);
  });
  const session = await openSession(databaseUrl, 'chaintrail-soak');
  try {
    await compareRows(session, chain.code, model, wrong);
    await compareUnspent(session, chain.code, model, wrong);
  } finally {
    await session.end();
  }
  return { addresses: addresses.size, pages: api.answers };
}

const NOTHING: AddressModel = { balance: 0n, received: 0n, sent: 0n, txids: [] };

async function compareAddress(
  api: ApiClient,
  model: LedgerModel,
  address: string,
  wrong: (what: string) => void,
): Promise<void> {
  const confirmed = model.addresses.get(address) ?? NOTHING;
  const waiting = model.pending.get(address) ?? NOTHING;
  const answer = await api.balance(address);
  const found = [answer.balance, answer.received, answer.sent, answer.transactionCount, answer.pending].join(' ');
  const { balance, received, sent, txids } = confirmed;
  const right = [balance, received, sent, txids.length, waiting.balance].join(' ');
  if (found !== right) wrong(`${address}: balance, received, sent, count and pending are ${found}, not ${right}`);
  const history = await wholeHistory(api, address, (problem) => wrong(`${address}: ${problem}`));
  const shown = history.filter(isConfirmed).map(({ txid }) => txid);
  if (shown.join() !== txids.toReversed().join()) wrong(`${address}: its history is not the chain's`);
  const pending = history.filter((item) => !isConfirmed(item)).map(({ txid }) => txid);
  if (!sameSet(pending, waiting.txids)) {
    wrong(`${address}: pending are ${pending.join(', ')}; the node has ${waiting.txids.join(', ')}`);
  }
  if (pending.length === 0 && Number(balance % UNSPENT_SHARE) !== 0) return;
  for (const problem of await problemsOfUtxos(api, address)) wrong(`${address}: ${problem}`);
}

async function wholeHistory(api: ApiClient, address: string, wrong: (problem: string) => void) {
  const items = [];
  for (let offset = 0, total = 1; offset < total; offset += LIMIT) {
    const page = await api.history(address, `limit=${LIMIT}&offset=${offset}`);
    for (const problem of problemsOfPage(page, { offset, limit: LIMIT })) wrong(problem);
    items.push(...page.transactions);
    total = page.total;
  }
  return items;
}

async function compareUnspent(
  session: Session,
  code: string,
  model: LedgerModel,
  wrong: (what: string) => void,
): Promise<void> {
  const { rows } = await session.query<{ count: string; total: string }>(
    'SELECT count(*), coalesce(sum(value), 0)::text AS total FROM unspent_outputs WHERE chain = $1',
    [code],
  );
  const found = `${rows[0]?.count} of ${rows[0]?.total}`;
  const right = `${model.utxoCount} of ${model.utxoTotal}`;
  if (found !== right) wrong(`unspent outputs are ${found} in all, not ${right}`);
}

/** The last row of each history is the balance, count and sum of what the address received. */
async function compareRows(
  session: Session,
  code: string,
  model: LedgerModel,
  wrong: (what: string) => void,
): Promise<void> {
  const { rows } = await session.query<{ address: string; found: string }>(
    `SELECT DISTINCT ON (address_key) a.address, concat_ws(' ', h.balance, h.received, h.seq) AS found
     FROM address_transactions h JOIN addresses a USING (chain, address_key)
     WHERE chain = $1 ORDER BY address_key, seq DESC`,
    [code],
  );
  for (const { address, found } of rows) {
    const { balance, received, txids } = model.addresses.get(address) ?? NOTHING;
    const right = `${balance} ${received} ${txids.length}`;
    if (found !== right) wrong(`${address}: its last row has ${found}, not ${right}`);
  }
  if (rows.length !== model.addresses.size) wrong(`${rows.length} addresses have rows, not ${model.addresses.size}`);
}

function sameSet(found: readonly string[], expected: readonly string[]): boolean {
  const wanted = new Set(expected);
  return found.length === wanted.size && found.every((txid) => wanted.has(txid));
}
