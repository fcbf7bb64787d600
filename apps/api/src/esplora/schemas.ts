/** Answers of Esplora's routes, for the OpenAPI document. */
import { z } from 'zod';
import { components } from '../schemas/component.js';

/** Listed by name, and referred to. */
function named<T extends z.ZodType>(id: string, description: string, schema: T): T {
  const described = schema.describe(description);
  components.add(described, { id: `Esplora${id}` });
  return described;
}

const hash = z.string().describe('64 hexadecimal digits');
const amount = z.int().describe('Base units, exact also above 2^53.');

const Status = named(
  'Status',
  'Where a transaction is.',
  z.object({
    confirmed: z.boolean(),
    block_height: z.int().optional(),
    block_hash: hash.optional(),
    block_time: z.int().optional(),
  }),
);

const Output = named(
  'Output',
  'An output.',
  z.object({
    scriptpubkey: z.string(),
    scriptpubkey_asm: z.string(),
    scriptpubkey_type: z.string().describe('As Blockstream words it: p2pkh, v0_p2wpkh, v1_p2tr …'),
    scriptpubkey_address: z.string().optional(),
    value: amount,
  }),
);

const Input = named(
  'Input',
  'An input.',
  z.object({
    txid: hash,
    vout: z.int(),
    prevout: Output.nullable(),
    scriptsig: z.string(),
    scriptsig_asm: z.string(),
    witness: z.array(z.string()).optional(),
    is_coinbase: z.boolean(),
    sequence: z.int(),
    inner_redeemscript_asm: z.string().optional(),
    inner_witnessscript_asm: z.string().optional(),
  }),
);

const Transaction = named(
  'Transaction',
  'A transaction.',
  z.object({
    txid: hash,
    version: z.int().describe('Signed.'),
    locktime: z.int(),
    vin: z.array(Input),
    vout: z.array(Output),
    size: z.int(),
    weight: z.int(),
    fee: amount.nullable(),
    status: Status,
  }),
);

const Block = named(
  'Block',
  'A block.',
  z.object({
    id: hash,
    height: z.int(),
    version: z.int(),
    timestamp: z.int(),
    tx_count: z.int(),
    size: z.int(),
    weight: z.int(),
    merkle_root: hash,
    previousblockhash: hash.nullable(),
    mediantime: z.int(),
    nonce: z.union([z.int(), z.string()]).describe('Of Zcash as hex.'),
    bits: z.int(),
    difficulty: z.number(),
  }),
);

const Sums = named(
  'Sums',
  'Outputs that paid the owner, and those of them that are spent.',
  z.object({
    tx_count: z.int(),
    funded_txo_count: z.int(),
    funded_txo_sum: amount,
    spent_txo_count: z.int(),
    spent_txo_sum: amount,
  }),
);
const stats = { chain_stats: Sums, mempool_stats: Sums };

const Outspend = named(
  'Outspend',
  'What spends an output.',
  z.object({
    spent: z.boolean(),
    txid: hash.optional(),
    vin: z.int().optional(),
    status: Status.optional(),
  }),
);

export const transaction = Transaction;
export const transactions = named('Transactions', 'Transactions.', z.array(Transaction));
export const status = Status;
export const block = Block;
export const blocks = named('Blocks', 'Blocks, from the highest down.', z.array(Block));
export const blockStatus = named(
  'BlockStatus',
  'Whether it is a block of the chain.',
  z.object({ in_best_chain: z.boolean(), height: z.int().nullable(), next_best: hash.nullable() }),
);
export const hashes = named('Hashes', 'Transaction ids.', z.array(hash));
export const addressStats = named('AddressStats', 'Sums of the address.', z.object({ address: z.string(), ...stats }));
export const scriptStats = named('ScriptStats', 'Sums of the script.', z.object({ scripthash: hash, ...stats }));
export const unspent = named(
  'Unspent',
  'Unspent outputs, newest first.',
  z.array(z.object({ txid: hash, vout: z.int(), value: amount, status: Status })),
);
export const outspend = Outspend;
export const outspends = named('Outspends', 'What spends each output.', z.array(Outspend));
export const outspendsOfMany = named(
  'OutspendsOfMany',
  'What spends each output, by transaction.',
  z.array(z.array(Outspend)),
);
export const merkleProof = named(
  'MerkleProof',
  'The hashes beside the way to the root.',
  z.object({ block_height: z.int(), merkle: z.array(hash), pos: z.int() }),
);
export const summary = named(
  'Summary',
  'Confirmed transactions with what each did to the balance, newest first.',
  z.array(z.object({ txid: hash, value: amount, height: z.int(), time: z.int(), tx_position: z.int() })),
);
export const mempool = named(
  'Mempool',
  'Sums of the mempool; `fee_histogram` has lowest rates of bands with their virtual bytes.',
  z.object({
    count: z.int(),
    vsize: z.int(),
    total_fee: amount,
    fee_histogram: z.array(z.tuple([z.number(), z.int()])),
  }),
);
export const recent = named(
  'Recent',
  'The ten that came last.',
  z.array(z.object({ txid: hash, fee: amount.nullable(), vsize: z.int(), value: amount })),
);
export const feeEstimates = named(
  'FeeEstimates',
  'By number of blocks: base units for a virtual byte.',
  z.record(z.string(), z.number()),
);
export const recommendedFees = named(
  'RecommendedFees',
  'Base units for a virtual byte.',
  z.object({
    fastestFee: z.number(),
    halfHourFee: z.number(),
    hourFee: z.number(),
    economyFee: z.number(),
    minimumFee: z.number(),
  }),
);
export const mempoolBlocks = named(
  'MempoolBlocks',
  'The next blocks as miners would make them.',
  z.array(
    z.object({
      blockVSize: z.int(),
      nTx: z.int(),
      totalFees: amount,
      medianFee: z.number(),
      feeRange: z.array(z.number()),
    }),
  ),
);
export const validatedAddress = named(
  'ValidatedAddress',
  'As `validateaddress` of the node has it.',
  z.object({
    isvalid: z.boolean(),
    address: z.string().optional(),
    scriptPubKey: z.string().optional(),
    isscript: z.boolean().optional(),
    iswitness: z.boolean().optional(),
    witness_version: z.int().optional(),
    witness_program: z.string().optional(),
    error: z.string().optional(),
  }),
);
export const difficultyAdjustment = named(
  'DifficultyAdjustment',
  'How far the difficulty will move; times are milliseconds.',
  z.object({
    progressPercent: z.number(),
    difficultyChange: z.number(),
    estimatedRetargetDate: z.int(),
    remainingBlocks: z.int(),
    remainingTime: z.int(),
    previousRetarget: z.number(),
    previousTime: z.int(),
    nextRetargetHeight: z.int(),
    timeAvg: z.int(),
    adjustedTimeAvg: z.int(),
    timeOffset: z.int(),
    expectedBlocks: z.number(),
  }),
);
export const packageResult = named(
  'PackageResult',
  'As `submitpackage` of the node has it.',
  z.object({
    package_msg: z.string(),
    'tx-results': z.record(
      z.string(),
      z.object({ txid: hash, vsize: z.int().optional(), error: z.string().optional() }),
    ),
    'replaced-transactions': z.array(hash),
  }),
);
