/** The numbered SQL files of `migrations/`: those of what all chains share, and the templates of chains' schemas. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Chain, ChainFamily } from '@chaintrail/chains';

const MIGRATIONS = fileURLToPath(new URL('../../../../migrations/', import.meta.url));

export interface Migration {
  /** `<folder>/<number>_<what>.sql` */
  readonly name: string;
  readonly number: number;
  readonly sql: string;
  /** SHA-256 of the file. Files are frozen once a release has them. */
  readonly checksum: string;
}

/** Migrations of the schema `chaintrail`, in order. */
export function readSharedMigrations(): Promise<Migration[]> {
  return readFolders(['chaintrail']);
}

/** Folders that families' schemas are made of. */
const FOLDERS: Readonly<Record<ChainFamily, readonly string[]>> = {
  utxo: ['common', 'bech32', 'utxo'],
  evm: ['common', 'account', 'evm'],
  cosmos: ['common', 'account', 'bech32', 'cosmos'],
};

/** Migrations of the schema of a chain: those of every chain and those of its family, in the order of their numbers. */
export function readChainMigrations({ family }: Chain): Promise<Migration[]> {
  return readFolders(FOLDERS[family]);
}

async function readFolders(folders: readonly string[]): Promise<Migration[]> {
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(MIGRATIONS + folder)).map((file) => `${folder}/${file}`)),
  );
  const migrations = await Promise.all(
    names
      .flat()
      .filter((name) => /^[a-z0-9]+\/\d{4}_[a-z0-9_]+\.sql$/.test(name))
      .map(async (name) => {
        const sql = await readFile(MIGRATIONS + name, 'utf8');
        const number = Number.parseInt(name.slice(name.indexOf('/') + 1), 10);
        return { name, number, sql, checksum: createHash('sha256').update(sql).digest('hex') };
      }),
  );
  return migrations.sort((a, b) => a.number - b.number || a.name.localeCompare(b.name));
}

/** The schema is not what this version needs; the message says which side to change. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
