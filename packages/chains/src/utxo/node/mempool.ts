/** Unconfirmed transactions of a node: their txids and bytes. */
import { z } from 'zod';
import { NodeError, TooLargeError } from '../../errors.js';
import { isHash } from '../../rpc/argument-checks.js';
import { settingOf } from '../../rpc/http-options.js';
import type { JsonRpc } from '../../rpc/json-rpc.js';
import { checked } from '../../rpc/rpc-errors.js';
import { amountAnswer, hexAnswer } from './answer-schemas.js';
import { isUnknown } from './bitcoind-errors.js';
import type { UtxoConnection } from './utxo-connection.js';

/** The node's unconfirmed transactions at one moment. */
export interface MempoolSnapshot {
  /** Display form, unordered. At most what fits into a JSON answer (`maxBodyBytes`): some 1.9 million. */
  readonly txids: readonly string[];
  /** The node's counter of changes, which its `sequence` notifications carry, too; null where it has none. */
  readonly sequence: number | null;
}

/** Transactions in one batch: 32 KB of answer where they are ordinary ones. */
export const TRANSACTIONS_PER_BATCH = 64;
/** A batch with a larger answer is halved. 64 standard transactions of any chain fit, and memory stays bounded. */
const BATCH_MAX_BYTES = 16 * 2 ** 20;

const sequenceAnswer = z.object({ txids: z.array(z.unknown()), mempool_sequence: z.int().min(0) });

/** @throws NodeError or NodeLieError as {@link JsonRpc.call}. */
export async function readMempool(node: UtxoConnection): Promise<MempoolSnapshot> {
  const { mempoolSequence, largePool: pool } = await node.profile();
  const asked = node.asked('getrawmempool');
  const answer = await node.rpc
    .call(asked.method, mempoolSequence ? [false, true] : [false], { pool })
    .catch((error: unknown) => {
      if (!(error instanceof TooLargeError)) throw error;
      const setting = settingOf(node.chainParams.code, 'MEMPOOL_LIMIT');
      const remedy = `lower -maxmempool of the node, or turn unconfirmed transactions off with ${setting}=0`;
      throw new NodeError(`the list of its mempool is too large to be read; ${remedy}`, false, {
        ...asked,
        cause: error,
      });
    });
  return checked(asked, answer, (value) => {
    if (!mempoolSequence) return { txids: txidsAnswer(value), sequence: null };
    const { txids, mempool_sequence } = sequenceAnswer.parse(value);
    return { txids: txidsAnswer(txids), sequence: mempool_sequence };
  });
}

const infoAnswer = z.object({
  loaded: z.boolean().optional(),
  size: z.int().min(0),
  mempoolminfee: amountAnswer.optional(),
  minrelaytxfee: amountAnswer.optional(),
});

/** The mempool without its list. */
export interface MempoolInfo {
  /**
   * Whether it is complete: nodes that keep it in a file load it for minutes after a start, and answer meanwhile. Null
   * where the node does not say (dogecoind, zebrad).
   */
  readonly isLoaded: boolean | null;
  /** Transactions. */
  readonly size: number;
  /** Base units for 1,000 virtual bytes that a transaction has to pay since the mempool is full; null while it is not. */
  readonly leastFeeRate: number | null;
}

const BASE_UNITS = 1e8;

/** @throws NodeError or NodeLieError as {@link JsonRpc.call}. */
export async function readMempoolInfo(node: UtxoConnection): Promise<MempoolInfo> {
  return node.read('getmempoolinfo', [], (value) => {
    const { loaded, size, mempoolminfee, minrelaytxfee } = infoAnswer.parse(value);
    const isFull = minrelaytxfee !== undefined && Number(mempoolminfee) > Number(minrelaytxfee);
    const leastFeeRate = isFull ? Math.round(Number(mempoolminfee) * BASE_UNITS) : null;
    return { isLoaded: loaded ?? null, size, leastFeeRate };
  });
}

const entryAnswer = z.object({ time: z.int().min(0) });

/** @returns null for each that the node does not have; for all where it does not offer the method (zebrad) */
export async function readMempoolTimes(node: UtxoConnection, txids: readonly string[]): Promise<(number | null)[]> {
  const { largePool: pool } = await node.profile();
  const params = txids.map((txid) => [txid]);
  // A time that cannot be had is no reason to leave the transaction out.
  return node.readEach(
    'getmempoolentry',
    params,
    (value) => entryAnswer.parse(value).time,
    () => true,
    { pool },
  );
}

/** One loop instead of a schema: for 300,000 entries it takes as long as parsing them. */
function txidsAnswer(value: unknown): string[] {
  if (!Array.isArray(value)) throw new TypeError('expected a list of txids');
  if (!value.every(isHash)) throw new TypeError('expected txids of 64 lower-case hex digits');
  return value;
}

/**
 * Serialized as over the wire. A single transaction may take all that the client allows.
 * @returns null for each that the node does not have: mined (without `txindex`), replaced or evicted meanwhile
 */
export async function readRawTransactions(node: UtxoConnection, txids: readonly string[]): Promise<(Buffer | null)[]> {
  const { largePool: pool } = await node.profile();
  const limit = txids.length > 1 ? { maxBytes: BATCH_MAX_BYTES } : {};
  // Without the verbosity, whose type differs between nodes: raw hex is every one's default.
  const params = txids.map((txid) => [txid]);
  return node.readEach('getrawtransaction', params, hexAnswer, isUnknown, { pool, ...limit });
}
