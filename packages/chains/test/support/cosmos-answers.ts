/** Answers of `/block` and `/block_results`, written from blocks in the form of the recorded ones. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { BlockRef, CosmosChain, CosmosChainNetwork } from '../../src/chain.js';
import type { CosmosBlockAnswers } from '../../src/cosmos/cosmos-block.js';
import { type CosmosHeader, headerHash, merkleRoot } from '../../src/cosmos/header-hash.js';
import { encodeTransaction, type GoldenTx } from './cosmos-wire.js';
import { readVector } from './vectors.js';

export function cosmosPlace(chain: CosmosChain, name: string): CosmosChainNetwork {
  const network = chain.networks.find((one) => one.name === name);
  if (network === undefined) throw new RangeError(`${chain.name} has no network ${name}`);
  return { family: 'cosmos', chain, network };
}

export type GoldenEvent = { readonly type: string } & Readonly<Record<string, string>>;

interface GoldenResult {
  readonly code: number;
  readonly log?: string;
  readonly gas_wanted?: string;
  readonly gas_used?: string;
  readonly events: readonly GoldenEvent[] | null;
}

export interface GoldenBlock {
  readonly height: number;
  readonly events: Readonly<Record<string, readonly GoldenEvent[] | null>>;
  readonly txs: readonly { readonly hash: string; readonly tx: GoldenTx; readonly result: GoldenResult }[] | null;
}

export interface GoldenScenario {
  readonly blocks: readonly GoldenBlock[];
  readonly final_balances: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function readScenario(path: string): GoldenScenario {
  return JSON.parse(gunzipSync(readVector(path)).toString('utf8')) as GoldenScenario;
}

export interface BlockOf {
  readonly height: number;
  readonly transactions?: readonly Buffer[];
  /** `result` of `/block_results` but for its height. */
  readonly results: object;
  readonly header?: Partial<CosmosHeader>;
}

const HASH = 'AB'.repeat(32);

export function answersOf({ height, transactions = [], results, header: given = {} }: BlockOf): {
  readonly ref: BlockRef;
  readonly answers: CosmosBlockAnswers;
} {
  const txids = transactions.map((bytes) => createHash('sha256').update(bytes).digest());
  const header: CosmosHeader = {
    version: { block: '11' },
    chain_id: 'thorchain',
    height: String(height),
    time: '2025-01-02T03:04:05.678901234Z',
    last_block_id: { hash: HASH, parts: { total: 1, hash: HASH } },
    last_commit_hash: HASH,
    data_hash: merkleRoot(txids).toString('hex').toUpperCase(),
    validators_hash: HASH,
    next_validators_hash: HASH,
    consensus_hash: HASH,
    app_hash: HASH,
    last_results_hash: HASH,
    evidence_hash: HASH,
    proposer_address: 'CD'.repeat(20),
    ...given,
  };
  const hash = headerHash(header).toString('hex');
  const data = { txs: transactions.map((bytes) => bytes.toString('base64')) };
  return {
    ref: { height, hash },
    answers: {
      block: envelope({ block_id: { hash: hash.toUpperCase() }, block: { header, data } }),
      results: envelope({ height: String(height), ...results }),
      resultsHash: null,
      opening: null,
    },
  };
}

export function envelope(result: unknown): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
}

/**
 * Names as 0.38 writes them, or in base64 as 0.34 does; the recorded form has lost their order, which the bank module's
 * events have.
 */
export function eventOf({ type, ...attributes }: GoldenEvent, isBase64: boolean): object {
  const write = (text: string) => (isBase64 ? Buffer.from(text).toString('base64') : text);
  const { mode, ...others } = attributes;
  const pairs = Object.entries(mode === undefined ? others : { ...others, mode });
  return { type, attributes: pairs.map(([key, value]) => ({ key: write(key), value: write(value), index: true })) };
}

/** An entry of a recorded scenario, as its node answered. */
export function answersOfGolden(block: GoldenBlock, isLegacy: boolean): ReturnType<typeof answersOf> {
  const events = (list: readonly GoldenEvent[] | null | undefined) =>
    list == null || list.length === 0 ? null : list.map((event) => eventOf(event, isLegacy));
  const txs = block.txs ?? [];
  const { begin_block_events: begin, end_block_events: end, finalize_block_events: finalize } = block.events;
  const own = isLegacy
    ? { begin_block_events: events(begin), end_block_events: events(end) }
    : { finalize_block_events: events([...(finalize ?? []), ...(begin ?? []), ...(end ?? [])]) };
  return answersOf({
    height: block.height,
    transactions: txs.map(({ tx }) => encodeTransaction(tx)),
    results: {
      txs_results: txs.length === 0 ? null : txs.map(({ result }) => ({ ...result, events: events(result.events) })),
      ...own,
    },
  });
}
