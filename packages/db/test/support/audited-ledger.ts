/** A small chain in a database, as an indexer leaves it when it is live, for audits to look at. */
import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import type { UtxoSimulator } from '@chaintrail/devnet';
import { openAuditSession } from '../../src/audit/audit-session.js';
import { closeSession, type Session } from '../../src/connection.js';
import { follow, open, simulator } from './simulated-ledger.js';

export interface AuditedLedger {
  readonly databaseUrl: string;
  readonly code: ChainCode;
  readonly simulated: UtxoSimulator;
  /** Session of the audit. */
  readonly audit: Session;
  /** Changes what is indexed. */
  corrupt(sql: string): Promise<void>;
  /** Writes what the simulator has mined since. */
  catchUp(): Promise<void>;
}

const sessions: Session[] = [];

/** The ledger is closed by `closeAll` of the ledgers, the audit's session by {@link closeAudits}. */
export async function auditedLedger(code: ChainCode, seed = 5, startHeight = 0): Promise<AuditedLedger> {
  const chain = requireUtxoChain(code);
  const simulated = simulator(chain, seed);
  for (let n = 0; n < 12; n++) simulated.mine();
  const { database, session, ledger } = await open(chain, startHeight);
  await follow(ledger, simulated, [20], startHeight > 0);
  await session.query(`UPDATE ${code}.sync_state SET live_since = now(), phase = 'live'`);
  const audit = (await openAuditSession(database.url, code))!;
  sessions.push(audit);
  return {
    databaseUrl: database.url,
    code,
    simulated,
    audit,
    corrupt: async (sql) => {
      const { rowCount } = await session.query(sql);
      if (rowCount === 0) throw new Error(`nothing was changed by ${sql}`);
    },
    catchUp: () => follow(ledger, simulated, [2]),
  };
}

export async function closeAudits(): Promise<void> {
  for (const session of sessions.splice(0)) await closeSession(session);
}
