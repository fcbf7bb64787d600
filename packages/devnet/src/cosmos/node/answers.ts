/**
 * Answers of CometBFT 0.38 and of Tendermint 0.34 as JSON values (cometbft rpc/core/types/responses.go): what an
 * indexer can do anything with, and all that is hashed.
 */
import type { Json } from '../../node/decimal-json.js';
import type { CosmosChain } from '../chain.js';
import {
  BLOCK_PROTOCOL,
  type CosmosBlock,
  type CosmosEvent,
  type CosmosHeader,
  type CosmosTx,
  partsOf,
} from '../cosmos-block.js';

/** `plain`: CometBFT 0.38, one list of block events, compact. `base64`: Tendermint 0.34, two lists, indented. */
export type CosmosDialect = 'plain' | 'base64';
export type JsonRecord = { readonly [name: string]: Json };

/** As Go's encoding/json writes: HTML's characters are escaped. */
export function writeAnswer(dialect: CosmosDialect, value: Json): string {
  const text = dialect === 'plain' ? JSON.stringify(value) : JSON.stringify(value, null, 2);
  return text.replace(/[<>&\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** RFC 3339 with nanoseconds, trailing zeros left out. */
function writeTime(nanoseconds: bigint): string {
  const seconds = new Date(Number(nanoseconds / 1_000_000_000n) * 1_000).toISOString().slice(0, -5);
  const rest = (nanoseconds % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '');
  return rest === '' ? `${seconds}Z` : `${seconds}.${rest}Z`;
}

/** @param tip and `earliest` are 0 for a node that has no blocks */
export function statusJson(chain: CosmosChain, dialect: CosmosDialect, tip: number, earliest: number): JsonRecord {
  const newest = tip === 0 ? null : chain.block(tip);
  return {
    node_info: { network: chain.script.chainId, version: dialect === 'plain' ? '0.38.21' : '0.34.21' },
    sync_info: {
      latest_block_hash: newest ? hex(newest.hash) : '',
      latest_block_height: String(tip),
      latest_block_time: newest ? writeTime(newest.header.nanoseconds) : '1970-01-01T00:00:00Z',
      earliest_block_height: String(earliest),
      catching_up: false,
    },
  };
}

export function blockJson({ header, hash, content }: CosmosBlock): JsonRecord {
  const txs = content.transactions.map(({ bytes }) => bytes.toString('base64'));
  return { block_id: blockId(hash), block: { header: headerJson(header), data: { txs } } };
}

export function metaJson({ header, hash, content }: CosmosBlock): JsonRecord {
  return { block_id: blockId(hash), header: headerJson(header), num_txs: String(content.transactions.length) };
}

function headerJson(header: CosmosHeader): JsonRecord {
  return {
    version: { block: String(BLOCK_PROTOCOL) },
    chain_id: header.chainId,
    height: String(header.height),
    time: writeTime(header.nanoseconds),
    last_block_id: blockId(header.lastHash),
    ...Object.fromEntries(Object.entries(header.hashes).map(([name, hash]) => [name, hex(hash)])),
  };
}

export function resultsJson({ header, content }: CosmosBlock, dialect: CosmosDialect): JsonRecord {
  const { begin, transactions, end } = content;
  const events = (list: readonly CosmosEvent[]): Json => orNull(list.map((each) => eventJson(each, dialect)));
  const own = { begin_block_events: events(begin), end_block_events: events(end) };
  const finalize = { finalize_block_events: events([...withMode(begin, 'BeginBlock'), ...withMode(end, 'EndBlock')]) };
  return {
    height: String(header.height),
    txs_results: orNull(transactions.map((each) => resultJson(each, dialect))),
    ...(dialect === 'plain' ? finalize : own),
  };
}

/** Go's lists without an element. */
function orNull(list: readonly Json[]): Json {
  return list.length === 0 ? null : list;
}

/** Message to a subscriber. */
export function newBlockJson(block: CosmosBlock): JsonRecord {
  return { query: "tm.event='NewBlock'", data: { type: 'tendermint/event/NewBlock', value: blockJson(block) } };
}

export function genesisJson({ script }: CosmosChain): JsonRecord {
  const balances = [...script.opening].map(([address, coins]) => ({
    address,
    coins: [...coins].map(([denom, amount]) => ({ amount: amount.toString(), denom })),
  }));
  const { chainId: chain_id, firstHeight } = script;
  return { chain_id, initial_height: String(firstHeight), app_state: { bank: { balances, supply: [] } } };
}

/** Nodes of 0.38 say where an event is from, at its end. Events of real blocks say it themselves. */
function withMode(events: readonly CosmosEvent[], mode: string): CosmosEvent[] {
  return events.map(({ type, attributes }) => {
    const isSaid = attributes.at(-1)?.[0] === 'mode';
    return { type, attributes: isSaid ? attributes : [...attributes, ['mode', mode]] };
  });
}

function resultJson(tx: CosmosTx, dialect: CosmosDialect): JsonRecord {
  const { code, data, log, gasWanted, gasUsed, codespace } = tx;
  const events = tx.events.map((each) => eventJson(each, dialect));
  return { code, data, log, info: '', gas_wanted: gasWanted, gas_used: gasUsed, events, codespace };
}

function eventJson({ type, attributes }: CosmosEvent, dialect: CosmosDialect): JsonRecord {
  const encoded = (text: string): string | null => (text === '' ? null : Buffer.from(text).toString('base64'));
  const write = dialect === 'plain' ? (text: string) => text : encoded;
  const written = attributes.map(([key, value]) => ({ key: write(key), value: write(value), index: true }));
  return { type, attributes: written };
}

function blockId(hash: Buffer): JsonRecord {
  const parts = partsOf(hash);
  return { hash: hex(hash), parts: { total: parts.total, hash: hex(parts.hash) } };
}

function hex(hash: Buffer): string {
  return hash.toString('hex').toUpperCase();
}
