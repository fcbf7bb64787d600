/** Questions by WebSocket: the names and parameters of trezor/blockbook `server/websocket.go`. */
import { z } from 'zod';
import type { Cost } from '../access/access.js';
import { FEW_UNSPENT } from '../esplora/unspent.js';
import type { Services } from '../services/open-services.js';
import { DETAILS, rowsOf } from './address-account.js';
import { type BlockbookAnswer, type BlockbookChain, refused, requireOutputs } from './blockbook-route.js';
import { blockPage } from './blocks.js';
import { balanceOf, changesOf, transactionOf, utxosOf } from './by-family.js';
import { send, socketFees } from './fees.js';
import { costOfTickers, MOST_MOMENTS, tickers, tickersList } from './fiat.js';
import { blockIndex, socketInfo } from './info.js';
import { MOST_ITEMS } from './parameters.js';
import { specificTransaction } from './transactions.js';

/** Transactions of a page, where a message does not say. */
const PAGE = 25;

const height = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 2);
const seconds = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 32);
const page = z.coerce.number().int().min(0).max(1_000_000).default(1);
const pageSize = z.coerce.number().int().min(0).max(MOST_ITEMS).default(PAGE);
const text = z.string().max(2_000);
const currencies = z.array(z.string().max(16)).max(16).optional();

/** A message's parameters, what answering it costs, and the answer. */
export interface Method<Parameters = unknown> {
  readonly parameters: z.ZodType<Parameters>;
  readonly cost: (parameters: Parameters, followed: BlockbookChain) => Cost;
  readonly answer: (services: Services, followed: BlockbookChain, parameters: Parameters) => Promise<BlockbookAnswer>;
}

function method<Parameters>(
  parameters: z.ZodType<Parameters>,
  answer: Method<Parameters>['answer'],
  cost: Method<Parameters>['cost'] = () => ({}),
): Method {
  return { parameters, answer, cost } as Method as Method<unknown>;
}

const none = z.unknown();
/** 0 is what software sends that wants no particular one. */
const pageOf = (given: { readonly page: number; readonly pageSize: number }) => ({
  page: given.page || 1,
  pageSize: given.pageSize || PAGE,
});

/** An empty list is all currencies. */
const wantsUsd = (wanted: readonly string[] = []): boolean =>
  wanted.length === 0 || wanted.some((currency) => currency.toLowerCase() === 'usd');

const accountRequest = z.object({
  descriptor: text,
  details: z.enum(DETAILS).default('basic'),
  ...{ page, pageSize, from: height.optional(), to: height.optional() },
  contractFilter: z.string().max(128).optional(),
  secondaryCurrency: z.string().max(16).optional(),
  tokens: z.enum(['nonzero', 'used', 'derived']).optional(),
  gap: z.coerce.number().int().min(0).max(1_000).optional(),
});

export const METHODS: Readonly<Record<string, Method>> = {
  getInfo: method(none, (services, followed) => socketInfo(services, followed)),
  getBlockHash: method(z.object({ height }), async (services, followed, { height: at }) => {
    const { state, hash } = await blockIndex(services, followed, String(at));
    return { state, body: { hash } };
  }),
  getBlock: method(
    z.object({ id: z.coerce.string().max(80), page, pageSize }),
    (services, followed, { id, ...given }) => blockPage(services, followed, id, pageOf(given)),
    (given) => ({ rows: pageOf(given).pageSize }),
  ),
  getAccountInfo: method(
    accountRequest,
    (services, followed, { descriptor, contractFilter, secondaryCurrency, ...given }) =>
      balanceOf(services, followed, descriptor, {
        ...given,
        ...pageOf(given),
        ...{ tokens: given.tokens ?? 'derived', gap: given.gap || undefined },
        ...{ contract: contractFilter || undefined, secondary: secondaryCurrency || undefined },
      }),
    (given, { family }) => ({ rows: rowsOf({ ...given, ...pageOf(given) }), asksNode: family === 'evm' }),
  ),
  getAccountUtxo: method(
    z.object({ descriptor: text }),
    (services, followed, { descriptor }) => utxosOf(services, followed, descriptor, { confirmedOnly: false }),
    () => ({ rows: FEW_UNSPENT }),
  ),
  getBalanceHistory: method(
    z.object({
      descriptor: text,
      ...{ from: seconds.optional(), to: seconds.optional(), currencies },
      groupBy: z.coerce
        .number()
        .int()
        .min(0)
        .max(366 * 86_400)
        .optional(),
    }),
    (services, followed, { descriptor, from, to, groupBy, currencies: wanted }) =>
      changesOf(services, followed, descriptor, {
        ...{ from, to, groupBy: groupBy || undefined, hasRates: wantsUsd(wanted) },
      }),
    () => ({ rows: 100, work: 1_000 }),
  ),
  getTransaction: method(z.object({ txid: text }), (services, followed, { txid }) =>
    transactionOf(services, followed, txid),
  ),
  getTransactionSpecific: method(z.object({ txid: text }), (services, followed, { txid }) =>
    specificTransaction(services, requireOutputs(followed), txid),
  ),
  estimateFee: method(
    z.object({
      blocks: z.array(z.coerce.number().int().min(1).max(1_008)).min(1).max(32).default([2]),
      specific: z
        .looseObject({
          txsize: z.coerce.number().int().min(0).max(4_000_000).optional(),
          ...{ from: text.optional(), to: text.optional() },
          value: z
            .string()
            .regex(/^(0x[0-9a-f]{0,64}|\d{1,78})$/i, 'expected base units, in decimal or in hex with 0x')
            .optional(),
          // More than Ethereum takes for the code of a new contract.
          data: z
            .string()
            .max(2 * 131_072)
            .regex(/^0x([0-9a-f]{2})*$/i, 'expected bytes in hex, with 0x')
            .optional(),
        })
        .default({}),
    }),
    (services, followed, { blocks, specific }) => socketFees(services, followed, blocks, specific),
    (_, { family }) => ({ asksNode: family === 'evm' }),
  ),
  sendTransaction: method(
    z.object({ hex: z.string() }),
    async (services, followed, { hex }) => ({ state: followed.state, body: await send(services, followed, hex) }),
    () => ({ asksNode: true }),
  ),
  getCurrentFiatRates: method(
    z.object({ currencies, token: text.optional() }),
    async (services, followed, { token }) => {
      if (token) throw refused('tokens have no rates here');
      const { state, tickers: found } = await tickers(services, followed, [null]);
      return { state, body: found[0]! };
    },
  ),
  getFiatRatesForTimestamps: method(
    z.object({ timestamps: z.array(seconds).min(1).max(MOST_MOMENTS), currencies, token: text.optional() }),
    async (services, followed, { timestamps, token }) => {
      if (token) throw refused('tokens have no rates here');
      const { state, tickers: found } = await tickers(services, followed, timestamps);
      return { state, body: { tickers: found } };
    },
    ({ timestamps }) => costOfTickers(timestamps.length),
  ),
  getFiatRatesTickersList: method(z.object({ timestamp: seconds.optional() }), (services, followed, { timestamp }) =>
    tickersList(services, followed, timestamp ?? null),
  ),
  ping: method(none, async (_services, followed) => ({ state: followed.state, body: {} })),
};

/** Names that trezor/blockbook has, too, and what is said of them. */
const NOT_OFFERED =
  /^(?:getContractInfo|rpcCall|getMempoolFilters|getBlockFilter|getBlockFiltersBatch|longTermFeeRate|(?:un)?subscribeNewTransaction)$/;

export function unknownMethod(name: string): string {
  const shown = /^\w{1,40}$/.test(name) ? ` ${name}` : '';
  return NOT_OFFERED.test(name) ? `${name} is not offered here` : `unknown method${shown}`;
}
