/** Answer to `eth_getBlockByHash`: header, transactions, withdrawals. */

import { NO_NUMBER } from '../../account/account-block.js';
import { type Amount, multiplyAmounts } from '../../amount.js';
import type { BlockRef } from '../../chain.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import { readResult } from '../../json/rpc-envelope.js';
import { AddressNumbers } from '../address-numbers.js';
import {
  readAddress,
  readAmount,
  readHash,
  readKey,
  readNullableAmount,
  readNumber,
  readSameHash,
} from '../json/hex-values.js';
import { TransactionColumns } from './transaction-columns.js';

const GWEI = 1_000_000_000;

export interface BlockAnswer {
  readonly parentHash: string;
  readonly time: number;
  readonly size: number;
  /** Address that the block says it was made by, or is paid its fees: 20 bytes. */
  readonly miner: Uint8Array;
  /** Null before London, and where a chain has none. */
  readonly baseFee: Amount | null;
  /** 0 since proof of stake, 1 or 2 where authorities make blocks (EIP-225); 0 where a node does not tell. */
  readonly difficulty: Amount;
  readonly addresses: AddressNumbers;
  readonly transactions: TransactionColumns;
  readonly withdrawals: readonly Withdrawal[];
  /** Hashes of its uncles, display form. */
  readonly uncles: readonly string[];
}

interface Withdrawal {
  readonly to: number;
  readonly amount: Amount;
}

const NAMES = new MemberNames([
  'baseFeePerGas',
  'difficulty',
  'hash',
  'miner',
  'number',
  'parentHash',
  'size',
  'timestamp',
  'transactions',
  'uncles',
  'withdrawals',
]);

/** @throws DecodeError where it is not the block that was asked for, or no block */
export function readBlockAnswer(body: Buffer, ref: BlockRef): BlockAnswer {
  return readResult(body, 'block', (json) => readBlock(json, ref, body.length));
}

function readBlock(json: JsonCursor, ref: BlockRef, answerBytes: number): BlockAnswer {
  const start = json.at;
  const addresses = new AddressNumbers();
  const hash = Buffer.from(ref.hash, 'hex');
  const transactions = new TransactionColumns(hash);
  let hashSeen = false;
  let number = NO_NUMBER;
  let parentHash: string | null = null;
  let time: number | null = null;
  let size = answerBytes;
  let miner: Uint8Array | null = null;
  let baseFee: Amount | null = null;
  let difficulty: Amount = 0;
  let listed = false;
  const withdrawals: Withdrawal[] = [];
  const uncles: string[] = [];
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    switch (json.name(NAMES)) {
      case 'hash':
        if (!readSameHash(json, hash, 0)) json.fail(`this is not block ${ref.hash}, which was asked for`, json.from);
        hashSeen = true;
        break;
      case 'number':
        number = readNumber(json);
        break;
      case 'parentHash':
        parentHash = readHash(json);
        break;
      case 'timestamp':
        time = readNumber(json);
        break;
      case 'size':
        size = readNumber(json);
        break;
      case 'miner':
        miner = readKey(json);
        break;
      case 'baseFeePerGas':
        baseFee = readNullableAmount(json);
        break;
      case 'difficulty':
        difficulty = readNullableAmount(json) ?? 0;
        break;
      case 'transactions':
        if (listed) json.fail('it has two lists of transactions');
        listed = true;
        for (let next = json.enterArray(); next; next = json.nextElement()) transactions.read(json, addresses);
        break;
      case 'withdrawals':
        if (!json.takeNull()) readWithdrawals(json, addresses, withdrawals);
        break;
      case 'uncles':
        for (let next = json.enterArray(); next; next = json.nextElement()) uncles.push(readHash(json));
        break;
      default:
        json.skip();
    }
  }
  if (!hashSeen || parentHash === null || time === null || miner === null || !listed) {
    return json.fail('it lacks its hash, parentHash, timestamp, miner or transactions', start);
  }
  if (number !== ref.height) json.fail(`its number is ${number}, not ${ref.height}`, start);
  return { parentHash, time, size, miner, baseFee, difficulty, addresses, transactions, withdrawals, uncles };
}

const WITHDRAWAL_NAMES = new MemberNames(['address', 'amount']);

/** Amounts are in gwei (EIP-4895). */
function readWithdrawals(json: JsonCursor, addresses: AddressNumbers, withdrawals: Withdrawal[]): void {
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    const start = json.at;
    let to = NO_NUMBER;
    let amount: Amount | null = null;
    for (let more = json.enterObject(); more; more = json.nextMember()) {
      const name = json.name(WITHDRAWAL_NAMES);
      if (name === 'address') to = readAddress(json, addresses);
      else if (name === 'amount') amount = readAmount(json);
      else json.skip();
    }
    if (to === NO_NUMBER || amount === null) json.fail('a withdrawal without its address or amount', start);
    withdrawals.push({ to, amount: multiplyAmounts(amount, GWEI) });
  }
}
