/** Bitcoin Cash Node 29 (BCHN src/core_write.cpp, src/rpc/blockchain.cpp, src/rest.cpp, src/clientversion.h). */
import type { NodeDialect } from '../dialect.js';
import { lacking, type RpcMethod } from '../rpc-context.js';
import { RPC_MISC_ERROR } from '../rpc-error.js';
import { decodeMethod } from '../rpc-transactions.js';
import { bitcoinCore, coreMethods } from './bitcoin-core.js';

function bchMethods(): ReadonlyMap<string, RpcMethod> {
  const methods = new Map(coreMethods);
  const method = (name: string): RpcMethod => methods.get(name) as RpcMethod;
  methods.set('getrawmempool', { ...method('getrawmempool'), names: ['verbose'] });
  methods.set('waitfornewblock', { ...method('waitfornewblock'), names: ['timeout'] });
  methods.set('getchaintxstats', lacking(method('getchaintxstats'), 'window_final_block_height'));
  methods.set('getnetworkinfo', lacking(method('getnetworkinfo'), 'incrementalfee'));
  methods.set('decoderawtransaction', decodeMethod);
  return methods;
}

export const bitcoinCashNode: NodeDialect = {
  ...bitcoinCore,
  // CLIENT_VERSION: a million per major version.
  version: () => 29_000_000,
  subversion: (version) =>
    `/Bitcoin Cash Node:${Math.floor(version / 1_000_000)}.${Math.floor(version / 10_000) % 100}.${Math.floor(version / 100) % 100}(EB32.0)/`,
  protocolVersion: 70_016,
  style: () => ({
    addresses: 'list',
    keyAddresses: 'all',
    weights: false,
    transactionWeights: false,
    fees: true,
    hexInBlocks: true,
    prevouts: true,
    transactionCounts: true,
    warnings: 'text',
    restCountInQuery: false,
  }),
  methods: bchMethods(),
  rest: new Set(['rest/chaininfo', 'rest/block', 'rest/headers']),
  zmqTopics: ['hashblock', 'hashtx', 'rawblock', 'rawtx'],
  typeError: RPC_MISC_ERROR,
  strictFrom: Number.POSITIVE_INFINITY,
  slots: () => 4 + 16,
  mempoolEntry: ({ transaction, time, depends, spentBy }) => ({
    fees: { base: transaction.fee, modified: transaction.fee },
    size: transaction.bytes.length,
    time,
    depends,
    spentby: spentBy,
  }),
  mempoolInfo: ({ count, bytes }) => ({
    loaded: true,
    size: count,
    bytes,
    usage: bytes * 4,
    maxmempool: 320_000_000,
    mempoolminfee: 1000n,
    minrelaytxfee: 1000n,
  }),
};
