/** Blocks, with their transactions by pages. */
import type { BlockName } from '@chaintrail/db';
import { readBlockPlaces, readHeaders } from '@chaintrail/db';
import { findHeaders, findTxids } from '../esplora/block-routes.js';
import { difficultyOf, headerBytes, headerFields } from '../esplora/headers.js';
import { jsonList } from '../esplora/json-text.js';
import { readBlock } from '../families/questions.js';
import { answered } from '../handlers/ask-node.js';
import { ProblemError } from '../problem.js';
import { atTip, readAnswer, readRows } from '../read/read-answer.js';
import { shownHash } from '../read/texts.js';
import type { EvmTransaction } from '../schemas/evm-transaction-schema.js';
import type { Services } from '../services/open-services.js';
import { withList } from './address-account.js';
import { type BlockbookAnswer, type EvmPlace, type Place, refused, type UtxoPlace } from './blockbook-route.js';
import { offsetOf, type PageRequest, paging } from './paging.js';
import { shapeEvmTransaction } from './shape-evm-transaction.js';
import { listTransactions } from './transactions.js';

const MOST_HEIGHT = 2 ** 31 - 1;

/** @throws ProblemError for what is neither a height nor a hash */
function readBlockName(text: string): Exclude<BlockName, 'latest'> {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1];
  if (digits !== undefined) return { hash: Buffer.from(digits, 'hex') };
  const height = /^\d{1,10}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (height <= MOST_HEIGHT) return { height };
  throw refused('expected a height in digits, or the hash of a block');
}

const blockNotFound = (): ProblemError => new ProblemError('unknown-block', 'Block not found');

/** State of an EVM chain as its rows have it now, and its tip. */
export async function evmTip(services: Services, place: EvmPlace) {
  const { state, tip } = await readAnswer(services, place, (db) =>
    readBlock(services, place, db, 'latest', { limit: 1, offset: 0 }),
  );
  return { state, tip };
}

/** Names of a block of the chain, and its time. */
export async function findBlock(services: Services, place: Place, text: string) {
  const name = readBlockName(text);
  if (place.family === 'evm') {
    const { block, state } = await readEvm(services, place, name, { page: 1, pageSize: 1 });
    return { state, height: block.height, hash: shownHash(place, block.hash), time: block.time };
  }
  const { state, stored } = await findStored(services, place, name);
  return { state, height: stored.height, hash: stored.hash, time: stored.time };
}

async function findStored(services: Services, place: UtxoPlace, name: Exclude<BlockName, 'latest'>) {
  const request = 'hash' in name ? name : { from: name.height, count: 1 };
  const { state, headers } = await findHeaders(services, place, request);
  const [stored] = headers;
  if (!stored || ('height' in name && stored.height !== name.height)) throw blockNotFound();
  return { state, stored };
}

export async function blockPage(
  services: Services,
  place: Place,
  text: string,
  page: PageRequest,
): Promise<BlockbookAnswer> {
  const name = readBlockName(text);
  return place.family === 'evm' ? evmBlock(services, place, name, page) : utxoBlock(services, place, name, page);
}

async function utxoBlock(
  services: Services,
  place: UtxoPlace,
  name: Exclude<BlockName, 'latest'>,
  page: PageRequest,
): Promise<BlockbookAnswer> {
  const { stored } = await findStored(services, place, name);
  const { code } = place.chain;
  const hash = Buffer.from(stored.hash, 'hex');
  const {
    state,
    tip,
    places,
    stored: now,
  } = await readAnswer(services, place, async (db) => {
    const read = await readBlockPlaces(db, code, hash, { offset: offsetOf(page), limit: page.pageSize });
    const found = atTip(services, place, read);
    // Read again, beside its transactions: it may have another one behind it by now.
    const headers = await readHeaders(db, code, { hash });
    return { ...found, stored: headers?.headers[0] };
  });
  if (!now) throw blockNotFound();
  const bytes = now.header === null ? null : headerBytes(now);
  const fields = bytes && headerFields(place, bytes);
  const head = {
    ...paging(page, now.txCount),
    ...{ hash: now.hash, ...(now.height === 0 ? {} : { previousBlockHash: now.parentHash }) },
    ...(now.nextHash === null ? {} : { nextBlockHash: now.nextHash }),
    ...{ height: now.height, confirmations: tip.height - now.height + 1, size: now.size, time: now.time },
    ...(fields && {
      ...{ version: fields.version, merkleRoot: fields.merkleRoot, nonce: String(fields.nonce) },
      ...{ bits: fields.bits.toString(16).padStart(8, '0'), difficulty: String(difficultyOf(place, fields.bits)) },
    }),
    txCount: now.txCount,
  };
  const list = await listTransactions(services, place, places, { state, isLight: true });
  return { state, body: withList(head, 'txs', list) };
}

async function readEvm(services: Services, place: EvmPlace, name: Exclude<BlockName, 'latest'>, page: PageRequest) {
  const found = await readAnswer(services, place, (db) =>
    readBlock(services, place, db, name, { limit: page.pageSize, offset: offsetOf(page) }),
  );
  if (!found.block || found.block.orphaned) throw blockNotFound();
  return { ...found, block: found.block };
}

async function evmBlock(
  services: Services,
  place: EvmPlace,
  name: Exclude<BlockName, 'latest'>,
  page: PageRequest,
): Promise<BlockbookAnswer> {
  const { state, block, total, tip, transactions } = await readEvm(services, place, name, page);
  const { height, time, size, nextHash, txCount } = block;
  const head = {
    ...paging(page, total),
    hash: shownHash(place, block.hash),
    ...(height === 0 ? {} : { previousBlockHash: shownHash(place, block.parentHash) }),
    ...(nextHash === null ? {} : { nextBlockHash: shownHash(place, nextHash) }),
    ...{ height, confirmations: tip.height - height + 1, size, time, txCount },
  };
  const list = await jsonList([...transactions] as EvmTransaction[], (each) => shapeEvmTransaction(each));
  return { state, body: withList(head, 'txs', list) };
}

/** The bytes of a block, in hex. */
export async function rawBlock(services: Services, place: UtxoPlace, text: string): Promise<BlockbookAnswer> {
  const { state, stored } = await findStored(services, place, readBlockName(text));
  const bytes = answered(place, await services.raw.readBlock(place, stored.hash));
  return { state, body: { hex: bytes.toString('hex') } };
}

/** Tenths of the transactions of a block by what they pay. */
const TENTHS = 10;
const BYTES_OF_RATE = 1_000;

/** Fees of the transactions of a block. */
export async function feeStatistics(services: Services, place: UtxoPlace, text: string): Promise<BlockbookAnswer> {
  const { stored } = await findStored(services, place, readBlockName(text));
  const hash = Buffer.from(stored.hash, 'hex');
  await findTxids(services, place, hash);
  const { state, places } = await readRows(services, place, (db, code) =>
    readBlockPlaces(db, code, hash, { offset: 1, limit: stored.txCount }),
  );
  const paying = places.filter(({ fee }) => fee !== null);
  const rates = paying.map(({ fee, size }) => (Number(fee) * BYTES_OF_RATE) / size).sort((a, b) => a - b);
  const at = (tenth: number): number => Math.round(rates[Math.round((tenth / TENTHS) * (rates.length - 1))] ?? 0);
  const average = rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length);
  return {
    state,
    body: {
      txCount: places.length,
      totalFeesSat: String(paying.reduce((sum, { fee }) => sum + BigInt(fee!), 0n)),
      averageFeePerKb: Math.round(average),
      decilesFeePerKb: Array.from({ length: TENTHS + 1 }, (_, tenth) => at(tenth)),
    },
  };
}
