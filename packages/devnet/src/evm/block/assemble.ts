/** Blocks from what was run: header and hash. */
import { encodedRlp, type Hex, hashOf, type Rlp, ZERO_HASH } from '../bytes/hex.js';
import type { EvmRules } from '../rules/evm-rules.js';
import type { Deltas, EvmBlock, ExecutedTransaction, Withdrawal } from './evm-block.js';
import { type Fields, OP_DEPOSIT_TYPE } from './evm-transaction.js';
import { trieRoot } from './trie-root.js';

/** keccak256(rlp([])): no uncles, as ever since proof of stake. */
const NO_UNCLES: Hex = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
/** sha256 of nothing: no requests of the execution layer (EIP-7685). */
const NO_REQUESTS: Hex = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const EXTRA_DATA: Hex = `0x${Buffer.from('simulated').toString('hex')}`;
const GAS_LIMIT = 60_000_000n;
/** The filter that excludes no log, whatever the block has. */
export const FULL_BLOOM: Hex = `0x${'f'.repeat(512)}`;
/** Size of a withdrawal in RLP, about. */
const WITHDRAWAL_BYTES = 32;

/** Parts of a block that are not worked out from the rest. */
export interface BlockContents {
  readonly number: number;
  /** Counts reorganizations: blocks of two branches differ at least in this. */
  readonly branch: number;
  readonly time: number;
  readonly baseFee: bigint;
  readonly miner: Hex;
  readonly gasUsed: number;
  readonly blobGasUsed: number;
  readonly transactions: readonly ExecutedTransaction[];
  readonly withdrawals: readonly Withdrawal[] | null;
  readonly deltas: Deltas;
}

export function genesisBlock(rules: EvmRules, chainId: number, seed: number, time: number): EvmBlock {
  const place = { number: 0, branch: 0, time, baseFee: rules.leastBaseFee, miner: rules.miner(0) };
  const nothing = { gasUsed: 0, blobGasUsed: 0, transactions: [], deltas: new Map() };
  const withdrawals = rules.hasWithdrawals ? [] : null;
  const parent = { hash: ZERO_HASH, stateRoot: hashOf('genesis', chainId, seed) };
  return blockOf(rules, { ...place, ...nothing, withdrawals }, parent);
}

export function blockOf(
  rules: EvmRules,
  contents: BlockContents,
  parent: Pick<EvmBlock, 'hash' | 'stateRoot'>,
): EvmBlock {
  const { number, branch, time, baseFee, miner, transactions, withdrawals, deltas } = contents;
  const transactionsRoot = trieRoot(transactions.map(({ transaction }) => transaction.bytes));
  const withdrawalsRoot = trieRoot(
    (withdrawals ?? []).map((withdrawal) => encodedRlp(withdrawalFields(withdrawal)).bytes),
  );
  // Nobody who asks this node rebuilds its state.
  const place = [String(number), String(branch)];
  const stateRoot = hashOf('state', parent.stateRoot, transactionsRoot, withdrawalsRoot, ...place);
  // The order in which they are hashed (go-ethereum core/types/block.go Header).
  const header: Fields = {
    parentHash: parent.hash,
    sha3Uncles: NO_UNCLES,
    miner,
    stateRoot,
    transactionsRoot,
    receiptsRoot: trieRoot(transactions.map(receiptBytes)),
    logsBloom: FULL_BLOOM,
    difficulty: 0,
    number,
    gasLimit: GAS_LIMIT,
    gasUsed: contents.gasUsed,
    timestamp: time,
    extraData: EXTRA_DATA,
    mixHash: hashOf('randao', number, branch),
    nonce: `0x${'0'.repeat(16)}`,
    baseFeePerGas: baseFee,
    // Fields that forks since the merge have added; Arbitrum has none of them.
    ...(withdrawals && {
      withdrawalsRoot,
      blobGasUsed: contents.blobGasUsed,
      excessBlobGas: 0,
      parentBeaconBlockRoot: hashOf('beacon', number, branch),
      requestsHash: NO_REQUESTS,
    }),
    ...rules.header(number, branch),
  };
  const { hash, byteLength } = encodedRlp(Object.values(header));
  const bytes = transactions.reduce((sum, { transaction }) => sum + transaction.byteLength, byteLength);
  return {
    ...{ number, hash, time, baseFee, miner, stateRoot },
    ...{ header, transactions, withdrawals, deltas },
    size: bytes + WITHDRAWAL_BYTES * (withdrawals?.length ?? 0),
  };
}

function withdrawalFields({ index, validatorIndex, address, amount }: Withdrawal): Rlp {
  return [index, validatorIndex, address, amount];
}

/** Source: EIP-658 and 2718; op-geth core/types/receipt.go */
function receiptBytes({ transaction, status, cumulativeGasUsed, logs, extras }: ExecutedTransaction): Uint8Array {
  const written = logs.map(({ address, topics, data }) => [address, topics, data]);
  const deposit = [extras['depositNonce'], extras['depositReceiptVersion']] as number[];
  const own = transaction.type === OP_DEPOSIT_TYPE ? deposit : [];
  return encodedRlp([status, cumulativeGasUsed, FULL_BLOOM, written, ...own], transaction.type).bytes;
}

/** The same block behind another parent. */
export function behindParent(block: EvmBlock, parentHash: Hex): EvmBlock {
  const header = { ...block.header, parentHash };
  return { ...block, header, hash: encodedRlp(Object.values(header)).hash };
}
