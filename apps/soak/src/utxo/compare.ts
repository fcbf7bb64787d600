/** The end of a run on a UTXO chain: everything that was played has arrived, and nothing else. */
import { formatAddress, type UtxoChain } from '@chaintrail/chains';
import { openSession, type Session } from '@chaintrail/db';
import type { AddressModel, LedgerModel } from '@chaintrail/devnet';
import { inParallel } from '@chaintrail/testkit';
import { ApiClient } from '../check/api-client.js';
import { isConfirmed } from '../check/page.js';
import { sameSet } from '../check/same-set.js';
import { wholeHistory } from '../check/whole-history.js';
import type { Compared, Comparison } from '../family.js';
import type { FollowedUtxoChain } from '../world/utxo-chain.js';
import { readBalance, readTransaction } from './api-answers.js';
import { problemsOfUtxos } from './utxos.js';

const READERS = 4;
/** Unspent outputs are listed for every address with something pending, and for one of so many others. */
const UNSPENT_SHARE = 8n;

/**
 * Compares every address, every waiting transaction and the unspent outputs with the node: the rows of all addresses, and
 * what the API says of `apiAddresses` of them, those with something pending first.
 */
export async function compareUtxoChain(
  chain: FollowedUtxoChain,
  { databaseUrl, apiUrl, apiAddresses, findings }: Comparison,
): Promise<Compared> {
  const api = new ApiClient(apiUrl, chain.code);
  const model = chain.node.model();
  const wrong = (what: string) => findings.add(chain.code, `at the end, ${what}`);
  const addresses = new Set([...model.pending.keys(), ...model.addresses.keys()]);
  await inParallel([...addresses].slice(0, apiAddresses), READERS, (address) =>
    compareAddress(api, model, address, wrong),
  );
  await inParallel(model.pendingTxids, READERS, async (txid) => {
    const { status } = await readTransaction(api, txid);
    if (status !== 'pending') wrong(`${txid} of the node's mempool is ${status}`);
  });
  const session = await openSession(databaseUrl, 'chaintrail-soak');
  try {
    await compareRows(session, chain.chain, model, wrong);
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
  const answer = await readBalance(api, address);
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

async function compareUnspent(
  session: Session,
  code: string,
  model: LedgerModel,
  wrong: (what: string) => void,
): Promise<void> {
  const { rows } = await session.query<{ count: string; total: string }>(
    `SELECT count(*), coalesce(sum(value), 0)::text AS total FROM ${code}.unspent_outputs`,
  );
  const found = `${rows[0]?.count} of ${rows[0]?.total}`;
  const right = `${model.utxoCount} of ${model.utxoTotal}`;
  if (found !== right) wrong(`unspent outputs are ${found} in all, not ${right}`);
}

/** The last row of each history is the balance, count and sum of what the address received. */
async function compareRows(
  session: Session,
  { code, networks }: UtxoChain,
  model: LedgerModel,
  wrong: (what: string) => void,
): Promise<void> {
  const { rows } = await session.query<{ key: Buffer; found: string }>(
    `SELECT DISTINCT ON (address_key) address_key AS key, concat_ws(' ', balance, received, seq) AS found
     FROM ${code}.address_transactions ORDER BY address_key, seq DESC`,
  );
  const network = networks.find(({ name }) => name === 'regtest')!;
  for (const { key, found } of rows) {
    const address = formatAddress(network, key);
    const { balance, received, txids } = model.addresses.get(address) ?? NOTHING;
    const right = `${balance} ${received} ${txids.length}`;
    if (found !== right) wrong(`${address}: its last row has ${found}, not ${right}`);
  }
  if (rows.length !== model.addresses.size) wrong(`${rows.length} addresses have rows, not ${model.addresses.size}`);
}
