/** Litecoin Core 0.21, a Bitcoin Core 0.21 (litecoin src/core_write.cpp, src/rest.cpp). */
import type { NodeDialect } from '../dialect.js';
import { bitcoinCore } from './bitcoin-core.js';

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
    warnings: 'text',
  }),
  strictFrom: Number.POSITIVE_INFINITY,
  slots: () => 4 + 16,
};
