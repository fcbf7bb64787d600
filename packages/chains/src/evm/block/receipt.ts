/** One transaction in `eth_getBlockReceipts`. */
import { NO_NUMBER } from '../../account/account-block.js';
import type { Amount } from '../../amount.js';
import { HASH_BYTES } from '../../bytes/hash.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import { readNullableAddressDigits, readNullableAmount, readNumber, readSameHash } from '../json/hex-values.js';
import type { LogReader } from './logs.js';

/** Holds one receipt at a time: each of a block's receipts is read into the same object. */
export class Receipt {
  /** 1 or 0, {@link NO_NUMBER} where it does not say (before Byzantium). */
  status = NO_NUMBER;
  gasUsed = 0;
  gasPrice: Amount | null = null;
  /** Where the 40 digits of the address are that it created, or was to create. */
  contractAt = NO_NUMBER;
  blobGasUsed: Amount | null = null;
  blobGasPrice: Amount | null = null;
  l1Fee: Amount | null = null;
  operatorFeeScalar: Amount | null = null;
  operatorFeeConstant: Amount | null = null;
  /** OP stack: Jovian's receipts have it. */
  daFootprintGasScalar: Amount | null = null;
  /** OP stack: nonce of a deposit, which has none of its own. */
  depositNonce: Amount | null = null;
  /** Where the 40 digits of the address are that paid the fee, where the receipt names it (EIP-8130, EIP-8141). */
  payerAt = NO_NUMBER;

  clear(): void {
    this.status = NO_NUMBER;
    this.gasUsed = NO_NUMBER;
    this.gasPrice = null;
    this.contractAt = NO_NUMBER;
    this.blobGasUsed = null;
    this.blobGasPrice = null;
    this.l1Fee = null;
    this.operatorFeeScalar = null;
    this.operatorFeeConstant = null;
    this.daFootprintGasScalar = null;
    this.depositNonce = null;
    this.payerAt = NO_NUMBER;
  }
}

const NAMES = new MemberNames([
  'blobGasPrice',
  'blobGasUsed',
  'blockHash',
  'contractAddress',
  'daFootprintGasScalar',
  'depositNonce',
  'effectiveGasPrice',
  'gasUsed',
  'l1Fee',
  'logs',
  'operatorFeeConstant',
  'operatorFeeScalar',
  'payer',
  'status',
  'transactionHash',
  'transactionIndex',
]);

/** Which transaction a receipt has to be of. */
export interface ReceiptBlock {
  readonly blockHash: Uint8Array;
  readonly txids: Uint8Array;
}

/** Reads the receipt of transaction `index`, and its logs. @throws DecodeError where it is of another one */
export function readReceipt(
  json: JsonCursor,
  block: ReceiptBlock,
  index: number,
  receipt: Receipt,
  logs: LogReader,
): void {
  const start = json.at;
  let ofTransaction = false;
  let ofBlock = false;
  let logged = false;
  receipt.clear();
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    switch (json.name(NAMES)) {
      case 'transactionHash':
        ofTransaction = readSameHash(json, block.txids, index * HASH_BYTES);
        if (!ofTransaction) json.fail(`receipt ${index} is of another transaction`, json.from);
        break;
      case 'blockHash':
        ofBlock = readSameHash(json, block.blockHash, 0);
        if (!ofBlock) json.fail(otherBlock(json, block, index), json.from);
        break;
      case 'transactionIndex':
        if (readNumber(json) !== index) json.fail(`receipt ${index} says another place in the block`, json.from);
        break;
      case 'logs':
        if (logged) json.fail(`receipt ${index} has logs twice`);
        logged = true;
        for (let next = json.enterArray(); next; next = json.nextElement()) logs.read();
        break;
      case 'status':
        receipt.status = readStatus(json);
        break;
      case 'gasUsed':
        receipt.gasUsed = readNumber(json);
        break;
      case 'effectiveGasPrice':
        receipt.gasPrice = readNullableAmount(json);
        break;
      case 'contractAddress':
        receipt.contractAt = readNullableAddressDigits(json);
        break;
      case 'blobGasUsed':
        receipt.blobGasUsed = readNullableAmount(json);
        break;
      case 'blobGasPrice':
        receipt.blobGasPrice = readNullableAmount(json);
        break;
      case 'l1Fee':
        receipt.l1Fee = readNullableAmount(json);
        break;
      case 'operatorFeeScalar':
        receipt.operatorFeeScalar = readNullableAmount(json);
        break;
      case 'operatorFeeConstant':
        receipt.operatorFeeConstant = readNullableAmount(json);
        break;
      case 'daFootprintGasScalar':
        receipt.daFootprintGasScalar = readNullableAmount(json);
        break;
      case 'depositNonce':
        receipt.depositNonce = readNullableAmount(json);
        break;
      case 'payer':
        receipt.payerAt = readNullableAddressDigits(json);
        break;
      default:
        json.skip();
    }
  }
  if (!ofTransaction || !ofBlock || !logged || receipt.gasUsed === NO_NUMBER) {
    json.fail(`receipt ${index} lacks its transactionHash, blockHash, logs or gasUsed`, start);
  }
}

/** "receipt 1, of transaction 0x…, names block 0x… and not 0x…": the name that was read last. */
function otherBlock({ bytes, from, to }: JsonCursor, { blockHash, txids }: ReceiptBlock, index: number): string {
  const hex = (all: Uint8Array, at: number) => `0x${Buffer.from(all.subarray(at, at + HASH_BYTES)).toString('hex')}`;
  const named = bytes.toString('latin1', from, Math.min(to, from + 2 + 2 * HASH_BYTES));
  return `receipt ${index}, of transaction ${hex(txids, index * HASH_BYTES)}, is of another block: it names ${named}, not ${hex(blockHash, 0)}`;
}

/** Null with `root` on some nodes, before Byzantium. */
function readStatus(json: JsonCursor): number {
  if (json.takeNull()) return NO_NUMBER;
  const status = readNumber(json);
  if (status > 1) json.fail('a status that is neither 0 nor 1', json.from);
  return status;
}
