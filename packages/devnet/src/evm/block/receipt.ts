import { concat, type Hex, rlpInteger } from '../bytes/hex.js';
import { encodeRlp, type Rlp } from '../bytes/rlp.js';
import type { ExecutedTransaction } from './block.js';
import { OP_DEPOSIT_TYPE } from './transaction.js';

/**
 * A receipt as the receipts' trie has it (EIP-2718). Deposits of the OP stack carry their nonce and version behind the usual four
 * fields (op-geth core/types/receipt.go depositReceiptRLP).
 */
export function encodedReceipt(executed: ExecutedTransaction): Hex {
  const { transaction, status, cumulativeGasUsed, logsBloom, logs } = executed;
  const fields: Rlp[] = [
    rlpInteger(status),
    rlpInteger(cumulativeGasUsed),
    logsBloom,
    logs.map(({ address, topics, data }) => [address, topics, data]),
  ];
  if (transaction.type === OP_DEPOSIT_TYPE) fields.push(rlpInteger(transaction.nonce), rlpInteger(1));
  const encoded = encodeRlp(fields);
  return transaction.type === 0 ? encoded : concat(rlpInteger(transaction.type), encoded);
}
