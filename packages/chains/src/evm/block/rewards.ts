/** Rewards of a block and its uncles. Source: go-ethereum consensus/ethash/consensus.go accumulateRewards */
import { amountOf } from '../../amount.js';
import type { EvmNetwork } from '../../chain.js';
import { DecodeError } from '../../errors.js';
import { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import { readEnvelope } from '../../json/rpc-envelope.js';
import type { AddressNumbers } from '../address-numbers.js';
import { readHash, readKey, readNumber } from '../json/hex-values.js';
import type { BlockAnswer } from './block-answer.js';
import type { Payment } from './fee-recipients.js';

/** An uncle is paid an eighth less for each block that it is older; who includes it, a 32nd. */
const UNCLE_PARTS = 8;
const INCLUSION_PARTS = 32n;

interface Uncle {
  readonly hash: string;
  readonly height: number;
  readonly miner: Uint8Array;
}

/** Since Constantinople (EIP-1234), so in every block of London and later, which have a base fee. */
const LAST_REWARD = 2_000_000_000_000_000_000n;
/** Highest difficulty where authorities make blocks for fees: Clique (EIP-225), IBFT, QBFT. No work is so easy. */
export const MAX_AUTHORITY_DIFFICULTY = 2;

/**
 * Reward of a block of this height, 0n where nothing is.
 * @throws DecodeError where the reward is unknown: before London, blocks of 5, 3 and 2 ether look alike
 */
function rewardAt({ blockRewards }: EvmNetwork, height: number, { difficulty, baseFee }: BlockAnswer): bigint {
  if (blockRewards !== null) return blockRewards.findLast(({ from }) => from <= height)?.reward ?? 0n;
  if (height === 0 || difficulty <= MAX_AUTHORITY_DIFFICULTY) return 0n;
  if (baseFee !== null) return LAST_REWARD;
  const sentence =
    `block ${height} was mined by proof of work before London, and what it paid its miner is not known of a private ` +
    'network: set <CODE>_START_HEIGHT to the first block of London';
  throw new DecodeError(sentence, 0);
}

/**
 * The rewards of a block, its miner's first.
 * @param answer the uncles of the block, in any order; null where they were not asked for
 * @throws DecodeError where they are not the block's uncles
 */
export function rewardPayments(
  network: EvmNetwork,
  height: number,
  block: BlockAnswer,
  answer: Buffer | null,
): Payment[] {
  const reward = rewardAt(network, height, block);
  if (reward === 0n) return [];
  const { uncles: hashes, addresses, miner } = block;
  const uncles = hashes.length === 0 ? [] : readUncles(answer, hashes);
  const total = reward + BigInt(hashes.length) * (reward / INCLUSION_PARTS);
  return [
    { to: addresses.ofKey(miner), amount: amountOf(total) },
    ...uncles.map((uncle) => unclePayment(uncle, reward, height, addresses)),
  ];
}

function unclePayment(uncle: Uncle, reward: bigint, height: number, addresses: AddressNumbers): Payment {
  const parts = BigInt(UNCLE_PARTS - (height - uncle.height));
  return { to: addresses.ofKey(uncle.miner), amount: amountOf((parts * reward) / BigInt(UNCLE_PARTS)) };
}

function readUncles(answer: Buffer | null, hashes: readonly string[]): Uncle[] {
  const json = new JsonCursor(answer ?? Buffer.alloc(0), 'uncles');
  const uncles: Uncle[] = [];
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    if (uncles.length === hashes.length) json.fail('there are more of them than the block has');
    uncles.push(readEnvelope(json, readUncle));
  }
  json.expectEnd();
  return hashes.map(
    (wanted) => uncles.find(({ hash }) => hash === wanted) ?? json.fail('one that the block names is missing'),
  );
}

const NAMES = new MemberNames(['hash', 'miner', 'number']);

function readUncle(json: JsonCursor): Uncle {
  const start = json.at;
  let hash: string | null = null;
  let height: number | null = null;
  let miner: Uint8Array | null = null;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(NAMES);
    if (name === 'hash') hash = readHash(json);
    else if (name === 'number') height = readNumber(json);
    else if (name === 'miner') miner = readKey(json);
    else json.skip();
  }
  if (hash === null || height === null || miner === null) json.fail('one lacks its hash, number or miner', start);
  return { hash, height, miner };
}
