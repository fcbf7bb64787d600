import { readFileSync } from 'node:fs';
import { contractArtifact, tokenBytecode } from '@chaintrail/anvil';
import { expect, test } from 'vitest';
import { compileContracts, digestOfContracts } from '../src/compile-contracts.js';

const REMEDY = 'run "npm run compile -w packages/anvil"';

test('the committed artifacts were made of the committed sources', () => {
  const committed = readFileSync(new URL('../contracts/compiled.sha256', import.meta.url), 'utf8');
  expect(`${digestOfContracts()}\n`, REMEDY).toBe(committed);
});

test('an artifact is what its source compiles to', () => {
  expect(compileContracts((file) => file === 'PriceFeed.sol')).toEqual({ PriceFeed: contractArtifact('PriceFeed') });
});

test('says which odd token there is not', () => {
  expect(tokenBytecode('WrappedCoin')).toMatch(/^0x[0-9a-f]+$/);
  expect(() => tokenBytecode('Nothing')).toThrow('contracts/tokens/ has no Nothing');
});
