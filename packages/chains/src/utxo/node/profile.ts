/** What the node behind the endpoint is and offers. Asked again after every sign of a restart: it may be another one now. */
import type { ChainCode } from '../../chain.js';
import { chainInfoAnswer, checked, networkInfoAnswer } from './answers.js';
import type { JsonRpc } from './json-rpc.js';
import type { Rest } from './rest.js';
import type { Lane } from './transport.js';

export interface NodeProfile {
  /** Of getnetworkinfo, such as 290000. */
  readonly version: number;
  /** Of getnetworkinfo, such as `/Satoshi:29.0.0/`. */
  readonly subversion: string;
  readonly rest: boolean;
  /** REST serves the outputs that a block spends (Bitcoin Core 30+, Knots 29). */
  readonly spentTxOuts: boolean;
  /** Where answers above 16 KB are fetched. */
  readonly largeLane: Lane;
  /** Second parameter of getblock for raw hex: 0, but dogecoind before 1.14.7 knows only the older `false`. */
  readonly rawBlockFlag: 0 | false;
  /** waitfornewblock takes the tip that the caller knows as its second parameter (Bitcoin Core 30+). */
  readonly waitTakesTip: boolean;
}

/** @throws NodeError or NodeLieError as the calls to the node do. */
export async function detectProfile(chain: ChainCode, rpc: JsonRpc, rest: Rest): Promise<NodeProfile> {
  const method = 'getnetworkinfo';
  const answer = await rpc.call(method, []);
  const { version, subversion } = checked({ chain, method }, answer, (value) => networkInfoAnswer.parse(value));
  const bestHash = await restTip(rest);
  // Probed with the tip: the undo data of a pruned node's older blocks is gone.
  const spent = bestHash === null ? null : await rest.get(spentTxOutsPath(bestHash), 'fresh');
  return {
    version,
    subversion,
    rest: bestHash !== null,
    spentTxOuts: spent !== null,
    largeLane: sendsWithoutDelay(version, subversion) ? 'shared' : 'fresh',
    rawBlockFlag: subversion.startsWith('/Shibetoshi:') ? false : 0,
    waitTakesTip: subversion.startsWith('/Satoshi:') && version >= 300_000,
  };
}

export function blockPath(hash: string): string {
  return `/rest/block/${hash}.bin`;
}

export function spentTxOutsPath(hash: string): string {
  return `/rest/spenttxouts/${hash}.bin`;
}

/** @returns the hash of the tip by REST, or null when what answers is not a node's REST interface. */
async function restTip(rest: Rest): Promise<string | null> {
  const body = await rest.get('/rest/chaininfo.json', 'shared');
  if (body === null) return null;
  try {
    return chainInfoAnswer.parse(JSON.parse(body.toString('utf8'))).bestblockhash;
  } catch {
    // A proxy in front of the node may answer any path with a page of its own. RPC serves everything that REST does.
    return null;
  }
}

/**
 * Whether large answers arrive at once on a kept-alive connection. Bitcoin Core does since it sets TCP_NODELAY (pull
 * request 30675, in every release from 29), Bitcoin Cash Node was measured to. Others get a connection per large answer:
 * measured on litecoind 0.21, 20 KB takes 44 ms on a kept-alive connection and 2.3 ms on a new one, which itself costs
 * 0.5 ms. Answers up to 16 KB, libevent's largest single write, are never held back.
 */
function sendsWithoutDelay(version: number, subversion: string): boolean {
  if (subversion.startsWith('/Satoshi:')) return version >= 290_000;
  return subversion.startsWith('/Bitcoin Cash Node:');
}
