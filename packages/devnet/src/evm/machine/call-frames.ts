/** The calls of a transaction as tracers show them, from what the EVM tells before and after each of its messages. */
import { EVMError, type EVMResult, type Message } from '@ethereumjs/evm';
import { AbiCoder } from 'ethers';
import type { CallFrame } from '../block/evm-block.js';
import { type Hex, hexOf } from '../bytes/hex.js';
import type { EvmState } from '../state/evm-state.js';

/** In geth's words (core/vm/errors.go), where they are others. */
const ERRORS: Readonly<Record<string, string>> = {
  [EVMError.errorMessages.REVERT]: 'execution reverted',
  [EVMError.errorMessages.INVALID_OPCODE]: 'invalid opcode: INVALID',
  [EVMError.errorMessages.INSUFFICIENT_BALANCE]: 'insufficient balance for transfer',
  [EVMError.errorMessages.CREATE_COLLISION]: 'contract address collision',
};

/** Solidity's `Error(string)`. */
const ERROR_STRING = '0x08c379a0';

interface OpenFrame {
  readonly frame: CallFrame;
  readonly message: Message;
  /** Whether this contract had ended itself before, in the same transaction. */
  readonly hadEnded: boolean;
  /** The contract's coins when nothing was running inside: what SELFDESTRUCT, the last thing that a call does, moves. */
  balance: bigint;
}

export class CallFrames {
  /** The outermost call, once it has ended. */
  root: CallFrame | null = null;
  private readonly state: EvmState;
  private readonly open: OpenFrame[] = [];

  constructor(state: EvmState) {
    this.state = state;
  }

  enter(message: Message): void {
    const { to, caller, value, gasLimit, data, delegatecall, selfdestruct } = message;
    const outer = this.open.at(-1);
    const type = typeOf(message, outer !== undefined);
    // By DELEGATECALL, it is the outer contract that acts, and its own caller is told to the code.
    const from = hexOf((delegatecall && to ? to : caller).bytes);
    const code = to ? hexOf(message.codeAddress.bytes) : null;
    const frame = { ...frameOf(type, from, code, value, hexOf(data)), gas: Number(gasLimit) };
    const balance = (to ? this.state.account(to.toString()).balance : 0n) + (delegatecall ? 0n : value);
    const hadEnded = to !== undefined && selfdestruct?.has(to.toString()) === true;
    outer?.frame.calls.push(frame);
    this.open.push({ frame, message, hadEnded, balance });
  }

  leave({ execResult, createdAddress }: EVMResult): void {
    const ended = this.open.pop() as OpenFrame;
    const { frame, message } = ended;
    const { exceptionError, returnValue, selfdestruct, executionGasUsed } = execResult;
    frame.gasUsed = Number(executionGasUsed);
    if (returnValue.length > 0) frame.output = hexOf(returnValue);
    if (exceptionError) {
      frame.error = ERRORS[exceptionError.error] ?? exceptionError.error;
      frame.revertReason = reasonOf(frame.output);
    } else if (createdAddress) frame.to = createdAddress.toString();
    const self = message.to?.toString();
    const beneficiary = self && selfdestruct?.get(self);
    if (self && beneficiary && !ended.hadEnded && !message.delegatecall) {
      frame.calls.push(frameOf('SELFDESTRUCT', self, beneficiary, ended.balance, '0x'));
    }
    const outer = this.open.at(-1);
    if (!outer) this.root = frame;
    else if (outer.message.to) outer.balance = this.state.account(outer.message.to.toString()).balance;
  }
}

function typeOf({ to, salt, delegatecall, isStatic }: Message, isInner: boolean): CallFrame['type'] {
  if (!to) return salt ? 'CREATE2' : 'CREATE';
  if (delegatecall) return 'DELEGATECALL';
  return isStatic && isInner ? 'STATICCALL' : 'CALL';
}

function reasonOf(output: Hex | null): string | null {
  if (!output?.startsWith(ERROR_STRING)) return null;
  return AbiCoder.defaultAbiCoder().decode(['string'], `0x${output.slice(10)}`)[0];
}

/** A call that has not run yet, or that runs no code. */
export function frameOf(type: CallFrame['type'], from: Hex, to: Hex | null, value: bigint, input: Hex): CallFrame {
  const nothing = { output: null, error: null, revertReason: null };
  // No coins can come with a STATICCALL.
  const sent = type === 'STATICCALL' ? null : value;
  return { type, from, to, value: sent, gas: 0, gasUsed: 0, input, ...nothing, calls: [] };
}
