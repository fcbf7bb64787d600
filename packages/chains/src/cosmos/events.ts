/**
 * Reads the events of a block, in one form for all versions and in the order in which balances change: PreBlock and
 * BeginBlock, transactions, EndBlock.
 * - CometBFT 0.38: one list `finalize_block_events`, whose events say their phase in an attribute `mode`, the last one.
 *   Events of PreBlock say none and come first. Source: cosmos-sdk baseapp/abci.go, runtime/app.go
 * - Tendermint 0.34 and CometBFT 0.37: `begin_block_events` and `end_block_events`. In 0.34 names and values are
 *   base64. A node that was upgraded serves old blocks in its newer form. Source: cometbft state/store.go
 *   responseFinalizeBlockFromLegacy
 *
 * Results are most of what a node sends, and most of it is of no use: each movement comes twice, each failure at
 * length. So one pass makes text only of the attributes that are read.
 */
import type { JsonCursor } from '../json/cursor.js';
import { MemberNames } from '../json/member-names.js';
import { readResult } from '../json/rpc-envelope.js';
import { type Attribute, type AttributeName, readAttributes } from './event-attributes.js';
import { uint } from './header-hash.js';
import { listOf, readText, textAt } from './json-text.js';

export interface CosmosEvent {
  readonly type: string;
  readonly attributes: readonly Attribute[];
}

export interface TransactionResult {
  readonly code: number;
  readonly log: string;
  readonly gasWanted: number | null;
  readonly gasUsed: number | null;
  readonly events: readonly CosmosEvent[];
  /** Whether it has an event, of whatever type. */
  readonly hasEvents: boolean;
  /** The hashed part of it. */
  readonly leaf: Buffer;
}

export interface BlockEvents {
  readonly height: string;
  readonly begin: readonly CosmosEvent[];
  readonly transactions: readonly TransactionResult[];
  readonly end: readonly CosmosEvent[];
  /** Whether the block, or a transaction of it, has an event of whatever type. */
  readonly hasEvents: boolean;
}

/** The first value of a name. */
export function attribute(event: CosmosEvent, name: AttributeName): string | undefined {
  return event.attributes.find(([each]) => each === name)?.[1];
}

const RESULTS = new MemberNames([
  ...['height', 'txs_results', 'begin_block_events', 'end_block_events', 'finalize_block_events'],
]);

/** @param body the answer of `/block_results` @throws DecodeError where it is not what it should be */
export function readEvents(body: Buffer): BlockEvents {
  return readResult(body, 'block_results', (json) => {
    let height = '';
    let transactions: TransactionResult[] = [];
    let begin: CosmosEvent[] = [];
    let end: CosmosEvent[] = [];
    let finalize: CosmosEvent[] = [];
    let hasOwn = false;
    for (let more = json.enterObject(); more; more = json.nextMember()) {
      const name = json.name(RESULTS);
      if (name === 'height') height = readText(json);
      else if (name === 'txs_results') transactions = listOf(json, readTransactionResult);
      else if (name === null) json.skip();
      else {
        const { events, hasEvents } = readEventList(json);
        hasOwn ||= hasEvents;
        if (name === 'begin_block_events') begin = events;
        else if (name === 'end_block_events') end = events;
        else finalize = events;
      }
    }
    for (const event of finalize) (modeOf(event) === 'EndBlock' ? end : begin).push(event);
    return { height, begin, transactions, end, hasEvents: hasOwn || transactions.some((one) => one.hasEvents) };
  });
}

function modeOf({ attributes }: CosmosEvent): string | undefined {
  return attributes.findLast(([name]) => name === 'mode')?.[1];
}

const RESULT = new MemberNames(['code', 'data', 'log', 'gas_wanted', 'gas_used', 'events']);

function readTransactionResult(json: JsonCursor): TransactionResult {
  let code = 0;
  let [logFrom, logTo] = [0, 0];
  let data = '';
  let gasWanted = '0';
  let gasUsed = '0';
  let list: EventList = NO_EVENTS;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(RESULT);
    if (name === null) json.skip();
    else if (name === 'events') list = readEventList(json);
    else if (json.takeNull()) continue;
    else if (name === 'code') code = readCode(json);
    else if (name === 'log') {
      json.string();
      [logFrom, logTo] = [json.from, json.to];
    } else if (name === 'data') data = readText(json);
    else if (name === 'gas_wanted') gasWanted = readGas(json);
    else gasUsed = readGas(json);
  }
  // The log of a success repeats its events.
  return {
    ...{ code, log: code === 0 ? '' : textAt(json, logFrom, logTo) },
    ...{ gasWanted: gas(gasWanted), gasUsed: gas(gasUsed), ...list },
    leaf: resultLeaf({ code, data: Buffer.from(data, 'base64'), gasWanted, gasUsed }),
  };
}

function readCode(json: JsonCursor): number {
  const start = json.at;
  json.skip();
  const code = Number(json.bytes.toString('latin1', start, json.at));
  return Number.isSafeInteger(code) && code >= 0 ? code : json.fail('a result without its code', start);
}

function readGas(json: JsonCursor): string {
  const start = json.at;
  const text = readText(json);
  return /^-?\d{1,19}$/.test(text) ? text : json.fail('gas that is no number', start);
}

function gas(text: string): number | null {
  const value = /^\d{1,19}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** They repeat and describe the movements. */
const UNUSED_TYPES: ReadonlySet<string> = new Set(['transfer', 'message']);
/** Frequent types, for which no string is made. */
const TYPES = new MemberNames([
  ...['coin_spent', 'coin_received', 'transfer', 'message', 'coinbase', 'burn', 'mint_burn', 'tx'],
  ...[
    'swap',
    'outbound',
    'scheduled_outbound',
    'refund',
    'fee',
    'rewards',
    'gas',
    'streaming_swap',
    'pool_balance_change',
  ],
]);
const EVENT = new MemberNames(['type', 'attributes']);

interface EventList {
  readonly events: CosmosEvent[];
  readonly hasEvents: boolean;
}
const NO_EVENTS: EventList = { events: [], hasEvents: false };

function readEventList(json: JsonCursor): EventList {
  let hasEvents = false;
  const events = listOf(json, (each) => {
    hasEvents = true;
    return readEvent(each);
  });
  return { events, hasEvents };
}

function readEvent(json: JsonCursor): CosmosEvent | null {
  const start = json.at;
  let type: string | null = null;
  let attributes: CosmosEvent['attributes'] = [];
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(EVENT);
    if (name === 'type') {
      json.string();
      type = TYPES.find(json.bytes, json.from, json.to) ?? textAt(json, json.from, json.to);
    } else if (name === null || UNUSED_TYPES.has(type ?? '')) json.skip();
    else attributes = readAttributes(json, type ?? '');
  }
  if (type === null) return json.fail('an event without its type', start);
  return UNUSED_TYPES.has(type) ? null : { type, attributes };
}

interface HashedResult {
  readonly code: number;
  readonly data: Buffer;
  /** Decimal text, as the node writes it: -1 where there is no limit. */
  readonly gasWanted: string;
  readonly gasUsed: string;
}

/**
 * A leaf of a commitment of the next block's header: the Merkle root of the results of a block's transactions, without
 * their events and logs. The same since Tendermint 0.34. Source: cometbft types/results.go NewResults,
 * abci/types/types.go DeterministicExecTxResult. @throws SyntaxError where gas is no number
 */
function resultLeaf({ code, data, gasWanted, gasUsed }: HashedResult): Buffer {
  const written = data.length === 0 ? [] : [Buffer.from([0x12]), length(data.length), data];
  return Buffer.concat([uint(1, code), ...written, uint(5, gasWanted), uint(6, gasUsed)]);
}

/** A varint without the tag of a field. */
function length(count: number): Buffer {
  return uint(0, count).subarray(1);
}
