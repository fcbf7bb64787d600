import { Option } from 'commander';
import { benchmarkCommand, parseOptions, readWholeNumber, wholeNumber } from '../harness/benchmark-command.js';

/** A block by one session, one whose pages are read ahead, blocks that are taken back, and pages of histories. */
const FIGURES = ['alone', 'ahead', 'rollback', 'pages'] as const;
export type Figure = (typeof FIGURES)[number];

export interface ColdOptions {
  readonly transactions: number;
  readonly inputs: number;
  readonly rollback: number;
  /** Microseconds a read. */
  readonly delays: readonly number[];
  /** MiB of the server, with its page cache; 0 is no bound. */
  readonly memory: number;
  /** Reads a second of its disk; 0 is no bound. */
  readonly iops: number;
  readonly only: readonly Figure[];
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
    .addOption(wholeNumber('--rollback <N>', 'blocks that are taken back', 1, 1_000, 2))
    .addOption(
      new Option('--delays <LIST>', 'microseconds that each read takes')
        .default([100, 1_000], '100,1000')
        .argParser(list),
    )
    .addOption(wholeNumber('--memory <MiB>', 'of the server, page cache included, unbounded where 0', 0, 1_000_000, 0))
    .addOption(wholeNumber('--iops <N>', 'with --memory: reads a second of the disk', 0, 10_000_000, 0))
    .option('--only <LIST>', 'some of the figures', (text) => text.split(','), [...FIGURES])
    .option('--data <FOLDER>', 'keep the database there, and take the one that is there');
  const options = parseOptions<ColdOptions>(command, args);
  const unknown = options.only.find((name) => !FIGURES.includes(name));
  if (unknown !== undefined) command.error(`error: --only has ${unknown}: expected some of ${FIGURES.join(', ')}`);
  return options;
}
