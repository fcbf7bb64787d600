/**
 * How the nodes of the five chains differ. Requests have a form that all of them take. Where there is none, the
 * software decides, which getnetworkinfo names. Detected again after every sign of a restart: it may be another node by
 * then.
 *
 * | | Bitcoin Core, Knots | litecoind 0.21 | dogecoind 1.14 | Bitcoin Cash Node | zebrad 7 |
 * |---|---|---|---|---|---|
 * | getblock for raw hex | 0 | 0 | false | 0 | 0 |
 * | getblock for txids | 1 | 1 | true | 1 | 1 |
 * | getrawmempool with its sequence | yes | yes | no | no | no |
 * | getrawtransaction takes a block hash | yes | yes | no | yes | yes |
 * | REST | yes | yes | yes | yes | no |
 * | waitfornewblock | yes | yes | yes | yes | no |
 */

import { TooLargeError } from '../../errors.js';
import type { PoolName } from '../../rpc/http-connection.js';
import type { Check } from '../../rpc/rpc-errors.js';
import { chainInfoAnswer, networkInfoAnswer } from './answer-schemas.js';

interface Dialect {
  /** Second parameter of getblock for raw hex: 0, but dogecoind before 1.14.7 knows only the older `false`. */
  readonly rawBlockFlag: 0 | false;
  /** Second parameter of getblock for the header's fields and the txids. */
  readonly txidsFlag: 1 | true;
  /** getrawmempool takes `mempool_sequence` as its second parameter (Bitcoin Core 0.21+). */
  readonly mempoolSequence: boolean;
  /** waitfornewblock takes the tip that the caller knows as its second parameter (Bitcoin Core 30+). */
  readonly waitTakesTip: boolean;
  /**
   * How the node decodes a transaction of a block without `txindex`: it finds it in the block, or gets the bytes
   * (dogecoind). With `getblock 2` dogecoind would decode the whole block: 4.7 MB of JSON for 600 KB.
   */
  readonly describes: 'getrawtransaction' | 'decoderawtransaction';
  /** The software has a REST interface, which may be switched off. */
  readonly hasRest: boolean;
  /** Where answers above 16 KB are fetched. */
  readonly largePool: PoolName;
}

/** @param version @param subversion of getnetworkinfo */
function dialectOf(version: number, subversion: string): Dialect {
  const is = (name: string): boolean => subversion.startsWith(`/${name}:`);
  const isCore = is('Satoshi');
  const isDogecoin = is('Shibetoshi');
  return {
    rawBlockFlag: isDogecoin ? false : 0,
    txidsFlag: isDogecoin ? true : 1,
    mempoolSequence: (isCore || is('LitecoinCore')) && version >= 210_000,
    waitTakesTip: isCore && version >= 300_000,
    describes: isDogecoin ? 'decoderawtransaction' : 'getrawtransaction',
    hasRest: !is('Zebra'),
    largePool: (isCore && version >= 290_000) || is('Bitcoin Cash Node') ? 'shared' : 'fresh',
  };
}

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

/** The part of a connection that is asked. */
interface ProfiledNode {
  read<T>(method: string, params: readonly unknown[], check: Check<T>): Promise<T>;
  rest(path: string, pool: PoolName): Promise<Buffer | null>;
}

/** @throws NodeError or NodeLieError as the calls to the node do. */
export async function detectProfile(node: ProfiledNode): Promise<NodeProfile> {
  const { version, subversion } = await node.read('getnetworkinfo', [], networkInfoAnswer);
  const dialect = dialectOf(version, subversion);
  const bestHash = dialect.hasRest ? await restTip(node) : null;
  // Probed with the tip: the undo data of a pruned node's older blocks is gone.
  const spentTxOuts = bestHash !== null && (await offersSpent(node, bestHash));
  return { ...dialect, rest: bestHash !== null, spentTxOuts };
}

/** Those of one block may be too large, see `readSpentOutputs`. */
async function offersSpent(node: ProfiledNode, hash: string): Promise<boolean> {
  try {
    return (await node.rest(spentTxOutsPath(hash), 'fresh')) !== null;
  } catch (error) {
    if (error instanceof TooLargeError) return true;
    throw error;
  }
}

export function spentTxOutsPath(hash: string): string {
  return `/rest/spenttxouts/${hash}.bin`;
}

/** @returns the hash of the tip by REST, or null when what answers is not a node's REST interface. */
async function restTip(node: ProfiledNode): Promise<string | null> {
  const body = await node.rest('/rest/chaininfo.json', 'shared');
  if (body === null) return null;
  try {
    return chainInfoAnswer.parse(JSON.parse(body.toString('utf8'))).bestblockhash;
  } catch {
    // A proxy in front of the node may answer any path with a page of its own. RPC serves everything that REST does.
    return null;
  }
}
