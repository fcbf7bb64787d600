/** The end of a run on a UTXO chain: everything that was played has arrived, and nothing else. */
import { formatAddress } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import type { LedgerModel } from '@chaintrail/devnet';
import { ApiClient, inParallel, inSession, problemsOfAddress } from '@chaintrail/testkit';
import { type Compared, type Comparison, READERS } from '../played-chain.js';
import type { FollowedUtxoChain } from './followed-utxo-chain.js';
import { expectedOf, NOTHING, problemsOfUnspent } from './utxo-checks.js';

/** Unspent outputs are listed for every address with something pending, and for one of so many others. */
const UNSPENT_SHARE = 8n;

/**
 * Compares the rows of all addresses, all pending transactions and the unspent outputs with the node, and what the API
 * says of `apiAddresses` addresses, those with something pending first.
 */
export async function compareUtxoChain(
  chain: FollowedUtxoChain,
  { databaseUrl, apiUrl, apiAddresses, findings }: Comparison,
): Promise<Compared> {
  const { code } = chain;
  const api = new ApiClient<'utxo'>(apiUrl, code);
  const model = chain.node.model();
  const tell = (problems: readonly string[]) => {
    for (const problem of problems) findings.add(code, `at the end, ${problem}`);
  };
  const addresses = new Set([...model.pending.keys(), ...model.addresses.keys()]);
  await inParallel([...addresses].slice(0, apiAddresses), READERS, async (address) => {
    const waiting = model.pending.get(address) ?? NOTHING;
    const expected = expectedOf(model.addresses.get(address), waiting);
    tell(await problemsOfAddress(api, address, expected));
    if (waiting.txids.length > 0 || expected.balance % UNSPENT_SHARE === 0n) {
      tell((await problemsOfUnspent(api, address)).map((problem) => `${address}: ${problem}`));
    }
  });
  await inParallel(model.pendingTxids, READERS, async (txid) => {
    const { status } = await api.transaction(txid);
    if (status !== 'pending') tell([`${txid} of the node's mempool is ${status}`]);
  });
  tell(await inSession(databaseUrl, (session) => problemsOfRows(session, chain, model)));
  return { addresses: addresses.size, pages: api.answers };
}

/** The last row of each history is the balance, count and sum of what the address received. */
async function problemsOfRows(session: Session, { chain }: FollowedUtxoChain, model: LedgerModel): Promise<string[]> {
  const { code, networks } = chain;
  const { rows } = await session.query<{ key: Buffer; found: string }>(
    `SELECT DISTINCT ON (address_key) address_key AS key, concat_ws(' ', balance, received, seq) AS found
     FROM ${code}.address_transactions ORDER BY address_key, seq DESC`,
  );
  const { rows: unspent } = await session.query<{ found: string }>(
    `SELECT concat(count(*), ' of ', coalesce(sum(value), 0)) AS found FROM ${code}.unspent_outputs`,
  );
  const network = networks.find(({ name }) => name === 'regtest')!;
  const problems = rows.flatMap(({ key, found }) => {
    const address = formatAddress(network, key);
    const { balance, received, txids } = model.addresses.get(address) ?? NOTHING;
    const right = `${balance} ${received} ${txids.length}`;
    return found === right ? [] : [`${address}: its last row has ${found}, not ${right}`];
  });
  if (rows.length !== model.addresses.size) {
    problems.push(`${rows.length} addresses have rows, not ${model.addresses.size}`);
  }
  const right = `${model.utxoCount} of ${model.utxoTotal}`;
  if (unspent[0]?.found !== right) problems.push(`unspent outputs are ${unspent[0]?.found} in all, not ${right}`);
  return problems;
}
