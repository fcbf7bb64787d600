/** What zebrad says of itself and of its chain (zebra zebra-rpc/src/methods.rs). */
import type { Json } from '../../node/decimal-json.js';
import { type Params, type RpcContext, type RpcMethod, requireDetails } from '../../node/rpc-context.js';
import { NO_POOLS } from '../pools.js';
import { branchIdAt, isActive, UPGRADE_LIST } from '../upgrades.js';
import { chainSupplyJson, valuePoolsJson } from './amounts-json.js';

/** MIN_MEMPOOL_TX_FEE_RATE of zebra's zip317.rs, in ZEC. */
const RELAY_FEE = 0.000001;

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
  const pools = requireDetails(context).decoded(tip.hash)?.pools ?? NO_POOLS;
  return {
    // BIP 70's names know no regtest (zebra NetworkKind::bip70_network_name).
    chain: context.profile.network.name === 'mainnet' ? 'main' : 'test',
    blocks: tip.height,
    headers: tip.height,
    difficulty: 1,
    verificationprogress: 1,
    chainwork: 0,
    pruned: false,
    size_on_disk: tip.height * 10_000,
    commitments: 0,
    bestblockhash: tip.hash,
    // As with `rpc.debug_force_finished_sync`: without it a regtest of old blocks seems to be years behind.
    estimatedheight: tip.height,
    chainSupply: chainSupplyJson(pools),
    valuePools: valuePoolsJson(pools, null),
    upgrades: upgradesJson(tip.height),
    consensus: {
      chaintip: branchHex(branchIdAt(tip.height)),
      nextblock: branchHex(branchIdAt(tip.height + 1)),
    },
  };
}

function infoJson({ source, profile }: RpcContext): Json {
  return {
    version: profile.version,
    build: `v${versionText(profile.version)}`,
    subversion: profile.dialect.subversion(profile.version),
    protocolversion: PROTOCOL_VERSION,
    blocks: source.tip().height,
    connections: 8,
    difficulty: 1,
    testnet: profile.network.name !== 'mainnet',
    paytxfee: 0,
    relayfee: RELAY_FEE,
    errors: 'no errors',
    errorstimestamp: 0,
  };
}

function networkInfoJson({ profile }: RpcContext): Json {
  const reached = (name: string, reachable: boolean): Json => ({
    name,
    limited: false,
    reachable,
    proxy: '',
    proxy_randomize_credentials: false,
  });
  return {
    version: profile.version,
    subversion: profile.dialect.subversion(profile.version),
    protocolversion: PROTOCOL_VERSION,
    localservices: '0000000000000001',
    timeoffset: 0,
    connections: 8,
    networks: [reached('ipv4', true), reached('ipv6', true), reached('onion', false)],
    relayfee: RELAY_FEE,
    localaddresses: [],
    warnings: '',
  };
}

const simple = (run: (context: RpcContext, params: Params) => Json): RpcMethod => ({ names: [], run });

export const zebraNetworkMethods: Readonly<Record<string, RpcMethod>> = {
  getinfo: simple(infoJson),
  getnetworkinfo: simple(networkInfoJson),
  getblockchaininfo: simple(blockchainInfoJson),
  // The end of support is a matter of mainnet alone.
  getdeprecationinfo: simple(() => ({})),
  getblockcount: simple(({ source }) => source.tip().height),
  getbestblockhash: simple(({ source }) => source.tip().hash),
  getbestblockheightandhash: simple(({ source }) => ({ height: source.tip().height, hash: source.tip().hash })),
  getdifficulty: simple(() => 1),
  ping: simple(() => null),
};
