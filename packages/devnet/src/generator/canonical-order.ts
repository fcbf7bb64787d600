import type { BlockDraft } from './transaction-writer.js';

const HASH = 32;

/** Puts the transactions of a block in the order of their ids, as Bitcoin Cash wants it; spent outputs stay as they are. */
export function sortByTransactionId(draft: BlockDraft): void {
  const { body, txids, ends, transactions: count } = draft;
  const id = (index: number): Buffer => txids.subarray(index * HASH, (index + 1) * HASH);
  // Ids are numbers, and their last byte on the wire weighs most.
  const displayed = Array.from({ length: count }, (_, index) => Buffer.from(id(index)).reverse());
  const order = Array.from({ length: count }, (_, index) => index).sort((a, b) =>
    (displayed[a] as Buffer).compare(displayed[b] as Buffer),
  );
  const parts = order.map((index) => body.subarray(index > 0 ? ends[index - 1] : 0, ends[index]));
  const sortedIds = Buffer.concat(order.map(id));
  Buffer.concat(parts).copy(body);
  sortedIds.copy(txids);
}
