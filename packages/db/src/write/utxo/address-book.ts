/** The distinct addresses of one batch, numbered from 0, so that the rest of the work is on small integers. */
export class AddressBook {
  /** address_key by number. */
  readonly keys: Buffer[] = [];
  // Latin-1 maps each byte to one character: the cheapest exact string of a key.
  private readonly numbers = new Map<string, number>();

  numberOf(key: Buffer): number {
    const text = key.toString('latin1');
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.keys.length;
      this.numbers.set(text, number);
      this.keys.push(key);
    }
    return number;
  }

  /**
   * The numbers of all addresses in byte order of their keys. Keys are compared by their first six bytes as one number,
   * and byte by byte only where those are equal: comparing Buffers alone took a tenth of the time of a batch.
   */
  sorted(): Uint32Array {
    const prefixes = Float64Array.from(this.keys, (key) => (key.length < 6 ? shortPrefix(key) : key.readUIntBE(0, 6)));
    return Uint32Array.from(this.keys.keys()).sort(
      (a, b) => prefixes[a]! - prefixes[b]! || this.keys[a]!.compare(this.keys[b]!),
    );
  }
}

/** The first six bytes of a key that has fewer, as if zeros followed. */
function shortPrefix(key: Buffer): number {
  return key.readUIntBE(0, key.length) * 2 ** (8 * (6 - key.length));
}
