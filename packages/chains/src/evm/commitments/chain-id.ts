/** The chain id that Arbitrum's own transactions are hashed with. Their JSON does not always have it. */
import type { EvmNetwork } from '../../chain.js';

/** Chain id of a private network, whose transactions tell it now and then; first that of Nitro's development mode. */
let seen = 412_346;

export function chainIdOf({ chainId }: EvmNetwork, answer: Buffer): number {
  if (chainId !== null) return chainId;
  const at = answer.indexOf('"chainId"');
  const digits = at < 0 ? null : /^"chainId"\s*:\s*"0x([0-9a-f]{1,13})"/i.exec(answer.toString('latin1', at, at + 40));
  if (digits) seen = Number.parseInt(digits[1]!, 16);
  return seen;
}
