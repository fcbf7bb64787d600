/** Bitcoin Core 25 … 31 (bitcoin src/rpc/, src/rest.cpp). */
import { displayHash } from '../../utxo/hash.js';
import { virtualSizeOf, weightOf } from '../../utxo/transaction.js';
import type { JsonObject, MempoolEntry, MempoolTotals, NodeDialect } from '../dialect.js';
import { blockMethods } from '../rpc-blocks.js';
import { chainStatsMethods } from '../rpc-chain-stats.js';
import { RPC_TYPE_ERROR } from '../rpc-error.js';
import { mempoolMethods } from '../rpc-mempool.js';
import { networkMethods } from '../rpc-network.js';
import { transactionMethods } from '../rpc-transactions.js';

/** Core 28 and later answer strict requests strictly; Core 29 doubled threads and queue (src/httpserver.h). */
const STRICT_VERSION = 280_000;
const WIDE_VERSION = 290_000;

export const coreMethods = new Map(
  Object.entries({
    ...networkMethods,
    ...blockMethods,
    ...chainStatsMethods,
    ...transactionMethods,
    ...mempoolMethods,
  }),
);

function coreMempoolEntry({ transaction, time, height, depends, spentBy }: MempoolEntry): JsonObject {
  return {
    vsize: virtualSizeOf(transaction),
    weight: weightOf(transaction),
    time,
    height,
    wtxid: displayHash(transaction.wtxid),
    fees: { base: transaction.fee, modified: transaction.fee },
    depends,
    spentby: spentBy,
    'bip125-replaceable': transaction.sequence < 0xfffffffe,
    unbroadcast: false,
  };
}

export function coreMempoolInfo({ count, bytes, fees }: MempoolTotals): JsonObject {
  return {
    loaded: true,
    size: count,
    bytes,
    usage: bytes * 4,
    total_fee: fees,
    maxmempool: 300_000_000,
    mempoolminfee: 1000n,
    minrelaytxfee: 1000n,
    incrementalrelayfee: 1000n,
    unbroadcastcount: 0,
    fullrbf: true,
  };
}

export const bitcoinCore: NodeDialect = {
  proofOfWork: 'sha256d',
  version: (spentTxOuts) => (spentTxOuts ? 300_000 : 250_000),
  subversion: (version) =>
    `/Satoshi:${Math.floor(version / 10_000)}.${Math.floor(version / 100) % 100}.${version % 100}/`,
  protocolVersion: 70_016,
  port: 18_443,
  style: (version) => ({
    addresses: 'one',
    keyAddresses: 'none',
    weights: true,
    transactionWeights: true,
    fees: true,
    hexInBlocks: true,
    prevouts: true,
    transactionCounts: true,
    warnings: version >= STRICT_VERSION ? 'list' : 'text',
    restCountInQuery: true,
  }),
  methods: coreMethods,
  rest: new Set(['rest/chaininfo', 'rest/block', 'rest/headers', 'rest/blockhashbyheight', 'rest/spenttxouts']),
  zmqTopics: ['hashblock', 'hashtx', 'rawblock', 'rawtx', 'sequence'],
  typeError: RPC_TYPE_ERROR,
  strictFrom: STRICT_VERSION,
  refusal: 'status',
  cookieEncoding: 'hex',
  slots: (version) => (version >= WIDE_VERSION ? 16 + 64 : 4 + 16),
  mempoolEntry: coreMempoolEntry,
  mempoolInfo: coreMempoolInfo,
};
