import type { Hex } from '../bytes/hex.js';
import type { Contracts } from '../contracts/registry.js';
import { Execution } from './execution.js';
import type { MachineState, WorldState } from './world-state.js';

/** The state after some block, for calls that leave nothing behind (`eth_call`): what they write, only they see. */
class PastState implements MachineState {
  private readonly state: WorldState;
  private readonly height: number;
  private readonly written = new Map<string, bigint | number | string>();
  private undo: (() => void)[] = [];

  constructor(state: WorldState, height: number) {
    this.state = state;
    this.height = height;
  }

  balance(address: Hex): bigint {
    return this.read(`balance ${address}`) ?? this.state.balance(address, this.height);
  }

  nonce(address: Hex): number {
    return this.read(`nonce ${address}`) ?? this.state.nonce(address, this.height);
  }

  code(address: Hex): string {
    return this.read(`code ${address}`) ?? this.state.code(address, this.height);
  }

  slot(address: Hex, name: string): bigint {
    return this.read(`slot ${address} ${name}`) ?? this.state.slot(address, name, this.height);
  }

  addBalance(address: Hex, amount: bigint): void {
    this.write(`balance ${address}`, this.balance(address) + amount);
  }

  setNonce(address: Hex, nonce: number): void {
    this.write(`nonce ${address}`, nonce);
  }

  setCode(address: Hex, code: string): void {
    this.write(`code ${address}`, code);
  }

  setSlot(address: Hex, name: string, value: bigint): void {
    this.write(`slot ${address} ${name}`, value);
  }

  mark(): number {
    return this.undo.length;
  }

  revertTo(mark: number): void {
    while (this.undo.length > mark) this.undo.pop()?.();
  }

  private read<V extends bigint | number | string>(key: string): V | undefined {
    return this.written.get(key) as V | undefined;
  }

  private write(key: string, value: bigint | number | string): void {
    const before = this.written.get(key);
    this.undo.push(() => (before === undefined ? this.written.delete(key) : this.written.set(key, before)));
    this.written.set(key, value);
  }
}

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
