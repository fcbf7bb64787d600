import { formatAddress, scriptOfAddressKey } from '@chaintrail/chains';
import { readNewestPending, readPendingTxids } from '@chaintrail/db';
import { z } from 'zod';
import { readAddress } from '../families/named-address.js';
import { MEMPOOL_FRESH_MS, viewOf } from '../families/projected-mempool.js';
import { answered, hexBody, IS_HEX, MOST_HEX, requireBroadcast, requireNode } from '../handlers/ask-node.js';
import { answerNow } from '../http/answer.js';
import { parsedJson } from '../http/read-body.js';
import type { Refusal } from '../node/raw-transactions.js';
import { ProblemError } from '../problem.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readRows } from '../read/read-answer.js';
import { addressParameter } from '../schemas/parameters.js';
import type { Services } from '../services/open-services.js';
import type { RequestBody, Route } from '../services/route.js';
import type { ProjectedBlock } from '../shape/utxo/project-blocks.js';
import { roundedRate } from '../shape/utxo/shape-waiting.js';
import { findHeaders } from './block-routes.js';
import { retarget } from './difficulty.js';
import { answer, askAgain, esplora, refused, text } from './esplora-route.js';
import { difficultyOf, headerBytes, headerFields } from './headers.js';
import { jsonText } from './json-text.js';
import * as schemas from './schemas.js';

const FRESH_SECONDS = MEMPOOL_FRESH_MS / 1_000;
/** Seven megabytes. */
const MOST_TXIDS = 100_000;
const RECENT = 10;
/** Blocks that Esplora has estimates for. */
const TARGETS = [...Array.from({ length: 25 }, (_, n) => n + 1), 144, 504, 1008];
/** Least fee rate that nodes relay, base units for a virtual byte (dogecoin src/policy/policy.h: 0.001 DOGE a kB). */
const LEAST_RATE: Readonly<Partial<Record<string, number>>> = { doge: 100 };

/** @throws ProblemError that the client asks again: these chains have a mempool, which is not followed now */
export async function mempoolOf(services: Services, followed: ListedUtxoChain) {
  return viewOf(services, followed).catch((error: unknown) => {
    if (error instanceof ProblemError && error.code === 'no-mempool') throw askAgain(error.message);
    throw error;
  });
}

/** Fee rate for one of so many blocks: the least of the last one, where it is full. */
export function rateWithin(followed: ListedUtxoChain, blocks: readonly ProjectedBlock[], target: number): number {
  const least = LEAST_RATE[followed.chain.code] ?? 1;
  const block = blocks[Math.min(target, blocks.length) - 1];
  const isEnough = target > blocks.length && !blocks.at(-1)?.isFull;
  return block?.isFull && !isEnough ? Math.max(least, roundedRate(block.lowest)) : least;
}

/** As electrs passes the node's error on: clients look for its code, and for words. */
const refusedByNode = (method: string, { code, refusal: message }: Refusal): ProblemError =>
  new ProblemError('transaction-refused', `${method} RPC error: ${JSON.stringify({ code, message })}`);

async function send(services: Services, followed: ListedUtxoChain, text: string) {
  requireBroadcast(services.raw);
  requireNode(services.raw, followed);
  const hex = text.trim();
  if (!IS_HEX.test(hex)) throw refused('Invalid hex string');
  const sent = answered(followed, await services.raw.broadcast(followed, hex));
  if ('refusal' in sent) throw refusedByNode('sendrawtransaction', sent);
  return answerNow(sent.txid);
}

async function sendPackage(services: Services, followed: ListedUtxoChain, body: string) {
  requireBroadcast(services.raw);
  requireNode(services.raw, followed);
  const hexes = readPackage(body);
  const sent = answered(followed, await services.raw.broadcastPackage(followed, hexes));
  if ('refusal' in sent) throw refusedByNode('submitpackage', sent);
  if (!sent.result) throw refused(`The node of ${followed.chain.name} takes no packages: send each transaction to /tx`);
  return answerNow(jsonText(sent.result));
}

/** Bound on a package, as nodes take it (bitcoin src/policy/packages.h). */
const MOST_IN_PACKAGE = 25;

/** @throws ProblemError saying what is expected */
function readPackage(body: string): string[] {
  const hexes = z.array(z.string().regex(IS_HEX)).min(1).max(MOST_IN_PACKAGE).safeParse(parsedJson(body));
  if (hexes.success) return hexes.data;
  throw refused(`Invalid package: expected a JSON array of 1 to ${MOST_IN_PACKAGE} transactions in hex`);
}

const takesPackage: RequestBody = {
  mostBytes: 2 * MOST_HEX,
  description: 'Signed transactions in hexadecimal, parents first.',
  content: {
    'application/json': {
      schema: { type: 'array', items: { type: 'string' } },
      example: ['0200000001…', '0200000001…'],
    },
  },
};

export const MEMPOOL_ROUTES: readonly Route[] = [
  esplora({
    operationId: 'esploraMempool',
    path: '/mempool',
    summary: 'Sums of the mempool',
    response: schemas.mempool,
    async handle(services, { followed }) {
      const { shown } = await mempoolOf(services, followed);
      const { transactionCount, vsize, fees, histogram } = shown;
      const bands = histogram.map((band) => [band.from, band.vsize]);
      const body = { count: transactionCount, vsize, total_fee: BigInt(fees), fee_histogram: bands };
      return answerNow(jsonText(body), FRESH_SECONDS);
    },
  }),
  esplora({
    operationId: 'esploraMempoolTxids',
    path: '/mempool/txids',
    summary: 'Ids of all unconfirmed transactions',
    description: `At most ${MOST_TXIDS}; beyond, 400.`,
    response: schemas.hashes,
    changesWith: () => 'rows',
    cost: () => ({ rows: 100, work: 1_000 }),
    async handle(services, { followed }) {
      const { state, entries } = await readRows(services, followed, (db, code) =>
        readPendingTxids(db, code, MOST_TXIDS + 1),
      );
      if (entries.length > MOST_TXIDS) throw refused(`The mempool has more than ${MOST_TXIDS} transactions`);
      return answer(state, () => jsonText(entries));
    },
  }),
  esplora({
    operationId: 'esploraMempoolRecent',
    path: '/mempool/recent',
    summary: 'The unconfirmed transactions that came last',
    response: schemas.recent,
    changesWith: () => 'rows',
    async handle(services, { followed }) {
      const { state, entries } = await readRows(services, followed, (db, code) => readNewestPending(db, code, RECENT));
      const shown = entries.map(({ txid, fee, vsize, amount }) => ({
        txid,
        ...{ fee: fee === null ? null : BigInt(fee), vsize, value: BigInt(amount) },
      }));
      return answer(state, () => jsonText(shown));
    },
  }),
  esplora({
    operationId: 'esploraFeeEstimates',
    path: '/fee-estimates',
    summary: 'What to pay to be in one of the next blocks',
    response: schemas.feeEstimates,
    async handle(services, { followed }) {
      const { blocks } = await mempoolOf(services, followed);
      const rates = TARGETS.map((target) => [String(target), rateWithin(followed, blocks, target)]);
      return answerNow(jsonText(Object.fromEntries(rates)), FRESH_SECONDS);
    },
  }),
  esplora({
    operationId: 'esploraRecommendedFees',
    path: '/v1/fees/recommended',
    summary: 'What to pay, as mempool.space words it',
    response: schemas.recommendedFees,
    async handle(services, { followed }) {
      const { blocks } = await mempoolOf(services, followed);
      const [fastestFee, halfHourFee, hourFee, minimumFee] = [1, 3, 6, 1_008].map((target) =>
        rateWithin(followed, blocks, target),
      );
      const economyFee = Math.min(2 * minimumFee!, hourFee!);
      return answerNow(jsonText({ fastestFee, halfHourFee, hourFee, economyFee, minimumFee }), FRESH_SECONDS);
    },
  }),
  esplora({
    operationId: 'esploraMempoolBlocks',
    path: '/v1/fees/mempool-blocks',
    summary: 'The next blocks, as mempool.space words them',
    response: schemas.mempoolBlocks,
    async handle(services, { followed }) {
      const { blocks } = await mempoolOf(services, followed);
      const shown = blocks.map(({ count, vsize, fees, lowest, median, highest }) => ({
        ...{ blockVSize: vsize, nTx: count, totalFees: BigInt(fees), medianFee: roundedRate(median) },
        feeRange: [lowest, median, highest].map(roundedRate),
      }));
      return answerNow(jsonText(shown), FRESH_SECONDS);
    },
  }),
  esplora({
    operationId: 'esploraValidateAddress',
    path: '/v1/validate-address/{address}',
    summary: 'Whether a text is an address of the chain',
    parameters: { address: addressParameter },
    response: schemas.validatedAddress,
    async handle(_services, { followed, path }) {
      return answerNow(jsonText(validated(followed, path.address)), 60);
    },
  }),
  esplora({
    operationId: 'esploraDifficultyAdjustment',
    path: '/v1/difficulty-adjustment',
    summary: 'How far the difficulty will move, where it is adjusted every 2,016 blocks',
    response: schemas.difficultyAdjustment,
    changesWith: () => null,
    async handle(services, { followed }) {
      const { chain } = followed;
      if (!RETARGETS.has(chain.code))
        throw new ProblemError('unknown-route', `${chain.name} adjusts its difficulty with each block`);
      const { state, headers } = await findHeaders(services, followed, { from: null, count: 1 });
      const tip = headers[0]!;
      const first = tip.height - (tip.height % PERIOD);
      const at = async (height: number) =>
        (await findHeaders(services, followed, { from: Math.max(0, height), count: 1 })).headers[0]!;
      const [start, before] = [await at(first), await at(first - 1)];
      const difficulties = [before, start].map((each) =>
        difficultyOf(followed, headerFields(followed, headerBytes(each)).bits),
      );
      const found = retarget({
        ...{ height: tip.height, start: start.time, blockSeconds: chain.blockSeconds, period: PERIOD },
        ...{ now: Date.now() / 1_000, before: difficulties[0]!, since: difficulties[1]! },
      });
      return { ...answer(state, () => jsonText(found)), version: null };
    },
  }),
  esplora({
    operationId: 'esploraSend',
    path: '/tx',
    summary: 'Sends a signed transaction, where the operator allows it',
    takes: hexBody,
    response: text('Its id.'),
    notFound: 'this server has no node to send it with',
    cost: () => ({ asksNode: true }),
    handle: async (services, { followed, body }) => send(services, followed, body),
  }),
  esplora({
    operationId: 'esploraSendPackage',
    path: '/txs/package',
    summary: 'Sends transactions that are judged together, where the operator allows it and the node can',
    takes: takesPackage,
    response: schemas.packageResult,
    notFound: 'this server has no node to send them with',
    cost: () => ({ asksNode: true }),
    handle: async (services, { followed, body }) => sendPackage(services, followed, body),
  }),
  esplora({
    operationId: 'esploraBroadcast',
    path: '/broadcast',
    summary: 'The same as a link',
    query: { tx: z.string().meta({ description: 'The signed transaction in hexadecimal.', examples: ['0200000001'] }) },
    maxUrlBytes: 8_192,
    response: text('Its id.'),
    notFound: 'this server has no node to send it with',
    cost: () => ({ asksNode: true }),
    handle: async (services, { followed, query }) => send(services, followed, query.tx),
  }),
];

const PERIOD = 2_016;
const RETARGETS: ReadonlySet<string> = new Set(['btc', 'ltc']);

function validated(followed: ListedUtxoChain, address: string) {
  try {
    const { key } = readAddress(followed, address);
    const kind = key[0]!;
    const isWitness = kind >= 0x10;
    return {
      ...{ isvalid: true, address: formatAddress(followed.network, key) },
      scriptPubKey: scriptOfAddressKey(key).toString('hex'),
      // Hashes of scripts: of P2SH, of version 0 with 32 bytes, and programs of later versions, as Bitcoin Core says it.
      isscript: isWitness ? kind > 0x10 || key.length === 33 : kind !== 0,
      iswitness: isWitness,
      ...(isWitness ? { witness_version: kind - 0x10, witness_program: key.toString('hex', 1) } : {}),
    };
  } catch (error) {
    if (error instanceof ProblemError) return { isvalid: false, error: error.message };
    throw error;
  }
}
