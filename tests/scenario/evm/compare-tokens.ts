/** Token balances against `balanceOf`, and what tokens call themselves against their contracts. */

import type { TokenBalance } from '@chaintrail/client';
import { RpcFailure } from '@chaintrail/testkit';
import { AbiCoder, Interface } from 'ethers';
import { expect } from 'vitest';
import type { FollowedWorld } from './evm-world.js';
import type { Holding, Ledger } from './oracle/evm-ledger.js';
import type { AnsweringNode } from './oracle/node-block.js';

const STANDARD = new Interface(['function balanceOf(address)', 'function balanceOf(address, uint256)']);
/** A stored name or symbol is cleaned and bounded. */
const LONGEST_TEXT_CHARS = 256;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Every token that has a balance is listed with it, none with another one, or where its contract refuses to tell. */
export async function compareTokens(
  world: FollowedWorld,
  ledger: Ledger,
  address: string,
  listed: readonly TokenBalance[],
): Promise<void> {
  const expected = new Map<string, string>();
  for (const holding of ledger.holdings) {
    if (holding.address !== address) continue;
    const balance = await balanceOf(world.node, holding, ledger.tip.hash);
    if (balance !== null && balance !== 0n) expected.set(keyOf(holding.asset, holding.tokenId), balance.toString());
  }
  const found = new Map<string, string>();
  for (const { asset, tokenId, balance, name, symbol } of listed) {
    if (balance !== null && balance !== '0') found.set(keyOf(asset, tokenId), balance);
    for (const text of [name, symbol]) {
      expect(text ?? '', `what ${asset} calls itself`).not.toMatch(CONTROL);
      expect((text ?? '').length).toBeLessThanOrEqual(LONGEST_TEXT_CHARS);
    }
  }
  expect(sorted(found), `tokens of ${address}`).toEqual(sorted(expected));
}

/** @returns null where the contract refuses to tell */
async function balanceOf(node: AnsweringNode, holding: Holding, blockHash: string): Promise<bigint | null> {
  const { asset, address, standard, tokenId } = holding;
  const data =
    standard === 'erc1155'
      ? STANDARD.encodeFunctionData('balanceOf(address,uint256)', [address, tokenId])
      : STANDARD.encodeFunctionData('balanceOf(address)', [address]);
  try {
    const word = await node.rpc<string>('eth_call', { to: asset, data }, { blockHash });
    return AbiCoder.defaultAbiCoder().decode(['uint256'], word)[0] as bigint;
  } catch (error) {
    if (error instanceof RpcFailure) return null;
    throw error;
  }
}

function keyOf(asset: string, tokenId: bigint | string | null): string {
  return tokenId === null ? asset : `${asset}/${tokenId}`;
}

function sorted(balances: ReadonlyMap<string, string>): [string, string][] {
  return [...balances].sort(([a], [b]) => (a < b ? -1 : 1));
}
