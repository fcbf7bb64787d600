import { readFileSync } from 'node:fs';
import { contractArtifact, tokenBytecode } from '@chaintrail/anvil';
import { expect, test } from 'vitest';
import { compileContracts, compileTokens } from '../src/compile-contracts.js';

const REMEDY = 'run "npm run compile -w packages/anvil"';

function committed(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../contracts/${name}`, import.meta.url), 'utf8'));
}

test('the committed artifacts are what the sources compile to', () => {
  const compiled = compileContracts();
  expect(committed('artifacts.json'), REMEDY).toEqual(compiled);
  expect(contractArtifact('Coin')).toEqual(compiled['Coin']);
});

test('the committed code of odd tokens is what the sources compile to', () => {
  const compiled = compileTokens();
  expect(committed('tokens/bytecode.json'), REMEDY).toEqual(compiled);
  expect(tokenBytecode('WrappedCoin')).toBe(compiled['WrappedCoin']);
  expect(() => tokenBytecode('Nothing')).toThrow('contracts/tokens/ has no Nothing');
});
