/** The mempool of a UTXO node: raw transactions by id, decoded, and each shown to be the one that was asked for. */
import {
  DecodeError,
  decodeUtxoTransaction,
  displayHash,
  isHogAddrScript,
  isNullInput,
  NodeError,
  NodeLieError,
  type UtxoChain,
  type UtxoNode,
  type UtxoTransactions,
} from '@chaintrail/chains';
import type { UtxoMempoolTransaction } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { MempoolSource, Missing } from './mempool-follower.js';

/** Transactions of one question that the node may fail to deliver; more than that is trouble with the node. */
const MOST_REFUSED = 16;

export function utxoMempoolSource(
  chain: UtxoChain,
  node: Pick<UtxoNode, 'mempool' | 'mempoolInfo' | 'mempoolTimes' | 'rawPending'>,
  log: Logger,
): MempoolSource<UtxoMempoolTransaction> {
  const decode = (txid: string, bytes: Buffer, cameAt: number | null): UtxoMempoolTransaction | Missing => {
    const now = Math.floor(Date.now() / 1000);
    try {
      const decoded = decodeUtxoTransaction(chain, bytes);
      // Entirely inside Litecoin's MWEB: nothing of it shows.
      if (decoded === null || isPartOfBlock(chain, decoded)) return 'unfit';
      if (displayHash(decoded.txids) === txid) return { txid, decoded, firstSeen: Math.min(now, cameAt ?? now) };
      log.warn({ txid }, 'the node delivered another transaction than the one asked for; it is not shown');
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      log.warn(
        { txid, err: error },
        'the node delivered an unconfirmed transaction that cannot be read; it is not shown',
      );
    }
    return 'unfit';
  };
  return {
    async mempool() {
      // The question comes before the list: a mempool whole by then is whole in the list. zebrad has nothing to read again.
      const info = chain.shielded ? null : await node.mempoolInfo().catch(unlessRefused);
      const { txids, sequence } = await node.mempool();
      const isWhole = chain.shielded || (info?.isLoaded ?? null);
      return { txids, isWhole, sequence, leastFeeRate: info?.leastFeeRate ?? null };
    },
    async size() {
      return (await node.mempoolInfo().catch(unlessRefused))?.size ?? null;
    },
    async transactions(txids, wereThere) {
      const times = wereThere && !chain.shielded ? await node.mempoolTimes(txids).catch(unlessPassing) : [];
      const fetched = await fetchEach(node, txids, log);
      return fetched.map((found, n) =>
        typeof found === 'string' ? found : decode(txids[n]!, found, times[n] ?? null),
      );
    },
  };
}

/**
 * Whether it is a coinbase, or a HogEx of Litecoin: neither is ever unconfirmed. Nodes notify of those of orphaned blocks,
 * too (`hashtx`), and have them with `txindex`.
 */
function isPartOfBlock({ mweb }: UtxoChain, decoded: UtxoTransactions): boolean {
  if (isNullInput(decoded, 0)) return true;
  const { bytes, outputScriptOffset, outputScriptLength } = decoded;
  return mweb && isHogAddrScript(bytes, outputScriptOffset[0]!, outputScriptLength[0]!);
}

/** A node, or a proxy before it, that refuses to say leaves it open. */
function unlessRefused(error: unknown): null {
  if (error instanceof NodeError && !error.retryable) return null;
  throw error;
}

/** Times that cannot be had are no reason to leave transactions out. A node that fails for a moment is asked again. */
function unlessPassing(error: unknown): [] {
  if (error instanceof NodeLieError || (error instanceof NodeError && !error.retryable)) return [];
  throw error;
}

/** One that the node cannot deliver must not keep the others away. */
async function fetchEach(
  node: Pick<UtxoNode, 'rawPending'>,
  txids: readonly string[],
  log: Logger,
): Promise<(Buffer | Missing)[]> {
  let refused = 0;
  const fetch = async (part: readonly string[]): Promise<(Buffer | Missing)[]> => {
    try {
      return (await node.rawPending(part)).map((bytes) => bytes ?? 'gone');
    } catch (error) {
      const isOfOne = error instanceof NodeLieError || (error instanceof NodeError && !error.retryable);
      if (!isOfOne || refused >= MOST_REFUSED) throw error;
      if (part.length === 1) {
        refused++;
        log.warn(
          { txid: part[0], err: error },
          'the node does not deliver an unconfirmed transaction; it is not shown',
        );
        return ['unfit'];
      }
      const middle = part.length >> 1;
      return [...(await fetch(part.slice(0, middle))), ...(await fetch(part.slice(middle)))];
    }
  };
  return fetch(txids);
}
