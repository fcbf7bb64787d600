/**
 * Events of a block in one form and in the order in which balances change: PreBlock and BeginBlock, transactions, EndBlock.
 * - CometBFT 0.38: one list `finalize_block_events`, whose events say their phase in an attribute `mode`, the last one. Events of
 *   PreBlock say none and come first. Source: cosmos-sdk baseapp/abci.go, runtime/app.go
 * - Tendermint 0.34 and CometBFT 0.37: `begin_block_events` and `end_block_events`. In 0.34 names and values are base64.
 * A node that was upgraded serves old blocks in its newer form. Source: cometbft state/store.go responseFinalizeBlockFromLegacy
 */
import { DecodeError } from '../errors.js';

export interface CosmosEvent {
  readonly type: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

export interface TransactionResult {
  readonly code: number;
  readonly log: string;
  readonly gasWanted: number | null;
  readonly gasUsed: number | null;
  readonly events: readonly CosmosEvent[];
}

export interface BlockEvents {
  readonly begin: readonly CosmosEvent[];
  readonly transactions: readonly TransactionResult[];
  readonly end: readonly CosmosEvent[];
}

interface RawEvent {
  readonly type?: unknown;
  readonly attributes?: readonly { readonly key?: unknown; readonly value?: unknown }[] | null;
}

interface RawTransactionResult {
  readonly code?: number | null;
  readonly log?: string | null;
  readonly gas_wanted?: string | null;
  readonly gas_used?: string | null;
  readonly events?: readonly RawEvent[] | null;
}

/** `result` of `/block_results`, unchecked. */
export interface RawBlockResults {
  readonly height?: unknown;
  readonly txs_results?: readonly RawTransactionResult[] | null;
  readonly begin_block_events?: readonly RawEvent[] | null;
  readonly end_block_events?: readonly RawEvent[] | null;
  readonly finalize_block_events?: readonly RawEvent[] | null;
}

/** @throws DecodeError where lists are none */
export function readEvents(results: RawBlockResults): BlockEvents {
  const transactions = listOf(results.txs_results, 'txs_results');
  const finalize = listOf(results.finalize_block_events, 'finalize_block_events');
  const begin = listOf(results.begin_block_events, 'begin_block_events');
  const end = listOf(results.end_block_events, 'end_block_events');
  const ofTransactions = transactions.map((result) => listOf(result?.events, 'events'));
  const encoded = !('finalize_block_events' in results) && isBase64([begin, ...ofTransactions, end]);
  const read = (event: RawEvent) => readEvent(event, encoded);
  const phases = { begin: begin.map(read), end: end.map(read) };
  for (const event of finalize.map(read)) phases[modeOf(event) === 'EndBlock' ? 'end' : 'begin'].push(event);
  return {
    ...phases,
    transactions: transactions.map((result, index) => ({
      code: codeOf(result),
      log: typeof result.log === 'string' ? result.log : '',
      gasWanted: gas(result.gas_wanted),
      gasUsed: gas(result.gas_used),
      events: (ofTransactions[index] ?? []).map(read),
    })),
  };
}

/** The first value of a name. */
export function attribute(event: CosmosEvent, name: string): string | undefined {
  return event.attributes.find(([each]) => each === name)?.[1];
}

function modeOf({ attributes }: CosmosEvent): string | undefined {
  return attributes.findLast(([name]) => name === 'mode')?.[1];
}

function listOf<T>(value: readonly T[] | null | undefined, name: string): readonly T[] {
  if (value === null || value === undefined) return [];
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
  if (!isList) throw new DecodeError(`${name} of the block's results is no list of objects`, 0);
  return value;
}

function codeOf({ code }: RawTransactionResult): number {
  const value = code ?? 0;
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new DecodeError("a transaction's result has no code", 0);
}

function gas(text: string | null | undefined): number | null {
  const value = typeof text === 'string' && /^\d{1,19}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

function readEvent({ type, attributes }: RawEvent, encoded: boolean): CosmosEvent {
  if (typeof type !== 'string') throw new DecodeError('an event has no type', 0);
  const read = (text: unknown): string => {
    if (typeof text !== 'string') return '';
    return encoded ? Buffer.from(text, 'base64').toString('utf8') : text;
  };
  return { type, attributes: listOf(attributes, 'attributes').map(({ key, value }) => [read(key), read(value)]) };
}

const BANK_TYPES: ReadonlySet<unknown> = new Set(['coin_spent', 'coin_received']);
const PRINTABLE = /^[\x20-\x7e]+$/;

/**
 * Nothing says which form names are in. Those of the bank module tell: `amount` is no base64. Without one of its events, they are
 * base64 where every name of the block is that of printable text.
 */
function isBase64(lists: readonly (readonly RawEvent[])[]): boolean {
  const nameOf = (key: unknown) => (typeof key === 'string' ? key : '');
  let every = true;
  for (const events of lists) {
    for (const { type, attributes } of events) {
      const names = (attributes ?? []).map(({ key }) => nameOf(key));
      if (BANK_TYPES.has(type) && names.length > 0) return !names.includes('amount');
      every &&= names.every((name) => {
        const text = Buffer.from(name, 'base64').toString('latin1');
        return PRINTABLE.test(text) && Buffer.from(text, 'latin1').toString('base64') === name;
      });
    }
  }
  return every;
}
