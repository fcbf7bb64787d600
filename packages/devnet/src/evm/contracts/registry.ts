/** Every program, and where the ones stand that a chain begins with. */
import type { EvmChain } from '@chaintrail/chains';
import { addressOf, type Hex } from '../bytes/hex.js';
import type { Program } from '../machine/program.js';
import { ITEMS, PICTURES } from './collectibles.js';
import { DOLLAR, GOLD, HOSTILE, MUTE, REBASING } from './erc20.js';
import { BROKEN, FACTORY, FAILING, FLASH, LIBRARY, splitter, VAULT, WALLET } from './movers.js';
import { PRICE_FEEDS, priceFeed } from './price-feed.js';
import { SHOUTER } from './shouter.js';
import { WETH } from './weth.js';

/** Wrapped ether stands here on every chain of the OP stack (optimism specs/protocol/predeploys.md). */
const OP_WETH: Hex = '0x4200000000000000000000000000000000000006';

export interface Contracts {
  readonly programs: ReadonlyMap<string, Program>;
  /** By program: contracts that are there from the first block on. */
  readonly addresses: ReadonlyMap<string, Hex>;
  /** @throws RangeError when no contract has the program */
  at(program: string): Hex;
}

export function contractsOf(seed: number, { feeRules }: EvmChain): Contracts {
  const at = (program: string): Hex => {
    const found = addresses.get(program);
    if (found === undefined) throw new RangeError(`no contract runs ${program}`);
    return found;
  };
  const tokens = [GOLD, DOLLAR, REBASING, HOSTILE, MUTE, WETH, PICTURES, ITEMS];
  const standing = [...tokens, splitter(at), LIBRARY, FAILING, FACTORY, WALLET, SHOUTER];
  const feeds = feeRules === 'ethereum' ? PRICE_FEEDS : [];
  const all = [...standing, VAULT, FLASH, BROKEN, ...feeds.map(priceFeed)];
  const programs = new Map(all.map((program) => [program.name, program]));
  const addresses = new Map(standing.map(({ name }) => [name, addressOf('contract', seed, name)]));
  if (feeRules === 'op-stack') addresses.set(WETH.name, OP_WETH);
  for (const feed of feeds) addresses.set(priceFeed(feed).name, feed.address);
  return { programs, addresses, at };
}
