/** Coins as the bank module and events write them: `123rune,5btc/btc`. */

export interface Coin {
  readonly denom: string;
  readonly amount: bigint;
}

/** Source: cosmos-sdk types/coin.go reDnmString, which chains widen: THORChain's have `~` and `.`, too. */
const COIN = /^(\d{1,80})([a-zA-Z][a-zA-Z0-9/:._~+-]{0,127})$/;

/** @returns null for what is no list of coins. Empty text is an empty list. */
export function parseCoins(text: string): Coin[] | null {
  if (text === '') return [];
  const coins: Coin[] = [];
  for (const part of text.split(',')) {
    const match = COIN.exec(part);
    if (match === null) return null;
    coins.push({ amount: BigInt(match[1] as string), denom: match[2] as string });
  }
  return coins;
}
