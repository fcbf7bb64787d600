/** Where the values of an object's members are in the text of an answer. */
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';

const ABSENT = -1;
const QUOTE = 0x22;
const OPEN_ARRAY = 0x5b;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const LETTER_X = 0x78;

export class MemberSpans<Name extends string> {
  /** Digits behind `0x`, or the word of what is no string; negative where there is none, or null. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The first member with a name that is not known, null where there is none. */
  unknown: string | null = null;
  readonly #names: MemberNames<Name>;
  readonly #places: ReadonlyMap<Name, number>;

  constructor(names: readonly Name[]) {
    this.#names = new MemberNames(names);
    this.#places = new Map(names.map((name, place) => [name, place]));
    this.from = new Int32Array(names.length);
    this.to = new Int32Array(names.length);
  }

  place(name: Name): number {
    return this.#places.get(name)!;
  }

  has(place: number): boolean {
    return this.from[place]! >= 0;
  }

  /** Whether a member is the word `true`. */
  isTrue(bytes: Uint8Array, place: number): boolean {
    return this.has(place) && bytes[this.from[place]!] === LETTER_T;
  }

  /** Reads an object. @param readList called at the first byte of a known member that is a list, which it reads */
  read(json: JsonCursor, readList: (place: number) => void): void {
    const { from, to } = this;
    // A loop takes less time than `fill` for so few.
    for (let place = 0; place < from.length; place++) from[place] = to[place] = ABSENT;
    this.unknown = null;
    for (let more = json.enterObject(); more; more = json.nextMember()) {
      const place = json.nameIndex(this.#names);
      if (place < 0) {
        this.unknown ??= json.bytes.toString('latin1', json.from, Math.min(json.to, json.from + 40));
        json.skip();
      } else this.#readValue(json, place, readList);
    }
  }

  #readValue(json: JsonCursor, place: number, readList: (place: number) => void): void {
    const first = json.nextByte();
    if (first === QUOTE) {
      json.string();
      const digits = json.to - json.from >= 2 && json.bytes[json.from + 1] === LETTER_X ? json.from + 2 : json.from;
      this.from[place] = digits;
      this.to[place] = json.to;
    } else if (first === OPEN_ARRAY) readList(place);
    else if (first === LETTER_N) json.skip();
    else {
      this.from[place] = json.at;
      json.skip();
      this.to[place] = json.at;
    }
  }
}
