/** The rows of unconfirmed transactions in COPY form. Pure: values in, bytes out. */
import type { Amount } from '@chaintrail/chains';
import { CopyRows } from '../../copy-rows.js';

/** Amounts are base units. */
export interface EvmMempoolTransaction {
  /** Hex. */
  readonly txid: string;
  /** Unix seconds. */
  readonly firstSeen: number;
  readonly type: number;
  readonly from: Buffer;
  /** Null where it creates a contract. */
  readonly to: Buffer | null;
  readonly value: Amount;
  readonly nonce: number;
  readonly gasLimit: number;
  /** Most that it offers for a unit of gas. */
  readonly gasPrice: Amount;
  /** First four bytes of the input as an unsigned number; null where there are none. */
  readonly method: number | null;
}

export const PENDING_TARGETS = {
  mempool_transactions: '(id, txid, first_seen, type, from_key, to_key, value, nonce, gas_limit, gas_price, method)',
  mempool_address_transactions: '(address_key, id, delta, received)',
} as const;

export function pendingRows(firstId: number, transactions: readonly EvmMempoolTransaction[]): CopyRows {
  const rows = new CopyRows();
  for (const [index, transaction] of transactions.entries()) {
    rows.row(11);
    rows.int8(firstId + index);
    rows.bytea(Buffer.from(transaction.txid, 'hex'));
    rows.int8(transaction.firstSeen);
    rows.int2(transaction.type);
    rows.bytea(transaction.from);
    putBytes(rows, transaction.to);
    rows.numeric(transaction.value);
    rows.int8(transaction.nonce);
    rows.int8(transaction.gasLimit);
    rows.numeric(transaction.gasPrice);
    if (transaction.method === null) rows.null();
    else rows.fourBytes(transaction.method);
  }
  return rows;
}

/** Their effects on addresses. Not their fees: nobody knows these before a block has them. */
export function pendingEffectRows(firstId: number, transactions: readonly EvmMempoolTransaction[]): CopyRows {
  const rows = new CopyRows();
  const put = (key: Buffer, id: number, delta: Amount, received: Amount) => {
    rows.row(4);
    rows.bytea(key);
    rows.int8(id);
    rows.numeric(delta);
    rows.numeric(received);
  };
  for (const [index, { from, to, value }] of transactions.entries()) {
    const id = firstId + index;
    if (to?.equals(from)) put(from, id, 0, value);
    else {
      put(from, id, -value, 0);
      if (to !== null) put(to, id, value, value);
    }
  }
  return rows;
}

function putBytes(rows: CopyRows, bytes: Buffer | null): void {
  if (bytes === null) rows.null();
  else rows.bytea(bytes);
}
