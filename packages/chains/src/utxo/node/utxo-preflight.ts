/**
 * Checks that this is the node that the settings mean, and that it serves all that will be read. Each refusal is a
 * sentence with its remedy.
 */
import type { NodeVersion, UtxoChain, UtxoNetwork } from '../../chain.js';
import { type NodeError, PreflightError } from '../../errors.js';
import { settingOf } from '../../rpc/http-options.js';
import { quoteForeign, RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import { RPC_IN_WARMUP } from './bitcoind-errors.js';
import { readBlockHash } from './blocks.js';
import { type ForeignBlock, type ForkBlocks, onForeignBranch } from './fork-blocks.js';
import type { UtxoConnection } from './utxo-connection.js';
import { readSnapshotGap, readUpgrades, type SnapshotGap, type UtxoNodeInfo } from './utxo-node-info.js';

export interface PreflightFacts {
  readonly info: UtxoNodeInfo;
  readonly genesisHash: string | null;
  /** Branch ids of the network upgrades that the node knows; null on chains that have none. */
  readonly upgrades: readonly string[] | null;
  readonly foreignBlock: ForeignBlock | null;
  readonly snapshotGap: SnapshotGap | null;
}

export interface PreflightTarget {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  /** First height to be read. */
  readonly startHeight: number;
}

/** @throws NodeError or NodeLieError as the calls to the node do. */
export async function readPreflightFacts(
  { chain, network }: PreflightTarget,
  info: UtxoNodeInfo,
  node: UtxoConnection,
  forks: ForkBlocks,
): Promise<PreflightFacts> {
  return {
    info,
    genesisHash: await readBlockHash(node, 0),
    // Only mainnet: test networks had the upgrade at other times, and a regtest node has those of its settings.
    upgrades: chain.shielded && network.nodeChain === 'main' ? await readUpgrades(node) : null,
    foreignBlock: await forks.findForeign(info.blocks),
    snapshotGap: await readSnapshotGap(node),
  };
}

/** @throws PreflightError for the first thing that is wrong, in the order in which an operator would correct them. */
export function requireUsable(target: PreflightTarget, facts: PreflightFacts): void {
  const problem =
    wrongGenesis(target, facts) ??
    wrongNetwork(target.chain, target.network, facts.info.chain) ??
    haltedSoftware(target, facts) ??
    foreignSoftware(target, facts) ??
    (facts.foreignBlock && onForeignBranch(target.chain, target.network, facts.foreignBlock)) ??
    tooOld(target, facts) ??
    missesUpgrade(target, facts) ??
    missingBelowSnapshot(target, facts) ??
    pruned(target, facts);
  if (problem) throw problem;
}

/** @param nodeChain `chain` of getblockchaininfo */
export function wrongNetwork(chain: UtxoChain, network: UtxoNetwork, nodeChain: string): PreflightError | null {
  if (nodeChain === network.nodeChain) return null;
  const other = chain.networks.find((one) => one.nodeChain === nodeChain);
  return onOtherNetwork(chain, network, other, `"${quoteForeign(nodeChain, 40)}"`);
}

/** @param found what the node calls its network, for one that is not known */
function onOtherNetwork(
  chain: UtxoChain,
  network: UtxoNetwork,
  other: UtxoNetwork | undefined,
  found: string,
): PreflightError {
  const remedies = [`point ${settingOf(chain.code, 'RPC_URL')} at a ${network.name} node`];
  if (other) remedies.unshift(`set ${settingOf(chain.code, 'NETWORK')}=${other.name}`);
  return new PreflightError(
    chain.code,
    `the node follows ${other?.name ?? found}, but ${network.name} is configured: ${remedies.join(' or ')}`,
  );
}

/** The genesis block says more than the name of the network: zebrad calls its regtest by the name of its testnet. */
function wrongGenesis(
  { chain, network }: PreflightTarget,
  { genesisHash, info }: PreflightFacts,
): PreflightError | null {
  if (genesisHash === network.genesisHash) return null;
  const found = genesisHash ?? 'missing';
  const others = chain.networks.filter((one) => one.genesisHash === genesisHash);
  // Bitcoin Cash's testnet4 and chipnet begin with the same block, and go by different names.
  const other = others.find((one) => one.nodeChain === info.chain) ?? others[0];
  if (other) return onOtherNetwork(chain, network, other, found);
  const unknown = wrongNetwork(chain, network, info.chain);
  if (unknown) return unknown;
  return new PreflightError(
    chain.code,
    `the node follows another chain (its genesis block is ${found}, that of ${chain.name} ${network.name} is ` +
      `${network.genesisHash}): point ${settingOf(chain.code, 'RPC_URL')} at a ${chain.name} node`,
  );
}

/** zcashd stops at a height of its own, and its last release did so in July 2026, before NU6.3. */
function haltedSoftware(target: PreflightTarget, { info }: PreflightFacts): PreflightError | null {
  if (!info.subversion.startsWith('/MagicBean:')) return null;
  const { chain } = target;
  return new PreflightError(
    chain.code,
    `the node is zcashd (${quoteForeign(info.subversion, 60)}), which does not follow ${chain.name} since July 2026: ` +
      `point ${settingOf(chain.code, 'RPC_URL')} at ${minimumNode(target).name} or newer`,
  );
}

function foreignSoftware({ chain }: PreflightTarget, { info }: PreflightFacts): PreflightError | null {
  const software = Object.entries(chain.foreignSoftware ?? {});
  const found = software.find(([name]) => info.subversion.startsWith(`/${name}:`));
  if (!found) return null;
  return new PreflightError(
    chain.code,
    `the node is ${quoteForeign(info.subversion, 60)}, which follows ${found[1]}: ` +
      `point ${settingOf(chain.code, 'RPC_URL')} at a ${chain.name} node`,
  );
}

/** NU7, since block 3,543,405 of mainnet (zebra-chain/src/parameters/network_upgrade.rs, constants.rs; ZIP 259). */
const NEWEST_ZCASH_UPGRADE = { name: 'NU7', branchId: '77190ad9' };

function missesUpgrade(target: PreflightTarget, { info, upgrades }: PreflightFacts): PreflightError | null {
  const { name, branchId } = NEWEST_ZCASH_UPGRADE;
  if (upgrades === null || upgrades.includes(branchId)) return null;
  return new PreflightError(
    target.chain.code,
    `the node ${quoteForeign(info.subversion, 60)} does not know the network upgrade ${name} (${branchId}), so it is left ` +
      `behind on a dead fork: upgrade it to ${minimumNode(target).name} or newer`,
  );
}

function minimumNode({ chain, network }: PreflightTarget): NodeVersion {
  return network.minimumNode ?? chain.minimumNode;
}

function tooOld(target: PreflightTarget, { info }: PreflightFacts): PreflightError | null {
  const { chain } = target;
  const { version, name } = minimumNode(target);
  if (info.version >= version) return null;
  return new PreflightError(
    chain.code,
    `the node ${quoteForeign(info.subversion, 60)} (version ${info.version}) is too old to follow ${chain.name}: ` +
      `upgrade it to ${name} or newer`,
  );
}

function missingBelowSnapshot(
  { chain, startHeight }: PreflightTarget,
  { snapshotGap }: PreflightFacts,
): PreflightError | null {
  if (!snapshotGap || startHeight > snapshotGap.snapshotHeight) return null;
  const { validatedTo, snapshotHeight } = snapshotGap;
  return new PreflightError(
    chain.code,
    `the node started from a UTXO snapshot at height ${snapshotHeight} and has validated the blocks below it only up to ` +
      `${validatedTo}: wait until it has all of them (getchainstates shows one chain state then), or set ` +
      `${settingOf(chain.code, 'START_HEIGHT')}=${snapshotHeight + 1} or higher`,
    true,
  );
}

function pruned({ chain, startHeight }: PreflightTarget, { info }: PreflightFacts): PreflightError | null {
  if (!info.pruned) return null;
  const kept = info.pruneHeight ?? info.blocks;
  if (kept <= startHeight) return null;
  return new PreflightError(
    chain.code,
    `the node is pruned and keeps blocks from height ${kept} only, but ${startHeight} is needed: re-sync the node with ` +
      `prune=0, or set ${settingOf(chain.code, 'START_HEIGHT')}=${kept} or higher`,
  );
}

/** Explains errors of nodes that speak bitcoind's dialect before anything else was answered. */
export function explainUtxoNode(chain: UtxoChain, authority: string, error: NodeError): PreflightError | null {
  if (error.facts.code === RPC_IN_WARMUP) {
    return new PreflightError(chain.code, `the node at ${authority} is starting (${error.message}): wait`, true, error);
  }
  if (error.facts.code === RPC_METHOD_NOT_FOUND) {
    const sentence = `what answers at ${authority} is too old or another software (${error.message})`;
    return new PreflightError(chain.code, `${sentence}: run ${chain.minimumNode.name} or newer there`, false, error);
  }
  return null;
}
