/**
 * Arbitrum: the first transaction of a block is the protocol's own, deposits come from layer 1, and the gas includes what
 * layer 1 costs. What its tracer shows beside calls is what ArbOS moved (nitro arbos/tx_processor.go).
 */
import { arbitrumTransaction, type EvmTransaction } from '../block/evm-transaction.js';
import { type Hex, hashOf, word } from '../bytes/hex.js';
import { frameOf } from '../machine/call-frames.js';
import { ArbosTransfers, l1BlockOf, NETWORK_FEES, ownRun } from './arbos-transfers.js';
import type { BlockBuilder, Run } from './block-builder.js';
import type { EvmRules, HeaderFacts, HeaderOwn } from './evm-rules.js';

const SEQUENCER: Hex = '0xa4b000000000000000000073657175656e636572';
const L1_PRICER: Hex = '0xa4b00000000000000000000000000000000000f6';
const ARBOS: Hex = '0x00000000000000000000000000000000000a4b05';
/** startBlock(uint256,uint64,uint64,uint64) */
const START_BLOCK: Hex = '0x6bf6a42d';
const GAS_LIMIT = 1_125_899_906_842_624n;
const ARBOS_VERSION = 40;

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
  withdrawals: () => [],
  header,
};

/** ArbOS keeps counts in the header's mixHash and the root of outgoing messages in its extraData (nitro arbos/block_processor.go). */
function header({ number, branch }: HeaderFacts): HeaderOwn {
  const count = (value: number): string => value.toString(16).padStart(16, '0');
  const sendRoot = hashOf('sends', number, branch);
  return {
    difficulty: 1,
    gasLimit: GAS_LIMIT,
    extraData: sendRoot,
    mixHash: `0x${count(0)}${count(l1BlockOf(number))}${count(ARBOS_VERSION)}${count(0)}`,
    nonce: `0x${count(number)}`,
    later: {},
    extras: { l1BlockNumber: l1BlockOf(number), sendCount: 0, sendRoot },
  };
}

async function executeSigned(block: BlockBuilder, transaction: EvmTransaction): Promise<boolean> {
  const { state, place } = block;
  const { from, gas, value } = transaction;
  // There are no tips: everybody pays the base fee.
  const price = place.baseFee;
  const limit = transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n;
  if (limit < price || state.account(from).balance < gas * price + value) return false;
  const posterGas = 100 + 4 * transaction.byteLength;
  const transfers = new ArbosTransfers(block);
  transfers.move('before', 'feePayment', from, null, gas * price);
  const run = withPosterGas(await block.run(transaction), posterGas, Number(gas));
  const used = BigInt(run.gasUsed);
  transfers.move('after', 'gasRefund', null, from, (gas - used) * price);
  collect(transfers, used - BigInt(posterGas), BigInt(posterGas), price);
  transfers.add(transaction, run, price, posterGas);
  return true;
}

/** Computing is paid to the network, layer 1 to who prices it. */
function collect(transfers: ArbosTransfers, computeGas: bigint, posterGas: bigint, price: bigint): void {
  transfers.move('after', 'feeCollection', null, NETWORK_FEES, computeGas * price);
  transfers.move('after', 'feeCollection', null, L1_PRICER, posterGas * price);
}

function withPosterGas(run: Run, posterGas: number, limit: number): Run {
  return { ...run, gasUsed: Math.min(limit, run.gasUsed + posterGas) };
}

function startBlock(block: BlockBuilder): void {
  const { number, chainId } = block.place;
  const input = `${START_BLOCK}${word(0)}${word(l1BlockOf(number))}${word(number)}${word(1)}`;
  const transaction = arbitrumTransaction(
    { from: ARBOS, to: ARBOS, nonce: 0, chainId, value: 0n, gas: 0n, input },
    { kind: 'internal' },
  );
  const run = ownRun(frameOf('CALL', ARBOS, ARBOS, 0n, input));
  new ArbosTransfers(block).add(transaction, run, block.place.baseFee, 0);
}

/** Coins from layer 1: minted for the sender, who stands for the account there, and sent on. */
function ethDeposit(block: BlockBuilder): void {
  const { place, random, accounts } = block;
  const from = random.pick(accounts);
  const to = random.pick(accounts);
  const value = BigInt(1 + random.below(1_000_000)) * 1_000_000_000_000n;
  const transaction = arbitrumTransaction(
    { from, to, nonce: 0, chainId: place.chainId, value, gas: 0n, input: '0x' },
    { kind: 'deposit', requestId: `0x${word(place.number * 2)}` },
  );
  const transfers = new ArbosTransfers(block);
  transfers.move('before', 'deposit', null, from, value);
  block.state.addBalance(from, -value);
  block.state.addBalance(to, value);
  transfers.add(transaction, ownRun(frameOf('CALL', from, to, value, '0x')), 0n, 0);
}
