import type { Balance } from '@chaintrail/client';
import type { ApiClient } from '@chaintrail/testkit';

/** Addresses in one request. */
const ADDRESSES = 100;

/** Balances in the order of the addresses. Contracts of tokens are not asked: the API does that for one at a time. */
export async function balancesOf(api: ApiClient<'evm'>, addresses: readonly string[]): Promise<Balance[]> {
  const balances: Balance[] = [];
  for (let at = 0; at < addresses.length; at += ADDRESSES)
    balances.push(...(await api.balances(addresses.slice(at, at + ADDRESSES))));
  return balances;
}
