import { literal } from './answer-writer.js';
import type { BlockDraft } from './draft.js';
import { blockHash, TRANSACTIONS_A_BLOCK } from './identities.js';
import type { Layer2Fields } from './layer2.js';

/** One block's draft with the text that all its parts repeat. */
export interface BlockFrame {
  readonly draft: BlockDraft;
  readonly layer2: Layer2Fields | null;
  /** Digits, no prefix. */
  readonly hash: string;
  readonly parentHash: string;
  /** `0x…` */
  readonly number: string;
  readonly timestamp: string;
  /** Index of the first of the draft's transactions: 1 where the layer has one of its own. */
  readonly firstIndex: number;
  /** Number, in {@link identities}, of the block's transaction 0. */
  readonly firstNumber: number;
  /** How every transaction begins, up to its sender's digits. */
  readonly transactionHead: Uint8Array;
  /** How every receipt begins, its brace and blobs apart. */
  readonly receiptHead: Uint8Array;
  /** Of every log, between its transaction's index and its own. */
  readonly logTail: Uint8Array;
}

export interface FrameOptions {
  readonly seed: number;
  readonly layer2: Layer2Fields | null;
  /** Unix seconds. */
  readonly time: number;
}

export function frameBlock({ seed, layer2, time }: FrameOptions, draft: BlockDraft): BlockFrame {
  const hash = blockHash(seed, draft.height);
  const number = `0x${draft.height.toString(16)}`;
  const timestamp = `0x${time.toString(16)}`;
  const place = `"blockHash":"0x${hash}","blockNumber":"${number}"`;
  return {
    draft,
    layer2,
    hash,
    parentHash: draft.height === 0 ? '0'.repeat(64) : blockHash(seed, draft.height - 1),
    number,
    timestamp,
    firstIndex: layer2 === null ? 0 : 1,
    firstNumber: draft.height * TRANSACTIONS_A_BLOCK,
    transactionHead: literal(`{${place},"blockTimestamp":"${timestamp}","from":"0x`),
    receiptHead: literal(`${place},"contractAddress":`),
    logTail: literal(`","blockHash":"0x${hash}","blockTimestamp":"${timestamp}","logIndex":"`),
  };
}
