/** Blocks, with their transactions by pages. */
import type { BlockName } from '@chaintrail/db';
import { readBlockPlaces, readHeaders } from '@chaintrail/db';
import { findTxids, requireBlock } from '../esplora/block-routes.js';
import { blockNotFound } from '../esplora/esplora-route.js';
import { difficultyOf, headerBytes, headerFields } from '../esplora/headers.js';
import { jsonList } from '../esplora/json-text.js';
import { readBlock } from '../families/questions.js';
import { answered } from '../handlers/ask-node.js';
import type { ListedEvmChain, ListedUtxoChain } from '../read/followed-chain.js';
import { atTip, readAnswer, readRows } from '../read/read-answer.js';
import { shownHash } from '../read/texts.js';
import type { EvmTransaction } from '../schemas/evm-transaction-schema.js';
import type { Services } from '../services/open-services.js';
import { withList } from './address-account.js';
import { type BlockbookAnswer, type BlockbookChain, refused } from './blockbook-route.js';
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

/** Names of a block of the chain, and its time. */
export async function findBlock(services: Services, followed: BlockbookChain, text: string) {
  const name = readBlockName(text);
  if (followed.family === 'evm') {
    const { block, state } = await readEvm(services, followed, name, { page: 1, pageSize: 1 });
    return { state, height: block.height, hash: shownHash(followed, block.hash), time: block.time };
  }
  const { state, stored } = await requireBlock(services, followed, name);
  return { state, height: stored.height, hash: stored.hash, time: stored.time };
}

export async function blockPage(
  services: Services,
  followed: BlockbookChain,
  text: string,
  page: PageRequest,
): Promise<BlockbookAnswer> {
  const name = readBlockName(text);
  return followed.family === 'evm'
    ? evmBlock(services, followed, name, page)
    : utxoBlock(services, followed, name, page);
}

async function utxoBlock(
  services: Services,
  followed: ListedUtxoChain,
  name: Exclude<BlockName, 'latest'>,
  page: PageRequest,
): Promise<BlockbookAnswer> {
  const { stored } = await requireBlock(services, followed, name);
  const { code } = followed.chain;
  const hash = Buffer.from(stored.hash, 'hex');
  const {
    state,
    tip,
    places,
    stored: now,
  } = await readAnswer(services, followed, async (db) => {
    const read = await readBlockPlaces(db, code, hash, { offset: offsetOf(page), limit: page.pageSize });
    const found = atTip(followed, read);
    // Read again, beside its transactions: it may have another one behind it by now.
    const headers = await readHeaders(db, code, { hash });
    return { ...found, stored: headers?.headers[0] };
  });
  if (!now) throw blockNotFound();
  const bytes = now.header === null ? null : headerBytes(now);
  const fields = bytes && headerFields(followed, bytes);
  const head = {
    ...paging(page, now.txCount),
    ...{ hash: now.hash, ...(now.height === 0 ? {} : { previousBlockHash: now.parentHash }) },
    ...(now.nextHash === null ? {} : { nextBlockHash: now.nextHash }),
    ...{ height: now.height, confirmations: tip.height - now.height + 1, size: now.size, time: now.time },
    ...(fields && {
      ...{ version: fields.version, merkleRoot: fields.merkleRoot, nonce: String(fields.nonce) },
      ...{ bits: fields.bits.toString(16).padStart(8, '0'), difficulty: String(difficultyOf(followed, fields.bits)) },
    }),
    txCount: now.txCount,
  };
  const list = await listTransactions(services, followed, places, { state, isLight: true });
  return { state, body: withList(head, 'txs', list) };
}

async function readEvm(
  services: Services,
  followed: ListedEvmChain,
  name: Exclude<BlockName, 'latest'>,
  page: PageRequest,
) {
  const found = await readAnswer(services, followed, (db) =>
    readBlock(services, followed, db, name, { limit: page.pageSize, offset: offsetOf(page) }),
  );
  if (!found.block || found.block.orphaned) throw blockNotFound();
  return { ...found, block: found.block };
}

async function evmBlock(
  services: Services,
  followed: ListedEvmChain,
  name: Exclude<BlockName, 'latest'>,
  page: PageRequest,
): Promise<BlockbookAnswer> {
  const { state, block, total, tip, transactions } = await readEvm(services, followed, name, page);
  const { height, time, size, nextHash, txCount } = block;
  const head = {
    ...paging(page, total),
    hash: shownHash(followed, block.hash),
    ...(height === 0 ? {} : { previousBlockHash: shownHash(followed, block.parentHash) }),
    ...(nextHash === null ? {} : { nextBlockHash: shownHash(followed, nextHash) }),
    ...{ height, confirmations: tip.height - height + 1, size, time, txCount },
  };
  const list = await jsonList([...transactions] as EvmTransaction[], (each) => shapeEvmTransaction(each));
  return { state, body: withList(head, 'txs', list) };
}

/** The bytes of a block, in hex. */
export async function rawBlock(services: Services, followed: ListedUtxoChain, text: string): Promise<BlockbookAnswer> {
  const { state, stored } = await requireBlock(services, followed, readBlockName(text));
  const bytes = answered(followed, await services.raw.readBlock(followed, stored.hash));
  return { state, body: { hex: bytes.toString('hex') } };
}

/** Tenths of the transactions of a block by what they pay. */
const TENTHS = 10;
const BYTES_OF_RATE = 1_000;

/** Fees of the transactions of a block. */
export async function feeStatistics(
  services: Services,
  followed: ListedUtxoChain,
  text: string,
): Promise<BlockbookAnswer> {
  const { stored } = await requireBlock(services, followed, readBlockName(text));
  const hash = Buffer.from(stored.hash, 'hex');
  await findTxids(services, followed, hash);
  const { state, places } = await readRows(services, followed, (db, code) =>
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
