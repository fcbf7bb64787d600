import type { AddressBook } from '../address-book.js';
import type { EventGroups } from '../history/group-events.js';
import type { ChunkWriter } from './event-chunk.js';

/** Packs the events of a batch by address. @param putEvent packs one of them, by its number */
export function stageGroups(
  book: AddressBook,
  { order, start }: EventGroups,
  chunks: ChunkWriter,
  putEvent: (event: number) => void,
): void {
  for (let address = 0; address < book.count; address++) {
    const from = start[address]!;
    const to = start[address + 1]!;
    if (from === to) continue;
    chunks.group(book, address, to - from);
    for (let i = from; i < to; i++) putEvent(order[i]!);
  }
}
