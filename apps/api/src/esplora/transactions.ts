/** Transactions as Esplora shows them: bytes of the node, outputs that they spend from the index. */
import { type TransactionParts, transactionParts, type UtxoChainNetwork } from '@chaintrail/chains';
import {
  type ChainState,
  ENTRIES_PER_ROW,
  type FoundOutput,
  type Outpoint,
  readOutputs,
  readPlaces,
  requireWeight,
  type TransactionPlace,
} from '@chaintrail/db';
import { answered, requireNode } from '../handlers/ask-node.js';
import type { ProblemError } from '../problem.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readAnswer, readRows } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import { askAgain, refused } from './esplora-route.js';

/** Bytes that take as long as a row of a history: to read, to parse, and to write twice in hex. */
const BYTES_PER_ROW = 10_000;
/** Bound on one answer: 25 of the largest that nodes relay. */
const MOST_BYTES = 16 * 2 ** 20;

export interface LoadedTransaction {
  readonly place: TransactionPlace;
  readonly parts: TransactionParts;
  readonly bytes: Buffer;
  /** By input; null where the transaction that made it is not indexed. */
  readonly prevouts: readonly (FoundOutput | null)[];
}

/** Place of a transaction; null where neither a block nor the mempool has it. */
export async function findPlace(services: Services, followed: ListedUtxoChain, txid: Buffer) {
  const { state, places } = await readRows(services, followed, (db, code) => readPlaces(db, code, [txid]));
  return { state, found: places[0] ?? null };
}

/** @param state of the places @throws TooHeavyError; ProblemError where the node does not have all of them */
export async function loadTransactions(
  services: Services,
  followed: ListedUtxoChain,
  state: ChainState,
  places: readonly TransactionPlace[],
): Promise<LoadedTransaction[]> {
  const raw = await loadBytes(services, followed, places);
  const parsed = places.map((each, n) => ({ place: each, bytes: raw[n]!, parts: partsOf(followed, raw[n]!) }));
  const spent = parsed.map(({ parts }) => (parts.coinbase ? [] : parts.inputs));
  const outpoints: Outpoint[] = spent.flat();
  const outputCount = parsed.reduce((sum, { parts }) => sum + parts.outputs.length, 0);
  requireWeight(Math.ceil((outpoints.length + outputCount) / ENTRIES_PER_ROW) - places.length, services.mostWeight);
  const { outputs } = await readAnswer(services, followed, async (db) => ({
    state,
    outputs: await readOutputs(db, followed.chain.code, outpoints),
  }));
  let at = 0;
  return parsed.map((each, n) => {
    const prevouts = outputs.slice(at, at + spent[n]!.length);
    at += prevouts.length;
    // Without them it is not known what it moved, unless they lie before the index.
    if (state.historyFrom === 0 && prevouts.includes(null)) throw moved();
    return { ...each, prevouts };
  });
}

/** The bytes of transactions alone, in the order of the places. */
export async function loadBytes(
  services: Services,
  followed: ListedUtxoChain,
  places: readonly TransactionPlace[],
): Promise<Buffer[]> {
  const { raw } = services;
  if (places.length === 0) return [];
  requireNode(raw, followed);
  const size = places.reduce((sum, { size }) => sum + size, 0);
  if (size > MOST_BYTES) throw refused(`These transactions have ${size} bytes together: ask for each by /tx/:txid`);
  requireWeight(Math.floor(size / BYTES_PER_ROW), services.mostWeight);
  if (raw.asksNode(followed, places)) await services.chargeNode?.();
  const found = answered(followed, await raw.read(followed, places));
  return places.map(({ txid }) => {
    const bytes = found.get(txid);
    if (!bytes) throw moved();
    return bytes;
  });
}

function partsOf({ chain }: UtxoChainNetwork, bytes: Buffer): TransactionParts {
  const parts = transactionParts(chain, bytes);
  if (parts) return parts;
  throw new RangeError(`${chain.code}: a transaction of the index is one that shows nothing`);
}

/** A block arrived between two questions, or went. */
const moved = (): ProblemError => askAgain('Transactions changed while they were read, ask again');
