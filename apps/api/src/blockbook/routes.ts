/** Blockbook's routes. More particular paths stand before those that would take them. */

import { FEW_UNSPENT } from '../esplora/unspent.js';
import { hexBody } from '../handlers/ask-node.js';
import type { Services } from '../services/open-services.js';
import type { Route } from '../services/route.js';
import { rowsOf } from './address-account.js';
import { type BlockbookChain, blockbook, refused, requireOutputs } from './blockbook-route.js';
import { blockPage, feeStatistics, rawBlock } from './blocks.js';
import { balanceOf, changesOf, transactionOf, utxosOf } from './by-family.js';
import { estimateFee, send } from './fees.js';
import { costOfTickers, tickers, tickersList, timeOfBlock } from './fiat.js';
import { blockIndex, systemInfo } from './info.js';
import * as parameters from './parameters.js';
import * as schemas from './schemas.js';
import { SOCKET_ROUTE } from './socket-route.js';
import { rawTransaction, specificTransaction } from './transactions.js';

const changing = { changesWith: () => 'rows' as const };
const TXID = { txid: parameters.txidParameter };
const BLOCK = { block: parameters.blockParameter };
const noTransaction = 'neither a block nor the mempool has the transaction';
const noBlock = 'no block has the hash or height';

const statusRoute = (operationId: string, path: string): Route =>
  blockbook({
    ...{ operationId, path, summary: 'The server and the node', response: schemas.status },
    query: parameters.statusParameters,
    handle: (services, { followed }) => systemInfo(services, followed),
  });

const indexRoute = (operationId: string, path: '/block-index' | '/block-index/{height}'): Route =>
  blockbook({
    ...{ operationId, path, summary: 'The hash of a block', response: schemas.blockIndex, notFound: noBlock },
    ...(path === '/block-index' ? {} : { parameters: { height: parameters.blockParameter } }),
    async handle(services, { followed, path: given }) {
      const { state, hash } = await blockIndex(services, followed, 'height' in given ? String(given['height']) : null);
      return { state, body: { blockHash: hash } };
    },
  });

async function sent(services: Services, followed: BlockbookChain, hex: string) {
  const body = await send(services, followed, hex);
  return { state: followed.state, body, isFleeting: true };
}

export const BLOCKBOOK_ROUTES: readonly Route[] = [
  statusRoute('blockbookRoot', ''),
  statusRoute('blockbookStatus', '/status'),
  indexRoute('blockbookBestBlock', '/block-index'),
  indexRoute('blockbookBlockIndex', '/block-index/{height}'),
  blockbook({
    operationId: 'blockbookBlock',
    path: '/block/{block}',
    summary: 'A block with a page of its transactions, without bytes',
    parameters: BLOCK,
    query: parameters.pageParameters,
    ...{ response: schemas.block, notFound: noBlock, ...changing },
    cost: ({ query }) => ({ rows: Number(query['pageSize']) }),
    handle: (services, { followed, path, query }) => blockPage(services, followed, path.block, query),
  }),
  blockbook({
    operationId: 'blockbookRawBlock',
    path: '/rawblock/{block}',
    summary: 'The bytes of a block of Bitcoin and its forks',
    parameters: BLOCK,
    ...{ response: schemas.hex, notFound: noBlock },
    cost: () => ({ asksNode: true, work: 1_000 }),
    handle: (services, { followed, path }) => rawBlock(services, requireOutputs(followed), path.block),
  }),
  blockbook({
    operationId: 'blockbookFeeStatistics',
    path: '/feestats/{block}',
    summary: 'What the transactions of a block of Bitcoin and its forks paid',
    parameters: BLOCK,
    ...{ response: schemas.feeStatistics, notFound: noBlock, ...changing },
    cost: () => ({ rows: 100, work: 1_000 }),
    handle: (services, { followed, path }) => feeStatistics(services, requireOutputs(followed), path.block),
  }),
  blockbook({
    operationId: 'blockbookTransaction',
    path: '/tx/{txid}',
    summary: 'A transaction',
    parameters: TXID,
    query: { spending: parameters.spendingParameter },
    ...{ response: schemas.transaction, notFound: noTransaction, ...changing },
    cost: ({ query }) => ({ rows: query['spending'] === undefined ? 1 : 25 }),
    handle: (services, { followed, path, query }) =>
      transactionOf(services, followed, path.txid, parameters.isSet(query.spending)),
  }),
  blockbook({
    operationId: 'blockbookSpecificTransaction',
    path: '/tx-specific/{txid}',
    summary: 'A transaction of Bitcoin and its forks in the words of its node',
    parameters: TXID,
    ...{ response: schemas.specific, notFound: noTransaction, ...changing },
    handle: (services, { followed, path }) => specificTransaction(services, requireOutputs(followed), path.txid),
  }),
  blockbook({
    operationId: 'blockbookRawTransaction',
    path: '/rawtx/{txid}',
    summary: 'The bytes of a transaction of Bitcoin and its forks',
    parameters: TXID,
    ...{ response: schemas.hex, notFound: noTransaction, ...changing },
    handle: (services, { followed, path }) => rawTransaction(services, requireOutputs(followed), path.txid),
  }),
  blockbook({
    operationId: 'blockbookAddress',
    path: '/address/{address}',
    summary: 'What an address has and did',
    description:
      'Unconfirmed transactions come before those of the first page, beside its number of transactions. A page behind the end is empty.',
    parameters: { address: parameters.addressOfPath },
    query: parameters.accountParameters,
    ...{ response: schemas.account, ...changing },
    cost: ({ followed, query }) => ({
      rows: rowsOf(query as Parameters<typeof rowsOf>[0]),
      asksNode: followed?.family === 'evm',
    }),
    handle: (services, { followed, path, query }) => balanceOf(services, followed, path.address, query),
  }),
  blockbook({
    operationId: 'blockbookXpub',
    path: '/xpub/{xpub}',
    summary: 'What all addresses of an extended public key or descriptor have and did',
    maxUrlBytes: 8_192,
    parameters: { xpub: parameters.descriptorParameter },
    query: parameters.descriptorParameters,
    ...{ response: schemas.account, ...changing },
    cost: ({ query }) => ({ rows: 100 + rowsOf(query as Parameters<typeof rowsOf>[0]) }),
    handle: (services, { followed, path, query }) => balanceOf(services, followed, path.xpub, query),
  }),
  blockbook({
    operationId: 'blockbookUtxos',
    path: '/utxo/{descriptor}',
    summary: 'Unspent outputs of an address, or of all of an extended public key or descriptor',
    maxUrlBytes: 8_192,
    parameters: { descriptor: parameters.descriptorParameter },
    query: parameters.utxoParameters,
    ...{ response: schemas.utxos, ...changing },
    cost: () => ({ rows: FEW_UNSPENT }),
    handle: (services, { followed, path, query }) =>
      utxosOf(services, followed, path.descriptor, {
        ...{ confirmedOnly: parameters.isSet(query.confirmed), gap: query.gap },
      }),
  }),
  blockbook({
    operationId: 'blockbookBalanceHistory',
    path: '/balancehistory/{descriptor}',
    summary: 'What an address, extended key or descriptor received and sent, by stretches of time',
    maxUrlBytes: 8_192,
    parameters: { descriptor: parameters.descriptorParameter },
    query: parameters.historyParameters,
    response: schemas.balanceHistory,
    cost: () => ({ rows: 100, work: 1_000 }),
    handle(services, { followed, path, query }) {
      const { fiatcurrency, ...request } = query;
      const hasRates = fiatcurrency?.toLowerCase() === 'usd';
      return changesOf(services, followed, path.descriptor, { ...request, hasRates });
    },
  }),
  blockbook({
    operationId: 'blockbookEstimateFee',
    path: '/estimatefee/{blocks}',
    summary: 'What to pay: whole coins for 1,000 virtual bytes, or for a unit of gas',
    parameters: { blocks: parameters.blocksParameter },
    query: { conservative: parameters.ignoredFlag },
    response: schemas.result,
    handle: (services, { followed, path }) => estimateFee(services, followed, path.blocks),
  }),
  blockbook({
    operationId: 'blockbookTicker',
    path: '/tickers',
    summary: 'What a coin is worth, or was at a time',
    query: parameters.tickerParameters,
    response: schemas.ticker,
    async handle(services, { followed, query }) {
      if (query.token) throw refused('tokens have no rates here');
      const ofBlock = query.block === undefined ? null : await timeOfBlock(services, followed, query.block);
      const found = await tickers(services, followed, [query.timestamp ?? ofBlock]);
      return { state: found.state, body: found.tickers[0]!, isFleeting: true };
    },
  }),
  blockbook({
    operationId: 'blockbookTickers',
    path: '/multi-tickers',
    summary: 'What a coin was worth at several times',
    query: parameters.multiTickerParameters,
    response: schemas.tickers,
    maxUrlBytes: 16_384,
    cost: ({ query }) => costOfTickers(String(query['timestamp']).split(',').length),
    async handle(services, { followed, query }) {
      if (!/^\d{1,10}(?:,\d{1,10})*$/.test(query.timestamp))
        throw refused('timestamp: expected unix seconds, commas between');
      const found = await tickers(services, followed, query.timestamp.split(',').map(Number));
      return { state: found.state, body: found.tickers, isFleeting: true };
    },
  }),
  blockbook({
    operationId: 'blockbookTickersList',
    path: '/tickers-list',
    summary: 'Currencies that there are rates in',
    query: { timestamp: parameters.tickerParameters.timestamp },
    response: schemas.tickersList,
    handle: (services, { followed, query }) => tickersList(services, followed, query.timestamp ?? null),
  }),
  blockbook({
    operationId: 'blockbookSend',
    path: '/sendtx',
    summary: 'Sends a signed transaction, where the operator allows it',
    takes: hexBody,
    ...{ response: schemas.result, notFound: 'this server has no node to send it with' },
    cost: () => ({ asksNode: true }),
    handle: (services, { followed, body }) => sent(services, followed, body),
  }),
  blockbook({
    operationId: 'blockbookSendByLink',
    path: '/sendtx/{hex}',
    summary: 'The same as a link',
    parameters: { hex: parameters.hexParameter },
    maxUrlBytes: 8_192,
    ...{ response: schemas.result, notFound: 'this server has no node to send it with' },
    cost: () => ({ asksNode: true }),
    handle: (services, { followed, path }) => sent(services, followed, path.hex),
  }),
  SOCKET_ROUTE,
];
