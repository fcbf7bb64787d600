import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Once, as small as it gets, rather than for every request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      for (const name of await readdir(assets)) {
        const file = join(assets, name);
        const bytes = await readFile(file);
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // `apps/api` puts what a proxy has in front before it. Modules name each other relatively.
  base: '/explorer/',
  build: { target: 'es2022', modulePreload: false, assetsInlineLimit: 0, cssCodeSplit: false },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  plugins: [compressed()],
});
