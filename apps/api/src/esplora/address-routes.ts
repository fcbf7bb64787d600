import { COUNTED_UTXOS, type OutputSums } from '@chaintrail/db';
import { z } from 'zod';
import { ProblemError } from '../problem.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { integerText } from '../schemas/parameters.js';
import type { Services } from '../services/open-services.js';
import type { Route } from '../services/route.js';
import { findPage, loadPage, type PageRequest, PENDING_PAGE } from './address-page.js';
import { NO_SUMS, sumsOf } from './address-sums.js';
import { PAGE } from './block-routes.js';
import { answer, EXAMPLE_TXID, esplora, readHash, txidParameter } from './esplora-route.js';
import { jsonList, jsonText } from './json-text.js';
import { NAMINGS, type Naming, type Owner } from './owner.js';
import * as schemas from './schemas.js';
import { shapeStatus, shapeTransaction, weightOf } from './shape-transaction.js';
import { FEW_UNSPENT, findUnspent } from './unspent.js';

const TOO_MANY_UNSPENT = `Too many unspent outputs, more than ${COUNTED_UTXOS}: the native API has pages of them`;
const SUMMARY_ROWS = 500;

const afterParameter = z
  .string()
  .optional()
  .meta({ description: 'Transaction that the page goes on behind.', examples: [EXAMPLE_TXID] });
const mostParameter = integerText(1, PENDING_PAGE)
  .optional()
  .meta({ description: 'Most transactions, unconfirmed and confirmed ones together.', examples: [10] });

function shapeSums({ fundedCount, fundedSum, spentCount, spentSum, transactions }: OutputSums) {
  return {
    ...{ funded_txo_count: fundedCount, funded_txo_sum: BigInt(fundedSum) },
    ...{ spent_txo_count: spentCount, spent_txo_sum: BigInt(spentSum), tx_count: transactions },
  };
}

async function answerPage(services: Services, followed: ListedUtxoChain, owner: Owner, request: PageRequest) {
  const { state, transactions } = await loadPage(services, followed, owner, request);
  const list = await jsonList(transactions, (each) => shapeTransaction(followed, each), weightOf);
  return answer(state, () => list);
}

/** Where a page goes on: among the unconfirmed ones, or the confirmed ones. @throws ProblemError for another's */
async function pageAfter(
  services: Services,
  followed: ListedUtxoChain,
  { key }: Owner,
  after: Buffer,
  most: number | undefined,
): Promise<PageRequest> {
  const notFound = (): ProblemError => new ProblemError('unknown-position', 'after_txid not found');
  if (!key) throw notFound();
  const found = await findPage(services, followed, key, { after, limit: 1, pending: MOST_PENDING });
  const txid = after.toString('hex');
  const at = found.pending.findIndex((each) => each.txid === txid);
  if (at >= 0) {
    const pending = Math.min(most ?? PENDING_PAGE, found.pending.length - at - 1);
    return { limit: Math.min(PAGE, most === undefined ? PAGE : most - pending), pending, skip: at + 1 };
  }
  if (!found.isKnown) throw notFound();
  return { after, limit: Math.min(PAGE, most ?? PAGE), pending: 0 };
}

/** Unconfirmed transactions of an address among which a place is looked for. */
const MOST_PENDING = 1_000;

function firstPage(most: number | undefined): PageRequest {
  if (most === undefined) return { limit: PAGE, pending: PENDING_PAGE };
  return { limit: Math.min(PAGE, most), pending: most, most };
}

function routesOf(naming: Naming): Route[] {
  const { word, title } = naming;
  const parameters = { [word]: naming.parameter };
  const base = `/${word}/{${word}}`;
  const notFound = 'nothing else';
  const common = { parameters, notFound, changesWith: () => 'rows' as const };
  const ofPage = { ...common, response: schemas.transactions, cost: () => ({ rows: PAGE }) };
  const find = (services: Services, followed: ListedUtxoChain, path: Readonly<Record<string, unknown>>) =>
    naming.find(services, followed, String(path[word]));
  return [
    esplora({
      operationId: `esplora${title}`,
      path: base,
      summary: `Sums of ${word === 'address' ? 'an address' : 'a script'}`,
      description:
        'Outputs that pay a bare public key (P2PK) do not count for its address. A long history is counted in several ' +
        'requests: 503 with `Retry-After` until all of it is.',
      ...common,
      response: word === 'address' ? schemas.addressStats : schemas.scriptStats,
      cost: () => ({ rows: PAGE }),
      async handle(services, { followed, path }) {
        const owner = await find(services, followed, path);
        const { state, chain, mempool } = owner.key
          ? await sumsOf(services, followed, owner.key)
          : { state: owner.state, chain: NO_SUMS, mempool: NO_SUMS };
        return answer(state, () =>
          jsonText({ [word]: path[word], chain_stats: shapeSums(chain), mempool_stats: shapeSums(mempool) }),
        );
      },
    }),
    esplora({
      operationId: `esplora${title}Transactions`,
      path: `${base}/txs`,
      summary: 'At most 50 unconfirmed transactions, then the newest 25 confirmed ones',
      ...ofPage,
      query: { after_txid: afterParameter, max_txs: mostParameter },
      async handle(services, { followed, path, query }) {
        const owner = await find(services, followed, path);
        const { after_txid: after, max_txs: most } = query;
        const request =
          after === undefined ? firstPage(most) : await pageAfter(services, followed, owner, readHash(after), most);
        return answerPage(services, followed, owner, request);
      },
    }),
    esplora({
      operationId: `esplora${title}ChainTransactions`,
      path: `${base}/txs/chain`,
      summary: 'The newest 25 confirmed transactions',
      ...ofPage,
      async handle(services, { followed, path }) {
        return answerPage(services, followed, await find(services, followed, path), { limit: PAGE, pending: 0 });
      },
    }),
    esplora({
      operationId: `esplora${title}ChainTransactionsAfter`,
      path: `${base}/txs/chain/{txid}`,
      summary: 'The 25 confirmed transactions behind one; none behind one that is not of the address',
      ...ofPage,
      parameters: { ...parameters, txid: txidParameter },
      async handle(services, { followed, path }) {
        const after = readHash(String(path['txid']));
        return answerPage(services, followed, await find(services, followed, path), { after, limit: PAGE, pending: 0 });
      },
    }),
    esplora({
      operationId: `esplora${title}MempoolTransactions`,
      path: `${base}/txs/mempool`,
      summary: 'The newest 50 unconfirmed transactions',
      ...ofPage,
      async handle(services, { followed, path }) {
        return answerPage(services, followed, await find(services, followed, path), {
          limit: 0,
          pending: PENDING_PAGE,
        });
      },
    }),
    esplora({
      operationId: `esplora${title}Summary`,
      path: `${base}/txs/summary`,
      summary: `What each of ${SUMMARY_ROWS} confirmed transactions did to the balance`,
      ...common,
      query: { after_txid: afterParameter },
      response: schemas.summary,
      cost: () => ({ rows: SUMMARY_ROWS / 5, work: SUMMARY_ROWS }),
      async handle(services, { followed, path, query }) {
        const owner = await find(services, followed, path);
        if (!owner.key) return answer(owner.state, () => jsonText([]));
        const after = query.after_txid === undefined ? {} : { after: readHash(query.after_txid) };
        const page = await findPage(services, followed, owner.key, { ...after, limit: SUMMARY_ROWS, pending: 0 });
        const list = await jsonList(
          page.confirmed,
          ({ txid, delta, block }) => ({
            txid,
            ...{ value: BigInt(delta), height: block!.height, time: block!.time, tx_position: block!.index },
          }),
          () => 0.1,
        );
        return answer(page.state, () => list);
      },
    }),
    esplora({
      operationId: `esplora${title}Utxos`,
      path: `${base}/utxo`,
      summary: 'Unspent outputs, without those that an unconfirmed transaction spends',
      description: `At most ${COUNTED_UTXOS}; beyond, 400.`,
      ...common,
      response: schemas.unspent,
      cost: () => ({ rows: FEW_UNSPENT }),
      async handle(services, { followed, path }) {
        const owner = await find(services, followed, path);
        if (!owner.key) return answer(owner.state, () => jsonText([]));
        const { state, rows } = await findUnspent(services, followed, owner.key, TOO_MANY_UNSPENT);
        // Payments to a bare key have a script of their own.
        const own = rows.filter(({ script, spentBy }) => script === null && spentBy === null);
        const list = await jsonList(
          own,
          ({ txid, vout, amount, block }) => ({
            txid,
            ...{ vout, value: BigInt(amount), status: shapeStatus({ block }) },
          }),
          () => 0.1,
        );
        return answer(state, () => list);
      },
    }),
  ];
}

export const ADDRESS_ROUTES: readonly Route[] = NAMINGS.flatMap(routesOf);
