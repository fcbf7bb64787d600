/** Balances before the first indexed block, from the bank module. */
import type { CosmosChainNetwork } from '../../chain.js';
import { NodeError, NodeLieError, StateUnavailableError } from '../../errors.js';
import { RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import { formatCosmosAddress } from '../cosmos-address.js';
import type { CosmosBlock, CosmosOpening } from '../cosmos-block.js';
import { type Coins, readAccounts, readBalances, readOwners, readSupply } from './bank.js';
import type { CosmosRest } from './cosmos-rest.js';

/** Balances by address, then by denomination. */
type Balances = Map<string, Map<string, bigint>>;

/** Most accounts that are queried one by one, where the node offers nothing better. */
const MAX_ACCOUNTS = 500_000;
const AT_ONCE = 4;

/**
 * Balances before a block: those after it, without what it moved.
 * @param block that one, decoded
 * @returns null where the node does not have that state, or its balances do not add up to the supply
 */
export async function openingOfBank(
  chainNetwork: CosmosChainNetwork,
  rest: CosmosRest,
  height: number,
  block: CosmosBlock,
): Promise<CosmosOpening | null> {
  try {
    const supply = await readSupply(rest, height);
    if (supply === null) return null;
    const balances = await balancesOf(rest, supply.coins, height);
    if (balances === null || !addsUp(balances, supply.coins)) return null;
    takeBack(chainNetwork, balances, block);
    const all = [...balances].map(([address, coins]) => {
      const had = [...coins].filter(([, amount]) => amount !== 0n);
      if (had.some(([, amount]) => amount < 0n)) throw new NodeLieError('a balance below 0', rest.asked('bank'));
      return [address, had.map(([denom, amount]) => [denom, String(amount)] as const)] as const;
    });
    return { source: 'bank', unknownDenoms: [], balances: all.filter(([, coins]) => coins.length > 0) };
  } catch (error) {
    // The caller repeats passing failures.
    const isFinal = error instanceof NodeError && !error.retryable;
    if (isFinal || error instanceof NodeLieError) return null;
    throw error;
  }
}

async function balancesOf(rest: CosmosRest, supply: Coins, height: number): Promise<Balances | null> {
  const balances: Balances = new Map();
  try {
    for (const [denom] of supply) {
      for (const [address, amount] of await readOwners(rest, denom, height))
        addTo(balances, address, denom, BigInt(amount));
    }
    return balances;
  } catch (error) {
    const isNotOffered = error instanceof NodeError && error.facts.code === RPC_METHOD_NOT_FOUND;
    if (!isNotOffered) throw error;
  }
  balances.clear();
  const accounts = [...new Set(await readAccounts(rest, height))];
  if (accounts.length > MAX_ACCOUNTS) return null;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < accounts.length) {
      const address = accounts[next++] as string;
      const answer = await readBalances(rest, address, height);
      if (answer === null) throw new StateUnavailableError('no state', rest.asked('bank'));
      for (const [denom, amount] of answer.coins) addTo(balances, address, denom, BigInt(amount));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return balances;
}

function addTo(balances: Balances, address: string, denom: string, amount: bigint): void {
  const coins = balances.get(address) ?? new Map<string, bigint>();
  balances.set(address, coins.set(denom, (coins.get(denom) ?? 0n) + amount));
}

function addsUp(balances: Balances, supply: Coins): boolean {
  const sums = new Map<string, bigint>();
  for (const coins of balances.values()) {
    for (const [denom, amount] of coins) sums.set(denom, (sums.get(denom) ?? 0n) + amount);
  }
  const total = new Map(supply.map(([denom, amount]) => [denom, BigInt(amount)]));
  return [...new Set([...sums.keys(), ...total.keys()])].every(
    (denom) => (sums.get(denom) ?? 0n) === (total.get(denom) ?? 0n),
  );
}

function takeBack({ chain, network }: CosmosChainNetwork, balances: Balances, { entries }: CosmosBlock): void {
  const move = (key: Buffer | null, denom: string, amount: bigint) => {
    if (key !== null) addTo(balances, formatCosmosAddress(network, key), denom, amount);
  };
  for (const { from, to, denom, amount } of entries.flatMap(({ transfers }) => transfers)) {
    move(from, denom ?? chain.nativeDenom, amount);
    move(to, denom ?? chain.nativeDenom, -amount);
  }
}
