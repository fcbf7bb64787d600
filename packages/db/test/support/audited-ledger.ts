/** A small chain in a database, as an indexer leaves it when it is live, for audits to look at. */
import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import type { UtxoSimulator } from '@chaintrail/devnet';
import { cloneDatabase, createChainDatabase, type TestDatabase } from '@chaintrail/testkit';
import { openAuditSession } from '../../src/audit/audit-session.js';
import { closeSession, type Session } from '../../src/connection.js';
import { becomeOwner } from '../../src/write/owner.js';
import { openUtxoLedger } from '../../src/write/utxo/utxo-ledger.js';
import { follow, regtest, simulator } from './simulated-ledger.js';

export interface AuditedLedger {
  readonly databaseUrl: string;
  readonly code: ChainCode;
  readonly simulated: UtxoSimulator;
  /** Session of the audit. */
  readonly audit: Session;
  /** Changes what is indexed. */
  corrupt(sql: string): Promise<void>;
  /** Lets the simulator mine, and writes it. */
  grow(blocks: number): Promise<void>;
}

/** A chain that is written once; each of its ledgers is a copy. */
interface Written {
  readonly simulated: UtxoSimulator;
  readonly database: TestDatabase;
}
const written = new Map<string, Promise<Written>>();
const opened: { readonly sessions: readonly Session[]; readonly database: TestDatabase }[] = [];

async function write(code: ChainCode, startHeight: number): Promise<Written> {
  const chain = requireUtxoChain(code);
  const simulated = simulator(chain, 5);
  for (let n = 0; n < 12; n++) simulated.mine();
  const database = await createChainDatabase({ chain: code, indexed: true });
  const session = (await becomeOwner(database.url, code))!;
  await follow(await openUtxoLedger(session, chain, regtest(chain), startHeight), simulated, [20], startHeight > 0);
  await session.query(`UPDATE ${code}.sync_state SET live_since = now(), phase = 'live'`);
  await closeSession(session);
  return { simulated, database };
}

/** {@link closeAudits} closes it. */
export async function auditedLedger(code: ChainCode, startHeight = 0): Promise<AuditedLedger> {
  const chain = requireUtxoChain(code);
  const key = `${code} ${startHeight}`;
  const made = written.get(key) ?? write(code, startHeight);
  written.set(key, made);
  const { simulated, database: whole } = await made;
  const database = await cloneDatabase(whole);
  const session = (await becomeOwner(database.url, code))!;
  const audit = (await openAuditSession(database.url, code))!;
  opened.push({ sessions: [session, audit], database });
  return {
    databaseUrl: database.url,
    code,
    simulated,
    audit,
    corrupt: async (sql) => {
      const { rowCount } = await session.query(sql);
      if (rowCount === 0) throw new Error(`nothing was changed by ${sql}`);
    },
    async grow(blocks) {
      // Other ledgers are of the chain as it was.
      written.delete(key);
      dropped.push(whole);
      for (let n = 0; n < blocks; n++) simulated.mine();
      await follow(await openUtxoLedger(session, chain, regtest(chain), startHeight), simulated, [2]);
    },
  };
}

const dropped: TestDatabase[] = [];

export async function closeAudits(): Promise<void> {
  for (const { sessions, database } of opened.splice(0)) {
    for (const session of sessions) await closeSession(session);
    await database.drop();
  }
}

/** After the last test of a file. */
export async function dropAudited(): Promise<void> {
  const left = await Promise.all(written.values());
  for (const database of [...dropped.splice(0), ...left.map(({ database }) => database)]) await database.drop();
  written.clear();
}
