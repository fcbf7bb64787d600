import { formatAddress, type Network } from '@chaintrail/chains';

/** Addresses of one answer as text. Each is written once: checksums are hashes of it, and pages repeat them. */
export class AddressTexts {
  readonly #network: Network;
  readonly #texts = new Map<string, string>();

  constructor(network: Network) {
    this.#network = network;
  }

  /** @param key hex; null where there is none */
  of(key: string): string;
  of(key: string | null): string | null;
  of(key: string | null): string | null {
    if (key === null) return null;
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = formatAddress(this.#network, Buffer.from(key, 'hex'));
      this.#texts.set(key, text);
    }
    return text;
  }
}
