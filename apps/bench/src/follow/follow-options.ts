import { EVM_CHAINS, type EvmChain, UTXO_CHAINS, type UtxoChain } from '@chaintrail/chains';
import { benchmarkCommand, chainOption, parseOptions, wholeNumber } from '../harness/benchmark-command.js';

export interface FollowOptions {
  readonly chain: UtxoChain | EvmChain;
  readonly blocks: number;
  readonly baseTransactions: number;
  readonly perBlock: number;
  readonly seed: number;
}

/** @throws CommanderError */
export function readFollowOptions(args: readonly string[]): FollowOptions {
  const command = benchmarkCommand('bench:follow')
    .addOption(
      wholeNumber(
        '--blocks <N>',
        "counted blocks, with and without the node's long poll (EVM chains: traces) each",
        1,
        10_000,
        60,
      ),
    )
    .addOption(
      wholeNumber(
        '--base-transactions <N>',
        'payments that are indexed before; EVM chains: in blocks of some 200',
        1,
        1_000_000_000,
        200_000,
      ),
    )
    .addOption(wholeNumber('--per-block <N>', 'payments a block of UTXO chains', 1, 4_000, 4_000))
    .addOption(chainOption<UtxoChain | EvmChain>([...UTXO_CHAINS, ...EVM_CHAINS]))
    .addOption(wholeNumber('--seed <N>', 'of the pauses between blocks', 0, 2 ** 32 - 1, 1));
  return parseOptions<FollowOptions>(command, args);
}
