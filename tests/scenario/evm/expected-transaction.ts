/** Expected answer of the API about an entry of a block. */
import type { Transfer as ApiTransfer } from '@chaintrail/client';
import type { Entry } from './proved-ledger.js';

type ExpectedTransfer = Pick<ApiTransfer, 'kind' | 'from' | 'to' | 'asset' | 'standard' | 'amount' | 'tokenId'>;

export function expectedTransaction({ txid, block, index, columns, transfers }: Entry) {
  const { type, succeeded, created, nonce, gasLimit, gasUsed, method } = columns;
  const { from, to, value, gasPrice, fee, blobFee, l1Fee, operatorFee } = columns;
  return {
    txid,
    status: succeeded === 'false' ? 'failed' : 'confirmed',
    blockHeight: block.height,
    blockHash: block.hash,
    blockIndex: index,
    timestamp: block.time,
    transfers: transfers as readonly ExpectedTransfer[],
    ...{ from, to, value, gasPrice, fee, blobFee, l1Fee, operatorFee, contractCreated: created },
    type: numberOf(type),
    nonce: numberOf(nonce),
    gasLimit: numberOf(gasLimit),
    gasUsed: numberOf(gasUsed),
    method: method === null ? null : `0x${method}`,
  };
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
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
