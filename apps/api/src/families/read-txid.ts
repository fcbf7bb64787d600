import { invalidParameter } from '../problem.js';
import type { FollowedChain } from '../read/followed-chain.js';

const HASH = /^(?:0x)?([0-9a-f]{64})$/i;
/** Id of an entry of a Cosmos block itself. */
const ENTRY = /^block:(0|[1-9][0-9]{0,9}):(begin|opening|end:(0|[1-9][0-9]{0,6}))$/;

/** @returns 32 bytes in display order, or the text of a block's entry @throws ProblemError saying what ids look like */
export function readTxid({ family, chain }: FollowedChain, text: string): Buffer {
  const digits = HASH.exec(text)?.[1];
  if (digits !== undefined) return Buffer.from(digits, 'hex');
  const hash = 'expected a transaction id of 64 hexadecimal digits';
  switch (family) {
    case 'utxo':
    case 'evm':
      throw invalidParameter('txid', hash);
    case 'cosmos': {
      if (ENTRY.test(text)) return Buffer.from(text, 'latin1');
      const entries = 'block:<height>:begin, block:<height>:end:<number> or block:<height>:opening';
      throw invalidParameter('txid', `${hash}, or what a block of ${chain.name} itself moved: ${entries}`);
    }
  }
}
