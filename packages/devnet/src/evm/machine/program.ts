/** Contracts as this simulation has them: programs in TypeScript that take the calldata real ones take and log what they log. */
import { byteLength, type Hex } from '../bytes/hex.js';
import type { Call } from './call.js';

export interface Program {
  readonly name: string;
  /** Runs when a contract with this program is made; by default nothing happens then. */
  readonly construct?: (call: Call) => void;
  /** @returns the output */
  readonly run: (call: Call) => Hex;
}

/** Ends a call: what it did is taken back, what it cost is not. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** As tracers say it: "execution reverted", "out of gas". */
  readonly error: string;
  readonly output: Hex | null;
  readonly reason: string | null;

  constructor(error: string, output: Hex | null = null, reason: string | null = null) {
    super(reason ?? error);
    this.error = error;
    this.output = output;
    this.reason = reason;
  }
}

/** Ends a call well, from anywhere inside it: what SELFDESTRUCT does. */
export class CallEnd extends Error {
  override readonly name = 'CallEnd';
}

const ERROR_STRING = '0x08c379a0';

/** What Solidity's `revert("…")` and failed `require` do. */
export function reverted(reason: string): CallFailure {
  const text = Buffer.from(reason).toString('hex');
  const length = (text.length / 2).toString(16).padStart(64, '0');
  const padding = '0'.repeat((64 - (text.length % 64)) % 64);
  const output = `${ERROR_STRING}${'20'.padStart(64, '0')}${length}${text}${padding}`;
  return new CallFailure('execution reverted', output, reason);
}

const MARKER = '6080604052';

/** Bytecode as `eth_getCode` answers it: stands for the program, and cannot be run by anything else. */
export function deployedCode(name: string): Hex {
  return `0x${MARKER}fe${Buffer.from(name).toString('hex')}`;
}

/** What a creation's input is. */
export function creationCode(name: string): Hex {
  return `0x${MARKER}34${Buffer.from(name).toString('hex')}`;
}

/** @returns the name of the program that a creation's input makes; empty when it makes none */
export function createdProgram(input: Hex): string {
  const head = `0x${MARKER}34`;
  return input.startsWith(head) && byteLength(input) < 100
    ? Buffer.from(input.slice(head.length), 'hex').toString('latin1')
    : '';
}
