import { fileURLToPath } from 'node:url';

const APPS = fileURLToPath(new URL('../../../apps/', import.meta.url));

/**
 * The file of a program of the product: as operators run it; or with `TEST_PROGRAMS=bundle` the one file that
 * `scripts/bundle.mjs` has made of it, which starts in a third of the time.
 * @param app folder of `apps`
 * @param name without `.js`
 */
export function programFile(app: 'api' | 'audit' | 'indexer', name: string): string {
  const folder = process.env['TEST_PROGRAMS'] === 'bundle' ? 'dist/bundle' : 'dist';
  return `${APPS}${app}/${folder}/${name}.js`;
}
