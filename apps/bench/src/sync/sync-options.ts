import { CHAINS, type Chain, COSMOS_CHAINS, EVM_CHAINS, UTXO_CHAINS } from '@chaintrail/chains';
import { benchmarkCommand, chainCodes, chainOption, parseOptions, wholeNumber } from '../harness/benchmark-command.js';

export interface SyncOptions {
  readonly chain: Chain;
  readonly transactions: number;
  readonly perBlock: number;
  readonly spentTxouts?: boolean;
  readonly blocks: number;
  readonly traces?: boolean;
  /** With credentials. */
  readonly node?: string;
  /** With credentials. */
  readonly database?: string;
  /** MB. */
  readonly memory?: number;
  readonly keep?: boolean;
}

const OF_EVM = ['--traces'];
const OF_ACCOUNTS = ['--blocks'];
const OF_UTXOS = ['--transactions', '--per-block', '--spent-txouts'];
/** Options that say nothing about the generated chains of a family. */
const FOREIGN_TO = {
  utxo: [...OF_ACCOUNTS, ...OF_EVM],
  evm: OF_UTXOS,
  cosmos: [...OF_UTXOS, ...OF_EVM],
} as const;

/** @throws CommanderError */
export function readSyncOptions(args: readonly string[]): SyncOptions {
  const [utxo, account] = [chainCodes(UTXO_CHAINS), chainCodes([...EVM_CHAINS, ...COSMOS_CHAINS])];
  const shape = `175 transactions each, or of ${chainCodes(COSMOS_CHAINS)} some ten with hundreds of events`;
  const command = benchmarkCommand('bench:sync')
    .addOption(chainOption(CHAINS))
    .addOption(wholeNumber('--memory <MB>', 'SYNC_MEMORY_MB of the indexer (default: its own)', 512, 1_048_576))
    .option('--node <URL>', 'sync from a node of a private network that runs already: http://USER:PASSWORD@HOST:PORT')
    .option('--database <URL>', 'sync into this empty database: postgres://USER:PASSWORD@HOST:PORT/NAME')
    .option('--keep', "leave the database's folder behind and say where it is")
    .optionsGroup(`${utxo}:`)
    .addOption(wholeNumber('--transactions <N>', 'payments of the generated chain', 1, 1_000_000_000, 1_000_000))
    .addOption(wholeNumber('--per-block <N>', 'payments a block', 1, 4_000, 2_000))
    .option('--spent-txouts', 'the node delivers spent outputs, as Bitcoin Core 30 does')
    .optionsGroup(`${account}:`)
    .addOption(wholeNumber('--blocks <N>', `blocks of the generated chain: ${shape}`, 1, 1_000_000, 20_000))
    .option(
      '--traces',
      `of ${chainCodes(EVM_CHAINS)}: the node traces all blocks, with <CODE>_INTERNAL_TRANSFERS=full`,
    );
  const options = parseOptions<SyncOptions>(command, args);
  const { chain, node } = options;
  const foreign = command.options.find(
    (option) =>
      FOREIGN_TO[chain.family].includes(option.long ?? '') &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (foreign) command.error(`error: ${foreign.long} does not say anything about ${chain.code}`);
  // The URL holds a password, so the message leaves it out.
  if (node !== undefined && !(URL.canParse(node) && /^https?:$/.test(new URL(node).protocol)))
    command.error('error: --node is not a URL of the form http://USER:PASSWORD@HOST:PORT');
  return options;
}
