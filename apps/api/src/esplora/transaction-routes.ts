import { z } from 'zod';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import type { Services } from '../services/open-services.js';
import type { Route } from '../services/route.js';
import { findHeaders, findTxids } from './block-routes.js';
import {
  answer,
  askAgain,
  bytes,
  EXAMPLE_TXID,
  esplora,
  numberParameter,
  readHash,
  readNumber,
  refused,
  text,
  transactionNotFound,
  txidParameter,
} from './esplora-route.js';
import { headerBytes } from './headers.js';
import { jsonText } from './json-text.js';
import { merkleBlock, merkleBranch } from './merkle.js';
import { findOutspends } from './outspends.js';
import * as schemas from './schemas.js';
import { shapeStatus, shapeTransaction } from './shape-transaction.js';
import { findPlace, loadBytes, loadTransactions } from './transactions.js';

/** Bound on one request, as mempool.space has it. */
const MOST_TXIDS = 50;

const parameters = { txid: txidParameter };
const notFound = 'neither a block nor the mempool has the transaction';
const common = { notFound, changesWith: () => 'rows' as const };

async function requireTransactionPlace(services: Services, followed: ListedUtxoChain, txid: string) {
  const { state, found } = await findPlace(services, followed, readHash(txid));
  if (!found) throw transactionNotFound();
  return { state, found };
}

/** With its block's transactions, in the order of the block. */
async function requireProof(services: Services, followed: ListedUtxoChain, txid: string) {
  const { state, found } = await findPlace(services, followed, readHash(txid));
  if (!found?.block) throw transactionNotFound('Transaction not found or is unconfirmed');
  const { height, hash, index } = found.block;
  const { txids } = await findTxids(services, followed, Buffer.from(hash, 'hex'));
  // A reorg came between the questions.
  if (txids?.[index] !== found.txid) throw askAgain('The block changed while it was read, ask again');
  return { state, height, hash, index, txids };
}

export const TRANSACTION_ROUTES: readonly Route[] = [
  esplora({
    ...{ operationId: 'esploraTransaction', path: '/tx/{txid}', summary: 'A transaction', parameters, ...common },
    response: schemas.transaction,
    async handle(services, { followed, path }) {
      const { state, found } = await requireTransactionPlace(services, followed, path.txid);
      const [loaded] = await loadTransactions(services, followed, state, [found]);
      return answer(state, () => jsonText(shapeTransaction(followed, loaded!)), found.block?.height);
    },
  }),
  esplora({
    operationId: 'esploraTransactionHex',
    path: '/tx/{txid}/hex',
    summary: 'The bytes of a transaction in hex',
    ...{ parameters, notFound },
    response: text('Hex.'),
    async handle(services, { followed, path }) {
      const { state, found } = await requireTransactionPlace(services, followed, path.txid);
      const [raw] = await loadBytes(services, followed, [found]);
      return answer(state, () => raw!.toString('hex'), found.block?.height);
    },
  }),
  esplora({
    operationId: 'esploraTransactionRaw',
    path: '/tx/{txid}/raw',
    summary: 'The bytes of a transaction',
    ...{ parameters, notFound },
    response: bytes('The transaction as it goes over the wire.'),
    async handle(services, { followed, path }) {
      const { state, found } = await requireTransactionPlace(services, followed, path.txid);
      const [raw] = await loadBytes(services, followed, [found]);
      return answer(state, () => raw!, found.block?.height);
    },
  }),
  esplora({
    operationId: 'esploraTransactionStatus',
    path: '/tx/{txid}/status',
    summary: 'Where a transaction is; of an unknown one, that it is not confirmed',
    ...{ parameters, ...common },
    response: schemas.status,
    async handle(services, { followed, path }) {
      const { state, found } = await findPlace(services, followed, readHash(path.txid));
      return answer(state, () => jsonText(shapeStatus(found ?? { block: null })), found?.block?.height);
    },
  }),
  esplora({
    operationId: 'esploraMerkleProof',
    path: '/tx/{txid}/merkle-proof',
    summary: "Proof that a block has a transaction, as Electrum's servers give it",
    ...{ parameters, ...common },
    response: schemas.merkleProof,
    async handle(services, { followed, path }) {
      const { state, height, index, txids } = await requireProof(services, followed, path.txid);
      const proof = { block_height: height, merkle: merkleBranch(txids, index), pos: index };
      return answer(state, () => jsonText(proof), height);
    },
  }),
  esplora({
    operationId: 'esploraMerkleBlockProof',
    path: '/tx/{txid}/merkleblock-proof',
    summary: 'Proof that a block has a transaction, as `gettxoutproof` gives it',
    ...{ parameters, notFound },
    response: text('A `merkleblock` (BIP37) in hex.'),
    async handle(services, { followed, path }) {
      const { state, height, hash, index, txids } = await requireProof(services, followed, path.txid);
      if (followed.chain.shielded)
        throw refused('Headers of Zcash are without their solution here: ask for merkle-proof');
      const { headers } = await findHeaders(services, followed, { hash: Buffer.from(hash, 'hex') });
      const [stored] = headers;
      if (!stored) throw askAgain('The block changed while it was read, ask again');
      return answer(state, () => merkleBlock(headerBytes(stored), txids, index).toString('hex'), height);
    },
  }),
  esplora({
    operationId: 'esploraOutspend',
    path: '/tx/{txid}/outspend/{vout}',
    summary: 'What spends an output',
    description:
      '`spent` is false only where the output is known to be unspent: 503 where it is spent and not found by what.',
    parameters: { ...parameters, vout: numberParameter('Index of the output.', '0') },
    ...common,
    response: schemas.outspend,
    cost: () => ({ rows: 5 }),
    async handle(services, { followed, path }) {
      const [txid, vout] = [readHash(path.txid), readNumber(path.vout)];
      const found = await findOutspends(services, followed, txid, { offset: vout, limit: 1 });
      return answer(found.state, () => jsonText(found.outspends?.[0] ?? { spent: false }));
    },
  }),
  esplora({
    operationId: 'esploraOutspends',
    path: '/tx/{txid}/outspends',
    summary: 'What spends each output of a transaction',
    ...{ parameters, ...common },
    response: schemas.outspends,
    cost: () => ({ rows: 25 }),
    async handle(services, { followed, path }) {
      const { state, outspends } = await findOutspends(services, followed, readHash(path.txid), null);
      if (!outspends) throw transactionNotFound();
      return answer(state, () => jsonText(outspends));
    },
  }),
  esplora({
    operationId: 'esploraOutspendsOfMany',
    path: '/txs/outspends',
    summary: 'What spends each output of several transactions',
    query: {
      txids: z
        .string()
        .max(65 * MOST_TXIDS, `expected at most ${MOST_TXIDS} transaction ids`)
        .meta({ description: `Up to ${MOST_TXIDS}, a comma between them.`, examples: [EXAMPLE_TXID] }),
    },
    maxUrlBytes: 4_096,
    response: schemas.outspendsOfMany,
    ...common,
    cost: ({ query }) => ({ rows: 25 * String(query['txids']).split(',').length }),
    async handle(services, { followed, query }) {
      const txids = query.txids.split(',').map((txid) => readHash(txid));
      if (txids.length > MOST_TXIDS) throw refused(`Too many transactions, expected at most ${MOST_TXIDS}`);
      const all: Awaited<ReturnType<typeof findOutspends>>[] = [];
      for (const txid of txids) all.push(await findOutspends(services, followed, txid, null));
      const last = all.at(-1)!;
      return answer(last.state, () => jsonText(all.map(({ outspends }) => outspends ?? [])));
    },
  }),
];
