/** How the nodes of the chains differ, where the product asks: one line of data each. */
import type { UtxoChain } from '@chaintrail/chains';

export interface NodeDialect {
  /** Version of getnetworkinfo. */
  readonly version: number;
  readonly subversion: string;
  /** Methods that it does not have. */
  readonly lacks: readonly string[];
  /** Methods that take fewer parameters than elsewhere, and how many. More are answered with help. */
  readonly takes?: Readonly<Record<string, number>>;
  /** Lists addresses of an output, that of a bare key, too, as Bitcoin Core did before 22. */
  readonly listsAddresses?: boolean;
  /** Without its block, finds a transaction only while it is unconfirmed or has an unspent output. */
  readonly lacksTxIndex?: boolean;
  /** Does not say whether it has read its mempool. */
  readonly hidesLoading?: boolean;
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
  // These two answer as their recordings do: packages/devnet/test/recorded-nodes.test.ts compares them.
  doge: {
    version: 1_149_900,
    subversion: '/Shibetoshi:1.14.99/',
    lacks: ['getchaintxstats', 'getzmqnotifications'],
    takes: { getrawmempool: 1, getrawtransaction: 2, gettxoutsetinfo: 0 },
    listsAddresses: true,
    lacksTxIndex: true,
    hidesLoading: true,
  },
  bch: {
    version: 28_000_200,
    subversion: '/Bitcoin Cash Node:28.0.2(EB32.0)/',
    lacks: [],
    takes: { getrawmempool: 1 },
    listsAddresses: true,
    lacksTxIndex: true,
  },
  zec: {
    version: 7_000_000,
    subversion: '/Zebra:7.0.0/',
    lacks: ['decoderawtransaction', 'getchaintxstats', 'gettxoutsetinfo', 'getzmqnotifications', 'waitfornewblock'],
    strict: true,
    forgetsStale: true,
    hidesLoading: true,
  },
};

/** @throws RangeError for a chain that has no simulated node */
export function dialectOf({ code, name }: UtxoChain, spentTxOuts: boolean): NodeDialect {
  const dialect = code === 'btc' && spentTxOuts ? CORE_30 : DIALECTS[code];
  if (dialect) return dialect;
  throw new RangeError(`there is no simulated ${name} node: known are ${Object.keys(DIALECTS).join(', ')}`);
}
