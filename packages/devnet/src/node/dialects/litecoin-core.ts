/** Litecoin Core 0.21, a Bitcoin Core 0.21 (litecoin src/core_write.cpp, src/rest.cpp). */
import type { NodeDialect } from '../dialect.js';
import { bitcoinCore, coreMempoolInfo } from './bitcoin-core.js';

export const litecoinCore: NodeDialect = {
  ...bitcoinCore,
  proofOfWork: 'scrypt',
  version: () => 210_504,
  subversion: (version) =>
    `/LitecoinCore:0.${Math.floor(version / 10_000)}.${Math.floor(version / 100) % 100}.${version % 100}/`,
  protocolVersion: 70_017,
  port: 19_443,
  style: () => ({
    addresses: 'list',
    keyAddresses: 'multisig',
    weights: true,
    transactionWeights: true,
    fees: false,
    hexInBlocks: true,
    prevouts: false,
    transactionCounts: true,
    warnings: 'text',
    restCountInQuery: false,
  }),
  rest: new Set(['rest/chaininfo', 'rest/block', 'rest/headers', 'rest/blockhashbyheight']),
  strictFrom: Number.POSITIVE_INFINITY,
  slots: () => 4 + 16,
  mempoolInfo: (totals) => ({
    ...coreMempoolInfo(totals),
    total_fee: undefined,
    incrementalrelayfee: undefined,
    fullrbf: undefined,
  }),
};
