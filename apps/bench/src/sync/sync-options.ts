import { parseArgs } from 'node:util';
import { CHAINS, type Chain, COSMOS_CHAINS, EVM_CHAINS, UTXO_CHAINS } from '@chaintrail/chains';
import { chainCodes, chainOption, integerOption, UsageError } from '../harness/usage.js';

export interface SyncOptions {
  readonly chain: Chain;
  /** UTXO chains: payments of the generated chain, payments a block, and whether the node delivers spent outputs. */
  readonly transactions: number;
  readonly perBlock: number;
  readonly spentTxOuts: boolean;
  /** Account chains: blocks of the generated chain, an empty genesis block not counted. */
  readonly blocks: number;
  /** What the indexer may use, MB; null leaves its default. */
  readonly memoryMb: number | null;
  /** A node that runs already, with credentials; null generates one. */
  readonly nodeUrl: string | null;
  /** An empty database, with credentials; null starts a server. */
  readonly databaseUrl: string | null;
  readonly keep: boolean;
}

const OF_ACCOUNTS = ['blocks'] as const;
const OF_UTXOS = ['transactions', 'per-block', 'spent-txouts'] as const;
/** Options that say nothing about the generated chains of a family. */
const FOREIGN_TO = { utxo: OF_ACCOUNTS, evm: OF_UTXOS, cosmos: OF_UTXOS } as const;

export const SYNC_USAGE = `npm run bench:sync -- [options]
  --chain CODE       ${chainCodes(CHAINS)} (default btc)
  --memory MB        SYNC_MEMORY_MB of the indexer (default: its own)
  --node URL         sync from a node of a private network that runs already: http://USER:PASSWORD@HOST:PORT
  --database URL     sync into this empty database: postgres://USER:PASSWORD@HOST:PORT/NAME
  --keep             leave the database's folder behind and say where it is
 ${chainCodes(UTXO_CHAINS)}:
  --transactions N   payments of the generated chain (default 1,000,000)
  --per-block N      payments a block (default 2,000)
  --spent-txouts     the node delivers spent outputs, as Bitcoin Core 30 does
 ${chainCodes([...EVM_CHAINS, ...COSMOS_CHAINS])}:
  --blocks N         blocks of the generated chain (default 20,000): 150 to 200 transactions each,
                     or of ${chainCodes(COSMOS_CHAINS)} some ten with hundreds of events`;

/** @throws UsageError, or parseArgs's TypeError */
export function readSyncOptions(args: readonly string[]): SyncOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      transactions: { type: 'string' },
      chain: { type: 'string', default: 'btc' },
      'per-block': { type: 'string' },
      'spent-txouts': { type: 'boolean' },
      blocks: { type: 'string' },
      memory: { type: 'string' },
      node: { type: 'string' },
      database: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const chain = chainOption(values.chain, CHAINS);
  const foreign = FOREIGN_TO[chain.family].find((name) => values[name] !== undefined);
  if (foreign) throw new UsageError(`--${foreign} does not say anything about ${chain.code}`);
  return {
    chain,
    transactions: integerOption('transactions', values.transactions ?? '1000000', 1, 1_000_000_000),
    perBlock: integerOption('per-block', values['per-block'] ?? '2000', 1, 10_000),
    spentTxOuts: values['spent-txouts'] ?? false,
    blocks: integerOption('blocks', values.blocks ?? '20000', 1, 1_000_000),
    memoryMb: values.memory === undefined ? null : integerOption('memory', values.memory, 512, 1_048_576),
    nodeUrl: values.node === undefined ? null : nodeOption(values.node),
    databaseUrl: values.database ?? null,
    keep: values.keep,
  };
}

/** The URL holds a password, so the message leaves it out. */
function nodeOption(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UsageError('--node is not a URL of the form http://USER:PASSWORD@HOST:PORT');
}
