import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Foundry names its packages in Go's words. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

export type AnvilSearch = { readonly binary: string } | { readonly missing: string };

/**
 * Anvil's binary: the one that `ANVIL` names, else that of the optional npm package of this platform. The platform
 * packages are used directly: `@foundry-rs/anvil` adds a script that runs after the install and may download.
 */
export function findAnvil(): AnvilSearch {
  const named = process.env['ANVIL'];
  if (named !== undefined && named !== '') {
    return existsSync(named) ? { binary: named } : { missing: `Anvil is not at ${named}; correct or unset ANVIL.` };
  }
  const architecture = ARCHITECTURES[process.arch];
  const name = `@foundry-rs/anvil-${process.platform}-${architecture ?? process.arch}`;
  const folder = architecture === undefined ? undefined : packageFolder(name);
  const binary = folder && join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  if (binary && existsSync(binary)) return { binary };
  return {
    missing: `Anvil is not installed: the optional package ${name} is missing; install it, or name a binary in ANVIL.`,
  };
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
