/** The bytes of a block and of the outputs that it spends: by REST where the node offers it, else by RPC. */

import type { UtxoChain } from '../../chain.js';
import { checked } from '../../rpc/checked.js';
import { hexAnswer, requireHeaderOf } from './answer-schemas.js';
import { blockPath, type NodeProfile, spentTxOutsPath } from './profile.js';
import type { NodeConnection } from './utxo-connection.js';

/** @throws NodeLieError unless the block's header has this hash. */
export async function readRawBlock(chain: UtxoChain, node: NodeConnection, hash: string): Promise<Buffer> {
  const profile = await node.profile();
  const viaRest = profile.rest ? await largeRest(node, blockPath(hash), profile) : null;
  const asked = { chain: chain.code, method: viaRest ? blockPath(hash) : 'getblock' };
  const block = viaRest ?? (await blockByRpc(chain, node, hash, profile));
  requireHeaderOf(asked, hash, block, chain.shielded);
  return block;
}

/** @returns null when the node does not offer them, in general or for this block. */
export async function readSpentOutputs(node: NodeConnection, hash: string): Promise<Buffer | null> {
  const profile = await node.profile();
  return profile.spentTxOuts ? largeRest(node, spentTxOutsPath(hash), profile) : null;
}

async function blockByRpc(
  chain: UtxoChain,
  node: NodeConnection,
  hash: string,
  { rawBlockFlag, largeLane: lane }: NodeProfile,
): Promise<Buffer> {
  const method = 'getblock';
  const answer = await node.rpc.call(method, [hash, rawBlockFlag], { lane });
  return checked({ chain: chain.code, method }, answer, hexAnswer);
}

async function largeRest(node: NodeConnection, path: string, { largeLane }: NodeProfile): Promise<Buffer | null> {
  const body = await node.rest.get(path, largeLane);
  // The node may run without REST by now.
  if (body === null) node.forgetProfile();
  return body;
}
