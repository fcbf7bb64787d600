/** Bitcoin Core 25 … 31 (bitcoin src/rpc/, src/rest.cpp). */
import type { NodeDialect } from '../dialect.js';
import { blockMethods } from '../rpc-blocks.js';
import { RPC_TYPE_ERROR } from '../rpc-error.js';
import { mempoolMethods } from '../rpc-mempool.js';
import { networkMethods } from '../rpc-network.js';
import { transactionMethods } from '../rpc-transactions.js';
import { bitcoindProtocol } from './bitcoind-protocol.js';

/** Core 28 and later answer strict requests strictly; Core 29 doubled threads and queue (src/httpserver.h). */
const STRICT_VERSION = 280_000;
const WIDE_VERSION = 290_000;

export const coreMethods = new Map(
  Object.entries({
    ...networkMethods,
    ...blockMethods,
    ...transactionMethods,
    ...mempoolMethods,
  }),
);

export const bitcoinCore: NodeDialect = {
  proofOfWork: 'sha256d',
  protocol: bitcoindProtocol,
  version: (spentTxOuts) => (spentTxOuts ? 300_000 : 250_000),
  subversion: (version) =>
    `/Satoshi:${Math.floor(version / 10_000)}.${Math.floor(version / 100) % 100}.${version % 100}/`,
  protocolVersion: 70_016,
  port: 18_443,
  style: (version) => ({
    addresses: 'one',
    keyAddresses: 'none',
    warnings: version >= STRICT_VERSION ? 'list' : 'text',
  }),
  methods: coreMethods,
  hasRest: true,
  zmqTopics: ['hashblock', 'hashtx', 'rawblock', 'rawtx', 'sequence'],
  typeError: RPC_TYPE_ERROR,
  strictFrom: STRICT_VERSION,
  refusal: 'status',
  slots: (version) => (version >= WIDE_VERSION ? 16 + 64 : 4 + 16),
  saysLoaded: true,
};
