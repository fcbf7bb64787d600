/**
 * Makes transfers from the events of an entry. The bank module emits an event for each balance that changes:
 * `coin_spent`, `coin_received`. `transfer`, `coinbase` and `burn` are additional and move nothing. Source: cosmos-sdk
 * x/bank/types/events.go, x/bank/keeper
 */
import type { CosmosChainNetwork } from '../chain.js';
import { DecodeError } from '../errors.js';
import { readCosmosAddress } from './cosmos-address.js';
import type { CosmosTransfer } from './cosmos-block.js';
import type { AttributeName } from './event-attributes.js';
import { attribute, type CosmosEvent } from './events.js';

/** One balance that changes. */
interface Movement {
  readonly address: Buffer;
  readonly coin: Coin;
  readonly isSpent: boolean;
  /** Minted or burned: there is no other party. */
  isAlone: boolean;
}

/**
 * Transfers whose sums by address and denomination are those of the movements. Their order makes no balance lower than
 * it was at any time: what is spent is booked when it is received. A receipt is matched with the first unmatched
 * spending of the denomination. The bank module emits both together, so that is the sender, except where many send to
 * many. What remains unmatched is a mint or a burn.
 */
export function readTransfers(chainNetwork: CosmosChainNetwork, events: readonly CosmosEvent[]): CosmosTransfer[] {
  const transfers: CosmosTransfer[] = [];
  const open = new Map<string, { readonly from: Buffer; left: bigint }[]>();
  const add = (from: Buffer | null, to: Buffer | null, { denom: name }: Coin, amount: bigint) => {
    const denom = name === chainNetwork.chain.nativeDenom ? null : name;
    const kind = from === null ? 'mint' : to === null ? 'burn' : denom === null ? 'native' : 'token';
    transfers.push({ kind, from, to, denom, amount });
  };
  for (const { address, coin, isSpent, isAlone } of readMovements(chainNetwork, events)) {
    const { denom, amount } = coin;
    if (isAlone) {
      if (isSpent) add(address, null, coin, amount);
      else add(null, address, coin, amount);
      continue;
    }
    const spent = open.get(denom) ?? [];
    if (isSpent) {
      spent.push({ from: address, left: amount });
      open.set(denom, spent);
      continue;
    }
    let left = amount;
    while (left > 0n && spent[0] !== undefined) {
      const [first] = spent;
      const paid = lesser(first.left, left);
      add(first.from, address, coin, paid);
      left -= paid;
      first.left -= paid;
      if (first.left === 0n) spent.shift();
    }
    if (left > 0n) add(null, address, coin, left);
  }
  for (const [denom, spent] of open) {
    for (const { from, left } of spent) add(from, null, { denom, amount: left }, left);
  }
  return transfers;
}

function readMovements(chainNetwork: CosmosChainNetwork, events: readonly CosmosEvent[]): Movement[] {
  const movements: Movement[] = [];
  for (const event of events) {
    switch (event.type) {
      case 'coin_spent':
        addMovements(movements, chainNetwork, event, 'spender', true);
        break;
      case 'coin_received':
        addMovements(movements, chainNetwork, event, 'receiver', false);
        break;
      case 'coinbase':
        markAlone(movements, chainNetwork, event, 'minter', false);
        break;
      case 'burn':
        markAlone(movements, chainNetwork, event, 'burner', true);
        break;
      default:
    }
  }
  return movements;
}

function addMovements(
  movements: Movement[],
  { network }: CosmosChainNetwork,
  event: CosmosEvent,
  who: 'spender' | 'receiver',
  isSpent: boolean,
): void {
  const addresses = valuesOf(event, who);
  const amounts = valuesOf(event, 'amount');
  if (addresses.length !== amounts.length) throw new DecodeError(`a ${event.type} event is not whole`, 0);
  for (const [index, text] of addresses.entries()) {
    const address = addressKey(network.hrp, text);
    const coins = parseCoins(amounts[index] as string);
    if (address === null) throw new DecodeError(`a ${event.type} event without an address of ${network.name}`, 0);
    if (coins === null) throw new DecodeError(`a ${event.type} event without coins`, 0);
    for (const coin of coins) if (coin.amount > 0n) movements.push({ address, coin, isSpent, isAlone: false });
  }
}

/** The bank's `coinbase` follows what a mint credits, its `burn` a burn's debit. Other modules use these names, too. */
function markAlone(
  movements: Movement[],
  { network }: CosmosChainNetwork,
  event: CosmosEvent,
  who: 'minter' | 'burner',
  isSpent: boolean,
): void {
  const address = addressKey(network.hrp, attribute(event, who) ?? '');
  if (address === null) return;
  for (const { denom, amount } of parseCoins(attribute(event, 'amount') ?? '') ?? []) {
    const movement = movements.findLast(
      (one) =>
        !one.isAlone &&
        one.isSpent === isSpent &&
        one.coin.denom === denom &&
        one.coin.amount === amount &&
        one.address.equals(address),
    );
    if (movement !== undefined) movement.isAlone = true;
  }
}

function valuesOf({ attributes }: CosmosEvent, name: AttributeName): string[] {
  return attributes.filter(([each]) => each === name).map(([, value]) => value);
}

const MAX_KNOWN = 20_000;
const known = new Map<string, Buffer>();

/** Modules and contracts are in almost every block. */
function addressKey(hrp: string, text: string): Buffer | null {
  if (!text.startsWith(`${hrp}1`)) return null;
  const found = known.get(text);
  if (found !== undefined) return found;
  const key = readCosmosAddress(hrp, text);
  if (key === null) return null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, key);
  return key;
}

function lesser(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

interface Coin {
  readonly denom: string;
  readonly amount: bigint;
}

/**
 * Coins as the bank module and events write them, `123rune,5btc/btc`. Source: cosmos-sdk types/coin.go reDnmString,
 * which chains widen: THORChain's have `~` and `.`, too.
 */
const COIN = /^(\d{1,80})([a-zA-Z][a-zA-Z0-9/:._~+-]{0,127})$/;

/** @returns null for what is no list of coins. Empty text is an empty list. */
function parseCoins(text: string): Coin[] | null {
  if (text === '') return [];
  const coins: Coin[] = [];
  for (const part of text.split(',')) {
    const match = COIN.exec(part);
    if (match === null) return null;
    coins.push({ amount: BigInt(match[1] as string), denom: match[2] as string });
  }
  return coins;
}
