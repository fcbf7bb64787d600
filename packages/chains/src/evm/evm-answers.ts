/** What a node answered about a block, as it came: bodies of JSON-RPC answers, envelopes included. */

export interface EvmBlockAnswers {
  /** `eth_getBlockByHash` with its transactions in full. */
  readonly block: Buffer;
  /** `eth_getBlockReceipts` of the same block. */
  readonly receipts: Buffer;
  /**
   * `eth_getUncleByBlockHashAndIndex` of each of its uncles, as a batch in any order; null where the block has none or
   * uncles are not paid.
   */
  readonly uncles: Buffer | null;
}

/**
 * How a node traces transactions: `debug_traceBlockByHash` with the callTracer, or `trace_block`.
 */
export type Tracer = 'callTracer' | 'parity';

/** Hard forks that changed what remains of contracts that destroy themselves, as the fields of a header tell them. */
export type DestructionFork = 'frontier' | 'cancun' | 'amsterdam';

export interface EvmTraceAnswer {
  readonly tracer: Tracer;
  readonly body: Buffer;
  /** That of the block; none where the network's own schedule says it. */
  readonly fork?: DestructionFork | undefined;
}
