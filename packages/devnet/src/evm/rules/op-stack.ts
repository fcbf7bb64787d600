/** Optimism and Base: deposits from layer 1 in every block, four vaults that fees go to, nothing burned. */
import { type EvmTransaction, OP_DEPOSIT_TYPE, unsignedTransaction } from '../block/evm-transaction.js';
import { type Hex, hashOf, padded, word } from '../bytes/hex.js';
import type { BlockBuilder } from './block-builder.js';
import { type Charges, executePaid } from './ethereum.js';
import type { EvmRules } from './evm-rules.js';

/** optimism specs/protocol/predeploys.md */
const VAULTS = {
  sequencer: '0x4200000000000000000000000000000000000011',
  baseFee: '0x4200000000000000000000000000000000000019',
  l1Fee: '0x420000000000000000000000000000000000001a',
  operator: '0x420000000000000000000000000000000000001b',
} as const;
const ATTRIBUTES_DEPOSITOR: Hex = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001';
const L1_BLOCK: Hex = '0x4200000000000000000000000000000000000015';
/** setL1BlockValuesIsthmus() */
const SET_L1_VALUES: Hex = '0x098999be';
const ATTRIBUTES_GAS = 1_000_000n;
const DEPOSIT_GAS = 200_000n;
const EXTRA_DATA: Hex = '0x00000000fa00000006';

const L1_BASE_FEE = 3_000_000_000n;
const L1_BLOB_BASE_FEE = 2n;
const BASE_FEE_SCALAR = 5_227n;
const BLOB_BASE_FEE_SCALAR = 1_014_213n;
const OPERATOR = { scalar: 1_500n, constant: 75n };
const DA_FOOTPRINT_SCALAR = 400n;

/** Source: optimism specs/protocol/jovian/exec-engine.md */
function operatorFee(gas: bigint): bigint {
  return gas * OPERATOR.scalar * 100n + OPERATOR.constant;
}

/** Like Ecotone's formula, without compression: sixteen units of gas a byte. */
function l1FeeOf({ byteLength }: EvmTransaction): { readonly gas: bigint; readonly fee: bigint } {
  const gas = BigInt(16 * byteLength);
  const price = 16n * BASE_FEE_SCALAR * L1_BASE_FEE + BLOB_BASE_FEE_SCALAR * L1_BLOB_BASE_FEE;
  return { gas, fee: (gas * price) / 16_000_000n };
}

const CHARGES: Charges = {
  most: (transaction) => l1FeeOf(transaction).fee + operatorFee(transaction.gas),
  settle: (block, transaction, { gasUsed }, price) => {
    const used = BigInt(gasUsed);
    const { baseFee, miner } = block.place;
    const l1 = l1FeeOf(transaction);
    const operator = operatorFee(used);
    block.payLater(miner, used * (price - baseFee));
    block.payLater(VAULTS.baseFee, used * baseFee);
    block.payLater(VAULTS.l1Fee, l1.fee);
    block.payLater(VAULTS.operator, operator);
    return {
      more: l1.fee + operator,
      extras: {
        l1GasPrice: L1_BASE_FEE,
        l1GasUsed: l1.gas,
        l1Fee: l1.fee,
        l1BaseFeeScalar: BASE_FEE_SCALAR,
        l1BlobBaseFee: L1_BLOB_BASE_FEE,
        l1BlobBaseFeeScalar: BLOB_BASE_FEE_SCALAR,
        operatorFeeScalar: OPERATOR.scalar,
        operatorFeeConstant: OPERATOR.constant,
        daFootprintGasScalar: DA_FOOTPRINT_SCALAR,
      },
    };
  },
};

export function opStack(chainId: number): EvmRules {
  return {
    clientVersion: 'Geth/v1.101603.5-stable-2a4e0f3c/linux-amd64/go1.24.8',
    chainId,
    leastBaseFee: 1_000_000n,
    types: [0, 1, 2, 4],
    hasWithdrawals: true,
    hasMempool: false,
    miner: () => VAULTS.sequencer,
    open: async (block) => {
      await depositAttributes(block);
      if (block.random.chance(0.2)) await depositOfUser(block);
    },
    execute: (block, transaction) => executePaid(block, transaction, CHARGES),
    withdrawals: () => [],
    header: () => ({ extraData: EXTRA_DATA }),
  };
}

/** Pays no gas; what is minted stays with the sender whether the rest succeeds or not (optimism specs/protocol/deposits.md). */
async function deposit(
  block: BlockBuilder,
  fields: Pick<EvmTransaction, 'from' | 'to' | 'value' | 'gas' | 'input'>,
  sourceHash: Hex,
  mint = 0n,
): Promise<void> {
  const { from, to, value, gas, input } = fields;
  const nonce = block.nonce(from);
  const payload = [sourceHash, from, to ?? '0x', mint, value, gas, '0x', input];
  const own = { sourceHash, ...(mint > 0n && { mint }), depositReceiptVersion: 1 };
  const { chainId } = block.place;
  const transaction = unsignedTransaction(OP_DEPOSIT_TYPE, { ...fields, nonce, chainId }, payload, own);
  block.state.begin();
  if (mint > 0n) block.state.addBalance(from, mint);
  const run = await block.run(transaction);
  const extras = { depositNonce: nonce, depositReceiptVersion: 1 };
  block.add(transaction, { ...run, effectiveGasPrice: 0n, extras });
}

/**
 * Attributes of layer 1 in the first transaction of every block. The same in two branches, as its hash is of layer
 * 1's block.
 */
function depositAttributes(block: BlockBuilder): Promise<void> {
  const { seed, number } = block.place;
  const input = `${SET_L1_VALUES}${word(number)}${padded(hashOf('layer 1', seed, number))}${word(L1_BASE_FEE)}`;
  const fields = { from: ATTRIBUTES_DEPOSITOR, to: L1_BLOCK, value: 0n, gas: ATTRIBUTES_GAS, input };
  return deposit(block, fields, hashOf('attributes', seed, number));
}

/** A mint, half of which is sent on. */
function depositOfUser(block: BlockBuilder): Promise<void> {
  const { place, random, accounts } = block;
  const from = random.pick(accounts);
  const mint = BigInt(1 + random.below(1_000_000)) * 1_000_000_000_000n;
  const fields = { from, to: random.pick(accounts), value: mint / 2n, gas: DEPOSIT_GAS, input: '0x' };
  return deposit(block, fields, hashOf('user deposit', place.seed, place.number, from, mint.toString()), mint);
}
