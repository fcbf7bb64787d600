import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../../shared/vectors', import.meta.url));

/** Recorded data of public networks lies beside the project and is not part of it. */
export const vectorsPresent = existsSync(folder);
if (!vectorsPresent) process.stderr.write(`Tests against recorded blocks are skipped: there is no folder ${folder}.\n`);

export function readVector(path: string): Buffer {
  return readFileSync(`${folder}/${path}`);
}

export function readJsonVector<T>(path: string): T {
  return JSON.parse(readVector(path).toString('utf8')) as T;
}

/** Names of the vectors in a folder that end so; empty when the folder is missing. */
export function listVectors(path: string, ending: string): string[] {
  return vectorsPresent ? readdirSync(`${folder}/${path}`).filter((name) => name.endsWith(ending)) : [];
}
