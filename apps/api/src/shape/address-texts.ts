import { formatAddress, type Network } from '@chaintrail/chains';

/** So many texts are remembered of a network, or twice as many: 4 MB. */
const REMEMBERED = 8_192;

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
  #recent = new Map<string, string>();
  /** The generation before, of which stays what is asked for again. */
  #older = new Map<string, string>();

  constructor(network: Network) {
    this.#network = network;
  }

  /** @param key hex; null where there is none */
  of(key: string): string;
  of(key: string | null): string | null;
  of(key: string | null): string | null {
    if (key === null) return null;
    return this.#recent.get(key) ?? this.#remember(key);
  }

  #remember(key: string): string {
    const bytes = Buffer.from(key, 'hex');
    const text = this.#older.get(key) ?? formatAddress(this.#network, bytes);
    if (this.#recent.size >= REMEMBERED) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    // The key that was given may be a slice of a longer text, all of which would stay with it.
    this.#recent.set(bytes.toString('hex'), text);
    return text;
  }
}
