import type { BlockRef, EvmChainNetwork } from '../chain.js';
import { readResult } from '../json/rpc-envelope.js';
import { readBlockAnswer } from './block/block-answer.js';
import { EvmBlockColumns } from './block/evm-block-columns.js';
import { LogReader } from './block/logs.js';
import { Receipt, readReceipt } from './block/receipt.js';
import { rewardPayments } from './block/rewards.js';
import type { EvmBlock, EvmBlockAnswers } from './evm-block.js';

/**
 * Decodes a block of the EVM family from a node's answers: one pass over the bytes of each answer, into columns.
 * @throws DecodeError naming what is wrong: not the block that was asked for, receipts that are not of its
 *   transactions, anything malformed. Logs of contracts are no reason: malformed ones are no transfers
 */
export function decodeEvmBlock(chainNetwork: EvmChainNetwork, ref: BlockRef, answers: EvmBlockAnswers): EvmBlock {
  const block = readBlockAnswer(answers.block, ref);
  const columns = new EvmBlockColumns(chainNetwork, ref.height, block, answers.block);
  readResult(answers.receipts, 'receipts', (json) => {
    const logs = new LogReader(json, block.addresses, chainNetwork.network.contracts);
    const receipt = new Receipt();
    const of = { blockHash: Buffer.from(ref.hash, 'hex'), txids: block.transactions.txids };
    let index = 0;
    for (let next = json.enterArray(); next; next = json.nextElement()) {
      if (index === block.transactions.count) json.fail(`there are more than the block's ${index} transactions`);
      logs.clear();
      readReceipt(json, of, index, receipt, logs);
      columns.addTransaction(index, receipt, logs, json);
      index++;
    }
    if (index < block.transactions.count) {
      json.fail(`there are ${index} of them for ${block.transactions.count} transactions`);
    }
    return index;
  });
  const rewards = rewardPayments(chainNetwork.network, ref.height, block, answers.uncles);
  columns.addBlockEntry(rewards, ref.hash);
  return columns.finish();
}
