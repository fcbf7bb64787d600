/**
 * Arbitrum: the first transaction of a block is the protocol's own, deposits come from layer 1, and the gas includes what
 * layer 1 costs. What its tracer shows beside calls is what ArbOS moved (nitro arbos/tx_processor.go).
 */
import type { ProtocolTransfer } from '../block/evm-block.js';
import { type EvmTransaction, type Fields, unsignedTransaction } from '../block/evm-transaction.js';
import { type Hex, hashOf, word } from '../bytes/hex.js';
import { frameOf } from '../machine/call-frames.js';
import type { BlockBuilder, Run } from './block-builder.js';
import type { EvmRules } from './evm-rules.js';

const SEQUENCER: Hex = '0xa4b000000000000000000073657175656e636572';
const L1_PRICER: Hex = '0xa4b00000000000000000000000000000000000f6';
const ARBOS: Hex = '0x00000000000000000000000000000000000a4b05';
/** Where fees go that pay for computing. */
const NETWORK_FEES: Hex = '0x32e7af5a8151934f3787d0cd59eb6edd0a736b1d';
/** startBlock(uint256,uint64,uint64,uint64) */
const START_BLOCK: Hex = '0x6bf6a42d';
const GAS_LIMIT = 1_125_899_906_842_624n;
const ARBOS_VERSION = 40;
/** nitro go-ethereum core/types/arb_types.go */
const TYPES = { deposit: 0x64, internal: 0x6a } as const;
/** Layer 1's blocks are so many times rarer. */
const L2_BLOCKS_PER_L1 = 48;
const L1_AT_GENESIS = 20_000_000;

export const ARBITRUM: EvmRules = {
  clientVersion: 'nitro/v3.9.4-7f582c3/linux-amd64/go1.25.4',
  chainId: 412_346,
  leastBaseFee: 10_000_000n,
  types: [0, 1, 2, 4],
  hasWithdrawals: false,
  hasMempool: false,
  miner: () => SEQUENCER,
  open: async (block) => {
    startBlock(block);
    if (block.random.chance(0.15)) ethDeposit(block);
  },
  execute: executeSigned,
  withdrawals: () => null,
  header,
};

function l1BlockOf(number: number): number {
  return L1_AT_GENESIS + Math.floor(number / L2_BLOCKS_PER_L1);
}

/** ArbOS keeps counts in the header's mixHash and the root of outgoing messages in its extraData (nitro arbos/block_processor.go). */
function header(number: number, branch: number): Fields {
  const count = (value: number): string => value.toString(16).padStart(16, '0');
  return {
    difficulty: 1,
    gasLimit: GAS_LIMIT,
    extraData: hashOf('sends', number, branch),
    mixHash: `0x${count(0)}${count(l1BlockOf(number))}${count(ARBOS_VERSION)}${count(0)}`,
    nonce: `0x${count(number)}`,
  };
}

/** One transaction, with what moves outside of its calls. */
class ArbosTransaction {
  private readonly before: ProtocolTransfer[] = [];
  private readonly after: ProtocolTransfer[] = [];
  private readonly block: BlockBuilder;

  constructor(block: BlockBuilder) {
    this.block = block;
    block.state.begin();
  }

  move(when: 'before' | 'after', purpose: string, from: Hex | null, to: Hex | null, value: bigint): void {
    if (from !== null) this.block.state.addBalance(from, -value);
    if (to !== null) this.block.state.addBalance(to, value);
    this[when].push({ purpose, from, to, value });
  }

  end(transaction: EvmTransaction, run: Run, effectiveGasPrice: bigint, posterGas: number): void {
    const { before, after, block } = this;
    // The two differ here alone (nitro's go-ethereum core/state_transition.go).
    const ended = run.destroyed.map(({ address: from, balance: value }) => ({ from, to: null, value }));
    const purpose = 'selfDestruct';
    block.add(transaction, {
      ...{ ...run, effectiveGasPrice, before, after: [...after, ...ended.map((moved) => ({ purpose, ...moved }))] },
      extras: { gasUsedForL1: posterGas, l1BlockNumber: l1BlockOf(block.place.number), timeboosted: false },
    });
  }

  /** Ends one of the protocol's own, which runs no code. */
  endOwn(type: number, fields: OwnFields, payload: readonly (Hex | bigint)[], own: Fields, price: bigint): void {
    const { chainId } = this.block.place;
    const whole = { ...fields, nonce: 0, chainId, gas: 0n, gasPrice: 0n };
    const transaction = unsignedTransaction(type, whole, [chainId, ...payload], own);
    const frame = frameOf('CALL', fields.from, fields.to, fields.value, fields.input);
    this.end(transaction, { frame, status: 1, gasUsed: 0, logs: [], destroyed: [] }, price, 0);
  }
}

type OwnFields = Pick<EvmTransaction, 'from' | 'to' | 'value' | 'input'>;

async function executeSigned(block: BlockBuilder, transaction: EvmTransaction): Promise<boolean> {
  const { state, place } = block;
  const { from, gas, value } = transaction;
  // There are no tips: everybody pays the base fee.
  const price = place.baseFee;
  const limit = transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n;
  if (limit < price || state.account(from).balance < gas * price + value) return false;
  const posterGas = 100 + 4 * transaction.byteLength;
  const paid = new ArbosTransaction(block);
  paid.move('before', 'feePayment', from, null, gas * price);
  const run = await block.run(transaction);
  const gasUsed = Math.min(Number(gas), run.gasUsed + posterGas);
  paid.move('after', 'gasRefund', null, from, (gas - BigInt(gasUsed)) * price);
  // Computing is paid to the network, layer 1 to who prices it.
  paid.move('after', 'feeCollection', null, NETWORK_FEES, BigInt(gasUsed - posterGas) * price);
  paid.move('after', 'feeCollection', null, L1_PRICER, BigInt(posterGas) * price);
  paid.end(transaction, { ...run, gasUsed }, price, posterGas);
  return true;
}

function startBlock(block: BlockBuilder): void {
  const { number, baseFee } = block.place;
  const input = `${START_BLOCK}${word(0)}${word(l1BlockOf(number))}${word(number)}${word(1)}`;
  const fields = { from: ARBOS, to: ARBOS, value: 0n, input };
  new ArbosTransaction(block).endOwn(TYPES.internal, fields, [input], {}, baseFee);
}

/** Coins from layer 1: minted for the sender, who stands for the account there, and sent on. */
function ethDeposit(block: BlockBuilder): void {
  const { place, random, accounts, state } = block;
  const from = random.pick(accounts);
  const to = random.pick(accounts);
  const value = BigInt(1 + random.below(1_000_000)) * 1_000_000_000_000n;
  const requestId = `0x${word(place.number * 2)}`;
  const minted = new ArbosTransaction(block);
  minted.move('before', 'deposit', null, from, value);
  state.addBalance(from, -value);
  state.addBalance(to, value);
  minted.endOwn(TYPES.deposit, { from, to, value, input: '0x' }, [requestId, from, to, value], { requestId }, 0n);
}
