/** How the nodes of the chains differ, where the product asks: one line of data each. */
import type { UtxoChain } from '@chaintrail/chains';

export interface NodeDialect {
  /** Of getnetworkinfo. */
  readonly version: number;
  readonly subversion: string;
  /** Methods that it does not have. */
  readonly lacks: readonly string[];
  /** Answers JSON-RPC 2.0 as that specification says, and not as version 1 with errors as HTTP status. */
  readonly strict?: boolean;
  /** Knows no blocks beside its chain. */
  readonly forgetsStale?: boolean;
}

const CORE_25: NodeDialect = { version: 250_000, subversion: '/Satoshi:25.0.0/', lacks: ['decoderawtransaction'] };
/** Serves what blocks spend; strict since 28. */
const CORE_30: NodeDialect = { ...CORE_25, version: 300_000, subversion: '/Satoshi:30.0.0/', strict: true };

const DIALECTS: Partial<Record<string, NodeDialect>> = {
  btc: CORE_25,
  ltc: { ...CORE_25, version: 210_504, subversion: '/LitecoinCore:0.21.5.4/' },
  doge: {
    version: 1_140_900,
    subversion: '/Shibetoshi:1.14.9/',
    lacks: ['getchaintxstats', 'getzmqnotifications'],
  },
  bch: { version: 29_000_000, subversion: '/Bitcoin Cash Node:29.0.0(EB32.0)/', lacks: [] },
  zec: {
    version: 7_000_000,
    subversion: '/Zebra:7.0.0/',
    lacks: ['decoderawtransaction', 'getchaintxstats', 'gettxoutsetinfo', 'getzmqnotifications', 'waitfornewblock'],
    strict: true,
    forgetsStale: true,
  },
};

/** @throws RangeError for a chain that has no simulated node */
export function dialectOf({ code, name }: UtxoChain, spentTxOuts: boolean): NodeDialect {
  const dialect = code === 'btc' && spentTxOuts ? CORE_30 : DIALECTS[code];
  if (dialect) return dialect;
  throw new RangeError(`there is no simulated ${name} node: known are ${Object.keys(DIALECTS).join(', ')}`);
}
