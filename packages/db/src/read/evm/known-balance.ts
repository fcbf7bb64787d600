import type { BlockRef } from '@chaintrail/chains';

/** What a node said that an address had at the end of a block. Used only while that block is indexed. */
export interface KnownBalance {
  /** In base units. */
  readonly balance: string;
  readonly block: BlockRef;
}

/** As parameters of a statement: amounts, heights, hashes. */
export function knownParameters(known: readonly KnownBalance[]): unknown[] {
  return [
    known.map(({ balance }) => balance),
    known.map(({ block }) => block.height),
    known.map(({ block }) => Buffer.from(block.hash, 'hex')),
  ];
}

/** The same of many addresses: of each the three arrays in PostgreSQL's text form. */
export function knownTexts(all: readonly (readonly KnownBalance[])[]): string[][] {
  const arrays = (textOf: (known: KnownBalance) => string): string[] =>
    all.map((known) => `{${known.map(textOf).join(',')}}`);
  return [
    arrays(({ balance }) => balance),
    arrays(({ block }) => String(block.height)),
    arrays(({ block }) => `"\\\\x${block.hash}"`),
  ];
}
