/**
 * The bytes of a receipt, which the root of receipts is made of, from its JSON, and the filter of its logs. Sources:
 * EIP-658 and 2718; op-geth core/types/receipt.go EncodeIndex; Ethereum Yellow Paper, section 4.3.1
 */

import { keccak256 } from '../../bytes/keccak.js';
import type { JsonCursor } from '../../json/cursor.js';
import { DIGIT, numberOfDigits } from '../json/hex-amounts.js';
import { MemberSpans } from './member-spans.js';
import { dataBytes, RlpWriter, stringBytes } from './rlp-writer.js';

const NAMES = [
  'contractAddress',
  'cumulativeGasUsed',
  'depositNonce',
  'depositReceiptVersion',
  'effectiveGasPrice',
  'gasUsed',
  'logs',
  'logsBloom',
  'root',
  'status',
] as const;
type Name = (typeof NAMES)[number];

const HASH_DIGITS = 64;
const OPTIMISM_DEPOSIT = 0x7e;
// In RLP.
const ADDRESS_STRING = 21;
const TOPIC_STRING = 33;

const members = new MemberSpans<Name>(NAMES);
const AT = Object.fromEntries(NAMES.map((name) => [name, members.place(name)])) as Readonly<Record<Name, number>>;
const log = new MemberSpans(['address', 'data', 'topics']);
const [ADDRESS, DATA] = [log.place('address'), log.place('data')];

/** A receipt as its JSON says it. Each is read into the same memory. */
export class ReceiptMembers {
  /** Bloom of the logs of the receipts so far. */
  readonly bloom = new Bloom();
  readonly #json: JsonCursor;
  readonly #logs = new RlpWriter();
  /** Where the digits of the topics of the log that was read last are. */
  readonly #topicAt: number[] = [];
  #topics = 0;
  readonly #hasBloom: boolean;

  /** @param hasBloom that `bloom` is needed, which takes some time */
  constructor(json: JsonCursor, hasBloom: boolean) {
    this.#json = json;
    this.#hasBloom = hasBloom;
  }

  read(): void {
    this.#logs.clear();
    members.read(this.#json, (place) => {
      if (place === AT.logs) this.#readLogs();
      else this.#json.skip();
    });
  }

  #readLogs(): void {
    const json = this.#json;
    for (let next = json.enterArray(); next; next = json.nextElement()) {
      this.#topics = 0;
      log.read(json, () => this.#readTopics());
      this.#putLog();
      if (this.#hasBloom) this.#addToBloom();
    }
  }

  #readTopics(): void {
    const json = this.#json;
    for (let next = json.enterArray(); next; next = json.nextElement()) {
      json.string();
      this.#topicAt[this.#topics++] = json.from + 2;
    }
  }

  /** Topics are 32 bytes each: whoever decoded the block has looked. */
  #putLog(): void {
    const logs = this.#logs;
    const { bytes } = this.#json;
    const count = this.#topics;
    const topics = count * TOPIC_STRING;
    const [data, dataEnd] = [log.from[DATA]!, log.to[DATA]!];
    logs.list(ADDRESS_STRING + stringBytes(topics) + dataBytes(bytes, data, dataEnd));
    logs.data(bytes, log.from[ADDRESS]!, log.to[ADDRESS]!);
    logs.list(topics);
    for (let i = 0; i < count; i++) logs.data(bytes, this.#topicAt[i]!, this.#topicAt[i]! + HASH_DIGITS);
    logs.data(bytes, data, dataEnd);
  }

  #addToBloom(): void {
    const { bytes } = this.#json;
    this.bloom.add(Buffer.from(bytes.toString('latin1', log.from[ADDRESS]!, log.to[ADDRESS]!), 'hex'));
    for (let i = 0; i < this.#topics; i++) {
      const at = this.#topicAt[i]!;
      this.bloom.add(Buffer.from(bytes.toString('latin1', at, at + HASH_DIGITS), 'hex'));
    }
  }

  has(name: Name): boolean {
    return members.has(AT[name]);
  }

  from(name: Name): number {
    return members.from[AT[name]]!;
  }

  to(name: Name): number {
    return members.to[AT[name]]!;
  }

  number(name: Name): number {
    return this.has(name) ? numberOfDigits(this.#json.bytes, this.from(name), this.to(name)) : 0;
  }

  /** The state after the transaction, which receipts had before Byzantium. Some clients write it empty after that. */
  hasRoot(): boolean {
    return this.has('root') && this.to('root') - this.from('root') === HASH_DIGITS;
  }

  /** Writes its bytes. @param type of its transaction */
  encode(target: RlpWriter, type: number, byRoot: boolean): void {
    const { bytes } = this.#json;
    if (type !== 0) target.byte(type);
    const start = target.startList();
    if (byRoot) target.data(bytes, this.from('root'), this.to('root'));
    else this.#putQuantity(target, 'status');
    this.#putQuantity(target, 'cumulativeGasUsed');
    target.data(bytes, this.from('logsBloom'), this.to('logsBloom'));
    target.list(this.#logs.length);
    target.encoded(this.#logs.bytes, 0, this.#logs.length);
    // Between Regolith and Canyon a deposit's receipt had its nonce, but not in what was hashed.
    if (type === OPTIMISM_DEPOSIT && this.has('depositReceiptVersion')) {
      this.#putQuantity(target, 'depositNonce');
      this.#putQuantity(target, 'depositReceiptVersion');
    }
    target.endList(start);
    target.bad |= this.#logs.bad;
  }

  #putQuantity(target: RlpWriter, name: Name): void {
    if (this.has(name)) target.quantity(this.#json.bytes, this.from(name), this.to(name));
    else target.quantity(this.#json.bytes, 0, 0);
  }
}

const BLOOM_BYTES = 256;
const BITS_OF_ONE = 3;

/** The filter of a block's logs. */
class Bloom {
  readonly #bytes = new Uint8Array(BLOOM_BYTES);

  /** Adds an address or a topic. */
  add(bytes: Uint8Array): void {
    const hash = keccak256(bytes);
    for (let i = 0; i < BITS_OF_ONE; i++) {
      const bit = ((hash[2 * i]! << 8) | hash[2 * i + 1]!) & 0x7ff;
      this.#bytes[BLOOM_BYTES - 1 - (bit >> 3)]! |= 1 << (bit & 7);
    }
  }

  /** Whether the digits `bytes[from…to)` are this filter. */
  equals(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from !== 2 * BLOOM_BYTES) return false;
    let different = 0;
    for (let i = 0; i < BLOOM_BYTES; i++, from += 2) {
      different |= ((DIGIT[bytes[from]!]! << 4) | DIGIT[bytes[from + 1]!]!) ^ this.#bytes[i]!;
    }
    return different === 0;
  }
}
