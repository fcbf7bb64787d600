/** Blocks of a UTXO chain: raw bytes by hash, decoded and checked, with what they spend where the node delivers it. */
import {
  type BlockRef,
  NodeError,
  type PlacedUtxoBlock,
  TxidsNeededError,
  type UtxoChain,
  type UtxoNode,
  wireHash,
} from '@chaintrail/chains';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import { receiveBlock } from '../decode/messages.js';
import type { DecodedBlock } from '../decode/tasks.js';
import type { BlockSource } from './block-source.js';
import { ChainMovedError } from './fetch-ahead.js';

/** Codes of `getblock` for a block that the node does not have (bitcoin src/rpc/protocol.h; zebrad says -8 as well). */
const NOT_FOUND_CODES: readonly (number | undefined)[] = [-5, -8];

function isNotFound(error: unknown): boolean {
  return error instanceof NodeError && NOT_FOUND_CODES.includes(error.facts.code);
}

export function utxoBlockSource(
  chain: UtxoChain,
  node: UtxoNode,
  decoder: Decoder,
  log: Logger,
): BlockSource<PlacedUtxoBlock> {
  const run = async (bytes: Buffer, spentBytes: Buffer | null, txids: Buffer | null): Promise<DecodedBlock> =>
    receiveBlock(await decoder.run({ kind: 'utxo', chain: chain.code, bytes, spentBytes, txids }));
  const decode = async (hash: string, skipPrevouts: boolean): Promise<DecodedBlock> => {
    const [bytes, spentBytes] = await Promise.all([node.rawBlock(hash), skipPrevouts ? null : node.spentOutputs(hash)]);
    try {
      return await run(bytes, spentBytes, null);
    } catch (error) {
      if (!(error instanceof TxidsNeededError)) throw error;
      // A Zcash block with transactions whose ids are made in a way that is newer than this version. The bytes are gone
      // with the decoder; such blocks are rare until this version is replaced.
      log.warn({ hash, err: error }, "the node's transaction ids are used for this block: look for a newer version");
      const [again, txids] = await Promise.all([node.rawBlock(hash), node.blockTxids(hash)]);
      return run(again, null, Buffer.concat(txids.map((txid) => wireHash(txid))));
    }
  };
  return {
    node,
    async block({ height, hash }: BlockRef, skipPrevouts: boolean): Promise<PlacedUtxoBlock> {
      const { block, spent } = await decode(hash, skipPrevouts).catch(async (error: unknown) => {
        // Most nodes go on serving blocks that left the active chain. zebrad does not: it says that there is none.
        if (!isNotFound(error) || (await node.blockHashAt(height)) === hash) throw error;
        throw new ChainMovedError(`block ${hash} is not at height ${height} any more`);
      });
      return { height, hash, parentHash: block.parentHash, txCount: block.txCount, size: block.size, block, spent };
    },
  };
}
