/** Owners of tokens: read where Solidity keeps it, as asking the contracts would take the EVM. */
import { bytesOf, type Hex, hexOf, keccak256, padded, word } from '../bytes/hex.js';
import { type StateHistory, slotKey } from '../state/state-history.js';
import type { StandingContracts, StandingName } from './standing-contracts.js';

/** Numbers of state variables, in the order of their declaration; constants and immutables have none. */
const VARIABLES = { coinBalance: 3, wrappedBalance: 0, percent: 0, shares: 1, pictureBalance: 0, owner: 1, held: 0 };
const REBASING_SCALE = 10_000n;
const TOKENS: readonly StandingName[] = ['gold', 'dollar', 'rebasing', 'hostile', 'weth', 'pictures', 'items'];

/** A slot of a mapping (Solidity documentation, "Layout in Storage"). Keys and the mapping's own slot are words without `0x`. */
function mapped(key: string, slot: string): string {
  const name = key + slot;
  const known = places.get(name) ?? keccak256(bytesOf(`0x${name}`)).slice(2);
  places.set(name, known);
  return known;
}

/** A hash takes longer than all else about a balance, and the same ones are read again and again. */
const places = new Map<string, string>();

export class Holdings {
  private readonly state: StateHistory;
  private readonly contracts: StandingContracts;

  constructor(state: StateHistory, contracts: StandingContracts) {
    this.state = state;
    this.contracts = contracts;
  }

  /** Contract at that address; accounts make copies of some. */
  kindOf(asset: Hex): StandingName | undefined {
    const code = this.codeOf(asset);
    return code && TOKENS.find((name) => this.codeOf(this.contracts.at(name))?.equals(code));
  }

  /**
   * Answer of `balanceOf` at the tip; null where it reverts.
   * @param tokenId of ERC-1155
   */
  balance(asset: Hex, holder: Hex, tokenId: bigint | null = null): bigint | null {
    const read = (variable: keyof typeof VARIABLES): bigint =>
      this.read(asset, mapped(padded(holder), word(VARIABLES[variable])));
    switch (this.kindOf(asset)) {
      case 'gold':
      case 'dollar':
        return read('coinBalance');
      case 'rebasing':
        return (read('shares') * this.read(asset, word(VARIABLES.percent))) / REBASING_SCALE;
      case 'weth':
        return read('wrappedBalance');
      case 'pictures':
        return read('pictureBalance');
      case 'items':
        return this.read(asset, mapped(padded(holder), mapped(word(tokenId ?? 0n), word(VARIABLES.held))));
      default:
        return null;
    }
  }

  /** Owner of a picture; null when there is none with that number. */
  ownerOf(picture: number): Hex | null {
    const owner = this.read(this.contracts.at('pictures'), mapped(word(picture), word(VARIABLES.owner)));
    return owner === 0n ? null : `0x${owner.toString(16).padStart(40, '0')}`;
  }

  private codeOf(address: Hex): Buffer | undefined {
    const { codeHash } = this.state.account(address) ?? {};
    return codeHash && Buffer.from(codeHash);
  }

  private read(asset: Hex, slot: string): bigint {
    const value = this.state.slot(slotKey(asset, `0x${slot}`));
    return value.length === 0 ? 0n : BigInt(hexOf(value));
  }
}
