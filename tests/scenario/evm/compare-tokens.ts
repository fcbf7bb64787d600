/** Token balances against `balanceOf`, and what tokens call themselves against their contracts. */

import type { TokenBalance } from '@chaintrail/client';
import { callNodeForEach, RpcFailure } from '@chaintrail/testkit';
import { AbiCoder, Interface } from 'ethers';
import { expect } from 'vitest';
import type { AnsweringNode, Holding, Ledger } from './proved-ledger.js';

const STANDARD = new Interface(['function balanceOf(address)', 'function balanceOf(address, uint256)']);
/** A stored name or symbol is cleaned and bounded. */
const LONGEST_TEXT_CHARS = 256;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Balances of tokens by address, each by asset and id: those that are not 0, and whose contract tells them. */
export type TokensTold = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** @returns nothing of an address that never was a party of a transfer */
export async function tokensTold(node: AnsweringNode, { holdings, tip }: Ledger): Promise<TokensTold> {
  const calls = holdings.map((holding) => [callOf(holding), { blockHash: tip.hash }]);
  const words = await callNodeForEach<string>(node.rpcUrl, 'eth_call', calls);
  const told = new Map<string, Map<string, string>>();
  for (const [at, { address, asset, tokenId }] of holdings.entries()) {
    const [word, tokens] = [words[at]!, told.get(address) ?? new Map<string, string>()];
    told.set(address, tokens);
    if (word instanceof RpcFailure) continue;
    const balance = AbiCoder.defaultAbiCoder().decode(['uint256'], word)[0] as bigint;
    if (balance !== 0n) tokens.set(keyOf(asset, tokenId), balance.toString());
  }
  return told;
}

function callOf({ asset, address, standard, tokenId }: Holding): { readonly to: string; readonly data: string } {
  const data =
    standard === 'erc1155'
      ? STANDARD.encodeFunctionData('balanceOf(address,uint256)', [address, tokenId])
      : STANDARD.encodeFunctionData('balanceOf(address)', [address]);
  return { to: asset, data };
}

/** Every token that has a balance is listed with it, none with another one, or where its contract refuses to tell. */
export function compareTokens(told: TokensTold, address: string, listed: readonly TokenBalance[]): void {
  const found = new Map<string, string>();
  for (const { asset, tokenId, balance, name, symbol } of listed) {
    if (balance !== null && balance !== '0') found.set(keyOf(asset, tokenId), balance);
    for (const text of [name, symbol]) {
      expect(text ?? '', `what ${asset} calls itself`).not.toMatch(CONTROL);
      expect((text ?? '').length).toBeLessThanOrEqual(LONGEST_TEXT_CHARS);
    }
  }
  expect(sorted(found), `tokens of ${address}`).toEqual(sorted(told.get(address) ?? new Map()));
}

function keyOf(asset: string, tokenId: string | null): string {
  return tokenId === null ? asset : `${asset}/${tokenId}`;
}

function sorted(balances: ReadonlyMap<string, string>): [string, string][] {
  return [...balances].sort(([a], [b]) => (a < b ? -1 : 1));
}
