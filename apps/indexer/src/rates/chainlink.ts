/** Prices of Chainlink's feeds, read from the operator's own node of the chain that they are on. */
import type { BlockRef, EvmCall, EvmNode } from '@chaintrail/chains';
import { type ChainlinkFeeds, LONGEST_HEARTBEAT } from './chainlink-feeds.js';
import { priceOfUnits } from './price.js';
import type { Quote, Quotes, RateSource } from './rate-source.js';

/** A feed that is later than that is written no more. */
const LATE = { numerator: 3, denominator: 2 } as const;
/** A node whose newest block is older than that says nothing of now. */
const MAX_BLOCK_AGE_SECONDS = 3_600;
/** Prices on a layer 2 are old while it catches up after an outage (Chainlink, "L2 Sequencer Uptime Feeds"). */
const SEQUENCER_GRACE_SECONDS = 3_600;
/** Clocks differ. */
const AHEAD_SECONDS = 60;
/** Chainlink's feeds are written when the price has moved by 0.05 to 2 %; 0.5 % is that of the coins read here. */
const BAND = 50n;

/** The first four bytes of Keccak-256 of `description()`, `decimals()` and `latestRoundData()`. */
const SELECTORS = { description: '7284e416', decimals: '313ce567', latestRound: 'feaf968c' } as const;
const WORD = 32;

/** The part of a client of a node that is asked. */
export type FeedNode = Pick<EvmNode, 'tip' | 'blockTime' | 'calls' | 'close'>;

interface Round {
  readonly answer: bigint;
  readonly startedAt: number;
  readonly updatedAt: number;
}

/** @param name of the source: "chainlink:op" */
export function chainlinkSource(name: string, node: FeedNode, feeds: ChainlinkFeeds): RateSource {
  return {
    name,
    ask: (nowSeconds) => askFeeds(node, feeds, nowSeconds),
    close: () => node.close(),
  };
}

async function askFeeds(node: FeedNode, feeds: ChainlinkFeeds, now: number): Promise<Quotes> {
  const tip = await node.tip();
  const time = await node.blockTime(tip);
  if (tip.catchingUp || time === null || now - time > MAX_BLOCK_AGE_SECONDS) {
    return { quotes: [], problems: ["the node's newest block is too old to tell prices of now"] };
  }
  const sequencer = await sequencerProblem(node, feeds, tip, now);
  if (sequencer !== null) return { quotes: [], problems: [sequencer] };
  const symbols = Object.keys(feeds.prices);
  const answers = await node.calls(
    symbols.flatMap((symbol) => Object.values(SELECTORS).map((selector) => callOf(feeds.prices[symbol]!, selector))),
    tip,
  );
  const read = symbols.map((symbol, at) => {
    const [description = null, decimals = null, round = null] = answers.slice(3 * at);
    const heartbeat = feeds.heartbeat[symbol] ?? LONGEST_HEARTBEAT;
    return readFeed({ symbol, description, decimals, round, heartbeat, now });
  });
  return {
    quotes: read.filter((each) => typeof each !== 'string'),
    problems: read.filter((each) => typeof each === 'string'),
  };
}

interface FeedAnswers {
  readonly symbol: string;
  readonly description: Buffer | null;
  readonly decimals: Buffer | null;
  readonly round: Buffer | null;
  readonly heartbeat: number;
  readonly now: number;
}

/** @returns a sentence where it is no fresh price of the coin */
function readFeed({ symbol, description, decimals, round: data, heartbeat, now }: FeedAnswers): Quote | string {
  const about = `the feed of ${symbol}`;
  const said = description && textOf(description);
  if (said?.replaceAll(' ', '') !== `${symbol}/USD`) {
    return `${about} is none: it calls itself ${said === null ? 'nothing' : JSON.stringify(said.slice(0, 40))}`;
  }
  const places = decimals?.length === WORD ? wordAt(decimals, 0) : null;
  const round = data && roundOf(data);
  const price = places !== null && places <= 18n && round ? priceOfUnits(round.answer, Number(places)) : null;
  if (price === null || !round) return `${about} answers no price`;
  const age = now - round.updatedAt;
  if (age > (heartbeat * LATE.numerator) / LATE.denominator) return `${about} was last written ${age} seconds ago`;
  if (age < -AHEAD_SECONDS) return `${about} is of a time that is still to come`;
  return { symbol, price, asOf: Math.min(round.updatedAt, now), band: BAND };
}

/** Null where prices may be read: on layer 1, and where the sequencer has been up for an hour. */
async function sequencerProblem(
  node: FeedNode,
  { sequencer }: ChainlinkFeeds,
  tip: BlockRef,
  now: number,
): Promise<string | null> {
  if (sequencer === null) return null;
  const [data = null] = await node.calls([callOf(sequencer, SELECTORS.latestRound)], tip);
  const round = data && roundOf(data);
  if (!round || round.startedAt === 0) return 'the feed of the sequencer does not answer';
  if (round.answer !== 0n) return 'the sequencer is down';
  return now - round.startedAt < SEQUENCER_GRACE_SECONDS ? 'the sequencer has been up for less than an hour' : null;
}

function callOf(address: string, selector: string): EvmCall {
  return { to: Buffer.from(address.slice(2), 'hex'), data: Buffer.from(selector, 'hex') };
}

/** (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound) */
function roundOf(data: Buffer): Round | null {
  if (data.length !== 5 * WORD) return null;
  const [startedAt, updatedAt] = [wordAt(data, 2), wordAt(data, 3)];
  // Beyond it is no time; a round that was begun and not answered has none.
  if (startedAt >= 2n ** 40n || updatedAt >= 2n ** 40n || updatedAt === 0n) return null;
  return { answer: BigInt.asIntN(256, wordAt(data, 1)), startedAt: Number(startedAt), updatedAt: Number(updatedAt) };
}

/** An ABI-encoded string; null for anything else. */
function textOf(data: Buffer): string | null {
  if (data.length < 2 * WORD || wordAt(data, 0) !== BigInt(WORD)) return null;
  const length = wordAt(data, 1);
  if (length > BigInt(data.length - 2 * WORD)) return null;
  return data.toString('latin1', 2 * WORD, 2 * WORD + Number(length));
}

function wordAt(data: Buffer, index: number): bigint {
  return BigInt(`0x${data.toString('hex', index * WORD, (index + 1) * WORD)}`);
}
