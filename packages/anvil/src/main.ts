#!/usr/bin/env node
/** `npm run compile -w packages/anvil`: writes what the Solidity sources of `contracts/` compile to. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileContracts, compileTokens } from './compile-contracts.js';

for (const [name, compiled] of Object.entries({ artifacts: compileContracts(), 'tokens/bytecode': compileTokens() })) {
  const file = fileURLToPath(new URL(`../contracts/${name}.json`, import.meta.url));
  writeFileSync(file, `${JSON.stringify(compiled, null, 2)}\n`);
  console.log(`wrote ${file}`);
}
