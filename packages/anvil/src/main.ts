#!/usr/bin/env node
/** `npm run compile -w packages/anvil`: writes `contracts/artifacts.json` from the Solidity sources. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileContracts } from './compile-contracts.js';

const file = fileURLToPath(new URL('../contracts/artifacts.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(compileContracts(), null, 2)}\n`);
console.log(`wrote ${file}`);
