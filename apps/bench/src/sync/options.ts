import { parseArgs } from 'node:util';
import { CHAINS, type Chain } from '@chaintrail/chains';
import { chainOption } from '../harness/chain-option.js';
import { integerOption, UsageError } from '../harness/usage.js';

export interface SyncOptions {
  readonly chain: Chain;
  /** Payments of the generated chain. */
  readonly transactions: number;
  readonly perBlock: number;
  readonly spentTxOuts: boolean;
  /** What the indexer may use, MB; null leaves its default. */
  readonly memoryMb: number | null;
  /** A node that runs already, with credentials; null generates one. */
  readonly nodeUrl: string | null;
  readonly keep: boolean;
}

export const SYNC_USAGE = `npm run bench:sync -- [options]
  --transactions N   payments of the generated chain (default 1,000,000)
  --chain CODE       ${CHAINS.map(({ code }) => code).join(' or ')} (default btc)
  --per-block N      payments a block (default 2,000)
  --spent-txouts     the node delivers spent outputs, as Bitcoin Core 30 does
  --memory MB        SYNC_MEMORY_MB of the indexer (default: its own)
  --node URL         sync from a regtest node that runs already: http://USER:PASSWORD@HOST:PORT
  --keep             leave the database's folder behind and say where it is`;

/** @throws UsageError, or parseArgs's TypeError */
export function readSyncOptions(args: readonly string[]): SyncOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      transactions: { type: 'string', default: '1000000' },
      chain: { type: 'string', default: 'btc' },
      'per-block': { type: 'string', default: '2000' },
      'spent-txouts': { type: 'boolean', default: false },
      memory: { type: 'string' },
      node: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  return {
    chain: chainOption(values.chain),
    transactions: integerOption('transactions', values.transactions, 1, 1_000_000_000),
    perBlock: integerOption('per-block', values['per-block'], 1, 10_000),
    spentTxOuts: values['spent-txouts'],
    memoryMb: values.memory === undefined ? null : integerOption('memory', values.memory, 512, 1_048_576),
    nodeUrl: values.node === undefined ? null : nodeOption(values.node),
    keep: values.keep,
  };
}

/** The URL holds a password, so the message leaves it out. */
function nodeOption(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UsageError('--node is not a URL of the form http://USER:PASSWORD@HOST:PORT');
}
