export interface AuditLimits {
  /** Time for each check that looks at a part only, where the audit is a sample. */
  readonly sampleMs: number;
  /** Rows of histories in one statement. */
  readonly historyRows: number;
  /** Fewer rows than this are looked at as one range of keys. */
  readonly smallHistories: number;
  /** Blocks in one range. */
  readonly blocks: number;
  /** UTXO chains: of each block that is compared with the node's, so many transactions, drawn at random. */
  readonly transactionsPerBlock: number;
  /** Account chains: balances that the node is asked for at once. */
  readonly balances: number;
  /** Account chains: bytes of the largest traces of a block that are read. */
  readonly traceBytes: number;
  /** Sums over the chain are kept so far below its end that no reorg takes their last block away. */
  readonly keepBelowTip: number;
  /** Without any block being indexed, the index is not waited for any longer. */
  readonly standstillMs: number;
  readonly pollMs: number;
}

export const DEFAULT_LIMITS: AuditLimits = {
  sampleMs: 120_000,
  historyRows: 50_000,
  smallHistories: 500_000,
  blocks: 1_000,
  transactionsPerBlock: 4,
  balances: 200,
  traceBytes: 64 * 2 ** 20,
  keepBelowTip: 200,
  standstillMs: 60_000,
  pollMs: 500,
};
