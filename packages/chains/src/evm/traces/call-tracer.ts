/**
 * Reads traces of go-ethereum's callTracer: a tree of frames for each transaction. Source: go-ethereum
 * eth/tracers/native/call.go; OffchainLabs/go-ethereum for the transfers before and after.
 */
import { NO_NUMBER } from '../../account/account-block.js';
import type { Amount } from '../../amount.js';
import { HASH_BYTES } from '../../bytes/hash.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import { readNullableAddressDigits, readNullableAmount, readSameHash } from '../json/hex-values.js';
import { readOuterTransfers } from './arbitrum-transfers.js';
import type { InternalColumns } from './internal-columns.js';
import { creationOnly, type Move, type MoveKind, Moves } from './moves.js';
import type { TracedBlock } from './parity-trace.js';
import { contradiction, settlement } from './receipt-status.js';
import { asksToSubmitRetryable, isArbRetryableTx } from './retryables.js';
import { isOfNobody, repeatsItsCall, type SelfDestructRules } from './self-destruct.js';

/** Calls nest 1,024 deep (EIP-150, Yellow Paper §9); deeper ones are no trace. */
const MAX_DEPTH = 1_100;

/** Reads the list of traces into `columns`. @throws DecodeError where it is none, or lacks a transaction */
export function readCallTraces(json: JsonCursor, block: TracedBlock, columns: InternalColumns): void {
  const { txCount } = block;
  const moves = new Moves();
  let index = 0;
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    if (index === txCount) json.fail(`there are more than the block's ${txCount} transactions`);
    moves.clear();
    readCallTrace(json, block, index, moves);
    columns.add(moves);
    index++;
  }
  if (index < txCount) json.fail(`there are ${index} of them for ${txCount} transactions`);
}

const TRACE_NAMES = new MemberNames(['error', 'result', 'txHash']);

function readCallTrace(json: JsonCursor, block: TracedBlock, index: number, moves: Moves): void {
  const start = json.at;
  let ofTransaction = false;
  let traced = false;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(TRACE_NAMES);
    if (name === 'txHash') {
      ofTransaction = readSameHash(json, block.txids, index * HASH_BYTES);
      if (!ofTransaction) json.fail(`trace ${index} is of another transaction`, json.from);
    } else if (name === 'result' && !json.takeNull()) {
      if (traced) json.fail(`trace ${index} has two results`);
      traced = true;
      readTransaction(json, block, index, moves);
    } else if (name === 'error' && !json.takeNull()) {
      json.fail(`the node could not trace transaction ${index} of the block`);
    } else if (name === null) json.skip();
  }
  if (!ofTransaction || !traced) json.fail(`trace ${index} lacks its txHash or result`, start);
}

/** Reads the frames of a transaction, and what Arbitrum moves around them. */
function readTransaction(json: JsonCursor, { rules, statuses }: TracedBlock, index: number, moves: Moves): void {
  const start = json.at;
  const { slot, move, outer } = readFrame(json, moves, rules, 0);
  const problem = contradiction(moves, moves.someMoved, statuses?.[index]);
  if (problem !== null) json.fail(`by its trace transaction ${index} ${problem}`, start);
  const settled = settlement(moves, move, statuses?.[index]);
  if (settled !== undefined) moves.set(slot, settled);
  // They happen outside of the call, and even where it fails.
  for (const transfer of outer ?? []) moves.add(transfer);
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

interface ReadFrame {
  /** Its place among the moves, and the move. */
  readonly slot: number;
  readonly move: Move | null;
  /** Transfers of Arbitrum around the outermost frame. */
  readonly outer: readonly Move[] | null;
}

function readFrame(json: JsonCursor, moves: Moves, rules: SelfDestructRules, depth: number): ReadFrame {
  if (depth > MAX_DEPTH) json.fail(`calls nest deeper than ${MAX_DEPTH}`);
  const start = json.at;
  const slot = moves.reserve();
  let from = NO_NUMBER;
  let to = NO_NUMBER;
  let value: Amount | null = null;
  let kind: MoveKind | null | undefined;
  let failed = false;
  let asksToSubmit = false;
  let outer: Move[] | null = null;
  let destroyed: readonly ReadFrame[] = [];
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
        if (!json.takeNull()) destroyed = readFrames(json, moves, rules, depth + 1);
        break;
      case 'beforeEVMTransfers':
      case 'afterEVMTransfers':
        outer = [...(outer ?? []), ...readOuterTransfers(json)];
        break;
      default:
        json.skip();
    }
  }
  // Without it, a frame that moved something would read as one that moves nothing.
  if (kind === undefined) json.fail('a frame without its type', start);
  if (kind === 'destroy' && value === null && !rules.destroysAny && isOfNobody(json.bytes, { from, to })) kind = null;
  if (kind !== null && (from === NO_NUMBER || (to === NO_NUMBER && !failed))) {
    json.fail('a frame without its from or to', start);
  }
  if (kind === 'destroy' && value === null && !failed) json.fail('a SELFDESTRUCT without its value', start);
  const move = kind === null ? null : { kind, from, to, amount: value ?? 0 };
  for (const { slot: of, move: destruction } of destroyed) {
    if (repeatsItsCall(json.bytes, destruction, move, rules)) moves.set(of, null);
  }
  finishFrame(moves, slot, { move, failed, top: depth === 0 });
  if (depth === 0) {
    moves.failed = failed;
    moves.submitsRetryable = rules.isArbitrum && !failed && asksToSubmit && isArbRetryableTx(json.bytes, to);
  }
  return { slot, move, outer };
}

/** @returns those of contracts that destroy themselves */
function readFrames(json: JsonCursor, moves: Moves, rules: SelfDestructRules, depth: number): readonly ReadFrame[] {
  const destroyed: ReadFrame[] = [];
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    const frame = readFrame(json, moves, rules, depth);
    if (frame.move?.kind === 'destroy') destroyed.push(frame);
  }
  return destroyed;
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
