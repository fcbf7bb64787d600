/** Balances and supply of the bank module, and the addresses of names, by REST. */
import { z } from 'zod';
import type { CosmosChainNetwork } from '../../chain.js';
import { StateUnavailableError } from '../../errors.js';
import { checked } from '../../rpc/rpc-errors.js';
import { readCosmosAddress } from '../cosmos-address.js';
import { heightAnswer } from './cosmos-headers.js';
import { type CosmosRest, LATEST_BLOCK } from './cosmos-rest.js';

/** Coins after a block; amounts are decimal text in base units. */
export interface BankCoins {
  readonly height: number;
  readonly coins: readonly (readonly [denom: string, amount: string])[];
}

export type Coins = BankCoins['coins'];

const coin = z
  .object({ denom: z.string().min(1).max(128), amount: z.string().regex(/^\d{1,80}$/) })
  .transform(({ denom, amount }) => [denom, amount] as const);
const balances = z.object({ balances: z.array(coin) });
const supply = z.object({ supply: z.array(coin) });
const latest = z.object({ block: z.object({ header: z.object({ height: heightAnswer }) }) });

const BANK = 'cosmos/bank/v1beta1';

/** @returns null where the node does not have that state. */
export function readBalances(rest: CosmosRest, address: string, height: number | null): Promise<BankCoins | null> {
  return atHeight(rest, height, (at) =>
    rest.list(`${BANK}/balances/${encodeURIComponent(address)}`, at, (page) => balances.parse(page).balances),
  );
}

/** The supply of every denomination. @returns null where the node does not have that state. */
export function readSupply(rest: CosmosRest, height: number | null): Promise<BankCoins | null> {
  return atHeight(rest, height, (at) => rest.list(`${BANK}/supply`, at, (page) => supply.parse(page).supply));
}

async function atHeight(
  rest: CosmosRest,
  height: number | null,
  read: (height: number) => Promise<Coins>,
): Promise<BankCoins | null> {
  const at = height ?? (await readLatest(rest));
  try {
    return { height: at, coins: await read(at) };
  } catch (error) {
    if (error instanceof StateUnavailableError) return null;
    throw error;
  }
}

async function readLatest(rest: CosmosRest): Promise<number> {
  const answer = await rest.get(LATEST_BLOCK, null);
  return checked(rest.asked(LATEST_BLOCK), answer, (value) => latest.parse(value).block.header.height);
}

const owners = z.object({
  denom_owners: z.array(z.object({ address: z.string(), balance: coin })),
});
const accounts = z.object({ accounts: z.array(z.unknown()) });

/** The owners of a denomination with their amounts. @throws NodeError with code -32601 below SDK 0.46 */
export function readOwners(rest: CosmosRest, denom: string, height: number): Promise<(readonly [string, string])[]> {
  return rest.list(`${BANK}/denom_owners/${encodeURIComponent(denom)}`, height, (page) =>
    owners.parse(page).denom_owners.map(({ address, balance: [, amount] }) => [address, amount] as const),
  );
}

/** Addresses of all accounts, of people, modules and contracts: who has coins has one. */
export function readAccounts(rest: CosmosRest, height: number): Promise<string[]> {
  return rest.list('cosmos/auth/v1beta1/accounts', height, (page) => accounts.parse(page).accounts.flatMap(addressOf));
}

/** Kinds of accounts have their address at different depths. */
function addressOf(account: unknown): string[] {
  if (typeof account !== 'object' || account === null) return [];
  if ('address' in account && typeof account.address === 'string') return [account.address];
  return Object.entries(account).flatMap(([name, value]) => (name.startsWith('base_') ? addressOf(value) : []));
}

const nameAnswer = z.object({
  owner: z.string().nullish(),
  aliases: z.array(z.object({ address: z.string().nullish() })).nullish(),
});

/** Characters of a name. Source: thornode x/thorchain/handler_manage_thorname.go IsValidTHORName */
const NAME = /^[a-zA-Z0-9+_-]{1,30}$/;

/** @returns the address of a name on this chain, its owner's where it has none here; null for an unknown name. */
export async function readName(
  { chain, network }: CosmosChainNetwork,
  rest: CosmosRest,
  name: string,
): Promise<string | null> {
  if (chain.names === null || !NAME.test(name)) return null;
  const path = `${chain.names.path}/${name}`;
  const answer = await rest.get(path, null);
  if (answer === null) return null;
  const { owner, aliases } = checked(rest.asked(path), answer, nameAnswer);
  const addresses = [...(aliases ?? []).map(({ address }) => address), owner];
  const found = addresses.find((address) => address != null && readCosmosAddress(network.hrp, address) !== null);
  return found ?? null;
}
