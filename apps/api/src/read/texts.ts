import { type BlockRef, MAX_ADDRESS_BYTES, type Network, writeAddress } from '@chaintrail/chains';
import type { OtherPlace } from '@chaintrail/db';
import { LRUCache } from 'lru-cache';
import type { Transaction } from '../schemas/transaction-schema.js';
import type { FollowedChain } from './followed-chain.js';

/** Texts of Ethereum's addresses that are remembered of a network: 4 MB. */
const REMEMBERED = 16_384;

const known = new WeakMap<Network, AddressTexts>();

/** Those of a network, as this process remembers them. */
export function addressTextsOf(network: Network): AddressTexts {
  let texts = known.get(network);
  if (texts === undefined) {
    texts = new AddressTexts(network);
    known.set(network, texts);
  }
  return texts;
}

/** No key is longer. */
const key = Buffer.alloc(MAX_ADDRESS_BYTES);
const text = Buffer.alloc(MAX_ADDRESS_BYTES);

/** Addresses as text. Remembering takes 2.5 µs and pays for Ethereum's checksums (Keccak) alone: others take 1 µs. */
export class AddressTexts {
  readonly #network: Network;
  readonly #remembered: LRUCache<string, string> | null;

  constructor(network: Network) {
    this.#network = network;
    this.#remembered = network.family === 'evm' ? new LRUCache({ max: REMEMBERED }) : null;
  }

  /** @param key hex; null where there is none */
  of(key: string): string;
  of(key: string | null): string | null;
  of(hex: string | null): string | null {
    if (hex === null) return null;
    return this.#remembered ? (this.#remembered.get(hex) ?? this.#remember(hex, this.#remembered)) : this.#write(hex);
  }

  #write(hex: string): string {
    const keyLength = key.write(hex, 'hex');
    return text.toString('latin1', 0, writeAddress(this.#network, key, 0, keyLength, text, 0));
  }

  #remember(hex: string, remembered: LRUCache<string, string>): string {
    const written = this.#write(hex);
    // The key that was given may be a slice of a longer text, all of which would stay with it.
    remembered.set(Buffer.from(hex, 'latin1').toString('latin1'), written);
    return written;
  }
}

/** Where a client has written an address in another form, it finds it in that form. @param key hex */
export function textsWith(
  texts: AddressTexts,
  key: string | undefined,
  text: string | undefined,
): Pick<AddressTexts, 'of'> {
  if (key === undefined || text === undefined) return texts;
  function of(hex: string): string;
  function of(hex: string | null): string | null;
  function of(hex: string | null): string | null {
    return hex === key ? text! : texts.of(hex);
  }
  return { of };
}

/** A hash as users write it: `0x…` on EVM chains, upper case on Cosmos chains, where a block's entry has a text. */
export function shownHash({ family }: Pick<FollowedChain, 'family'>, hash: string): string {
  switch (family) {
    case 'utxo':
      return hash;
    case 'evm':
      return `0x${hash}`;
    case 'cosmos':
      return hash.includes(':') ? hash : hash.toUpperCase();
  }
}

/** A tip as nodes are asked by it: without the `0x` of its hash. */
export function blockOfTip({ height, hash }: BlockRef): BlockRef {
  return { height, hash: hash.replace(/^0x/, '') };
}

/** Other places of a transaction, as clients see them. */
export function shownPlaces(followed: FollowedChain, places: readonly OtherPlace[]): Transaction['alsoIn'] {
  return places.map(({ height, hash, index, failed }) => ({
    blockHeight: height,
    ...{ blockHash: shownHash(followed, hash), blockIndex: index },
    status: failed ? 'failed' : 'confirmed',
  }));
}
