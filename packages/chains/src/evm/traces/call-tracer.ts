/**
 * Reads traces of go-ethereum's callTracer: a tree of frames for each transaction. Source: go-ethereum
 * eth/tracers/native/call.go; OffchainLabs/go-ethereum for the transfers before and after.
 */
import { type AccountAmount, NO_NUMBER } from '../../account/account-block.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import { HASH_BYTES } from '../block/transaction-rows.js';
import { readNullableAddressDigits, readNullableAmount, readSameHash } from '../json/hex-values.js';
import { readOuterTransfers } from './arbitrum-transfers.js';
import type { InternalRows } from './internal-rows.js';
import { creationOnly, type Move, type MoveKind, Moves } from './moves.js';
import type { TracedBlock } from './parity-trace.js';
import { asksToSubmitRetryable, isArbRetryableTx } from './retryables.js';

/** Calls nest 1,024 deep (EIP-150, Yellow Paper §9); deeper ones are no trace. */
const MAX_DEPTH = 1_100;

/** Reads the list of traces into `rows`. @throws DecodeError where it is none, or lacks a transaction */
export function readCallTraces(json: JsonCursor, { txids, txCount }: TracedBlock, rows: InternalRows): void {
  const moves = new Moves();
  let index = 0;
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    if (index === txCount) json.fail(`there are more than the block's ${txCount} transactions`);
    moves.clear();
    readCallTrace(json, txids, index, moves);
    rows.add(moves);
    index++;
  }
  if (index < txCount) json.fail(`there are ${index} of them for ${txCount} transactions`);
}

const TRACE_NAMES = new MemberNames(['error', 'result', 'txHash']);

function readCallTrace(json: JsonCursor, txids: Uint8Array, index: number, moves: Moves): void {
  const start = json.at;
  let ofTransaction = false;
  let traced = false;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(TRACE_NAMES);
    if (name === 'txHash') {
      ofTransaction = readSameHash(json, txids, index * HASH_BYTES);
      if (!ofTransaction) json.fail(`trace ${index} is of another transaction`, json.from);
    } else if (name === 'result' && !json.takeNull()) {
      if (traced) json.fail(`trace ${index} has two results`);
      traced = true;
      readFrame(json, moves, 0);
    } else if (name === 'error' && !json.takeNull()) {
      json.fail(`the node could not trace transaction ${index} of the block`);
    } else if (name === null) json.skip();
  }
  if (!ofTransaction || !traced) json.fail(`trace ${index} lacks its txHash or result`, start);
}

const FRAME_NAMES = new MemberNames([
  'afterEVMTransfers',
  'beforeEVMTransfers',
  'calls',
  'error',
  'from',
  'input',
  'to',
  'type',
  'value',
]);

/** Frames of other types (DELEGATECALL, CALLCODE, STATICCALL) move nothing, whatever value they show. */
const MOVING_FRAMES = new MemberNames(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);
const KINDS: Readonly<Record<'CALL' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT', MoveKind>> = {
  CALL: 'call',
  CREATE: 'create',
  CREATE2: 'create',
  SELFDESTRUCT: 'destroy',
};

function readFrame(json: JsonCursor, moves: Moves, depth: number): void {
  if (depth > MAX_DEPTH) json.fail(`calls nest deeper than ${MAX_DEPTH}`);
  const start = json.at;
  const slot = moves.reserve();
  let from = NO_NUMBER;
  let to = NO_NUMBER;
  let value: AccountAmount | null = null;
  let kind: MoveKind | null = null;
  let failed = false;
  let asksToSubmit = false;
  let outer: Move[] | null = null;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    switch (json.name(FRAME_NAMES)) {
      case 'from':
        from = readNullableAddressDigits(json);
        break;
      case 'to':
        to = readNullableAddressDigits(json);
        break;
      case 'value':
        value = readNullableAmount(json);
        break;
      case 'type':
        kind = readKind(json);
        break;
      case 'error':
        failed = isError(json);
        break;
      case 'input':
        asksToSubmit = readAsksToSubmit(json, depth);
        break;
      case 'calls':
        if (!json.takeNull()) readFrames(json, moves, depth + 1);
        break;
      case 'beforeEVMTransfers':
      case 'afterEVMTransfers':
        outer = [...(outer ?? []), ...readOuterTransfers(json)];
        break;
      default:
        json.skip();
    }
  }
  // Anvil writes this where a contract stays although it destroys itself in its own favour: nothing moves.
  if (kind === 'destroy' && value === null && to === NO_NUMBER) kind = null;
  if (kind !== null && (from === NO_NUMBER || (to === NO_NUMBER && !failed))) {
    json.fail('a frame without its from or to', start);
  }
  const move = kind === null ? null : { kind, from, to, amount: value ?? 0 };
  finishFrame(moves, slot, { move, failed, top: depth === 0 });
  if (depth > 0) return;
  moves.submitsRetryable = !failed && asksToSubmit && isArbRetryableTx(json.bytes, to);
  // They happen outside of the call, and even where it fails.
  for (const transfer of outer ?? []) moves.add(transfer);
}

function readFrames(json: JsonCursor, moves: Moves, depth: number): void {
  for (let next = json.enterArray(); next; next = json.nextElement()) readFrame(json, moves, depth);
}

interface Frame {
  readonly move: Move | null;
  readonly failed: boolean;
  readonly top: boolean;
}

function finishFrame(moves: Moves, slot: number, { move, failed, top }: Frame): void {
  if (failed) moves.dropFrom(slot);
  else if (move !== null) moves.set(slot, top ? creationOnly(move) : move);
}

function readKind(json: JsonCursor): MoveKind | null {
  json.string();
  const type = MOVING_FRAMES.find(json.bytes, json.from, json.to);
  return type === null ? null : KINDS[type];
}

/** Whether the transaction itself asks for a retryable to be submitted; inputs of calls inside are passed over. */
function readAsksToSubmit(json: JsonCursor, depth: number): boolean {
  if (depth > 0) json.skip();
  if (depth > 0 || json.takeNull()) return false;
  json.string();
  return asksToSubmitRetryable(json.bytes, json.from, json.to);
}

/** Some nodes write an empty error for none. */
function isError(json: JsonCursor): boolean {
  if (json.takeNull()) return false;
  json.string();
  return json.to > json.from;
}
