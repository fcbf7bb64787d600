import type { Hex } from '../bytes/hex.js';
import type { Contracts } from '../contracts/registry.js';
import { Execution } from './execution.js';
import { PastState } from './past-state.js';
import type { WorldState } from './world-state.js';

interface CallOutcome {
  readonly output: Hex;
  /** Null when it went well. */
  readonly error: string | null;
  readonly reason: string | null;
}

const CALL_GAS = 50_000_000;

/** What `eth_call` does: runs a call on the state after a block, and leaves nothing behind. */
export function callContract(
  { state, contracts }: { readonly state: WorldState; readonly contracts: Contracts },
  call: { readonly from: Hex; readonly to: Hex; readonly input: Hex },
  { number, time }: { readonly number: number; readonly time: number },
): CallOutcome {
  const execution = new Execution(new PastState(state, number), contracts.programs, time, CALL_GAS, 0);
  const frame = execution.run(call.from, call.to, 0n, call.input, 0);
  return { output: frame.output ?? '0x', error: frame.error, reason: frame.revertReason };
}
