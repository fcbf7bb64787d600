/** A node's figures of its whole UTXO set, to compare with the index. */
import { z } from 'zod';
import { NodeError } from '../../errors.js';
import { baseUnits } from '../../rpc/exact-json.js';
import { hasCode } from '../../rpc/rpc-errors.js';
import { SHIELDED_POOLS } from '../utxo-block.js';
import { amountAnswer, hashAnswer } from './answer-schemas.js';
import { RPC_NOT_FOUND } from './bitcoind-errors.js';
import type { UtxoConnection } from './utxo-connection.js';
import { readChain } from './utxo-node-info.js';

/** All amounts in base units. */
export interface UtxoSetInfo {
  /** The block after which this holds: height and hash belong together. */
  readonly height: number;
  readonly hash: string;
  /** Unspent outputs; null where the node does not count them (zebrad). */
  readonly count: number | null;
  /** Sum of all unspent outputs. */
  readonly total: bigint;
  /** Zcash: what lies in each shielded pool; null elsewhere. */
  readonly pools: Readonly<Record<(typeof SHIELDED_POOLS)[number], bigint>> | null;
  /** The call, for the reader of the comparison: "gettxoutsetinfo none". */
  readonly method: string;
}

/** Without an index the node reads its whole set: minutes on a fast disk, an hour on a slow one. */
const READING_MS = 2 * 3600 * 1000;

const setAnswer = z.object({
  height: z.int().min(0),
  bestblock: hashAnswer,
  txouts: z.int().min(0),
  total_amount: amountAnswer,
});

/**
 * gettxoutsetinfo. `none` spares the node the hash of the set. Bitcoin Core, litecoind 0.21 and Bitcoin Cash Node 28
 * know that word; later Core answers it from `coinstatsindex` at once. Dogecoin Core refuses it before it begins.
 */
export async function readUtxoSetInfo(node: UtxoConnection): Promise<UtxoSetInfo> {
  const method = 'gettxoutsetinfo';
  const options = { pool: 'fresh', extraTimeoutMs: READING_MS, exact: true } as const;
  const readWith = (params: readonly string[]): Promise<UtxoSetInfo> =>
    node.read(
      method,
      params,
      (value) => {
        const { height, bestblock: hash, txouts: count, total_amount } = setAnswer.parse(value);
        const total = baseUnits(total_amount, node.chainParams.decimals);
        return { height, hash, count, total, pools: null, method: [method, ...params].join(' ') };
      },
      options,
    );
  return readWith(['none']).catch((error: unknown) => {
    if (!isUnknownWord(error)) throw error;
    return readWith([]);
  });
}

/** RPC_MISC_ERROR: nodes before Bitcoin Core 0.20 answer parameters that they do not expect with their help text. */
const UNKNOWN_WORD_CODES = [-1, -3, -8, -32602];

function isUnknownWord(error: unknown): boolean {
  return error instanceof NodeError && !error.retryable && UNKNOWN_WORD_CODES.includes(error.facts.code ?? 0);
}

const poolsAnswer = z.object({
  height: z.int().min(0),
  hash: hashAnswer,
  valuePools: z.array(z.object({ id: z.string().max(64), chainValueZat: amountAnswer })).max(32),
});

/** Orphaned tips in a row before the error is thrown. */
const TIPS_TRIED = 5;

/**
 * zebrad keeps the sums with every block: the transparent one is that of all unspent outputs. The tip may leave the
 * chain before it is asked about, and zebrad knows no blocks beside its chain.
 */
export async function readPoolSums(node: UtxoConnection): Promise<UtxoSetInfo> {
  for (let attempt = 1; ; attempt++) {
    const { tip } = await readChain(node);
    try {
      return await readPoolSumsAt(node, tip.hash);
    } catch (error) {
      if (!hasCode(error, RPC_NOT_FOUND) || attempt === TIPS_TRIED) throw error;
    }
  }
}

async function readPoolSumsAt(node: UtxoConnection, tipHash: string): Promise<UtxoSetInfo> {
  const read = (value: unknown): UtxoSetInfo => {
    const { height, hash, valuePools } = poolsAnswer.parse(value);
    if (hash !== tipHash) throw new TypeError(`asked for block ${tipHash}, got block ${hash}`);
    const sum = (id: string): bigint => {
      const pool = valuePools.find((one) => one.id === id);
      if (!pool) throw new TypeError(`valuePools has no ${id}`);
      return baseUnits(pool.chainValueZat, 0);
    };
    const [sprout, sapling, orchard, ironwood] = SHIELDED_POOLS;
    const pools = { sprout: sum(sprout), sapling: sum(sapling), orchard: sum(orchard), ironwood: sum(ironwood) };
    return { height, hash, count: null, total: sum('transparent'), pools, method: 'valuePools of getblock 1' };
  };
  return node.read('getblock', [tipHash, 1], read, { pool: 'fresh', exact: true });
}
