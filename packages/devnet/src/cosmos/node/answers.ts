/** Answers of CometBFT 0.38 and of Tendermint 0.34 as JSON values (cometbft rpc/core/types/responses.go). */
import type { Json } from '../../node/decimal-json.js';
import type { CosmosChain } from '../chain.js';
import {
  BLOCK_PROTOCOL,
  CONSENSUS_HASH,
  type CosmosBlock,
  type CosmosEvent,
  type CosmosHeader,
  type CosmosTx,
  commitSignature,
  EMPTY_HASH,
  partsHash,
  VALIDATOR_ADDRESS,
  VALIDATOR_KEY,
  VALIDATORS_HASH,
} from '../cosmos-block.js';

/** `plain`: CometBFT 0.38, one list of block events, compact. `base64`: Tendermint 0.34, two lists, indented. */
export type CosmosDialect = 'plain' | 'base64';
export type JsonRecord = { readonly [name: string]: Json };

const CONSENSUS_PARAMS: JsonRecord = {
  block: { max_bytes: '22020096', max_gas: '-1' },
  evidence: { max_age_num_blocks: '100000', max_age_duration: '172800000000000', max_bytes: '1048576' },
  validator: { pub_key_types: ['ed25519'] },
};

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

export function statusJson(chain: CosmosChain, dialect: CosmosDialect, status: NodeStatus): JsonRecord {
  const { chainId } = chain.script;
  const describe = (which: string, height: number): JsonRecord => {
    const block = height === 0 ? null : chain.block(height);
    return {
      [`${which}_block_hash`]: block ? hex(block.hash) : '',
      [`${which}_app_hash`]: block ? hex(block.header.appHash) : '',
      [`${which}_block_height`]: String(height),
      [`${which}_block_time`]: block ? writeTime(block.header.nanoseconds) : '1970-01-01T00:00:00Z',
    };
  };
  return {
    node_info: {
      protocol_version: { p2p: '8', block: String(BLOCK_PROTOCOL), app: '0' },
      id: hex(VALIDATOR_ADDRESS).toLowerCase(),
      listen_addr: 'tcp://0.0.0.0:26656',
      network: chainId,
      version: dialect === 'plain' ? '0.38.21' : '0.34.21',
      channels: '40202122233038606100',
      moniker: 'simulated',
      other: { tx_index: 'on', rpc_address: 'tcp://0.0.0.0:26657' },
    },
    sync_info: {
      ...describe('latest', status.height),
      ...describe('earliest', status.earliest),
      catching_up: false,
    },
    validator_info: {
      address: hex(VALIDATOR_ADDRESS),
      pub_key: { type: 'tendermint/PubKeyEd25519', value: VALIDATOR_KEY.toString('base64') },
      voting_power: '100',
    },
  };
}

/** 0 for a node that has no blocks. */
export interface NodeStatus {
  readonly height: number;
  readonly earliest: number;
}

export function blockJson({ header, hash, content }: CosmosBlock): JsonRecord {
  const txs = content.transactions.map(({ bytes }) => bytes.toString('base64'));
  return {
    block_id: blockId(hash),
    block: {
      header: headerJson(header),
      data: { txs },
      evidence: { evidence: [] },
      last_commit: commitJson(header),
    },
  };
}

export function metaJson({ header, hash, content }: CosmosBlock): JsonRecord {
  const size = content.transactions.reduce((sum, { bytes }) => sum + bytes.length, 342);
  return {
    block_id: blockId(hash),
    block_size: String(size),
    header: headerJson(header),
    num_txs: String(content.transactions.length),
  };
}

function headerJson(header: CosmosHeader): JsonRecord {
  const { lastHash } = header;
  return {
    version: { block: String(BLOCK_PROTOCOL) },
    chain_id: header.chainId,
    height: String(header.height),
    time: writeTime(header.nanoseconds),
    last_block_id: blockId(lastHash),
    last_commit_hash: hex(header.lastCommitHash),
    data_hash: hex(header.dataHash),
    validators_hash: hex(VALIDATORS_HASH),
    next_validators_hash: hex(VALIDATORS_HASH),
    consensus_hash: hex(CONSENSUS_HASH),
    app_hash: hex(header.appHash),
    last_results_hash: hex(header.lastResultsHash),
    evidence_hash: hex(EMPTY_HASH),
    proposer_address: hex(VALIDATOR_ADDRESS),
  };
}

export function resultsJson({ header, content }: CosmosBlock, dialect: CosmosDialect): JsonRecord {
  const { begin, transactions, end } = content;
  const events = (list: readonly CosmosEvent[]): Json =>
    list.length === 0 ? null : list.map((each) => eventJson(each, dialect));
  const results = transactions.map((each) => resultJson(each, dialect));
  return {
    height: String(header.height),
    txs_results: results.length === 0 ? null : results,
    ...(dialect === 'plain'
      ? { finalize_block_events: events([...withMode(begin, 'BeginBlock'), ...withMode(end, 'EndBlock')]) }
      : { begin_block_events: events(begin), end_block_events: events(end) }),
    validator_updates: null,
    consensus_param_updates: dialect === 'plain' ? { ...CONSENSUS_PARAMS, version: {}, abci: {} } : CONSENSUS_PARAMS,
    ...(dialect === 'plain' && { app_hash: header.appHash.toString('base64') }),
  };
}

/** What a subscriber is sent. */
export function newBlockJson(block: CosmosBlock, query: string): JsonRecord {
  const { block: whole = null, block_id = null } = blockJson(block);
  return {
    query,
    data: { type: 'tendermint/event/NewBlock', value: { block: whole, block_id } },
    events: { 'tm.event': ['NewBlock'] },
  };
}

export function genesisJson({ script }: CosmosChain): JsonRecord {
  const balances = [...script.opening].map(([address, coins]) => ({
    address,
    coins: [...coins].map(([denom, amount]) => ({ amount: amount.toString(), denom })),
  }));
  return {
    genesis_time: '2024-01-01T00:00:00Z',
    chain_id: script.chainId,
    initial_height: String(script.firstHeight),
    consensus_params: CONSENSUS_PARAMS,
    app_hash: '',
    app_state: { auth: { accounts: [] }, bank: { balances, supply: [] } },
  };
}

/** Nodes of 0.38 say where an event is from, at its end. Events of real blocks say it themselves. */
function withMode(events: readonly CosmosEvent[], mode: string): CosmosEvent[] {
  return events.map((event) =>
    event.attributes.at(-1)?.[0] === 'mode'
      ? event
      : { type: event.type, attributes: [...event.attributes, ['mode', mode]] },
  );
}

function resultJson(tx: CosmosTx, dialect: CosmosDialect): JsonRecord {
  return {
    code: tx.code,
    data: tx.data,
    log: tx.log,
    info: '',
    gas_wanted: tx.gasWanted,
    gas_used: tx.gasUsed,
    events: tx.events.map((each) => eventJson(each, dialect)),
    codespace: tx.codespace,
  };
}

function eventJson({ type, attributes }: CosmosEvent, dialect: CosmosDialect): JsonRecord {
  const write =
    dialect === 'plain'
      ? (text: string) => text
      : (text: string) => (text === '' ? null : Buffer.from(text).toString('base64'));
  return {
    type,
    attributes: attributes.map(([key, value]) => ({ key: write(key), value: write(value), index: true })),
  };
}

function commitJson({ height, lastHash, nanoseconds }: CosmosHeader): JsonRecord {
  if (lastHash.length === 0) return { height: '0', round: 0, block_id: blockId(lastHash), signatures: [] };
  const signature = {
    block_id_flag: 2,
    validator_address: hex(VALIDATOR_ADDRESS),
    timestamp: writeTime(nanoseconds),
    signature: commitSignature(lastHash).toString('base64'),
  };
  return { height: String(height - 1), round: 0, block_id: blockId(lastHash), signatures: [signature] };
}

function blockId(hash: Buffer): JsonRecord {
  const isNone = hash.length === 0;
  return { hash: hex(hash), parts: { total: isNone ? 0 : 1, hash: isNone ? '' : hex(partsHash(hash)) } };
}

function hex(hash: Buffer): string {
  return hash.toString('hex').toUpperCase();
}
