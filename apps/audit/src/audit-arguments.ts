import type { Chain } from '@chaintrail/chains';
import type { CommandLine } from '@chaintrail/commands';
import type { AuditScope } from '@chaintrail/db';

export interface AuditArguments {
  readonly chain: Chain;
  readonly scope: AuditScope;
  readonly json: boolean;
  readonly sampledBlocks: number;
}

const SAMPLED_BLOCKS: Readonly<Record<AuditScope, number>> = { sample: 20, full: 200 };

/** @param line of the command `audit` */
export function auditArguments({
  args: [chain],
  options: { full = false, json = false, sample },
}: CommandLine<{ full?: boolean; json?: boolean; sample?: number }>): AuditArguments {
  const scope = full ? 'full' : 'sample';
  return { chain: chain as Chain, scope, json, sampledBlocks: sample ?? SAMPLED_BLOCKS[scope] };
}
