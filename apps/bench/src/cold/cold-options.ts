import { Option } from 'commander';
import { benchmarkCommand, parseOptions, readWholeNumber, wholeNumber } from '../harness/benchmark-command.js';

export interface ColdOptions {
  readonly transactions: number;
  readonly inputs: number;
  readonly rollback: number;
  /** Microseconds a read. */
  readonly delays: readonly number[];
  readonly data?: string;
}

/** @throws CommanderError */
export function readColdOptions(args: readonly string[]): ColdOptions {
  const list = (text: string): number[] => text.split(',').map((each) => readWholeNumber(each, 0, 100_000));
  const command = benchmarkCommand('bench:cold')
    .addOption(
      wholeNumber('--transactions <N>', 'that are indexed before, some 900 bytes each', 100_000, 500_000_000, 500_000),
    )
    .addOption(wholeNumber('--inputs <N>', 'inputs of a block, two a transaction', 2, 20_000, 8_000))
    .addOption(wholeNumber('--rollback <N>', 'blocks that are taken back, none where 0', 0, 1_000, 2))
    .addOption(
      new Option('--delays <LIST>', 'microseconds that each read takes')
        .default([100, 1_000], '100,1000')
        .argParser(list),
    )
    .option('--data <FOLDER>', 'keep the database there, and take the one that is there');
  return parseOptions<ColdOptions>(command, args);
}
