/** Dogecoin Core 1.14.9, a Bitcoin Core 0.14 with AuxPoW (dogecoin src/rpc/blockchain.cpp, rawtransaction.cpp, net.cpp). */

import type { Json } from '../decimal-json.js';
import type { NodeDialect, RpcMethod } from '../dialect.js';
import { isHash } from '../rpc-context.js';
import { RPC_INVALID_ADDRESS_OR_KEY, RPC_MISC_ERROR, RpcError } from '../rpc-error.js';
import { decodeMethod } from '../rpc-transactions.js';
import { bitcoinCore, coreMethods } from './bitcoin-core.js';

/** Calls that take less than Core's do today: 0.14 refuses a parameter too many. */
const SHORTER: readonly (readonly [string, readonly string[]])[] = [
  ['getrawtransaction', ['txid', 'verbose']],
  ['getrawmempool', ['verbose']],
  ['gettxoutsetinfo', []],
  ['waitfornewblock', ['timeout']],
];

function dogecoinMethods(): ReadonlyMap<string, RpcMethod> {
  const methods = new Map(coreMethods);
  for (const [name, names] of SHORTER) methods.set(name, { ...(methods.get(name) as RpcMethod), names });
  for (const missing of ['getzmqnotifications', 'getchaintxstats']) methods.delete(missing);
  methods.set('decoderawtransaction', decodeMethod);
  // It takes what is no hash for one that nobody has (uint256S).
  for (const name of ['getblock', 'getblockheader']) {
    methods.set(
      name,
      takingAnyHash(methods.get(name) as RpcMethod, () => {
        throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Block not found');
      }),
    );
  }
  methods.set(
    'gettxout',
    takingAnyHash(methods.get('gettxout') as RpcMethod, () => null),
  );
  return methods;
}

function takingAnyHash(method: RpcMethod, unknown: () => Json): RpcMethod {
  const isNone = (text: unknown): boolean => typeof text === 'string' && !isHash(text);
  return { ...method, run: (context, params) => (isNone(params[0]) ? unknown() : method.run(context, params)) };
}

export const dogecoinCore: NodeDialect = {
  ...bitcoinCore,
  proofOfWork: 'scrypt',
  version: () => 1_140_900,
  subversion: (version) =>
    `/Shibetoshi:${Math.floor(version / 1_000_000)}.${Math.floor(version / 10_000) % 100}.${Math.floor(version / 100) % 100}/`,
  protocolVersion: 70_015,
  port: 18_332,
  style: () => ({
    addresses: 'list',
    keyAddresses: 'all',
    warnings: 'none',
  }),
  methods: dogecoinMethods(),
  zmqTopics: ['hashblock', 'hashtx', 'rawblock', 'rawtx'],
  typeError: RPC_MISC_ERROR,
  strictFrom: Number.POSITIVE_INFINITY,
  slots: () => 4 + 16,
  saysLoaded: false,
};
