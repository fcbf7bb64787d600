/** Blocks of a UTXO chain: raw bytes by hash, decoded and checked, with what they spend where the node delivers it. */
import {
  type BlockRef,
  NodeError,
  type PlacedUtxoBlock,
  settingOf,
  TxidsNeededError,
  type UtxoChainNetwork,
  type UtxoNode,
  wireHash,
} from '@chaintrail/chains';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import type { DecodedBlock } from '../decode/tasks.js';
import type { BlockSource } from './block-source.js';
import { ChainMovedError } from './fetch-ahead.js';
import { inSomeWay } from './in-some-way.js';

/** Codes of `getblock` for a block that the node does not have (bitcoin src/rpc/protocol.h; zebrad says -8 as well). */
const NOT_FOUND_CODES: readonly (number | undefined)[] = [-5, -8];

function isNotFound(error: unknown): boolean {
  return error instanceof NodeError && NOT_FOUND_CODES.includes(error.facts.code);
}

/**
 * REST may be wrong alone, also by a cache before the node. Bitcoin Core reads the block for `getrawtransaction` from
 * the same place as for `getblock`, so that is no further way.
 */
const WAYS = ['as usual', 'by RPC, without what it spends'] as const;
type Way = (typeof WAYS)[number];

export function utxoBlockSource(
  { chain, network }: Pick<UtxoChainNetwork, 'chain' | 'network'>,
  node: UtxoNode,
  decoder: Decoder,
  log: Logger,
): BlockSource<PlacedUtxoBlock> {
  const decode = async (ref: BlockRef, skipPrevouts: boolean, way: Way): Promise<DecodedBlock> => {
    const { height, hash } = ref;
    const byRpc = way !== 'as usual';
    const tokens = chain.cashTokens && height >= (network.cashTokensFrom ?? 0);
    const run = (bytes: Buffer, spentBytes: Buffer | null, txids: Buffer | null): Promise<DecodedBlock> =>
      decoder.run({ kind: 'utxo', chain: chain.code, ref, bytes, spentBytes, txids, tokens });
    const [bytes, spentBytes] = await Promise.all([
      node.blockToDecode(hash, byRpc),
      skipPrevouts || byRpc ? null : node.spentOutputs(hash),
    ]);
    try {
      return await run(bytes, spentBytes, null);
    } catch (error) {
      if (!(error instanceof TxidsNeededError)) throw error;
      // A Zcash block with transactions whose ids are made in a way that is newer than this version. The bytes are gone
      // with the decoder; such blocks are rare until this version is replaced.
      log.warn({ hash, err: error }, "the node's transaction ids are used for this block: look for a newer version");
      const [again, txids] = await Promise.all([node.blockToDecode(hash, byRpc), node.blockTxids(hash)]);
      return run(again, null, Buffer.concat(txids.map((txid) => wireHash(txid))));
    }
  };
  const readOrMoved = (ref: BlockRef, skipPrevouts: boolean, way: Way): Promise<DecodedBlock> =>
    decode(ref, skipPrevouts, way).catch(async (error: unknown) => {
      // Most nodes go on serving blocks that left the active chain. zebrad does not: it says that there is none.
      if (!isNotFound(error) || (await node.blockHashAt(ref.height)) === ref.hash) throw error;
      throw new ChainMovedError(`block ${ref.hash} is not at height ${ref.height} any more`);
    });
  const remedy =
    `repair the node (-reindex), or let ${settingOf(chain.code, 'RPC_URL')} name another one. The blocks before it ` +
    'stay indexed';
  const reading = { chain: chain.code, node, log, remedy: () => remedy };
  return {
    node,
    async block(ref: BlockRef, skipPrevouts: boolean): Promise<PlacedUtxoBlock> {
      const { height, hash } = ref;
      const attempt = (way: Way) => readOrMoved(ref, skipPrevouts, way);
      const found = await inSomeWay(reading, ref, WAYS, attempt, ({ block }) => block.txCount);
      const { block, spent } = found.value;
      return { height, hash, parentHash: block.parentHash, txCount: block.txCount, size: block.size, block, spent };
    },
  };
}
