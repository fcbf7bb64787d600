import type { TokenMove } from '../block/evm-block.js';
import { byteLength, type Hex } from '../bytes/hex.js';

/** What calls run on, and what keeps of them what counts. */
export interface CallHost {
  /** Of the block, in unix seconds. */
  readonly time: number;
  call(type: 'CALL' | 'STATICCALL', from: Hex, to: Hex, value: bigint | null, input: Hex): boolean;
  delegate(outer: Call, to: Hex, input: Hex): boolean;
  create(from: Hex, program: string, value: bigint, salt: Hex | null): Hex | null;
  selfDestruct(self: Hex, beneficiary: Hex): never;
  charge(gas: number): void;
  log(address: Hex, topics: readonly Hex[], data: Hex): void;
  movedToken(move: TokenMove): void;
  balance(address: Hex): bigint;
  read(address: Hex, slot: string): bigint;
  write(address: Hex, slot: string, value: bigint): void;
}

/** One running call, as its program sees it: who called with what, and everything that it may do. */
export class Call {
  /** The contract whose storage and coins it works with. */
  readonly self: Hex;
  readonly caller: Hex;
  readonly value: bigint;
  readonly input: Hex;
  private readonly host: CallHost;

  constructor(host: CallHost, self: Hex, caller: Hex, value: bigint, input: Hex) {
    this.host = host;
    this.self = self;
    this.caller = caller;
    this.value = value;
    this.input = input;
  }

  /** The method that is called; empty for a plain payment. */
  get selector(): Hex {
    return byteLength(this.input) >= 4 ? this.input.slice(0, 10) : '';
  }

  /** Argument `index` as a number; 0 when the calldata is too short, as in the EVM. */
  number(index: number): bigint {
    const text = this.input.slice(10 + index * 64, 74 + index * 64);
    return text === '' ? 0n : BigInt(`0x${text.padEnd(64, '0')}`);
  }

  address(index: number): Hex {
    return `0x${this.number(index).toString(16).padStart(64, '0').slice(24)}`;
  }

  /** Of the block, in unix seconds. */
  get time(): number {
    return this.host.time;
  }

  read(slot: string): bigint {
    return this.host.read(this.self, slot);
  }

  write(slot: string, value: bigint): void {
    this.host.write(this.self, slot, value);
  }

  add(slot: string, amount: bigint): void {
    this.write(slot, this.read(slot) + amount);
  }

  balance(address: Hex = this.self): bigint {
    return this.host.balance(address);
  }

  /** @param topics the first one is the event's */
  log(topics: readonly Hex[], data: Hex): void {
    this.host.log(this.self, topics, data);
  }

  /** Notes a transfer of this contract's tokens; the log that tells of it is written by whoever calls this. */
  movedToken(move: Omit<TokenMove, 'asset'>): void {
    this.host.movedToken({ ...move, asset: this.self });
  }

  /** @returns whether it went well */
  call(to: Hex, value: bigint, input: Hex = '0x'): boolean {
    return this.host.call('CALL', this.self, to, value, input);
  }

  staticCall(to: Hex, input: Hex): boolean {
    return this.host.call('STATICCALL', this.self, to, null, input);
  }

  /** Runs another contract's program here: same storage, same coins, same caller. */
  delegateCall(to: Hex, input: Hex): boolean {
    return this.host.delegate(this, to, input);
  }

  /** @returns the new contract, or null when its constructor failed */
  create(program: string, value: bigint, salt: Hex | null = null): Hex | null {
    return this.host.create(this.self, program, value, salt);
  }

  /** Ends this call. */
  selfDestruct(beneficiary: Hex): never {
    return this.host.selfDestruct(this.self, beneficiary);
  }

  /** Uses gas for nothing. */
  burn(gas: number): void {
    this.host.charge(gas);
  }
}
