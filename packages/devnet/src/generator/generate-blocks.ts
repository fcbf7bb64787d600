import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import { displayHash } from '@chaintrail/chains';
import { Random } from '../random.js';
import type { HeaderFields } from '../utxo/chain-rules.js';
import { draftCoinbase } from '../utxo/coinbase.js';
import { addressOf } from '../utxo/destination.js';
import { genesisBlock } from '../utxo/genesis.js';
import { merkleRoot, sha256d } from '../utxo/hash.js';
import { rulesOf } from '../utxo/rules.js';
import { serializeBlock, serializeSpentOutputs } from '../utxo/utxo-block.js';
import { makeTransaction } from '../utxo/utxo-transaction.js';
import { OwnerScripts } from './owner-scripts.js';
import { HOT_OWNERS, MINER, Shape } from './shape.js';
import {
  type BlockDraft,
  type Counts,
  putCompactSize,
  sortByTransactionId,
  TransactionWriter,
} from './transaction-writer.js';
import { UtxoPool } from './utxo-pool.js';

export interface GenerateOptions {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly seed: number;
  /** Payments in all, coinbases not counted. */
  readonly transactions: number;
  /** Payments a block. */
  readonly perBlock: number;
  /**
   * A block also ends at this many weight units: 3.9 million, some 2,850 payments, by default and as nodes have it.
   * 6 million at the most, for blocks of more payments than that.
   */
  readonly maxWeight?: number;
  /** Outputs that can be spent at one time; 2^21, 92 MB, by default. */
  readonly poolCapacity?: number;
}

export interface GeneratedBlock {
  readonly height: number;
  /** Display form. */
  readonly hash: string;
  readonly header: Buffer;
  /** AuxPoW, where the block has one. */
  readonly proof: Buffer;
  readonly transactionCount: number;
  readonly raw: Buffer;
  /** As /rest/spenttxouts has them. */
  readonly spentOutputs: Buffer;
}

export interface HotAddress {
  readonly address: string;
  /** Payments that pay it or spend from it. */
  readonly transactions: number;
  /** Base units. */
  readonly balance: bigint;
}

/** Known exactly once the last block is out; to check an index against. */
export interface GeneratedTotals extends Readonly<Counts> {
  readonly coinbases: number;
  readonly addresses: number;
  /** The busiest first. */
  readonly hot: readonly HotAddress[];
}

const SUBSIDY = 5_000_000_000;
/** Ten thousand DOGE, for ever. */
const MERGE_MINED_SUBSIDY = 1_000_000_000_000;
/** Mainnet's, so that a long chain does not run dry. */
const HALVING_INTERVAL = 210_000;
const CONSENSUS_WEIGHT = 3_900_000;
/** What the buffers of {@link emptyDraft} hold in any case. */
const LARGEST_WEIGHT = 6_000_000;
const START_TIME = 1_500_000_000;
/** This many coinbases are split over {@link FAN_OUT} addresses each before ordinary payments begin. */
const FAN_OUTS = 10;
const FAN_OUT = 400;

/**
 * A chain of mainnet shape from its genesis block on: blocks without payments until the first coinbases are mature, then
 * `transactions` payments. Streams: memory is the pool and one block, whatever the length. Without BIP141's commitment:
 * indexers do not check it, and hashing witnesses costs half as much time again.
 */
export function* generateBlocks(options: GenerateOptions): Generator<GeneratedBlock, GeneratedTotals, undefined> {
  const { chain, network, seed, transactions, perBlock, maxWeight = CONSENSUS_WEIGHT } = options;
  if (maxWeight > LARGEST_WEIGHT) throw new RangeError(`maxWeight is ${maxWeight}: at most ${LARGEST_WEIGHT}`);
  const random = new Random(seed);
  const pool = new UtxoPool(options.poolCapacity ?? 1 << 21, random);
  const scripts = new OwnerScripts(seed, chain.segwit);
  const shape = new Shape(random);
  const writer = new TransactionWriter(pool, scripts, shape, random);
  const draft = emptyDraft();
  const young: { readonly txid: Buffer; readonly value: number; readonly height: number }[] = [];
  let tip = generatedGenesis(chain, network);
  yield tip;
  const lead = chain.coinbaseMaturity + FAN_OUTS;
  while (tip.height < lead || writer.counts.transactions < transactions) {
    const height = tip.height + 1;
    if (height > lead) {
      for (let first = young[0]; first && height - first.height >= chain.coinbaseMaturity; first = young[0]) {
        young.shift();
        pool.add(first.txid, 0, MINER, first.value);
        if (writer.counts.transactions < FAN_OUTS) writer.fanOut(draft, FAN_OUT);
      }
      while (draft.transactions < perBlock && writer.counts.transactions < transactions && draft.weight < maxWeight) {
        writer.payment(draft);
      }
    }
    const value = subsidyOf(chain, height) + draft.fees;
    if (rulesOf(chain).order) sortByTransactionId(draft);
    const made = sealBlock(options, tip, draft, scripts, value);
    young.push({ txid: made.coinbaseTxid, value, height });
    tip = made.block;
    yield tip;
  }
  return totalsOf(network, tip.height, writer, scripts, shape);
}

function subsidyOf(chain: UtxoChain, height: number): number {
  return chain.auxPow ? MERGE_MINED_SUBSIDY : Math.floor(SUBSIDY / 2 ** Math.floor(height / HALVING_INTERVAL));
}

function emptyDraft(): BlockDraft {
  const most = 1 << 16;
  return {
    body: Buffer.allocUnsafe(6 << 20),
    bodyLength: 0,
    spent: Buffer.allocUnsafe(6 << 20),
    spentLength: 0,
    txids: Buffer.allocUnsafe(most * 32),
    ends: new Uint32Array(most),
    transactions: 0,
    weight: 0,
    fees: 0,
  };
}

function generatedGenesis(chain: UtxoChain, network: UtxoNetwork): GeneratedBlock {
  const block = genesisBlock(chain, network);
  const { height, hash, header, proof } = block;
  const bytes = { raw: serializeBlock(block, 1), spentOutputs: serializeSpentOutputs(block) };
  return { height, hash, header, proof, transactionCount: 1, ...bytes };
}

function sealBlock(
  options: GenerateOptions,
  parent: GeneratedBlock,
  draft: BlockDraft,
  scripts: OwnerScripts,
  value: number,
): { block: GeneratedBlock; coinbaseTxid: Buffer } {
  const height = parent.height + 1;
  const count = draft.transactions;
  const ids = Array.from({ length: count }, (_, n) => draft.txids.subarray(n * 32, (n + 1) * 32));
  const { wire, blockVersion } = rulesOf(options.chain);
  const draftOfCoinbase = draftCoinbase({
    height,
    branch: options.seed % 0xffffffff,
    payouts: [{ value: BigInt(value), destination: scripts.destination(MINER) }],
    commitment: null,
  });
  const coinbase = makeTransaction(draftOfCoinbase, wire);
  const fields: HeaderFields = {
    version: blockVersion,
    parent: sha256d(parent.header),
    merkleRoot: merkleRoot([coinbase.txid, ...ids]),
    time: START_TIME + height * options.chain.blockSeconds,
  };
  const random = new Random(options.seed + height);
  const noise = (length: number): Buffer => random.bytes(length);
  const header = wire.encodeHeader(fields, { height, transactions: [], noise });
  const proof = wire.proof?.(header, noise) ?? Buffer.alloc(0);
  const size = Buffer.alloc(5);
  const counted = size.subarray(0, putCompactSize(size, count + 1, 0));
  const block: GeneratedBlock = {
    height,
    hash: displayHash(sha256d(header)),
    header,
    proof,
    transactionCount: count + 1,
    raw: Buffer.concat([header, proof, counted, coinbase.bytes, draft.body.subarray(0, draft.bodyLength)]),
    spentOutputs: Buffer.concat([counted, Buffer.from([0]), draft.spent.subarray(0, draft.spentLength)]),
  };
  Object.assign(draft, { bodyLength: 0, spentLength: 0, transactions: 0, weight: 0, fees: 0 });
  return { block, coinbaseTxid: coinbase.txid };
}

function totalsOf(
  network: UtxoNetwork,
  height: number,
  writer: TransactionWriter,
  scripts: OwnerScripts,
  shape: Shape,
): GeneratedTotals {
  const hot = Array.from({ length: HOT_OWNERS }, (_, index) => ({
    address: addressOf(scripts.destination(index + 1), network) ?? '',
    transactions: writer.hot.transactions[index + 1] as number,
    balance: BigInt(writer.hot.unspent[index + 1] as number),
  }));
  hot.sort((a, b) => b.transactions - a.transactions);
  return { ...writer.counts, coinbases: height, addresses: shape.nextOwner, hot };
}
