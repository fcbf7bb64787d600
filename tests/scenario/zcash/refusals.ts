/** Refusals of zebrad, by code and words: the node client tells them apart. */
import { RpcFailure } from '@chaintrail/testkit';
import { expect } from 'vitest';

const NOWHERE = '00'.repeat(32);
const NO_HEIGHT = 2_000_000;

const REFUSALS: readonly (readonly [method: string, params: readonly unknown[], code: number, words: string])[] = [
  ['getblockhash', [NO_HEIGHT], -1, 'Provided index is greater than the current tip'],
  ['getblockhash', [-NO_HEIGHT], -1, 'Provided negative index ends up with a negative height'],
  ['getblockhash', ['1'], -1, 'Invalid params'],
  ['getblock', [`${NO_HEIGHT}`, 0], -8, 'Block not found'],
  ['getblock', [`${NO_HEIGHT}`, 1], -8, 'block height not in best chain'],
  ['getblock', [NOWHERE, 0], -8, 'Block not found'],
  ['getblock', [NOWHERE, 1], -5, 'block height not in best chain'],
  ['getblock', [NOWHERE, 2], -5, 'block height not in best chain'],
  ['getblock', ['1', 4], -8, 'invalid verbosity value'],
  ['getblock', ['1', true], -1, 'Invalid params'],
  ['getblock', [1, 1], -1, 'Invalid params'],
  ['getblock', ['zz', 1], -8, 'parse error: could not convert the input string to a hash or height'],
  ['getblockheader', [NOWHERE], -5, 'block height not in best chain'],
  ['getrawtransaction', [NOWHERE], -5, 'Transaction not found in mempool or best chain'],
  ['getrawtransaction', [NOWHERE, 1, NOWHERE], -5, 'block not found'],
  ['getrawtransaction', [NOWHERE, true], -1, 'Invalid params'],
  ['getrawtransaction', ['aa'], -5, 'Invalid string length'],
  ['gettxout', ['aa', 0], -8, 'Invalid string length'],
  ['gettxout', [NOWHERE, -1], -1, 'Invalid params'],
  ['getrawmempool', [1], -1, 'Invalid params'],
  ['gettxoutsetinfo', [], -32601, 'Method not found'],
  ['getchaintxstats', [0], -32601, 'Method not found'],
  ['getchainstates', [], -32601, 'Method not found'],
  ['getzmqnotifications', [], -32601, 'Method not found'],
  ['waitfornewblock', [1], -32601, 'Method not found'],
];

/** @param stale hash of a block that left the best chain */
export async function expectRefusals(
  rpc: (method: string, ...params: readonly unknown[]) => Promise<unknown>,
  stale: string,
): Promise<void> {
  const ofStale = [
    ['getblock', [stale, 0], -8, 'Block not found'],
    ['getblock', [stale, 1], -5, 'block height not in best chain'],
    ['getblockheader', [stale], -5, 'block height not in best chain'],
  ] as const;
  const found: unknown[] = [];
  for (const [method, params] of [...REFUSALS, ...ofStale]) {
    const failure = await rpc(method, ...params).catch((error: unknown) => error);
    found.push(failure instanceof RpcFailure ? failure.message : [method, params, failure]);
  }
  expect(found).toEqual([...REFUSALS, ...ofStale].map(([method, , code, words]) => `${method}: ${words} (${code})`));
  expect(await rpc('gettxout', NOWHERE, 0, false)).toBeNull();
}
