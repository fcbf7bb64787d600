/**
 * Commitment of the next block's header: the Merkle root of the results of a block's transactions, without
 * their events and logs. The same since Tendermint 0.34. Source: cometbft types/results.go NewResults,
 * abci/types/types.go DeterministicExecTxResult
 */
import { uint } from './header-hash.js';

export interface HashedResult {
  readonly code: number;
  readonly data: Buffer;
  /** Decimal text, as the node writes it: -1 where there is no limit. */
  readonly gasWanted: string;
  readonly gasUsed: string;
}

/** A leaf of the tree. @throws SyntaxError where gas is no number */
export function resultLeaf({ code, data, gasWanted, gasUsed }: HashedResult): Buffer {
  const written = data.length === 0 ? [] : [Buffer.from([0x12]), length(data.length), data];
  return Buffer.concat([uint(1, code), ...written, uint(5, gasWanted), uint(6, gasUsed)]);
}

/** A varint without the tag of a field. */
function length(count: number): Buffer {
  return uint(0, count).subarray(1);
}
