/** Names of tokens in the API: as they are where harmless, else cleaned, bounded or left out. */
import type { Transfer } from '@chaintrail/client';
import { waitFor } from '@chaintrail/testkit';
import { expect } from 'vitest';
import type { Contracts } from './evm-plays.js';
import type { EvmWorld } from './evm-world.js';
import type { Ledger } from './proved-ledger.js';

type Names = Pick<Transfer, 'name' | 'symbol' | 'decimals'>;

export async function expectNames(world: EvmWorld, ledger: Ledger, contracts: Contracts): Promise<void> {
  const { coin, collectible, items, weth, taxed, hostile } = contracts;
  const expected: readonly (readonly [string, Names])[] = [
    [coin.address, { name: 'Trail Coin', symbol: 'TRC', decimals: 6 }],
    [collectible.address, { name: 'Chaintrail Collectible', symbol: 'TRAIL', decimals: null }],
    [items.address, { name: null, symbol: null, decimals: null }],
    [weth.address, { name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 }],
    [taxed.address, { name: 'Taxed Coin', symbol: 'TAX', decimals: 6 }],
  ];
  for (const [asset, names] of expected) {
    const told = await waitFor(async () => {
      const { name, symbol, decimals } = await transferOf(world, ledger, asset);
      return (symbol === names.symbol || symbol !== null) && { name, symbol, decimals };
    });
    expect(told, `what ${asset} calls itself`).toEqual(names);
  }
  const { symbol, decimals } = await waitFor(async () => {
    const transfer = await transferOf(world, ledger, hostile.address);
    return transfer.symbol !== null && transfer;
  });
  expect({ symbol, decimals }).toEqual({ symbol: 'HOSTILE', decimals: null });
}

/** The first transfer of a token that the API tells of. */
async function transferOf(world: EvmWorld, { entries }: Ledger, asset: string): Promise<Transfer> {
  const entry = entries.find(({ transfers }) => transfers.some((transfer) => transfer.asset === asset));
  if (!entry) throw new Error(`nothing moved ${asset}`);
  const { transfers } = await world.api.transaction(entry.txid);
  return transfers.find((transfer) => transfer.asset === asset)!;
}
