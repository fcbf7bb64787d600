import { parseEther, type Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import {
  decodeEvmBlock,
  type EvmBlock,
  type EvmBlockAnswers,
  type EvmChainNetwork,
  formatAddress,
} from '../src/index.js';
import {
  ARB,
  BASE,
  blockAnswers,
  ETH,
  effectsOf,
  envelope,
  evmPlace,
  keyText,
  OP,
  transfersOf,
} from './support/evm-answers.js';
import { recordedAnswer, recordedChain, recordedResult, recordings } from './support/evm-recorded.js';
import { readJsonVector, vectorsPresent } from './support/vectors.js';

/** The recorded chain began with proof of work, of which only the miners are recorded: rewards are left out. */
const LOCAL = withoutRewards(evmPlace(ETH.chain, 'local'));

function withoutRewards(place: EvmChainNetwork): EvmChainNetwork {
  return { ...place, network: { ...place.network, blockRewards: [] } };
}

const refOf = ({ hash, number }: { hash: string; number: string }) => ({ hash: hash.slice(2), height: Number(number) });
const lower = (text: string | null) => text?.toLowerCase() ?? null;

/** Compares what ethers reads of a transaction with the columns. */
function expectSame(block: EvmBlock, index: number, transaction: Transaction): void {
  expect({
    hash: `0x${Buffer.from(block.txids.subarray(32 * index, 32 * index + 32)).toString('hex')}`,
    from: keyText(block, block.from[index]!),
    to: keyText(block, block.to[index]!),
    value: BigInt(block.value[index]!),
    nonce: block.nonce[index],
    gasLimit: BigInt(block.gasLimit[index]!),
    type: block.type[index],
    method: block.method[index],
  }).toEqual({
    hash: transaction.hash,
    from: lower(transaction.from),
    to: lower(transaction.to),
    value: transaction.value,
    nonce: transaction.nonce,
    gasLimit: transaction.gasLimit,
    type: transaction.type ?? 0,
    method: transaction.to === null || transaction.data.length < 10 ? -1 : Number(transaction.data.slice(0, 10)),
  });
}

describe.skipIf(!vectorsPresent)('recorded answers of a node', () => {
  const chain = vectorsPresent ? recordedChain() : new Map<string, Transaction[]>();

  it.each([
    ['eth_getBlockByHash/get-block-by-hash', 'eth_getBlockReceipts/get-block-receipts-by-hash'],
    ['eth_getBlockByHash/get-block-by-hash', 'eth_getBlockReceipts/get-block-receipts-n'],
    ['eth_getBlockByNumber/get-latest', 'eth_getBlockReceipts/get-block-receipts-latest'],
  ])('decode to what the network exchanged: %s, %s', (blockPath, receiptsPath) => {
    const answers: EvmBlockAnswers = {
      block: recordedAnswer(blockPath),
      receipts: recordedAnswer(receiptsPath),
      uncles: null,
    };
    const said = recordedResult(blockPath);
    const receipts = recordedResult(receiptsPath) as {
      gasUsed: string;
      effectiveGasPrice: string;
      contractAddress: string | null;
    }[];
    const block = decodeEvmBlock(LOCAL, refOf(said), answers);
    const transactions = chain.get(said.hash) ?? [];
    expect(transactions.length).toBeGreaterThan(0);
    expect(block.txCount).toBe(transactions.length);
    for (const [index, transaction] of transactions.entries()) {
      expectSame(block, index, transaction);
      const { gasUsed, effectiveGasPrice, contractAddress } = receipts[index]!;
      expect(BigInt(block.fee[index]!)).toBe(BigInt(gasUsed) * BigInt(effectiveGasPrice));
      expect(keyText(block, block.createdContract[index]!)).toBe(lower(contractAddress));
    }
  });

  it('of one transaction and its receipt decode, whatever their type', () => {
    const types = new Set<number>();
    for (const path of recordings('eth_getTransactionReceipt')) {
      const receipt = recordedResult(path);
      if (receipt === null) continue;
      const transaction = chain.get(receipt.blockHash)?.find(({ hash }) => hash === receipt.transactionHash);
      expect(transaction).toBeDefined();
      if (transaction === undefined) continue;
      const said = asNodesSay(transaction, receipt);
      const ref = { hash: receipt.blockHash.slice(2), height: Number(receipt.blockNumber) };
      const block = decodeEvmBlock(LOCAL, ref, blockAnswers([said], { ref }));
      expectSame(block, 0, transaction);
      const blob = receipt.blobGasUsed === undefined ? 0n : BigInt(receipt.blobGasUsed) * BigInt(receipt.blobGasPrice);
      expect(BigInt(block.blobFee?.[0] ?? 0)).toBe(blob);
      expect(BigInt(block.fee[0]!)).toBe(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + blob);
      types.add(block.type[0]!);
    }
    expect([...types].toSorted()).toEqual([0, 1, 2, 3, 4]);
  });

  it.each(vectorsPresent ? recordings('eth_getBlockByNumber') : [])('of blocks alone are read: %s', (path) => {
    const said = recordedResult(path);
    if (said === null || said.transactions.length > 0) return;
    const block = decodeEvmBlock(LOCAL, refOf(said), {
      block: recordedAnswer(path),
      receipts: envelope([]),
      uncles: null,
    });
    expect([block.txCount, block.time, block.size]).toEqual([0, Number(said.timestamp), Number(said.size)]);
    const paid = ((said.withdrawals ?? []) as { amount: string }[]).filter(({ amount }) => BigInt(amount) > 0n);
    expect(block.transfers.amount.map(BigInt)).toEqual(paid.map(({ amount }) => BigInt(amount) * 10n ** 9n));
  });
});

/** A transaction as eth_getBlockByHash has it, alone in its block. */
function asNodesSay(transaction: Transaction, receipt: Record<string, unknown>) {
  const { hash, from, to, value, nonce, gasLimit, data, type } = transaction;
  return {
    transaction: {
      ...{ hash, from, to, input: data, type: `0x${(type ?? 0).toString(16)}`, transactionIndex: '0x0' },
      ...{ value: `0x${value.toString(16)}`, nonce: `0x${nonce.toString(16)}`, gas: `0x${gasLimit.toString(16)}` },
    },
    receipt: { ...receipt, transactionIndex: '0x0' },
  };
}

interface Facts {
  readonly blockHeight: number;
  readonly blockHash: string;
  readonly blockTime: number;
  readonly blockSize: number;
  readonly blockTxs: readonly string[];
  readonly txDetails: Readonly<
    Record<string, { vin: { addresses: string[] }[]; vout: { value: string; scriptPubKey: { addresses: string[] } }[] }>
  >;
}

describe.skipIf(!vectorsPresent)('facts about blocks of public networks', () => {
  it.each<[string, EvmChainNetwork]>([
    ['ethereum', ETH],
    ['arbitrum', ARB],
    ['base', BASE],
    ['optimism', OP],
  ])('are what the columns say, once a node has told them: %s', (name, place) => {
    const facts = readJsonVector<Facts>(`eth/transactions-${name}.json`);
    const ref = { hash: facts.blockHash.slice(2), height: facts.blockHeight };
    const made = facts.blockTxs.map((hash) => {
      const details = facts.txDetails[hash];
      if (details === undefined) return { transaction: { hash }, receipt: { transactionHash: hash } };
      const value = `0x${parseEther(details.vout[0]!.value).toString(16)}`;
      const from = details.vin[0]!.addresses[0];
      return {
        transaction: { hash, from, to: details.vout[0]!.scriptPubKey.addresses[0], value },
        receipt: { transactionHash: hash },
      };
    });
    const header = { timestamp: `0x${facts.blockTime.toString(16)}`, size: `0x${facts.blockSize.toString(16)}` };
    const block = decodeEvmBlock(place, ref, blockAnswers(made, { ref, block: header }));
    expect([block.time, block.size, block.txCount]).toEqual([facts.blockTime, facts.blockSize, facts.blockTxs.length]);
    for (const [index, hash] of facts.blockTxs.entries()) {
      const details = facts.txDetails[hash];
      if (details === undefined) continue;
      const to = details.vout[0]!.scriptPubKey.addresses[0]!;
      const value = parseEther(details.vout[0]!.value);
      expect(transfersOf(block, index)).toEqual([['native', details.vin[0]!.addresses[0], to, block.value[index]]]);
      expect(BigInt(block.value[index]!)).toBe(value);
      expect(effectsOf(block, index)[to]).toEqual([block.value[index], block.value[index]]);
      expect(formatAddress(place.network, Buffer.from(to.slice(2), 'hex')).toLowerCase()).toBe(to);
    }
  });
});
