/**
 * The bytes of a transaction, which its hash and the root of transactions are made of, from its JSON. Sources: EIP-2718,
 * 2930, 1559, 4844, 7702; optimism specs/protocol/deposits.md; go-ethereum of Nitro core/types/arb_types.go
 */
import type { JsonCursor } from '../../json/cursor.js';
import { numberOfDigits } from '../json/hex-amounts.js';
import { MemberSpans } from './member-spans.js';
import { RlpWriter } from './rlp-writer.js';

const NAMES = [
  'accessList',
  'authorizationList',
  'beneficiary',
  'blobVersionedHashes',
  'blobs',
  'chainId',
  'depositValue',
  'from',
  'gas',
  'gasPrice',
  'hash',
  'input',
  'isSystemTx',
  'l1BaseFee',
  'maxFeePerBlobGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'maxRefund',
  'maxSubmissionFee',
  'mint',
  'nonce',
  'r',
  'refundTo',
  'requestId',
  'retryData',
  'retryTo',
  'retryValue',
  's',
  'sourceHash',
  'submissionFeeRefund',
  'ticketId',
  'to',
  'type',
  'v',
  'value',
  'yParity',
] as const;
type Name = (typeof NAMES)[number];

const FORM = { data: 0, quantity: 1, list: 2, flag: 3, chainId: 4, price: 5, parity: 6 } as const;
/** Members that are no numbers: addresses, hashes, inputs. */
const DATA: ReadonlySet<Name> = new Set([
  'beneficiary',
  'from',
  'input',
  'refundTo',
  'requestId',
  'retryData',
  'retryTo',
  'sourceHash',
  'ticketId',
  'to',
]);
const LISTS: ReadonlySet<Name> = new Set(['accessList', 'authorizationList', 'blobVersionedHashes']);

const HEAD = 'chainId nonce maxPriorityFeePerGas maxFeePerGas gas to value input accessList';
/** Nitro's JSON has the fee cap of type 0x65 as its price alone. */
const ORDERS: Readonly<Record<number, string>> = {
  0: 'nonce gasPrice gas to value input v r s',
  1: 'chainId nonce gasPrice gas to value input accessList yParity r s',
  2: `${HEAD} yParity r s`,
  3: `${HEAD} maxFeePerBlobGas blobVersionedHashes yParity r s`,
  4: `${HEAD} authorizationList yParity r s`,
  100: 'chainId requestId from to value',
  101: 'chainId from nonce maxFeePerGas gas to value input',
  102: 'chainId requestId from maxFeePerGas gas to value input',
  104: 'chainId nonce from maxFeePerGas gas to value input ticketId refundTo maxRefund submissionFeeRefund',
  105:
    'chainId requestId from l1BaseFee depositValue maxFeePerGas gas retryTo retryValue beneficiary maxSubmissionFee ' +
    'refundTo retryData',
  106: 'chainId input',
  126: 'sourceHash from to mint value gas isSystemTx input',
};

const members = new MemberSpans<Name>(NAMES);
const AT = Object.fromEntries(NAMES.map((name) => [name, members.place(name)])) as Readonly<Record<Name, number>>;

interface Field {
  readonly place: number;
  readonly form: number;
}

function formOf(name: Name): number {
  if (name === 'chainId') return FORM.chainId;
  if (name === 'maxFeePerGas') return FORM.price;
  if (name === 'yParity') return FORM.parity;
  if (name === 'isSystemTx') return FORM.flag;
  if (LISTS.has(name)) return FORM.list;
  return DATA.has(name) ? FORM.data : FORM.quantity;
}

const FIELDS: ReadonlyMap<number, readonly Field[]> = new Map(
  Object.entries(ORDERS).map(([type, order]) => [
    Number(type),
    order.split(' ').map((name) => ({ place: AT[name as Name], form: formOf(name as Name) })),
  ]),
);
/** From here on types are the OP stack's and Arbitrum's own, which nobody signs. */
export const FIRST_OWN_TYPE = 0x64;

/** Types whose bytes are known here. */
export function isKnownType(type: number): boolean {
  return FIELDS.has(type);
}

/** Lists of the transaction that was read last, encoded, and where each ends. */
const lists = new RlpWriter();
const listEnd = new Int32Array(NAMES.length);

/** A transaction as its JSON says it. Each is read into the same memory. */
export class TransactionMembers {
  readonly #json: JsonCursor;
  readonly #readList: (place: number) => void;
  type = 0;

  constructor(json: JsonCursor) {
    this.#json = json;
    this.#readList = (place) => {
      const start = lists.startList();
      if (place === AT.accessList) readAccessList(json);
      else if (place === AT.authorizationList) readAuthorizations(json);
      else if (place === AT.blobVersionedHashes) readHashes(json);
      else json.skip(); // blobs
      lists.endList(start);
      members.from[place] = start;
      listEnd[place] = lists.length;
    };
  }

  read(): void {
    lists.clear();
    members.read(this.#json, this.#readList);
    this.type = this.has('type') ? numberOfDigits(this.#json.bytes, this.from('type'), this.to('type')) : 0;
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

  /** Nobody signed it: development nodes let anybody act for an account, and OP Mainnet had such deposits once. */
  isUnsigned(): boolean {
    const { bytes } = this.#json;
    return (['r', 's'] as const).every((name) => isZero(bytes, this.from(name), this.to(name)));
  }

  /** Its bytes have a chain id that its JSON does not. */
  lacksChainId(): boolean {
    return !this.has('chainId') && FIELDS.get(this.type)!.some(({ form }) => form === FORM.chainId);
  }

  /** Writes its bytes. @param chainId where it does not say its own, which Arbitrum's types leave out */
  encode(target: RlpWriter, chainId: number): void {
    const fields = FIELDS.get(this.type)!;
    if (this.type !== 0) target.byte(this.type);
    const start = target.startList();
    for (const { place, form } of fields) this.#put(target, place, form, chainId);
    target.endList(start);
    target.bad |= lists.bad;
  }

  #put(target: RlpWriter, place: number, form: number, chainId: number): void {
    const { bytes } = this.#json;
    if (form === FORM.list) {
      if (members.has(place)) target.encoded(lists.bytes, members.from[place]!, listEnd[place]!);
      else target.endList(target.startList());
      return;
    }
    if (form === FORM.flag) {
      target.byte(members.isTrue(bytes, place) ? 1 : 0x80);
      return;
    }
    if (form === FORM.chainId && !members.has(place)) {
      target.number(chainId);
      return;
    }
    if (form === FORM.price && !members.has(place)) place = AT.gasPrice;
    if (form === FORM.parity && !members.has(place)) place = AT.v;
    const [from, to] = members.has(place) ? [members.from[place]!, members.to[place]!] : [0, 0];
    if (form === FORM.data) target.data(bytes, from, to);
    else target.quantity(bytes, from, to);
  }
}

function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = Math.max(from, 0); at < to; at++) if (bytes[at] !== 0x30) return false;
  return true;
}

const entry = new MemberSpans(['address', 'storageKeys']);
const [ADDRESS, STORAGE_KEYS] = [entry.place('address'), entry.place('storageKeys')];
/** Bytes of an address in RLP. */
const ADDRESS_STRING = 21;

function readAccessList(json: JsonCursor): void {
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    const start = lists.startList();
    let keyed = false;
    // The address goes first, whatever order the members have.
    lists.skip(ADDRESS_STRING);
    entry.read(json, (place) => {
      const keys = lists.startList();
      readHashes(json);
      lists.endList(keys);
      keyed ||= place === STORAGE_KEYS;
    });
    if (!keyed) lists.endList(lists.startList());
    const end = lists.length;
    lists.length = start;
    lists.data(json.bytes, entry.from[ADDRESS]!, entry.to[ADDRESS]!);
    if (lists.length !== start + ADDRESS_STRING) lists.bad = -1;
    lists.length = end;
    lists.endList(start);
  }
}

function readHashes(json: JsonCursor): void {
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    json.string();
    lists.data(json.bytes, json.from + 2, json.to);
  }
}

const authorization = new MemberSpans(['chainId', 'address', 'nonce', 'yParity', 'r', 's']);
const AUTHORIZED = authorization.place('address');

function readAuthorizations(json: JsonCursor): void {
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    const start = lists.startList();
    authorization.read(json, () => json.skip());
    for (let place = 0; place < authorization.from.length; place++) {
      const [from, to] = authorization.has(place) ? [authorization.from[place]!, authorization.to[place]!] : [0, 0];
      if (place === AUTHORIZED) lists.data(json.bytes, from, to);
      else lists.quantity(json.bytes, from, to);
    }
    lists.endList(start);
  }
}
