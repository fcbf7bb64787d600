import { parseArgs } from 'node:util';
import { UTXO_CHAINS, type UtxoChain } from '@chaintrail/chains';
import { chainCodes, chainOption, integerOption } from '../harness/usage.js';

export interface FollowOptions {
  readonly chain: UtxoChain;
  /** Counted blocks, with the long poll and without it each. */
  readonly blocks: number;
  /** Payments below them, indexed before the first one comes. */
  readonly baseTransactions: number;
  readonly perBlock: number;
  /** Of the pauses between blocks. */
  readonly seed: number;
}

export const FOLLOW_USAGE = `npm run bench:follow -- [options]
  --blocks N              counted blocks, with and without the node's long poll each (default 60)
  --base-transactions N   payments that are indexed before (default 200,000)
  --per-block N           payments a block (default 4,000)
  --chain CODE            ${chainCodes(UTXO_CHAINS)} (default btc)
  --seed N                of the pauses between blocks (default 1)`;

/** @throws UsageError, or parseArgs's TypeError */
export function readFollowOptions(args: readonly string[]): FollowOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      blocks: { type: 'string', default: '60' },
      'base-transactions': { type: 'string', default: '200000' },
      'per-block': { type: 'string', default: '4000' },
      chain: { type: 'string', default: 'btc' },
      seed: { type: 'string', default: '1' },
    },
  });
  return {
    chain: chainOption(values.chain, UTXO_CHAINS),
    blocks: integerOption('blocks', values.blocks, 1, 10_000),
    baseTransactions: integerOption('base-transactions', values['base-transactions'], 1, 1_000_000_000),
    perBlock: integerOption('per-block', values['per-block'], 1, 4_000),
    seed: integerOption('seed', values.seed, 0, 2 ** 32 - 1),
  };
}
