/**
 * One transaction's run: calls, what they move, log and create, and taking it all back where a call fails. It stands for the EVM
 * and follows its rules on value, failure and SELFDESTRUCT (EIP-6780); gas is counted, roughly as the EVM does.
 */
import { getCreate2Address } from 'ethers';
import type { CallFrame, Log, Move, TokenMove } from '../block/evm-block.js';
import { byteLength, createdAddress, type Hex, keccak256 } from '../bytes/hex.js';
import { Call, type CallHost } from './call.js';
import { CallEnd, CallFailure, createdProgram, creationCode, deployedCode, type Program } from './program.js';
import type { MachineState } from './world-state.js';

const GAS = { call: 700, value: 6_700, create: 32_000, log: 375, logByte: 8, read: 100, write: 2_900, destruct: 5_000 };
/** As of mainnet (EVM call depth limit); programs here stay far below it. */
const MOST_DEPTH = 64;

type Programs = ReadonlyMap<string, Program>;

interface Marks {
  readonly state: number;
  readonly logs: number;
  readonly moves: number;
  readonly tokens: number;
  readonly created: number;
  readonly destroyed: number;
}

export class Execution implements CallHost {
  readonly logs: Log[] = [];
  /** The value of the transaction, and what its calls moved. */
  readonly moves: Move[] = [];
  readonly tokens: TokenMove[] = [];
  readonly time: number;
  gasUsed: number;
  private readonly state: MachineState;
  private readonly programs: Programs;
  private readonly gasLimit: number;
  private readonly created: Hex[] = [];
  private readonly destroyed: Hex[] = [];
  private readonly stack: CallFrame[] = [];
  private root: CallFrame | null = null;

  /**
   * @param time of the block, in unix seconds
   * @param intrinsicGas what the transaction costs before anything runs
   */
  constructor(state: MachineState, programs: Programs, time: number, gasLimit: number, intrinsicGas: number) {
    this.time = time;
    this.state = state;
    this.programs = programs;
    this.gasLimit = gasLimit;
    this.gasUsed = intrinsicGas;
  }

  /** Runs the whole transaction. @returns its outermost frame */
  run(from: Hex, to: Hex | null, value: bigint, input: Hex, nonce: number): CallFrame {
    if (to === null) this.createAt(createdAddress(from, nonce), 'CREATE', from, value, input);
    else this.call('CALL', from, to, value, input);
    for (const address of this.destroyed) if (this.created.includes(address)) this.state.setCode(address, '');
    return this.root as CallFrame;
  }

  call(type: 'CALL' | 'STATICCALL', from: Hex, to: Hex, value: bigint | null, input: Hex): boolean {
    return this.inFrame(frameOf(type, from, to, value, input), (frame) => {
      if (this.stack.length > 1) this.charge(GAS.call + (value ? GAS.value : 0));
      this.move(from, to, value ?? 0n);
      frame.output = this.runProgram(to, new Call(this, to, from, value ?? 0n, input));
    });
  }

  delegate(outer: Call, to: Hex, input: Hex): boolean {
    // Tracers show the value that the outer call came with; nothing moves.
    return this.inFrame(frameOf('DELEGATECALL', outer.self, to, outer.value, input), (frame) => {
      this.charge(GAS.call);
      frame.output = this.runProgram(to, new Call(this, outer.self, outer.caller, outer.value, input));
    });
  }

  create(from: Hex, program: string, value: bigint, salt: Hex | null): Hex | null {
    const input = creationCode(program);
    const nonce = Math.max(1, this.state.nonce(from));
    this.state.setNonce(from, nonce + 1);
    const address =
      salt === null ? createdAddress(from, nonce) : getCreate2Address(from, salt, keccak256(input)).toLowerCase();
    return this.createAt(address, salt === null ? 'CREATE' : 'CREATE2', from, value, input) ? address : null;
  }

  selfDestruct(self: Hex, beneficiary: Hex): never {
    this.charge(GAS.destruct);
    const amount = this.state.balance(self);
    const frame = frameOf('SELFDESTRUCT', self, beneficiary, amount, '0x');
    this.stack.at(-1)?.calls.push(frame);
    this.destroyed.push(self);
    if (beneficiary !== self) this.move(self, beneficiary, amount);
    // EIP-6780: only what was made in this transaction ceases to be, and its coins with it.
    else if (this.created.includes(self)) this.move(self, null, amount);
    throw new CallEnd();
  }

  charge(gas: number): void {
    this.gasUsed += gas;
    if (this.gasUsed > this.gasLimit) {
      this.gasUsed = this.gasLimit;
      throw new CallFailure('out of gas');
    }
  }

  log(address: Hex, topics: readonly Hex[], data: Hex): void {
    this.charge(GAS.log * (topics.length + 1) + GAS.logByte * byteLength(data));
    this.logs.push({ address, topics, data });
  }

  movedToken(move: TokenMove): void {
    this.tokens.push(move);
  }

  balance(address: Hex): bigint {
    return this.state.balance(address);
  }

  read(address: Hex, slot: string): bigint {
    this.charge(GAS.read);
    return this.state.slot(address, slot);
  }

  write(address: Hex, slot: string, value: bigint): void {
    if (this.stack.some(({ type }) => type === 'STATICCALL')) throw new CallFailure('write protection');
    this.charge(GAS.write);
    this.state.setSlot(address, slot, value);
  }

  private createAt(address: Hex, type: 'CREATE' | 'CREATE2', from: Hex, value: bigint, input: Hex): boolean {
    return this.inFrame(frameOf(type, from, address, value, input), (frame) => {
      if (this.stack.length > 1) this.charge(GAS.create);
      if (this.state.code(address) !== '') throw new CallFailure('contract address collision');
      this.move(from, address, value);
      const name = createdProgram(input);
      const program = this.programs.get(name);
      if (!program) throw new CallFailure('invalid opcode: INVALID');
      this.state.setNonce(address, 1);
      this.state.setCode(address, name);
      this.created.push(address);
      program.construct?.(new Call(this, address, from, value, input));
      frame.output = deployedCode(name);
    });
  }

  private runProgram(address: Hex, call: Call): Hex {
    const code = this.state.code(address);
    const name = code.startsWith('delegate:') ? this.state.code(code.slice('delegate:'.length)) : code;
    return this.programs.get(name)?.run(call) ?? '0x';
  }

  private move(from: Hex, to: Hex | null, amount: bigint): void {
    if (amount === 0n) return;
    if (this.state.balance(from) < amount) throw new CallFailure('insufficient balance for transfer');
    this.state.addBalance(from, -amount);
    if (to !== null) this.state.addBalance(to, amount);
    this.moves.push({ from, to, amount });
  }

  private inFrame(frame: CallFrame, body: (frame: CallFrame) => void): boolean {
    const parent = this.stack.at(-1);
    if (parent) parent.calls.push(frame);
    else this.root = frame;
    const marks = this.marks();
    const before = this.gasUsed;
    frame.gas = parent ? this.gasLimit - before : this.gasLimit;
    this.stack.push(frame);
    try {
      if (this.stack.length > MOST_DEPTH) throw new CallFailure('max call depth exceeded');
      body(frame);
      return true;
    } catch (cause) {
      if (cause instanceof CallEnd) return true;
      if (!(cause instanceof CallFailure)) throw cause;
      this.revertTo(marks);
      frame.error = cause.error;
      frame.revertReason = cause.reason;
      frame.output = cause.output;
      // go-ethereum eth/tracers/native/call.go: a creation that failed has no address.
      if (frame.type === 'CREATE' || frame.type === 'CREATE2') frame.to = null;
      return false;
    } finally {
      frame.gasUsed = parent ? this.gasUsed - before : this.gasUsed;
      this.stack.pop();
    }
  }

  private marks(): Marks {
    return {
      state: this.state.mark(),
      logs: this.logs.length,
      moves: this.moves.length,
      tokens: this.tokens.length,
      created: this.created.length,
      destroyed: this.destroyed.length,
    };
  }

  private revertTo(marks: Marks): void {
    this.state.revertTo(marks.state);
    this.logs.length = marks.logs;
    this.moves.length = marks.moves;
    this.tokens.length = marks.tokens;
    this.created.length = marks.created;
    this.destroyed.length = marks.destroyed;
  }
}

function frameOf(type: CallFrame['type'], from: Hex, to: Hex, value: bigint | null, input: Hex): CallFrame {
  return {
    type,
    from,
    to,
    value,
    gas: 0,
    gasUsed: 0,
    input,
    output: null,
    error: null,
    revertReason: null,
    calls: [],
  };
}
