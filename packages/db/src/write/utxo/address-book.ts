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
}
