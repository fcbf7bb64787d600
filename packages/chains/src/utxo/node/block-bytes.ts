/** The bytes of a block and of the outputs that it spends: by REST where the node offers it, else by RPC. */
import { checked } from '../../rpc/rpc-errors.js';
import { hexAnswer, requireHeaderOf } from './answer-schemas.js';
import { blockPath, type NodeProfile, spentTxOutsPath } from './profile.js';
import type { UtxoConnection } from './utxo-connection.js';

/** @throws NodeLieError unless the block's header has this hash. */
export async function readRawBlock(node: UtxoConnection, hash: string): Promise<Buffer> {
  const profile = await node.profile();
  let asked = node.asked(blockPath(hash));
  let block = profile.rest ? await readByRest(node, asked.method, profile) : null;
  if (block === null) {
    asked = node.asked('getblock');
    const answer = await node.rpc.call(asked.method, [hash, profile.rawBlockFlag], { lane: profile.largeLane });
    block = checked(asked, answer, hexAnswer);
  }
  requireHeaderOf(asked, hash, block, node.chainParams.shielded);
  return block;
}

/** @returns null when the node does not offer them, in general or for this block. */
export async function readSpentOutputs(node: UtxoConnection, hash: string): Promise<Buffer | null> {
  const profile = await node.profile();
  return profile.spentTxOuts ? readByRest(node, spentTxOutsPath(hash), profile) : null;
}

async function readByRest(node: UtxoConnection, path: string, { largeLane }: NodeProfile): Promise<Buffer | null> {
  const body = await node.rest.get(path, largeLane);
  // The node may run without REST by now.
  if (body === null) node.onRestart();
  return body;
}
