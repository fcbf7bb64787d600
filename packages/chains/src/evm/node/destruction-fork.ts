/** By which rules a block of a private network, whose forks nobody has written down, lets contracts destroy themselves. */
import { z } from 'zod';
import type { BlockRef } from '../../chain.js';
import { checked } from '../../rpc/checked.js';
import { BlockNotFoundError } from '../../rpc/unavailable.js';
import type { DestructionFork } from '../evm-answers.js';
import type { EvmConnection } from './evm-connection.js';

const METHOD = 'eth_getBlockByHash';

/** Nodes that do not know a field leave it out, some say null before its fork. EIP-4788 is of Cancun, EIP-7928 of Amsterdam. */
const answer = z.object({ parentBeaconBlockRoot: z.string().nullish(), blockAccessListHash: z.string().nullish() });

/**
 * Fields of its header tell the fork: they are part of its hash, so every client has them, and no schedule is needed. The node's
 * own (`eth_config`, EIP-7910) is of the newest forks only, and names none.
 * @throws BlockNotFoundError
 */
export async function readDestructionFork(node: EvmConnection, { hash }: BlockRef): Promise<DestructionFork> {
  const header = await node.call(METHOD, [`0x${hash}`, false]);
  if (header === null) throw new BlockNotFoundError(`there is no block ${hash}`, node.asked(METHOD));
  const fields = checked(node.asked(METHOD), header, (value) => answer.parse(value));
  if (fields.blockAccessListHash != null) return 'amsterdam';
  return fields.parentBeaconBlockRoot == null ? 'frontier' : 'cancun';
}
