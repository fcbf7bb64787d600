/** The EVM of a simulated chain: runs transactions on the state of the block in the making, and calls on that of any block. */
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM, type EVM, type Log as EvmLog } from '@ethereumjs/evm';
import { createAddressFromString } from '@ethereumjs/util';
import type { CallFrame, Log } from '../block/evm-block.js';
import { bytesOf, type Hex, hexOf } from '../bytes/hex.js';
import { EvmState } from '../state/evm-state.js';
import type { StateHistory } from '../state/state-history.js';
import { CallFrames } from './call-frames.js';

/** Facts that contracts see of their block. */
export interface BlockPlace {
  readonly number: number;
  /** Unix seconds. */
  readonly time: number;
  readonly baseFee: bigint;
  readonly miner: Hex;
}

export interface MachineMessage {
  readonly from: Hex;
  /** Null creates a contract. */
  readonly to: Hex | null;
  readonly value: bigint;
  readonly input: Hex;
  readonly gas: bigint;
  /** Runs in place of what stands at `to`. */
  readonly code?: Hex;
}

export interface MachineRun {
  readonly frame: CallFrame;
  /** Without what a transaction costs beside running. */
  readonly gasUsed: bigint;
  readonly gasRefund: bigint;
  readonly logs: readonly Log[];
  /** Contracts that ceased to be when it ended, and what they had got since they destroyed themselves. */
  readonly destroyed: readonly { readonly address: Hex; readonly balance: bigint }[];
}

const BLOCK_GAS = 60_000_000n;

export class Machine {
  readonly state: EvmState;
  private readonly evm: EVM;
  private frames: CallFrames;

  private constructor(evm: EVM, state: EvmState) {
    this.evm = evm;
    this.state = state;
    this.frames = new CallFrames(state);
    evm.events.on('beforeMessage', (message) => this.frames.enter(message));
    evm.events.on('afterMessage', (result) => this.frames.leave(result));
  }

  static async create(history: StateHistory): Promise<Machine> {
    const common = new Common({ chain: Mainnet, hardfork: Hardfork.Prague });
    const state = new EvmState(history);
    return new Machine(await createEVM({ common, stateManager: state }), state);
  }

  /** Runs a message and keeps what it wrote. The nonce of its sender is the caller's business. */
  async run(message: MachineMessage, place: BlockPlace): Promise<MachineRun> {
    const { evm, state } = this;
    this.frames = new CallFrames(state);
    evm.journal.cleanJournal();
    const { execResult } = await evm.runCall({
      caller: createAddressFromString(message.from),
      ...(message.to === null ? {} : { to: createAddressFromString(message.to) }),
      ...(message.code === undefined ? {} : { code: bytesOf(message.code) }),
      value: message.value,
      data: bytesOf(message.input),
      gasLimit: message.gas,
      skipNonceIncrement: true,
      block: { header: headerOf(place) },
    });
    const { executionGasUsed, gasRefund = 0n, logs = [], selfdestruct, createdAddresses } = execResult;
    // EIP-6780: only what was made in this transaction ceases to be, and its coins with it.
    const gone = [...(selfdestruct ?? [])].filter(([address]) => createdAddresses?.has(address));
    const destroyed = gone.map(([address]) => ({ address, balance: state.account(address).balance }));
    for (const { address } of destroyed) await state.deleteAccount(createAddressFromString(address));
    const frame = this.frames.root as CallFrame;
    return { frame, gasUsed: executionGasUsed, gasRefund, logs: logs.map(logOf), destroyed };
  }

  /** Runs `eth_call`: a call on the state after a block, and leaves nothing behind. */
  async call(message: MachineMessage, place: BlockPlace): Promise<CallFrame> {
    this.state.open(place.number);
    return (await this.run(message, place)).frame;
  }
}

function logOf([address, topics, data]: EvmLog): Log {
  return { address: hexOf(address), topics: topics.map(hexOf), data: hexOf(data) };
}

function headerOf({ number, time, baseFee, miner }: BlockPlace) {
  return {
    number: BigInt(number),
    coinbase: createAddressFromString(miner),
    timestamp: BigInt(time),
    difficulty: 0n,
    prevRandao: new Uint8Array(32),
    gasLimit: BLOCK_GAS,
    baseFeePerGas: baseFee,
    getBlobGasPrice: () => 1n,
  };
}
