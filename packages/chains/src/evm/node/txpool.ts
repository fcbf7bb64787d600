/** Pending transactions that could be in the next block, without those that wait for an earlier nonce. */
import { z } from 'zod';
import { DecodeError, NodeError, TooLargeError } from '../../errors.js';
import { settingOf } from '../../rpc/http-options.js';
import { isNotOffered } from '../../rpc/rpc-errors.js';
import { decodePendingTransaction, type PendingEvmTransaction } from '../pending-transaction.js';
import type { EvmConnection } from './evm-connection.js';

const METHOD = 'txpool_content';
/** Some 60,000 transactions; a pool of Geth's default size (5,120 and 1,024 slots) is 10 MB. */
const MAX_BYTES = 128 * 2 ** 20;

/** By sender, then by nonce. The decoder checks each transaction. */
const contentAnswer = z.object({ pending: z.record(z.string().max(64), z.record(z.string().max(32), z.unknown())) });

/** @returns null where the node does not offer its pool. One that cannot be read must not hide the others. */
export async function readPendingTransactions(node: EvmConnection): Promise<PendingEvmTransaction[] | null> {
  const content = await node.read(METHOD, [], contentAnswer, { maxBytes: MAX_BYTES }).catch((error: unknown) => {
    if (isNotOffered(error)) return null;
    throw error instanceof TooLargeError ? tooLarge(node, error) : error;
  });
  if (content === null) return null;
  const transactions: PendingEvmTransaction[] = [];
  for (const byNonce of Object.values(content.pending)) {
    for (const transaction of Object.values(byNonce)) {
      try {
        transactions.push(decodePendingTransaction(transaction));
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
      }
    }
  }
  return transactions;
}

function tooLarge(node: EvmConnection, cause: TooLargeError): NodeError {
  const remedy =
    'lower the limits of its pool (geth: --txpool.globalslots), or turn unconfirmed transactions off with ' +
    `${settingOf(node.chain, 'MEMPOOL_LIMIT')}=0`;
  return new NodeError(`the list of its pool is too large to be read; ${remedy}`, false, { ...cause.facts, cause });
}
