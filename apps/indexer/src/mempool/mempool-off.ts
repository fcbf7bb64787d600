import type { MempoolLedger } from '@chaintrail/db';
import type { BackgroundWork } from '../follow/follow-chain.js';

/** The operator wants no unconfirmed transactions: what a run before left of them is removed, once. */
export function mempoolOff<Transaction>(ledger: MempoolLedger<Transaction>): BackgroundWork {
  let isCleared = false;
  return {
    idleMs: Number.POSITIVE_INFINITY,
    reload: () => undefined,
    wake: () => undefined,
    close: async () => undefined,
    async step() {
      if (!isCleared) await ledger.suspend();
      isCleared = true;
    },
  };
}
