/** What zebrad says of itself and of its chain (zebra zebra-rpc/src/methods.rs). */

import type { Json } from '../../node/decimal-json.js';
import type { Params, RpcContext, RpcMethod } from '../../node/dialect.js';
import { isActive, UPGRADE_LIST } from '../upgrades.js';

export const PROTOCOL_VERSION = 170_190;

const branchHex = (branchId: number): string => branchId.toString(16).padStart(8, '0');

/** 7_000_000 → "7.0.0" (GetInfoResponse::version_from_string). */
export function versionText(version: number): string {
  return `${Math.floor(version / 1e6)}.${Math.floor(version / 1e4) % 100}.${Math.floor(version / 100) % 100}`;
}

function upgradesJson(height: number): Json {
  return Object.fromEntries(
    UPGRADE_LIST.map((upgrade) => [
      branchHex(upgrade.branchId),
      {
        name: upgrade.name,
        activationheight: upgrade.height,
        status: isActive(upgrade, height) ? 'active' : 'pending',
      },
    ]),
  );
}

function blockchainInfoJson(context: RpcContext): Json {
  const { source } = context;
  const tip = source.tip();
  return {
    // BIP 70's names know no regtest (zebra NetworkKind::bip70_network_name).
    chain: context.profile.network.name === 'mainnet' ? 'main' : 'test',
    blocks: tip.height,
    headers: tip.height,
    verificationprogress: 1,
    pruned: false,
    bestblockhash: tip.hash,
    // As with `rpc.debug_force_finished_sync`: without it a regtest of old blocks seems to be years behind.
    estimatedheight: tip.height,
    upgrades: upgradesJson(tip.height),
  };
}

function networkInfoJson({ profile }: RpcContext): Json {
  return {
    version: profile.version,
    subversion: profile.dialect.subversion(profile.version),
    protocolversion: PROTOCOL_VERSION,
    warnings: '',
  };
}

const simple = (run: (context: RpcContext, params: Params) => Json): RpcMethod => ({ names: [], run });

export const zebraNetworkMethods: Readonly<Record<string, RpcMethod>> = {
  getnetworkinfo: simple(networkInfoJson),
  getblockchaininfo: simple(blockchainInfoJson),
  // The end of support is a matter of mainnet alone.
  getdeprecationinfo: simple(() => ({})),
  getblockcount: simple(({ source }) => source.tip().height),
  getbestblockhash: simple(({ source }) => source.tip().hash),
};
