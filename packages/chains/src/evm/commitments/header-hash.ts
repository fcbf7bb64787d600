/** The hash of a header from its JSON, and the roots in it. Source: go-ethereum core/types/block.go Header */
import { HASH_BYTES } from '../../bytes/hash.js';
import { keccak256 } from '../../bytes/keccak.js';
import { isHashAt } from '../json/hex-values.js';
import type { Findings } from './findings.js';
import { MemberSpans } from './member-spans.js';
import { RlpWriter } from './rlp-writer.js';
import type { TrieList } from './trie-root.js';

/** In the order in which they are hashed. Those after the nonce came with forks, and are absent before. */
const HASHED = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
  'blockAccessListHash',
  'slotNumber',
] as const;
const FIRST_OPTIONAL = HASHED.indexOf('baseFeePerGas');
const QUANTITIES: ReadonlySet<string> = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
  'slotNumber',
]);
const IS_QUANTITY = HASHED.map((name) => QUANTITIES.has(name));

/** Members that are made of others, or of the block: `author` of some clients, and three of Arbitrum. */
const OTHERS = [
  'author',
  'hash',
  'l1BlockNumber',
  'sendCount',
  'sendRoot',
  'size',
  'totalDifficulty',
  'transactions',
  'uncles',
  'withdrawals',
] as const;

export type HeaderName = (typeof HASHED)[number] | (typeof OTHERS)[number];

export class HeaderMembers extends MemberSpans<HeaderName> {
  readonly #rlp = new RlpWriter();

  constructor() {
    super([...HASHED, ...OTHERS]);
  }

  span(name: HeaderName): readonly [from: number, to: number] {
    const place = this.place(name);
    return [this.from[place]!, this.to[place]!];
  }

  /** @returns memory whose first 32 bytes are the hash, until the next one; null where something is no hexadecimal digit */
  hash(bytes: Buffer): Uint8Array | null {
    const rlp = this.#rlp;
    rlp.clear();
    this.encode(bytes, rlp);
    return rlp.bad < 0 ? null : keccak256(rlp.bytes, 0, rlp.length);
  }

  encode(bytes: Buffer, rlp: RlpWriter): void {
    const start = rlp.startList();
    for (let place = 0; place < HASHED.length; place++) {
      const isThere = this.has(place);
      if (!isThere && place >= FIRST_OPTIONAL) continue;
      const [from, to] = isThere ? [this.from[place]!, this.to[place]!] : [0, 0];
      if (IS_QUANTITY[place]) rlp.quantity(bytes, from, to);
      else rlp.data(bytes, from, to);
    }
    rlp.endList(start);
  }
}

/** keccak256(rlp('')). */
const EMPTY_ROOT = Buffer.from('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421', 'hex');
const HASH_DIGITS = 2 * HASH_BYTES;
const LISTS = {
  transactionsRoot: ['transactions', 'transactions'],
  receiptsRoot: ['receipts', 'receipts'],
  withdrawalsRoot: ['withdrawals', 'header'],
} as const;

type RootName = keyof typeof LISTS;

/** Compares a list with its root in the header. @param isWhole all items are there; otherwise only whether it is empty */
export function compareRoot(
  findings: Findings,
  bytes: Buffer,
  header: HeaderMembers,
  name: RootName,
  list: TrieList,
  isWhole = true,
): void {
  const [from, to] = header.span(name);
  const [what, part] = LISTS[name];
  if (isHash(bytes, header, name, EMPTY_ROOT) !== (list.count === 0)) {
    findings.certain(
      part,
      `there are ${list.count} ${what}, the header says ${list.count === 0 ? 'some' : 'none'}`,
      from,
    );
  } else if (isWhole) {
    const root = list.root();
    if (list.items.bad >= 0 && isHash(bytes, header, name, root)) return;
    const said = bytes.toString('latin1', from, to).toLowerCase();
    findings.wrong(part, `the ${what} have root ${root.toString('hex')}, the header says ${said}`, from);
  }
}

/** Whether this is the list whose root the header has. */
export function isRootOf(bytes: Buffer, header: HeaderMembers, name: RootName, list: TrieList): boolean {
  return list.items.bad >= 0 && isHash(bytes, header, name, list.root());
}

function isHash(bytes: Buffer, header: HeaderMembers, name: RootName, hash: Buffer): boolean {
  const [from, to] = header.span(name);
  return to - from === HASH_DIGITS && isHashAt(bytes, from, hash, 0);
}
