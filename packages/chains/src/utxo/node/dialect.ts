/**
 * How the nodes of the five chains differ. Requests have a form that all of them take. Where there is none, the
 * software decides, which getnetworkinfo names.
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
import type { PoolName } from '../../rpc/http-transport.js';

export interface Dialect {
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
export function dialectOf(version: number, subversion: string): Dialect {
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
