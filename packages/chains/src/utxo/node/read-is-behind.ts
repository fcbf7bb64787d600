/** Tells a node that is behind from one that gave blocks up (invalidateblock, parkblock): both show a shorter chain. */
import { z } from 'zod';
import type { BlockRef } from '../../chain.js';
import { NodeError } from '../../errors.js';
import type { NodeTip } from '../../rpc/node-info.js';
import type { Check } from '../../rpc/rpc-errors.js';
import { hashAnswer } from './answer-schemas.js';
import type { UtxoConnection } from './utxo-connection.js';

/** getchaintips: the end of every branch that the node knows. Test networks have thousands of stale ones. */
const chainTipsAnswer = z.array(z.object({ height: z.int().min(0), hash: hashAnswer, status: z.string().max(64) }));

/** getpeerinfo, as far as nodes have it: `startingheight` is what the peer said when it connected. */
const height = z.int().optional().catch(undefined);
const peersAnswer = z.array(z.object({ startingheight: height, synced_headers: height }));

/**
 * The node does not follow such a branch any more (bitcoin src/rpc/blockchain.cpp getchaintips; `parked` is Bitcoin
 * Cash Node's). Its headers still count in `headers` of Dogecoin Core 1.14, and parked ones in Bitcoin Cash Node's.
 */
const GIVEN_UP: ReadonlySet<string> = new Set(['invalid', 'parked']);
/** Blocks that the node means to take, or has: another node of a load balancer answered then. */
const TO_COME: ReadonlySet<string> = new Set(['headers-only', 'valid-headers', 'unknown', 'active']);

/**
 * @param block the last indexed one. @param tip of the node, one of its ancestors
 * @returns whether the node says itself that it has not come so far yet
 */
export async function readIsBehind(node: UtxoConnection, block: BlockRef, tip: NodeTip): Promise<boolean> {
  if (tip.catchingUp) return true;
  const tips = await answerOf(node, 'getchaintips', chainTipsAnswer);
  // zebrad has no such method, and no headers above its blocks either.
  if (tips === null) return tip.networkHeight >= block.height;
  const known = tips.filter((each) => each.height >= block.height);
  const own = known.find(({ hash }) => hash === block.hash);
  if (own !== undefined && GIVEN_UP.has(own.status)) return false;
  if (known.some(({ status }) => TO_COME.has(status))) return true;
  if (known.some(({ status }) => GIVEN_UP.has(status))) return false;
  // Nothing so high is known: restored from a backup, or just started, the node has no headers yet.
  const peers = await answerOf(node, 'getpeerinfo', peersAnswer);
  return (peers ?? []).some(({ startingheight: said = 0, synced_headers: synced = 0 }) =>
    [said, synced].some((their) => their >= block.height),
  );
}

/** @returns null where the node does not offer the method, or not to this user */
async function answerOf<T>(node: UtxoConnection, method: string, check: Check<T>): Promise<T | null> {
  try {
    const { largePool: pool } = await node.profile();
    return await node.read(method, [], check, { pool });
  } catch (error) {
    if (error instanceof NodeError && !error.retryable) return null;
    throw error;
  }
}
