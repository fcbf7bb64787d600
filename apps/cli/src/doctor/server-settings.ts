/** Settings that a PostgreSQL server should have (docs/first-sync.md, docs/operations.md). Pure. */
import { totalmem } from 'node:os';
import type { ServerFacts } from '@chaintrail/db';
import { bytesText, type Findings } from './finding.js';

const GIB = 2 ** 30;
const DEFAULT_SHARED_BUFFERS = GIB / 8;
const LEAST_WAL = 4 * GIB;
/** That of disks which turn, and the default. */
const TURNING_DISK = 4;
/** An API process, an indexer (and one to three more a chain), and who looks by hand. */
const CONNECTIONS = { api: 10, indexer: 4, chain: 3, people: 5 };
const NEARLY_ALL = 0.9;

/** @param chains that are followed or stored @param memory bytes of this machine */
export function checkServerSettings(
  findings: Findings,
  facts: ServerFacts,
  chains: number,
  memory: number = totalmem(),
): void {
  const before = findings.all.length;
  const warn = (text: string) => findings.add('settings', 'warning', text);
  if (!facts.fsync)
    findings.add('settings', 'fails', 'fsync is off, so a power cut can ruin the database: set fsync = on, and reload');
  if (!facts.fullPageWrites)
    warn('full_page_writes is off, which only file systems with atomic writes allow: set it on, and reload');
  const { sharedBuffersBytes, maxWalBytes, randomPageCost, walCompression } = facts;
  const wanted = missingBuffers(facts, memory);
  if (wanted !== null)
    warn(`shared_buffers is ${bytesText(sharedBuffersBytes)}: set it to ${wanted} or more, and restart PostgreSQL`);
  if (maxWalBytes < LEAST_WAL)
    warn(
      `max_wal_size is ${bytesText(maxWalBytes)}, so that bulk writes force one checkpoint after the other: set it to 4GB or more, and reload`,
    );
  if (randomPageCost >= TURNING_DISK)
    warn(
      `random_page_cost is ${randomPageCost}, that of disks which turn: set it to 1.1 for solid-state disks, and reload`,
    );
  if (walCompression === 'pglz')
    warn('wal_compression is pglz, which makes writing five times slower: set it to lz4, zstd or off, and reload');
  checkConnections(findings, facts, chains);
  if (findings.all.length === before)
    findings.add(
      'settings',
      'ok',
      `shared_buffers ${bytesText(sharedBuffersBytes)}, max_wal_size ${bytesText(maxWalBytes)}, max_connections ${facts.maxConnections}`,
    );
}

/** Elsewhere only the default is known to be too little. @returns `shared_buffers` to set; null: enough */
function missingBuffers({ isLocal, sharedBuffersBytes }: ServerFacts, memory: number): string | null {
  if (!isLocal) return sharedBuffersBytes <= DEFAULT_SHARED_BUFFERS ? 'an eighth of the memory' : null;
  const least = Math.min(memory / 16, 2 * GIB);
  return sharedBuffersBytes < least ? bytesText(memory / 8) : null;
}

function checkConnections(findings: Findings, { connections, maxConnections }: ServerFacts, chains: number): void {
  const needed = CONNECTIONS.indexer + CONNECTIONS.chain * chains + CONNECTIONS.api + CONNECTIONS.people;
  const remedy = `set it to ${Math.max(100, Math.ceil(needed / 50) * 50)} or more, and restart PostgreSQL`;
  if (maxConnections < needed)
    findings.add(
      'settings',
      'fails',
      `max_connections is ${maxConnections}, and an indexer of ${chains} chains with one API process needs ${needed}: ${remedy}`,
    );
  else if (connections >= maxConnections * NEARLY_ALL)
    findings.add(
      'settings',
      'warning',
      `${connections} of ${maxConnections} connections (max_connections) are used: ${remedy}`,
    );
}
