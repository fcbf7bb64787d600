/** Expected answer of the API about an entry of a block. */
import type { Transfer as ApiTransfer } from '@chaintrail/client';
import { dataLength, dataSlice, getAddress } from 'ethers';
import type { Entry } from './oracle/entries.js';
import type { Transfer } from './oracle/internal-transfers.js';

export type ExpectedTransfer = Pick<ApiTransfer, 'kind' | 'from' | 'to' | 'asset' | 'standard' | 'amount' | 'tokenId'>;

export function expectedTransaction(entry: Entry) {
  const { block, traced } = entry;
  const place = {
    txid: entry.txid,
    status: entry.succeeded ? 'confirmed' : 'failed',
    blockHeight: block.height,
    blockHash: block.hash,
    blockIndex: entry.index,
    timestamp: block.time,
    transfers: entry.transfers.map(expectedTransfer),
  };
  if (!traced) return { ...place, type: null, from: null, to: null, fee: null, nonce: null, contractCreated: null };
  const { transaction, receipt } = traced;
  const recipient = transaction.to ?? null;
  const isCreation = recipient === null;
  const isCall = !isCreation && dataLength(transaction.input) >= 4;
  return {
    ...place,
    type: Number(transaction.type),
    from: getAddress(transaction.from),
    to: isCreation ? null : getAddress(recipient),
    value: BigInt(transaction.value).toString(),
    fee: entry.fee.toString(),
    nonce: Number(receipt.depositNonce ?? transaction.nonce),
    gasUsed: Number(receipt.gasUsed),
    gasPrice: BigInt(receipt.effectiveGasPrice).toString(),
    method: isCall ? dataSlice(transaction.input, 0, 4) : null,
    contractCreated: entry.createdContract,
  };
}

function expectedTransfer({ kind, from, to, asset, standard, amount, tokenId }: Transfer): ExpectedTransfer {
  return { kind, from, to, asset, standard, amount: amount.toString(), tokenId: tokenId?.toString() ?? null };
}

/** Transfers of each kind in order. Between kinds there is none: logs and calls do not say which came first. */
export function grouped(transfers: readonly ExpectedTransfer[]): Record<string, readonly ExpectedTransfer[]> {
  const groups: Record<string, ExpectedTransfer[]> = {};
  for (const transfer of transfers) {
    groups[transfer.kind] ??= [];
    groups[transfer.kind]!.push(transfer);
  }
  return groups;
}
