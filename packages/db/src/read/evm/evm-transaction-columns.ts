/** Columns that are read of an EVM chain's transaction: JSON arrays, as in `../utxo/utxo-transaction-columns.ts`. */
import type { TokenStandard, TransferKind } from '@chaintrail/chains';
import { type BlockColumns, transactionBlock } from '../transaction-lists.js';
import type { InternalTransfers, StoredEvmTransaction, StoredTransfer } from './evm-read-model.js';
import { readTransfer } from './transfer-reading.js';

type TransferRow = readonly [
  kind: TransferKind,
  from: string | null,
  to: string | null,
  asset: string | null,
  standard: TokenStandard | null,
  amount: string,
  tokenId: string | null,
  symbol: string | null,
  name: string | null,
  decimals: number | null,
  reading: TokenStandard | null,
  spoofed: boolean | null,
];

export type EvmTransactionColumns = readonly [
  block: BlockColumns | null,
  firstSeen: number | null,
  txid: string,
  type: number | null,
  succeeded: boolean | null,
  from: string | null,
  to: string | null,
  createdContract: string | null,
  value: string | null,
  nonce: number | null,
  gasLimit: number | null,
  gasUsed: number | null,
  gasPrice: string | null,
  fee: string | null,
  blobFee: string | null,
  l1Fee: string | null,
  operatorFee: string | null,
  method: string | null,
  internalTransfers: InternalTransfers,
  transferCount: number,
  transfers: readonly TransferRow[] | null,
  /** Absent but in lists of an address. */
  sides?: readonly [gives: boolean, gets: boolean, isSeen: boolean] | null,
];

/** The columns, by name. */
export function storedEvmTransaction(columns: EvmTransactionColumns): StoredEvmTransaction {
  const [block, firstSeen, txid, type, succeeded, from, to, createdContract, value, nonce, ...afterNonce] = columns;
  const [gasLimit, gasUsed, gasPrice, fee, blobFee, l1Fee, operatorFee, method, ...moved] = afterNonce;
  const [internalTransfers, transferCount, transfers, sides] = moved;
  return {
    block: block && transactionBlock(block),
    ...{ firstSeen, txid, type, succeeded, from, to, createdContract, value, nonce },
    ...{ gasLimit, gasUsed, gasPrice, fee, blobFee, l1Fee, operatorFee, method },
    ...{ internalTransfers, transferCount },
    transfers: (transfers ?? []).map(storedTransfer),
    sides: sides ? { gives: sides[0], gets: sides[1], isSeen: sides[2] } : null,
  };
}

function storedTransfer(columns: TransferRow): StoredTransfer {
  const [kind, from, to, asset, standard, amount, tokenId, symbol, name, decimals, reading, spoofed] = columns;
  const read = readTransfer({ standard, amount, tokenId }, reading);
  return { kind, from, to, asset, ...read, symbol, name, decimals, spoofed: spoofed === true };
}
