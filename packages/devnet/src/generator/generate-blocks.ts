import { displayHash, type UtxoChain, wireHash } from '@chaintrail/chains';
import type { StoredBlock } from '../node/chain-source.js';
import { networkOf } from '../node/networks.js';
import { Random } from '../random.js';
import { ByteWriter } from '../utxo/bytes.js';
import { draftCoinbase } from '../utxo/coinbase.js';
import { addressOf } from '../utxo/destination.js';
import { genesisBlock } from '../utxo/genesis.js';
import { merkleRoot, sha256d } from '../utxo/hash.js';
import { rulesOf } from '../utxo/rules.js';
import { serializeBlock, serializeSpentOutputs } from '../utxo/utxo-block.js';
import { transparentParts } from '../zcash/zcash-transaction.js';
import { type Encode, GeneratedPayments, type Payment } from './generated-payments.js';
import { MINER } from './payment-shape.js';

export interface GenerateOptions {
  readonly chain: UtxoChain;
  readonly seed: number;
  /** Payments in all, coinbases not counted. */
  readonly transactions: number;
  /** Payments a block. More than 2,850 weigh more than nodes allow, and 4,000 some 5.5 million units. */
  readonly perBlock: number;
}

export interface GeneratedBlock extends StoredBlock {
  /** Display form. */
  readonly lastTxid: string;
  readonly raw: Buffer;
  /** As /rest/spenttxouts has them. */
  readonly spentOutputs: Buffer;
}

/** Known exactly once the last block is out; to check an index against. */
export interface GeneratedTotals {
  /** Payments. */
  readonly transactions: number;
  readonly coinbases: number;
  /** The busiest first, with the payments that pay it or spend from it. */
  readonly hot: readonly { readonly address: string; readonly transactions: number; readonly balance: bigint }[];
}

const SUBSIDY = 5_000_000_000;
/** Ten thousand DOGE, for ever. */
const MERGE_MINED_SUBSIDY = 1_000_000_000_000;
/** Mainnet's, so that a long chain does not run dry. */
const HALVING_INTERVAL = 210_000;
const START_TIME = 1_500_000_000;
/** This many coinbases are split over {@link FAN_OUT} addresses each before ordinary payments begin. */
const FAN_OUTS = 10;
const FAN_OUT = 400;

/**
 * A chain of mainnet shape from its genesis block on: blocks without payments until the first coinbases are mature, then
 * `transactions` payments. Streams: memory does not grow with the length. Without BIP141's commitment, which indexers
 * do not check. Zcash's are transparent alone, in version 5.
 */
export function* generateBlocks(options: GenerateOptions): Generator<GeneratedBlock, GeneratedTotals, undefined> {
  const { chain, seed, transactions, perBlock } = options;
  const network = networkOf(chain);
  const { wire } = rulesOf(chain);
  const encode: Encode = (draft) => {
    if (!chain.shielded) return wire.encodeTransaction(draft);
    return wire.encodeTransaction({ ...draft, zcash: transparentParts(tip.height + 1, draft.kind === 'coinbase') });
  };
  const payments = new GeneratedPayments({ encode, segwit: chain.segwit, seed });
  const young: Coinbase[] = [];
  const genesis = genesisBlock(chain, network);
  let tip: GeneratedBlock = {
    ...genesis,
    ...{ transactionCount: 1, lastTxid: genesis.transactions[0]!.id },
    ...{ raw: serializeBlock(genesis), spentOutputs: serializeSpentOutputs(genesis) },
  };
  yield tip;
  const lead = chain.coinbaseMaturity + FAN_OUTS;
  while (tip.height < lead || payments.count < transactions) {
    const height = tip.height + 1;
    const paid: Payment[] = [];
    if (height > lead) {
      for (let first = young[0]; first && height - first.height >= chain.coinbaseMaturity; first = young[0]) {
        young.shift();
        payments.addCoinbase(first.txid, first.value);
        if (payments.count < FAN_OUTS) paid.push(payments.fanOut(FAN_OUT));
      }
      while (paid.length < perBlock && payments.count < transactions) paid.push(payments.next());
    }
    const { block, coinbase } = sealBlock(options, tip, paid, payments);
    young.push(coinbase);
    tip = block;
    yield tip;
  }
  const hot = Array.from(payments.hot, ([owner, { transactions: count, balance }]) => ({
    address: addressOf(payments.scripts(owner).destination, network) ?? '',
    ...{ transactions: count, balance: BigInt(balance) },
  }));
  hot.sort((a, b) => b.transactions - a.transactions);
  return { transactions: payments.count, coinbases: tip.height, hot };
}

interface Coinbase {
  readonly txid: Buffer;
  readonly value: number;
  readonly height: number;
}

function sealBlock(
  { chain, seed }: GenerateOptions,
  parent: GeneratedBlock,
  paid: readonly Payment[],
  payments: GeneratedPayments,
): { readonly block: GeneratedBlock; readonly coinbase: Coinbase } {
  const { wire, blockVersion, order } = rulesOf(chain);
  const height = parent.height + 1;
  const halved = Math.floor(SUBSIDY / 2 ** Math.floor(height / HALVING_INTERVAL));
  const value = paid.reduce((sum, { fee }) => sum + fee, chain.auxPow ? MERGE_MINED_SUBSIDY : halved);
  const payouts = [{ value: BigInt(value), destination: payments.scripts(MINER).destination }];
  const coinbase = payments.encode(draftCoinbase({ height, branch: seed, payouts, commitment: null }));
  const ordered = order?.(paid) ?? paid;
  const fields = {
    ...{ version: blockVersion, parent: wireHash(parent.hash) },
    merkleRoot: merkleRoot([coinbase.txid, ...ordered.map(({ txid }) => txid)]),
    time: START_TIME + height * chain.blockSeconds,
  };
  const random = new Random(seed + height);
  const noise = (length: number): Buffer => random.bytes(length);
  const header = wire.encodeHeader(fields, { height, transactions: [], noise });
  const proof = wire.proof?.(header, noise) ?? Buffer.alloc(0);
  const raw = new ByteWriter()
    .bytes(header)
    .bytes(proof)
    .compactSize(ordered.length + 1)
    .bytes(coinbase.bytes);
  const spentOutputs = new ByteWriter().compactSize(ordered.length + 1).compactSize(0);
  for (const { bytes, spent } of ordered) {
    raw.bytes(bytes);
    spentOutputs.compactSize(spent.length);
    for (const output of spent) spentOutputs.i64(output.value).vector(output.script);
  }
  const block = {
    ...{ height, hash: displayHash(sha256d(header)), header, proof, transactionCount: ordered.length + 1 },
    lastTxid: ordered.at(-1)?.id ?? displayHash(coinbase.txid),
    ...{ raw: raw.take(), spentOutputs: spentOutputs.take() },
  };
  return { block, coinbase: { txid: coinbase.txid, value, height } };
}
