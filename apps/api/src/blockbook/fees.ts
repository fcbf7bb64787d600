/** Fees, and sending. */
import { type ChainState, readNodeFees } from '@chaintrail/db';
import { mempoolOf, rateWithin } from '../esplora/mempool-routes.js';
import { readAddress } from '../families/named-address.js';
import { readTip } from '../families/questions.js';
import { answered, IS_HEX, requireBroadcast, requireNode } from '../handlers/ask-node.js';
import { ProblemError } from '../problem.js';
import type { ListedEvmChain, ListedUtxoChain } from '../read/followed-chain.js';
import { readRows } from '../read/read-answer.js';
import { blockOfTip, shownHash } from '../read/texts.js';
import type { Services } from '../services/open-services.js';
import { type BlockbookAnswer, type BlockbookChain, refused } from './blockbook-route.js';
import { coins } from './coins.js';

const BYTES_OF_RATE = 1_000;
/** Room for base fees to rise until the transaction is in a block. */
const BASE_FEE_ROOM = 2n;

interface Fees {
  readonly state: ChainState;
  /** By target, base units for 1,000 virtual bytes, or wei for a unit of gas. */
  readonly rates: readonly bigint[];
}

async function estimateFees(services: Services, followed: BlockbookChain, targets: readonly number[]): Promise<Fees> {
  return followed.family === 'evm' ? gasFees(services, followed, targets) : byteFees(services, followed, targets);
}

async function byteFees(services: Services, followed: ListedUtxoChain, targets: readonly number[]): Promise<Fees> {
  const { blocks } = await mempoolOf(services, followed);
  const { state } = await readRows(services, followed, readNodeFees);
  const rates = targets.map((target) => BigInt(Math.ceil(rateWithin(followed, blocks, target) * BYTES_OF_RATE)));
  return { state, rates };
}

async function gasHistory(services: Services, followed: ListedEvmChain) {
  const { state, tip } = await readTip(services, followed);
  const history = await services.nodes.fees(followed, blockOfTip(tip));
  if (!history)
    throw new ProblemError('node-unavailable', `the node of ${followed.chain.name} does not answer`, { retryAfter: 5 });
  const tips = history.blocks.flatMap(({ tips }) => (tips ? [tips[1] ?? 0n] : [])).sort((a, b) => (a < b ? -1 : 1));
  return { state, baseFee: history.nextBaseFee, tip: tips[tips.length >> 1] ?? 0n };
}

async function gasFees(services: Services, followed: ListedEvmChain, targets: readonly number[]): Promise<Fees> {
  const { state, baseFee, tip } = await gasHistory(services, followed);
  return { state, rates: targets.map(() => baseFee + tip) };
}

/** As the REST route has it: whole coins for 1,000 bytes; of EVM chains for a unit of gas. */
export async function estimateFee(
  services: Services,
  followed: BlockbookChain,
  target: number,
): Promise<BlockbookAnswer> {
  const { state, rates } = await estimateFees(services, followed, [target]);
  return { state, body: { result: coins(rates[0]!, followed.chain.decimals) }, isFleeting: true };
}

/** Transaction that a client is about to make, as far as it says. */
export interface FeeSubject {
  /** Virtual bytes; 0 where they are not known. */
  readonly txsize?: number | undefined;
  /** On EVM chains: addresses, and hex with `0x`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly data?: string | undefined;
  readonly value?: string | undefined;
}

/** As the WebSocket has it. */
export async function socketFees(
  services: Services,
  followed: BlockbookChain,
  targets: readonly number[],
  subject: FeeSubject,
): Promise<BlockbookAnswer> {
  if (followed.family === 'evm') return socketGas(services, followed, targets, subject);
  const size = subject.txsize || null;
  const { state, rates } = await estimateFees(services, followed, targets);
  const body = rates.map((rate) => ({
    feePerUnit: String(rate),
    ...(size === null ? {} : { feePerTx: String((rate * BigInt(size) + 999n) / 1_000n) }),
  }));
  return { state, body };
}

async function socketGas(
  services: Services,
  followed: ListedEvmChain,
  targets: readonly number[],
  subject: FeeSubject,
): Promise<BlockbookAnswer> {
  const [{ state, baseFee, tip }, gas] = await Promise.all([
    gasHistory(services, followed),
    estimatedGas(services, followed, subject),
  ]);
  const price = baseFee + tip;
  const level = { maxFeePerGas: String(BASE_FEE_ROOM * baseFee + tip), maxPriorityFeePerGas: String(tip) };
  const body = targets.map(() => ({
    feePerUnit: String(price),
    ...(gas === null ? {} : { feePerTx: String(price * gas), feeLimit: String(gas) }),
    eip1559: { baseFeePerGas: String(baseFee), low: level, medium: level, high: level },
  }));
  return { state, body };
}

/** @returns null where nothing is said of the transaction @throws ProblemError with the node's words of refusal */
async function estimatedGas(
  services: Services,
  followed: ListedEvmChain,
  { from, to, data = '0x', value = '0x0' }: FeeSubject,
): Promise<bigint | null> {
  if (from === undefined) return null;
  requireNode(services.nodes, followed);
  const draft = {
    ...{ from: readAddress(followed, from).key, to: to ? readAddress(followed, to).key : null },
    ...{ value: BigInt(value === '0x' ? 0 : value), data: Buffer.from(data.replace(/^0x/, ''), 'hex') },
  };
  const found = answered(followed, await services.nodes.gas(followed, draft));
  if ('refusal' in found) throw refused(found.refusal);
  return found.gas;
}

/** @throws ProblemError with the node's words where it refuses the transaction */
export async function send(services: Services, followed: BlockbookChain, text: string): Promise<object> {
  const hex = text.trim().replace(/^0x/, '');
  requireBroadcast(services.raw);
  if (followed.family === 'evm') requireNode(services.nodes, followed);
  else requireNode(services.raw, followed);
  if (!IS_HEX.test(hex)) throw refused('expected a signed transaction in hexadecimal digits');
  const sent = answered(
    followed,
    followed.family === 'evm'
      ? await services.nodes.broadcast(followed, hex)
      : await services.raw.broadcast(followed, hex),
  );
  if ('refusal' in sent) throw new ProblemError('transaction-refused', sent.refusal);
  return { result: shownHash(followed, sent.txid) };
}
