/** A perfect hash of the member names that a reader knows. It finds names by their bytes, without making strings. */

const SLOTS = 256;
const SLOT_SHIFT = 24;
const UNKNOWN = -1;
const FIRST_FACTOR = 0x9e37_79b1;
const MAX_TRIES = 100_000;

export class MemberNames<Name extends string> {
  readonly #names: readonly Name[];
  readonly #bytes: readonly Uint8Array[];
  readonly #slots: Int8Array;
  readonly #factor: number;

  constructor(names: readonly Name[]) {
    this.#names = names;
    this.#bytes = names.map((name) => Buffer.from(name, 'latin1'));
    this.#factor = separatingFactor(this.#bytes);
    this.#slots = new Int8Array(SLOTS).fill(UNKNOWN);
    for (const [i, bytes] of this.#bytes.entries()) this.#slots[slotOf(bytes, 0, bytes.length, this.#factor)] = i;
  }

  /** The name that `bytes[from…to)` are, null where they are none of these. */
  find(bytes: Uint8Array, from: number, to: number): Name | null {
    const found = this.indexOf(bytes, from, to);
    return found === UNKNOWN ? null : this.#names[found]!;
  }

  /** Which of the names, in the order in which they were given, `bytes[from…to)` are; -1 where they are none. */
  indexOf(bytes: Uint8Array, from: number, to: number): number {
    if (from === to) return UNKNOWN;
    const found = this.#slots[slotOf(bytes, from, to, this.#factor)]!;
    if (found === UNKNOWN) return UNKNOWN;
    const name = this.#bytes[found]!;
    if (name.length !== to - from) return UNKNOWN;
    for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) return UNKNOWN;
    return found;
  }
}

/** The first factor that gives each name a slot of its own. */
function separatingFactor(names: readonly Uint8Array[]): number {
  for (let factor = FIRST_FACTOR; factor < FIRST_FACTOR + MAX_TRIES; factor += 2) {
    const slots = new Set(names.map((bytes) => slotOf(bytes, 0, bytes.length, factor)));
    if (slots.size === names.length) return factor;
  }
  throw new RangeError('two names of the same length have the same first, middle and last letter');
}

function slotOf(bytes: Uint8Array, from: number, to: number, factor: number): number {
  const mixed = (bytes[from]! << 16) ^ (bytes[to - 1]! << 8) ^ bytes[(from + to) >> 1]! ^ ((to - from) << 24);
  return Math.imul(mixed, factor) >>> SLOT_SHIFT;
}
