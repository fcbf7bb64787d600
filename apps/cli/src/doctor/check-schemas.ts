/** Schemas of a database: of which version, for whom, and whether somebody goes on with it. Pure. */
import type { ChainSettings } from '@chaintrail/config';
import {
  type ChainState,
  OFFLINE_AFTER_SECONDS,
  type OperatorChainState,
  type SchemaFacts,
  type ServerFacts,
} from '@chaintrail/db';
import type { Findings } from './finding.js';

export function checkRights(
  findings: Findings,
  { role, mayCreate, isSuperuser, database, isOpen }: ServerFacts,
  schemas: SchemaFacts | null,
  chains: readonly ChainSettings[],
): void {
  const kept = schemas?.chains ?? [];
  if (isSuperuser)
    findings.add(
      'rights',
      'warning',
      `${role} is a superuser, who may run programs on the server's machine: give Chaintrail a role that owns the database and is none (docs/configuration.md, "Roles")`,
    );
  // Where nothing is, the migration is missing, which another check says.
  if (isOpen && schemas !== null)
    findings.add(
      'rights',
      'warning',
      `every login of the server may connect to ${database} and make temporary tables: run "npx chaintrail migrate", which closes it or prints the lines that do`,
    );
  const unread = kept.filter(({ mayRead }) => !mayRead).map(({ chain }) => chain);
  if (unread.length > 0)
    findings.add(
      'rights',
      'warning',
      `${role} may not read ${unread.join(', ')}: GRANT chaintrail_api TO ${role} where it is to, as the user that ran "npx chaintrail migrate"`,
    );
  const closed = chains.filter(({ chain }) => {
    const schema = kept.find((each) => each.chain === chain.code);
    return schema === undefined ? !mayCreate : !schema.mayWrite;
  });
  findings.judge(
    'rights',
    closed.length === 0
      ? null
      : `${role} may not write ${closed.map(({ chain }) => chain.code).join(', ')}, which is right for the API alone: give the indexer a role that owns these schemas, or GRANT CREATE ON DATABASE`,
    chains.length === 0 ? `${role} may read what is there` : `${role} may write every chain that is followed`,
  );
}

export function checkSchemas(findings: Findings, schemas: SchemaFacts | null, chains: readonly ChainSettings[]): void {
  const before = findings.all.length;
  const fail = (text: string) => findings.add('schema', 'fails', text);
  const migrate = 'run "npx chaintrail migrate" with the indexers stopped';
  if (schemas === null) {
    fail(`the database has nothing of Chaintrail yet: ${migrate}`);
    return;
  }
  if ((schemas.missingShared ?? 0) > 0) fail(`the database is of an older version: ${migrate}`);
  for (const { chain, version, wantedVersion, network } of schemas.chains) {
    if (version < wantedVersion) fail(`${chain} is of version ${version}, and ${wantedVersion} is needed: ${migrate}`);
    if (version > wantedVersion)
      fail(`${chain} is of version ${version}, and this program knows ${wantedVersion}: run the newer Chaintrail`);
    const configured = chains.find((each) => each.chain.code === chain)?.network.name;
    if (configured !== undefined && configured !== network)
      fail(
        `the database holds ${chain} ${network}, but ${chain.toUpperCase()}_NETWORK is ${configured}: correct it, or index ${configured} in another database`,
      );
  }
  if (findings.all.length === before) {
    const held = schemas.chains.map(({ chain, network }) => `${chain} ${network}`).join(', ');
    findings.add('schema', 'ok', `of this version; ${held === '' ? 'no chain yet' : held}`);
  }
}

export function checkIndexed(
  findings: Findings,
  states: readonly ChainState[],
  owned: ReadonlySet<OperatorChainState['chain']>,
  strangers: ReadonlyMap<OperatorChainState['chain'], string>,
): void {
  for (const state of states) {
    const { chain, phase, liveSince, height } = state;
    const unowned = strangers.get(chain) ?? 'no indexer follows it: start one, or see its log';
    const problem = owned.has(chain) ? stopOf(state) : unowned;
    const doing = `${liveSince === null ? 'in its first sync' : phase}, block ${height ?? 'none yet'}`;
    findings.judge('chain', problem && `${chain}: ${problem}`, `${chain}: ${doing}`);
  }
}

function stopOf({ chain, phase, reasonCode, heartbeatAgeSeconds }: ChainState): string | null {
  if (heartbeatAgeSeconds > OFFLINE_AFTER_SECONDS)
    return `its indexer has reported nothing for ${heartbeatAgeSeconds} s: see its log`;
  if (phase !== 'halted' && phase !== 'stalled') return null;
  const why = `npx chaintrail status, or reason in ${chain}.sync_state, tells why`;
  return `${phase}${reasonCode === null ? '' : ` (${reasonCode})`}: ${why}`;
}
