/** How much an audit looks at. */
import type { Chain } from '@chaintrail/chains';
import type { CommandLine } from '@chaintrail/commands';
import type { AuditScope } from '@chaintrail/db';

export interface AuditLimits {
  /** Time for each check that looks at a part only, where the audit is a sample. */
  readonly sampleMs: number;
  /** Rows of histories in one statement. */
  readonly historyRows: number;
  /** Fewer rows than this are looked at as one range of keys. */
  readonly smallHistories: number;
  /** Blocks in one range. */
  readonly blocks: number;
  /** UTXO chains: of each block that is compared with the node's, so many transactions, drawn at random. */
  readonly transactionsPerBlock: number;
  /** Account chains: balances that the node is asked for at once. */
  readonly balances: number;
  /** EVM chains: what a contract says of itself may have changed for so long before the index says the same. */
  readonly oldestWordsSeconds: number;
  /** EVM chains: bytes of the largest traces of a block that are read. */
  readonly traceBytes: number;
  /** Sums over the chain are kept so far below its end that no reorg takes their last block away. */
  readonly keepBelowTip: number;
  /** Without any block being indexed, the index is not waited for any longer. */
  readonly standstillMs: number;
  readonly pollMs: number;
}

export const DEFAULT_LIMITS: AuditLimits = {
  sampleMs: 120_000,
  historyRows: 50_000,
  smallHistories: 500_000,
  blocks: 1_000,
  transactionsPerBlock: 4,
  balances: 200,
  oldestWordsSeconds: 7 * 86_400,
  traceBytes: 64 * 2 ** 20,
  keepBelowTip: 200,
  standstillMs: 60_000,
  pollMs: 500,
};

export interface AuditArguments {
  readonly chain: Chain;
  readonly scope: AuditScope;
  readonly json: boolean;
  readonly sampledBlocks: number;
}

/** Blocks drawn at random for the comparison with the node. */
export const SAMPLED_BLOCKS: Readonly<Record<AuditScope, number>> = { sample: 20, full: 200 };

/** @param line of the command `audit` */
export function auditArguments({
  args: [chain],
  options: { full = false, json = false, sample },
}: CommandLine<{ full?: boolean; json?: boolean; sample?: number }>): AuditArguments {
  const scope = full ? 'full' : 'sample';
  return { chain: chain as Chain, scope, json, sampledBlocks: sample ?? SAMPLED_BLOCKS[scope] };
}
