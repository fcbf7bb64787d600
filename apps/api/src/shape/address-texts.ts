import { formatAddress, type Network } from '@chaintrail/chains';
import { LRUCache } from 'lru-cache';

/** So many texts are remembered of a network: 4 MB. */
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

/** Addresses as text. Those that were asked for last are not written anew: checksums are hashes, and pages repeat addresses. */
export class AddressTexts {
  readonly #network: Network;
  readonly #texts = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(network: Network) {
    this.#network = network;
  }

  /** @param key hex; null where there is none */
  of(key: string): string;
  of(key: string | null): string | null;
  of(key: string | null): string | null {
    return key === null ? null : (this.#texts.get(key) ?? this.#remember(key));
  }

  #remember(key: string): string {
    const bytes = Buffer.from(key, 'hex');
    const text = formatAddress(this.#network, bytes);
    // The key that was given may be a slice of a longer text, all of which would stay with it.
    this.#texts.set(bytes.toString('hex'), text);
    return text;
  }
}
