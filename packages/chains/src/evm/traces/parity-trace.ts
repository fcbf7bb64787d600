/** Reads an entry of `trace_block`. Source: openethereum v1/types/trace.rs; erigon rpc/jsonrpc/trace_types.go */
import { NO_NUMBER } from '../../account/account-block.js';
import type { Amount } from '../../amount.js';
import { HASH_BYTES } from '../../bytes/hash.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import {
  isHashAt,
  readHashDigits,
  readNullableAddressDigits,
  readNullableAmount,
  readSameHash,
} from '../json/hex-values.js';
import type { Move } from './moves.js';
import { isOfNobody, type SelfDestructRules } from './self-destruct.js';

type ParityType = 'call' | 'create' | 'suicide' | 'reward';
const TYPES = new MemberNames<ParityType>(['call', 'create', 'suicide', 'reward']);

export interface ParityTrace {
  /** Place of its transaction in the block; null for a reward, which belongs to none. */
  readonly position: number | null;
  /** How deep in the tree of calls it is. */
  readonly depth: number;
  readonly failed: boolean;
  /** Null where it moves nothing, whatever value it shows. Of a failed outermost call what it was to move. */
  readonly move: Move | null;
}

const NAMES = new MemberNames([
  'action',
  'blockHash',
  'error',
  'result',
  'traceAddress',
  'transactionHash',
  'transactionPosition',
  'type',
]);

/** Which block a trace has to be of. */
export interface TracedBlock {
  readonly blockHash: Uint8Array;
  readonly txids: Uint8Array;
  readonly txCount: number;
  /** A `TRACED_STATUS` of each entry; undefined where none is known. */
  readonly statuses: Uint8Array | undefined;
  readonly rules: SelfDestructRules;
}

/** @throws DecodeError where it is no trace, or that of another block or transaction */
export function readParityTrace(json: JsonCursor, block: TracedBlock): ParityTrace {
  const start = json.at;
  let type: ParityType | null = null;
  let position: number | null = null;
  let depth = 0;
  let failed = false;
  let ofBlock = false;
  let action = NO_ACTION;
  let created = NO_NUMBER;
  let hashAt = NO_NUMBER;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    switch (json.name(NAMES)) {
      case 'type':
        json.string();
        type = TYPES.find(json.bytes, json.from, json.to);
        break;
      case 'blockHash':
        ofBlock = readSameHash(json, block.blockHash, 0);
        if (!ofBlock) json.fail('a trace is of another block', json.from);
        break;
      case 'transactionHash':
        if (!json.takeNull()) hashAt = readHashDigits(json);
        break;
      case 'transactionPosition':
        position = json.takeNull() ? null : json.wholeNumber();
        break;
      case 'traceAddress':
        depth = countElements(json);
        break;
      case 'error':
        failed = !json.takeNull();
        if (failed) json.skip();
        break;
      case 'action':
        action = readAction(json);
        break;
      case 'result':
        created = json.takeNull() ? NO_NUMBER : readCreated(json);
        break;
      default:
        json.skip();
    }
  }
  if (!ofBlock) json.fail('a trace without its blockHash', start);
  if (position !== null) requireTransaction(json, block, position, hashAt, start);
  else if (type !== 'reward') json.fail('a trace without its transactionPosition', start);
  const isNothing = failed && (depth > 0 || type !== 'call');
  return { position, depth, failed, move: isNothing ? null : moveOf(json, block.rules, type, action, created, start) };
}

function requireTransaction(
  json: JsonCursor,
  block: TracedBlock,
  position: number,
  hashAt: number,
  start: number,
): void {
  const known = position < block.txCount && hashAt !== NO_NUMBER;
  if (!known || !isHashAt(json.bytes, hashAt, block.txids, position * HASH_BYTES)) {
    json.fail('a trace is of another transaction', start);
  }
}

function countElements(json: JsonCursor): number {
  let count = 0;
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    json.wholeNumber();
    count++;
  }
  return count;
}

interface Action {
  readonly from: number;
  readonly to: number;
  /** Null where it has none. */
  readonly amount: Amount | null;
  /** Whether a call moves its value: CALL does, its three siblings do not. */
  readonly moves: boolean;
}

const NO_ACTION: Action = { from: NO_NUMBER, to: NO_NUMBER, amount: null, moves: true };

const ACTION_NAMES = new MemberNames(['address', 'balance', 'callType', 'from', 'refundAddress', 'to', 'value']);
const MOVING_CALLS = new MemberNames(['call']);

/** Calls have from, to and value; what destroys itself address, refundAddress and balance. */
function readAction(json: JsonCursor): Action {
  let { from, to, amount, moves } = NO_ACTION;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    switch (json.name(ACTION_NAMES)) {
      case 'from':
      case 'address':
        from = readNullableAddressDigits(json);
        break;
      case 'to':
      case 'refundAddress':
        to = readNullableAddressDigits(json);
        break;
      case 'value':
      case 'balance':
        amount = readNullableAmount(json);
        break;
      case 'callType':
        json.string();
        moves = MOVING_CALLS.find(json.bytes, json.from, json.to) !== null;
        break;
      default:
        json.skip();
    }
  }
  return { from, to, amount, moves };
}

const RESULT_NAMES = new MemberNames(['address']);

/** Reads a creation: the contract's address. */
function readCreated(json: JsonCursor): number {
  let created = NO_NUMBER;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    if (json.name(RESULT_NAMES) === 'address') created = readNullableAddressDigits(json);
    else json.skip();
  }
  return created;
}

function moveOf(
  json: JsonCursor,
  rules: SelfDestructRules,
  type: ParityType | null,
  action: Action,
  created: number,
  start: number,
): Move | null {
  if (type === null || type === 'reward' || !action.moves) return null;
  const { from, amount } = action;
  if (type === 'suicide') return destructionOf(json, rules, action, start);
  const to = type === 'create' ? created : action.to;
  if (from === NO_NUMBER || to === NO_NUMBER) json.fail('a trace without its from or to', start);
  return { kind: type, from, to, amount: amount ?? 0 };
}

function destructionOf(
  json: JsonCursor,
  rules: SelfDestructRules,
  { from, to, amount }: Action,
  start: number,
): Move | null {
  if (!amount && isOfNobody(json.bytes, { from, to })) {
    if (rules.destroysAny) json.fail('a contract destroys itself that is not named', start);
    return null;
  }
  if (from === NO_NUMBER || to === NO_NUMBER || amount === null) {
    json.fail('a contract destroys itself, without its address, refundAddress or balance', start);
  }
  return { kind: 'destroy', from, to, amount };
}
