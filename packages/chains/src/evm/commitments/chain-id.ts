/** The chain id that Arbitrum's own transactions are hashed with. Their JSON does not always have it. */
import type { EvmChain, EvmChainNetwork } from '../../chain.js';

/** That of Nitro's development mode. */
const DEVELOPMENT = 412_346;
/**
 * Chain ids of private networks, whose transactions tell theirs now and then. A process follows one network of a chain;
 * several chains share the description of theirs.
 */
const seen = new WeakMap<EvmChain, number>();

export function chainIdOf({ chain, network }: EvmChainNetwork, answer: Buffer): number {
  if (network.chainId !== null) return network.chainId;
  const at = answer.indexOf('"chainId"');
  const digits = at < 0 ? null : /^"chainId"\s*:\s*"0x([0-9a-f]{1,13})"/i.exec(answer.toString('latin1', at, at + 40));
  if (digits) seen.set(chain, Number.parseInt(digits[1]!, 16));
  return seen.get(chain) ?? DEVELOPMENT;
}
