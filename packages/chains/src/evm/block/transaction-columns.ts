/** The transactions of a block's answer, as columns. */
import { NO_NUMBER } from '../../account/account-block.js';
import type { Amount } from '../../amount.js';
import { HASH_BYTES } from '../../bytes/hash.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import type { AddressNumbers } from '../address-numbers.js';
import { areDigits, numberOfDigits } from '../json/hex-amounts.js';
import {
  readAddress,
  readAmount,
  readHashInto,
  readHex,
  readNullableAddress,
  readNullableAmount,
  readNumber,
  readSameHash,
} from '../json/hex-values.js';

const METHOD_DIGITS = 8;
/** Types are one byte (EIP-2718). Arbitrum and the OP stack use some of its upper half. */
const MAX_TYPE = 0xff;

/** Types whose rules differ. Source: EIP-4844; optimism specs deposits.md, lagoon/post-exec.md; nitro arbos types */
export const TX_TYPE = {
  blob: 0x03,
  arbitrumDeposit: 0x64,
  optimismPostExec: 0x7d,
  optimismDeposit: 0x7e,
} as const;

/**
 * Types that always have value, nonce and gas: Ethereum's up to EIP-7702, and Arbitrum's. Others may have none, or more
 * than one of them: EIP-8130 (type 0x79 on Base) and EIP-8141 hold a list of calls and another kind of nonce.
 */
const TYPES_WITH_ALL = new Set([0, 1, 2, TX_TYPE.blob, 4, 0x64, 0x65, 0x66, 0x68, 0x69, 0x6a, 0x78]);

const NAMES = new MemberNames([
  'blockHash',
  'depositValue',
  'from',
  'gas',
  'gasPrice',
  'hash',
  'input',
  'mint',
  'nonce',
  'to',
  'transactionIndex',
  'type',
  'value',
]);

export class TransactionColumns {
  txids = new Uint8Array(256 * HASH_BYTES);
  readonly type: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly value: Amount[] = [];
  /** NaN where a type has none. */
  readonly nonce: number[] = [];
  /** The same, and where it is larger than any that means something. */
  readonly gasLimit: number[] = [];
  /** Price that the transaction names; the one paid is in the receipt. Null where it says none. */
  readonly gasPrice: (Amount | null)[] = [];
  readonly method: number[] = [];
  /** Digits of the input, `bytes[inputStart…inputEnd)` of the answer. */
  readonly inputStart: number[] = [];
  readonly inputEnd: number[] = [];
  /** Base units that come into being with it: OP stack `mint`, Arbitrum's deposits. */
  readonly minted: Amount[] = [];
  readonly #blockHash: Uint8Array;

  /** @param blockHash of the block that all of them have to name, 32 bytes */
  constructor(blockHash: Uint8Array) {
    this.#blockHash = blockHash;
  }

  get count(): number {
    return this.type.length;
  }

  /** Reads the next transaction. */
  read(json: JsonCursor, addresses: AddressNumbers): void {
    const start = json.at;
    const index = this.count;
    this.#makeRoom();
    let hashed = false;
    let from = NO_NUMBER;
    let to = NO_NUMBER;
    let value: Amount | null = null;
    let nonce: number | null = null;
    let gas: number | null = null;
    let gasPrice: Amount | null = null;
    let type = 0;
    let minted: Amount | null = null;
    let inputStart = 0;
    let inputEnd = 0;
    for (let more = json.enterObject(); more; more = json.nextMember()) {
      switch (json.name(NAMES)) {
        case 'hash':
          readHashInto(json, this.txids, index * HASH_BYTES);
          hashed = true;
          break;
        case 'from':
          from = readAddress(json, addresses);
          break;
        case 'to':
          to = readNullableAddress(json, addresses);
          break;
        case 'value':
          value = readAmount(json);
          break;
        case 'nonce':
          nonce = json.takeNull() ? null : readNumber(json);
          break;
        case 'gas':
          gas = readGasLimit(json);
          break;
        case 'gasPrice':
          gasPrice = readNullableAmount(json);
          break;
        case 'type':
          type = readNumber(json);
          break;
        case 'mint':
        case 'depositValue':
          minted = readNullableAmount(json);
          break;
        case 'input':
          inputStart = readHex(json);
          inputEnd = json.to;
          break;
        case 'transactionIndex':
          if (readNumber(json) !== index) json.fail('its transactions are not in order', json.from);
          break;
        case 'blockHash':
          if (!readSameHash(json, this.#blockHash, 0)) json.fail('a transaction names another block', json.from);
          break;
        default:
          json.skip();
      }
    }
    // A deposit has none of its own: the receipt tells it. Some nodes leave it out here (op-alloy pull request 246).
    if (type === TX_TYPE.optimismDeposit) nonce ??= 0;
    else if (!TYPES_WITH_ALL.has(type)) {
      value ??= 0;
      nonce ??= Number.NaN;
      gas ??= Number.NaN;
    }
    if (!hashed || from === NO_NUMBER || value === null || nonce === null || gas === null) {
      json.fail('a transaction without its hash, from, value, nonce or gas', start);
    }
    if (type > MAX_TYPE) json.fail('a type of transaction that is larger than a byte', start);
    this.type.push(type);
    this.from.push(from);
    this.to.push(to);
    this.value.push(value);
    this.nonce.push(nonce);
    this.gasLimit.push(gas);
    this.gasPrice.push(gasPrice);
    this.minted.push(mintedBy(type, value, minted));
    this.inputStart.push(inputStart);
    this.inputEnd.push(inputEnd);
    this.method.push(to === NO_NUMBER ? NO_NUMBER : methodOf(json, inputStart, inputEnd));
  }

  #makeRoom(): void {
    if ((this.count + 1) * HASH_BYTES <= this.txids.length) return;
    const txids = new Uint8Array(2 * this.txids.length);
    txids.set(this.txids);
    this.txids = txids;
  }
}

/** Anybody may submit a retryable to Arbitrum with 2^64 - 1 gas at a price of 0 (nitro arbos/parse_l2.go). */
function readGasLimit(json: JsonCursor): number {
  const gas = readAmount(json);
  return typeof gas === 'number' ? gas : Number.NaN;
}

/** First four bytes of the input as an unsigned number, {@link NO_NUMBER} where it has not as many. */
function methodOf(json: JsonCursor, inputStart: number, inputEnd: number): number {
  if (inputEnd - inputStart < METHOD_DIGITS) return NO_NUMBER;
  const end = inputStart + METHOD_DIGITS;
  if (!areDigits(json.bytes, inputStart, end)) json.fail('an input that is not hexadecimal', inputStart);
  return numberOfDigits(json.bytes, inputStart, end);
}

/**
 * Arbitrum's ETH deposit mints its value to its sender (an alias of layer 1's) before it goes to the recipient; a
 * submitted retryable mints its deposit. Source: nitro arbos/tx_processor.go StartTxHook. OP stack: specs deposits.md.
 */
function mintedBy(type: number, value: Amount, minted: Amount | null): Amount {
  if (type === TX_TYPE.arbitrumDeposit) return value;
  return minted ?? 0;
}
