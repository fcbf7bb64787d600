/** Bitcoin Cash Node 29 (BCHN src/core_write.cpp, src/rpc/blockchain.cpp, src/rest.cpp, src/clientversion.h). */

import type { NodeDialect, RpcMethod } from '../dialect.js';
import { RPC_MISC_ERROR } from '../rpc-error.js';
import { decodeMethod } from '../rpc-transactions.js';
import { bitcoinCore, coreMethods } from './bitcoin-core.js';

function bchMethods(): ReadonlyMap<string, RpcMethod> {
  const methods = new Map(coreMethods);
  const method = (name: string): RpcMethod => methods.get(name) as RpcMethod;
  methods.set('getrawmempool', { ...method('getrawmempool'), names: ['verbose'] });
  methods.set('waitfornewblock', { ...method('waitfornewblock'), names: ['timeout'] });
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
    warnings: 'text',
  }),
  methods: bchMethods(),
  zmqTopics: ['hashblock', 'hashtx', 'rawblock', 'rawtx'],
  typeError: RPC_MISC_ERROR,
  strictFrom: Number.POSITIVE_INFINITY,
  slots: () => 4 + 16,
};
