import { type HeaderRequest, readBlockPlaces, readBlockTxids, readHeaders, type StoredHeader } from '@chaintrail/db';
import { answered } from '../handlers/ask-node.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readRows } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import type { Route } from '../services/route.js';
import {
  answer,
  blockHashParameter,
  blockNotFound,
  bytes,
  esplora,
  numberParameter,
  readHash,
  readNumber,
  refused,
  text,
} from './esplora-route.js';
import { headerBytes, shapeBlock } from './headers.js';
import { jsonList, jsonText } from './json-text.js';
import * as schemas from './schemas.js';
import { shapeTransaction, weightOf } from './shape-transaction.js';
import { loadTransactions } from './transactions.js';

/** Transactions of a page, exactly: clients take a shorter one for the last. */
export const PAGE = 25;
const LISTED_BLOCKS = 10;

export function findHeaders(services: Services, followed: ListedUtxoChain, request: HeaderRequest) {
  return readRows(services, followed, (db, code) => readHeaders(db, code, request));
}

/** @throws ProblemError where no block of the chain is the one */
export async function requireBlock(
  services: Services,
  followed: ListedUtxoChain,
  name: { readonly hash: Buffer } | { readonly height: number },
) {
  const request = 'hash' in name ? name : { from: name.height, count: 1 };
  const { state, headers } = await findHeaders(services, followed, request);
  const [stored] = headers;
  if (!stored || ('height' in name && stored.height !== name.height)) throw blockNotFound();
  return { state, stored };
}

const hash = { hash: blockHashParameter };
const notFound = 'no block has the hash or height';
const common = { notFound, changesWith: () => 'rows' as const };
const ofText = { notFound };

/** A route about one block. */
const ofBlock = (operationId: string, path: string, summary: string, describe: (stored: StoredHeader) => string) =>
  esplora({
    ...{ operationId, path, summary, parameters: hash, response: text(summary), ...ofText },
    async handle(services, { followed, path }) {
      const { state, stored } = await requireBlock(services, followed, { hash: readHash(path.hash) });
      return answer(state, () => describe(stored), stored.height);
    },
  });

const listOfBlocks = (operationId: string, path: string) =>
  esplora({
    ...{ operationId, path, summary: 'The newest ten blocks', response: schemas.blocks, ...common },
    async handle(services, { followed }) {
      const { state, headers } = await findHeaders(services, followed, { from: null, count: LISTED_BLOCKS });
      return answer(state, () => jsonText(headers.map((each) => shapeBlock(followed, each))));
    },
  });

const blocksFrom = (operationId: string, path: string) =>
  esplora({
    ...{ operationId, path, summary: 'Ten blocks from a height down', response: schemas.blocks, ...common },
    parameters: { height: numberParameter('Height of the first.', '9') },
    async handle(services, { followed, path }) {
      const request = { from: readNumber(path.height), count: LISTED_BLOCKS };
      const { state, headers } = await findHeaders(services, followed, request);
      return answer(state, () => jsonText(headers.map((each) => shapeBlock(followed, each))));
    },
  });

const blockByHash = (operationId: string, path: string) =>
  esplora({
    ...{ operationId, path, summary: 'A block', parameters: hash, response: schemas.block, ...common },
    async handle(services, { followed, path }) {
      const { state, stored } = await requireBlock(services, followed, { hash: readHash(path.hash) });
      return answer(state, () => jsonText(shapeBlock(followed, stored)), stored.height);
    },
  });

const pageOfBlock = (operationId: string, path: '' | '/{start}') =>
  esplora({
    ...{ operationId, path: `/block/{hash}/txs${path}`, summary: 'Transactions of a block, 25 at a time' },
    parameters: {
      ...hash,
      ...(path === '' ? {} : { start: numberParameter('Place of the first: a multiple of 25.', '0') }),
    },
    response: schemas.transactions,
    ...common,
    notFound: 'no block has the hash, or so many transactions',
    cost: () => ({ rows: PAGE }),
    async handle(services, { followed, path }) {
      const start = 'start' in path ? readNumber(String(path['start'])) : 0;
      if (start % PAGE !== 0) throw refused(`start index must be a multiple of ${PAGE}`);
      const block = readHash(path.hash);
      const found = await readRows(services, followed, (db, code) =>
        readBlockPlaces(db, code, block, { offset: start, limit: PAGE }),
      );
      if (found.count === null) throw blockNotFound();
      if (start >= found.count) throw blockNotFound('start index out of range');
      const loaded = await loadTransactions(services, followed, found.state, found.places);
      const list = await jsonList(loaded, (each) => shapeTransaction(followed, each), weightOf);
      return answer(found.state, () => list, found.places[0]?.block?.height);
    },
  });

export function findTxids(services: Services, followed: ListedUtxoChain, hash: Buffer) {
  return readRows(services, followed, (db, code) => readBlockTxids(db, code, hash, services.mostWeight));
}

export const BLOCK_ROUTES: readonly Route[] = [
  listOfBlocks('esploraBlocks', '/blocks'),
  // Some software names the newest ten so.
  listOfBlocks('esploraTip', '/blocks/tip'),
  esplora({
    operationId: 'esploraTipHeight',
    path: '/blocks/tip/height',
    summary: 'Height of the last block',
    response: text('The height.'),
    async handle(services, { followed }) {
      const { state, headers } = await findHeaders(services, followed, { from: null, count: 1 });
      return answer(state, () => String(headers[0]!.height));
    },
  }),
  esplora({
    operationId: 'esploraTipHash',
    path: '/blocks/tip/hash',
    summary: 'Hash of the last block',
    response: text('The hash.'),
    async handle(services, { followed }) {
      const { state, headers } = await findHeaders(services, followed, { from: null, count: 1 });
      return answer(state, () => headers[0]!.hash);
    },
  }),
  blocksFrom('esploraBlocksFrom', '/blocks/{height}'),
  // As mempool.space names them, without what it adds.
  listOfBlocks('mempoolBlocks', '/v1/blocks'),
  blocksFrom('mempoolBlocksFrom', '/v1/blocks/{height}'),
  esplora({
    operationId: 'esploraBlockAtHeight',
    path: '/block-height/{height}',
    summary: 'Hash of the block at a height',
    parameters: { height: numberParameter('The height.', '0') },
    response: text('The hash.'),
    ...ofText,
    async handle(services, { followed, path }) {
      const { state, stored } = await requireBlock(services, followed, { height: readNumber(path.height) });
      return answer(state, () => stored.hash, stored.height);
    },
  }),
  blockByHash('esploraBlock', '/block/{hash}'),
  blockByHash('mempoolBlock', '/v1/block/{hash}'),
  esplora({
    operationId: 'esploraBlockStatus',
    path: '/block/{hash}/status',
    summary: 'Whether a block is one of the chain',
    parameters: hash,
    response: schemas.blockStatus,
    ...common,
    async handle(services, { followed, path }) {
      const { state, headers } = await findHeaders(services, followed, { hash: readHash(path.hash) });
      const [found] = headers;
      const { height = null, nextHash = null } = found ?? {};
      return answer(state, () => jsonText({ in_best_chain: found !== undefined, height, next_best: nextHash }));
    },
  }),
  ofBlock('esploraBlockHeader', '/block/{hash}/header', 'Header of a block in hex', (stored) =>
    headerBytes(stored).toString('hex'),
  ),
  esplora({
    operationId: 'esploraRawBlock',
    path: '/block/{hash}/raw',
    summary: 'The bytes of a block',
    parameters: hash,
    response: bytes('The block as it goes over the wire.'),
    ...ofText,
    cost: () => ({ asksNode: true, work: 1_000 }),
    async handle(services, { followed, path }) {
      const { state, stored } = await requireBlock(services, followed, { hash: readHash(path.hash) });
      const raw = answered(followed, await services.raw.readBlock(followed, stored.hash));
      return answer(state, () => raw, stored.height);
    },
  }),
  esplora({
    operationId: 'esploraBlockTxids',
    path: '/block/{hash}/txids',
    summary: 'Ids of the transactions of a block',
    parameters: hash,
    response: schemas.hashes,
    ...common,
    async handle(services, { followed, path }) {
      const { state, txids } = await findTxids(services, followed, readHash(path.hash));
      if (!txids) throw blockNotFound();
      return answer(state, () => jsonText(txids));
    },
  }),
  esplora({
    operationId: 'esploraBlockTxid',
    path: '/block/{hash}/txid/{index}',
    summary: 'Id of a transaction by its place in a block',
    parameters: { ...hash, index: numberParameter('Its place, from 0.', '0') },
    response: text('The id.'),
    ...ofText,
    async handle(services, { followed, path }) {
      const [block, offset] = [readHash(path.hash), readNumber(path.index)];
      const found = await readRows(services, followed, (db, code) =>
        readBlockPlaces(db, code, block, { offset, limit: 1 }),
      );
      if (found.count === null) throw blockNotFound();
      const [first] = found.places;
      if (!first) throw blockNotFound('tx index out of range');
      return answer(found.state, () => first.txid, first.block?.height);
    },
  }),
  pageOfBlock('esploraBlockTransactions', ''),
  pageOfBlock('esploraBlockTransactionsFrom', '/{start}'),
];
