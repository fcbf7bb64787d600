#!/usr/bin/env node
/** `npm run compile -w packages/anvil`: writes what the Solidity sources of `contracts/` compile to. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileContracts, compileTokens, digestOfContracts } from './compile-contracts.js';

const CONTRACTS = fileURLToPath(new URL('../contracts/', import.meta.url));

for (const [name, compiled] of Object.entries({ artifacts: compileContracts(), 'tokens/bytecode': compileTokens() })) {
  write(`${name}.json`, JSON.stringify(compiled, null, 2));
}
// Last: it is also made of the files above.
write('compiled.sha256', digestOfContracts());

function write(name: string, text: string): void {
  writeFileSync(`${CONTRACTS}${name}`, `${text}\n`);
  console.log(`wrote ${CONTRACTS}${name}`);
}
