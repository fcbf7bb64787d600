import { type EvmChain, StateUnavailableError } from '@chaintrail/chains';
import type { InternalMode } from '@chaintrail/db';

/** Why tracing does not go on, for the operator, with the remedy where there is one. Without secrets. */
export function troubleText({ code }: EvmChain, mode: InternalMode, height: number, error: unknown): string {
  const what = error instanceof Error ? error.message : String(error);
  if (!(error instanceof StateUnavailableError)) {
    return `block ${height} cannot be traced now, which is tried again: ${what}`;
  }
  const missing = `the node has no state to trace block ${height} with (${what})`;
  if (mode === 'live') return `${missing}: such blocks are left out as soon as a later one can be traced`;
  const variable = code.toUpperCase();
  return `${missing}: let ${variable}_RPC_URL name an archive node, or set ${variable}_INTERNAL_TRANSFERS to live, which leaves such blocks out`;
}
