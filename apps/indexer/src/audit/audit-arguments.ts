import { parseArgs } from 'node:util';
import { CHAINS, type Chain, chainByCode } from '@chaintrail/chains';
import type { AuditScope } from '@chaintrail/db';

export interface AuditArguments {
  readonly chain: Chain;
  readonly scope: AuditScope;
  readonly json: boolean;
  readonly sampledBlocks: number;
}

const SAMPLED_BLOCKS: Readonly<Record<AuditScope, number>> = { sample: 20, full: 200 };
const MOST_SAMPLED_BLOCKS = 100_000;

export const USAGE = `Usage: npm run audit -- <code> [--full] [--sample N] [--json]
  <code>      one of ${CHAINS.map((chain) => chain.code).join(', ')}
  --full      look at everything; without it, at what a few minutes allow, drawn at random
  --sample N  blocks to compare with the node's, drawn at random (${SAMPLED_BLOCKS.sample}; ${SAMPLED_BLOCKS.full} with --full)
  --json      the report as JSON
Ends with 0 when everything agrees, 1 with findings, 2 when the audit could not be finished.`;

/** @returns what is wrong, as a sentence, or what was asked for */
export function readArguments(args: readonly string[]): AuditArguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { full: { type: 'boolean' }, json: { type: 'boolean' }, sample: { type: 'string' } },
    });
    const [code = '', ...others] = positionals;
    const chain = chainByCode(code);
    if (!chain) return code === '' ? 'Which chain is to be audited?' : `There is no chain ${JSON.stringify(code)}.`;
    if (others.length > 0) return 'One chain at a time.';
    const scope = values.full ? 'full' : 'sample';
    const sampledBlocks = values.sample === undefined ? SAMPLED_BLOCKS[scope] : blocksOf(values.sample);
    if (sampledBlocks === null) return `--sample takes a number from 1 to ${MOST_SAMPLED_BLOCKS}.`;
    return { chain, scope, json: values.json === true, sampledBlocks };
  } catch (error) {
    if (error instanceof TypeError) return `${error.message}.`;
    throw error;
  }
}

function blocksOf(text: string): number | null {
  const blocks = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return blocks >= 1 && blocks <= MOST_SAMPLED_BLOCKS ? blocks : null;
}
