/** Ethereum since Prague: base fee and blob fee are burned, the priority fee is the miner's, withdrawals come from the beacon chain. */
import type { Withdrawal } from '../block/evm-block.js';
import { type EvmTransaction, effectivePrice, type Fields, GAS_PER_BLOB } from '../block/evm-transaction.js';
import { addressOf, type Hex } from '../bytes/hex.js';
import type { BlockBuilder, Run } from './block-builder.js';
import type { EvmRules } from './evm-rules.js';

const WEI_PER_GWEI = 1_000_000_000n;
const PROPOSERS = 4;
const MOST_WITHDRAWALS = 3;
const MOST_GWEI = 20_000_000;

/** Payments of a sender beside the gas, and to whom parts of it go. */
export interface Charges {
  /** Cost of the most gas that it may use: what it must own beside the value. */
  readonly most: (transaction: EvmTransaction) => bigint;
  /** @returns what it pays for what it used */
  readonly settle: (block: BlockBuilder, transaction: EvmTransaction, run: Run, price: bigint) => Settlement;
}

interface Settlement {
  /** Beside gas used × price. */
  readonly more: bigint;
  readonly extras: Fields;
}

/** Buys gas, runs, gives back what was not used. */
export async function executePaid(
  block: BlockBuilder,
  transaction: EvmTransaction,
  charges: Charges,
): Promise<boolean> {
  const { state, place } = block;
  const { from, gas, value } = transaction;
  const price = effectivePrice(transaction, place.baseFee);
  const most = gas * price + charges.most(transaction);
  if (price < place.baseFee || state.account(from).balance < most + value) return false;
  state.begin();
  state.addBalance(from, -most);
  const run = await block.run(transaction);
  const { more, extras } = charges.settle(block, transaction, run, price);
  state.addBalance(from, most - BigInt(run.gasUsed) * price - more);
  block.add(transaction, { ...run, effectiveGasPrice: price, extras });
  return true;
}

const CHARGES: Charges = {
  most: ({ blobVersionedHashes, maxFeePerBlobGas = 0n }) =>
    BigInt((blobVersionedHashes?.length ?? 0) * GAS_PER_BLOB) * maxFeePerBlobGas,
  settle: (block, { blobVersionedHashes }, { gasUsed }, price) => {
    const { baseFee, blobBaseFee, miner } = block.place;
    block.payLater(miner, BigInt(gasUsed) * (price - baseFee));
    if (!blobVersionedHashes) return { more: 0n, extras: {} };
    const blobGasUsed = blobVersionedHashes.length * GAS_PER_BLOB;
    block.blobGasUsed += blobGasUsed;
    const extras = { blobGasPrice: blobBaseFee, blobGasUsed };
    return { more: BigInt(blobGasUsed) * blobBaseFee, extras };
  },
};

export const ETHEREUM: EvmRules = {
  clientVersion: 'Geth/v1.16.7-stable-b9f3a3d9/linux-amd64/go1.25.3',
  chainId: 1_337,
  leastBaseFee: 1_000_000_000n,
  types: [0, 1, 2, 3, 4],
  hasWithdrawals: true,
  hasMempool: true,
  miner: (number) => addressOf('proposer', number % PROPOSERS),
  open: async () => undefined,
  execute: (block, transaction) => executePaid(block, transaction, CHARGES),
  withdrawals,
  header: () => ({}),
};

function withdrawals(block: BlockBuilder): Withdrawal[] {
  const { random, accounts, place } = block;
  // Validators are paid in turn: indexes go up from block to block, whichever blocks have some.
  const first = place.number * MOST_WITHDRAWALS;
  return Array.from({ length: random.below(MOST_WITHDRAWALS + 1) }, (_, at) => {
    const validatorIndex = random.below(64);
    const address = accounts[validatorIndex % accounts.length] as Hex;
    const amount = 1 + random.below(MOST_GWEI);
    block.payLater(address, BigInt(amount) * WEI_PER_GWEI);
    return { index: first + at, validatorIndex, address, amount };
  });
}
