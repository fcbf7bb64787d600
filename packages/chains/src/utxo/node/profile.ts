/** Profile of the node. Detected again after every sign of a restart: it may be another node by then. */
import type { ChainCode } from '../../chain.js';
import { TooLargeError } from '../../errors.js';
import type { PoolName } from '../../rpc/http-transport.js';
import type { JsonRpc } from '../../rpc/json-rpc.js';
import { checked } from '../../rpc/rpc-errors.js';
import { chainInfoAnswer, networkInfoAnswer } from './answer-schemas.js';
import { type Dialect, dialectOf } from './dialect.js';

/**
 * `largePool`: Bitcoin Core sends large answers at once on a kept-alive connection since it sets TCP_NODELAY (pull
 * request 30675, every release from 29). So does Bitcoin Cash Node, as measured. Others get a connection per large
 * answer. On litecoind 0.21, 20 KB takes 44 ms on a kept-alive connection and 2.3 ms on a new one, which itself costs
 * 0.5 ms. Answers up to 16 KB, libevent's largest single write, are never held back.
 */
export interface NodeProfile extends Dialect {
  /** The node serves REST. */
  readonly rest: boolean;
  /** REST serves the outputs that a block spends (Bitcoin Core 30+, Knots 29). */
  readonly spentTxOuts: boolean;
}

type ReadRest = (path: string, pool: PoolName) => Promise<Buffer | null>;

/** @throws NodeError or NodeLieError as the calls to the node do. */
export async function detectProfile(chain: ChainCode, rpc: JsonRpc, rest: ReadRest): Promise<NodeProfile> {
  const method = 'getnetworkinfo';
  const answer = await rpc.call(method, []);
  const { version, subversion } = checked({ chain, method }, answer, (value) => networkInfoAnswer.parse(value));
  const dialect = dialectOf(version, subversion);
  const bestHash = dialect.hasRest ? await restTip(rest) : null;
  // Probed with the tip: the undo data of a pruned node's older blocks is gone.
  const spentTxOuts = bestHash !== null && (await offersSpent(rest, bestHash));
  return { ...dialect, rest: bestHash !== null, spentTxOuts };
}

/** Those of one block may be too large, see `readSpentOutputs`. */
async function offersSpent(rest: ReadRest, hash: string): Promise<boolean> {
  try {
    return (await rest(spentTxOutsPath(hash), 'fresh')) !== null;
  } catch (error) {
    if (error instanceof TooLargeError) return true;
    throw error;
  }
}

export function blockPath(hash: string): string {
  return `/rest/block/${hash}.bin`;
}

export function spentTxOutsPath(hash: string): string {
  return `/rest/spenttxouts/${hash}.bin`;
}

/** @returns the hash of the tip by REST, or null when what answers is not a node's REST interface. */
async function restTip(rest: ReadRest): Promise<string | null> {
  const body = await rest('/rest/chaininfo.json', 'shared');
  if (body === null) return null;
  try {
    return chainInfoAnswer.parse(JSON.parse(body.toString('utf8'))).bestblockhash;
  } catch {
    // A proxy in front of the node may answer any path with a page of its own. RPC serves everything that REST does.
    return null;
  }
}
