import { readFileSync } from 'node:fs';
import { contractArtifact } from '@chaintrail/anvil';
import { expect, test } from 'vitest';
import { compileContracts } from '../src/compile-contracts.js';

test('the committed artifacts are what the sources compile to', () => {
  const compiled = compileContracts();
  const committed: unknown = JSON.parse(readFileSync(new URL('../contracts/artifacts.json', import.meta.url), 'utf8'));
  expect(committed, 'run "npm run compile -w packages/anvil"').toEqual(compiled);
  expect(contractArtifact('Coin')).toEqual(compiled['Coin']);
});
