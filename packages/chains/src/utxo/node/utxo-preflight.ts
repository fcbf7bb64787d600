/** Checks that this is the node that the settings mean and serves all that is read. Each refusal names its remedy. */
import type { NodeVersion, UtxoChain, UtxoNetwork } from '../../chain.js';
import { type NodeError, PreflightError } from '../../errors.js';
import { settingOf, untilIndexed } from '../../rpc/http-options.js';
import { quoteForeign, RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import { RPC_IN_WARMUP } from './bitcoind-errors.js';
import { leavesWitnessesOut, readBlockHash } from './blocks.js';
import type { ForkBlocks } from './fork-blocks.js';
import type { UtxoConnection } from './utxo-connection.js';
import { readSnapshotGap, readUpgrades, type SnapshotGap, type UtxoNodeInfo } from './utxo-node-info.js';

export interface PreflightTarget {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  /** First height to be read. */
  readonly startHeight: number;
  /** Whether blocks below it are stored, so that it is not for the operator to choose. */
  readonly isStored: boolean;
}

/**
 * @throws PreflightError for the first thing that is wrong, in the order in which an operator would correct them;
 *   NodeError or NodeLieError as the calls to the node do
 */
export async function requireUsable(
  target: PreflightTarget,
  info: UtxoNodeInfo,
  node: UtxoConnection,
  forks: ForkBlocks,
): Promise<void> {
  const { chain, network } = target;
  const genesisHash = await readBlockHash(node, 0);
  // Only mainnet: test networks had the upgrade at other times, and a regtest node has those of its settings.
  const upgrades = chain.shielded && network.nodeChain === 'main' ? await readUpgrades(node) : null;
  const foreignBranch = await forks.foreignBranch(info.blocks);
  const snapshotGap = await readSnapshotGap(node);
  const wrong =
    wrongGenesis(target, info, genesisHash) ??
    wrongNetwork(chain, network, info.chain) ??
    haltedSoftware(target, info) ??
    foreignSoftware(target, info) ??
    foreignBranch ??
    tooOld(target, info) ??
    missesUpgrade(target, info, upgrades);
  const missing = wrong === null ? missingBelowSnapshot(target, snapshotGap) : null;
  const problem = wrong ?? missing ?? pruned(target, info);
  if (problem !== null) throw new PreflightError(chain.code, problem, missing !== null);
  const mayStrip = chain.segwit && info.version < NEVER_STRIPS;
  if (mayStrip && (await leavesWitnessesOut(node, info.bestHash))) throw new PreflightError(chain.code, STRIPS, false);
}

/** Version of Bitcoin Core since which no setting takes witnesses out; Litecoin Core counts lower. */
const NEVER_STRIPS = 280_000;
const STRIPS =
  'the node leaves witnesses out of its blocks, so that sizes and weights would be wrong: take rpcserialversion=0 out ' +
  'of its settings, and start it again';

/** @param nodeChain `chain` of getblockchaininfo */
export function wrongNetwork(chain: UtxoChain, network: UtxoNetwork, nodeChain: string): string | null {
  if (nodeChain === network.nodeChain) return null;
  const other = chain.networks.find((one) => one.nodeChain === nodeChain);
  return onOtherNetwork(chain, network, other, `"${quoteForeign(nodeChain, 40)}"`);
}

/** @param found what the node calls its network, for one that is not known */
function onOtherNetwork(chain: UtxoChain, network: UtxoNetwork, other: UtxoNetwork | undefined, found: string): string {
  const remedies = [`point ${settingOf(chain.code, 'RPC_URL')} at a ${network.name} node`];
  if (other) remedies.unshift(`set ${settingOf(chain.code, 'NETWORK')}=${other.name}`);
  return `the node follows ${other?.name ?? found}, but ${network.name} is configured: ${remedies.join(' or ')}`;
}

/** The genesis block says more than the name of the network: zebrad calls its regtest by the name of its testnet. */
function wrongGenesis(
  { chain, network }: PreflightTarget,
  info: UtxoNodeInfo,
  genesisHash: string | null,
): string | null {
  if (genesisHash === network.genesisHash) return null;
  const found = genesisHash ?? 'missing';
  const others = chain.networks.filter((one) => one.genesisHash === genesisHash);
  // Bitcoin Cash's testnet4 and chipnet begin with the same block, and go by different names.
  const other = others.find((one) => one.nodeChain === info.chain) ?? others[0];
  if (other) return onOtherNetwork(chain, network, other, found);
  return (
    wrongNetwork(chain, network, info.chain) ??
    `the node follows another chain (its genesis block is ${found}, that of ${chain.name} ${network.name} is ` +
      `${network.genesisHash}): point ${settingOf(chain.code, 'RPC_URL')} at a ${chain.name} node`
  );
}

/** zcashd stops at a height of its own, and its last release did so in July 2026, before NU6.3. */
function haltedSoftware(target: PreflightTarget, { subversion }: UtxoNodeInfo): string | null {
  if (!subversion.startsWith('/MagicBean:')) return null;
  const { code, name } = target.chain;
  return (
    `the node is zcashd (${quoteForeign(subversion, 60)}), which does not follow ${name} since July 2026: ` +
    `point ${settingOf(code, 'RPC_URL')} at ${minimumNode(target).name} or newer`
  );
}

function foreignSoftware({ chain }: PreflightTarget, { subversion }: UtxoNodeInfo): string | null {
  const software = Object.entries(chain.foreignSoftware ?? {});
  const found = software.find(([name]) => subversion.startsWith(`/${name}:`));
  if (!found) return null;
  return (
    `the node is ${quoteForeign(subversion, 60)}, which follows ${found[1]}: ` +
    `point ${settingOf(chain.code, 'RPC_URL')} at a ${chain.name} node`
  );
}

/** NU7, since block 3,543,405 of mainnet (zebra-chain/src/parameters/network_upgrade.rs, constants.rs; ZIP 259). */
const NEWEST_ZCASH_UPGRADE = { name: 'NU7', branchId: '77190ad9' };

/** @param upgrades branch ids of those that the node knows; null on chains that have none */
function missesUpgrade(
  target: PreflightTarget,
  { subversion }: UtxoNodeInfo,
  upgrades: readonly string[] | null,
): string | null {
  const { name, branchId } = NEWEST_ZCASH_UPGRADE;
  if (upgrades === null || upgrades.includes(branchId)) return null;
  return (
    `the node ${quoteForeign(subversion, 60)} does not know the network upgrade ${name} (${branchId}), so it is left ` +
    `behind on a dead fork: upgrade it to ${minimumNode(target).name} or newer`
  );
}

function minimumNode({ chain, network }: PreflightTarget): NodeVersion {
  return network.minimumNode ?? chain.minimumNode;
}

function tooOld(target: PreflightTarget, info: UtxoNodeInfo): string | null {
  const { version, name } = minimumNode(target);
  if (info.version >= version) return null;
  return (
    `the node ${quoteForeign(info.subversion, 60)} (version ${info.version}) is too old to follow ${target.chain.name}: ` +
    `upgrade it to ${name} or newer`
  );
}

/** The other remedy for a node that lacks blocks. @param height from which on it has them */
function withoutThem({ chain, isStored }: PreflightTarget, height: number): string {
  return isStored ? untilIndexed(chain.code) : `set ${settingOf(chain.code, 'START_HEIGHT')}=${height} or higher`;
}

function missingBelowSnapshot(target: PreflightTarget, gap: SnapshotGap | null): string | null {
  if (!gap || target.startHeight > gap.snapshotHeight) return null;
  const { validatedTo, snapshotHeight } = gap;
  return (
    `the node started from a UTXO snapshot at height ${snapshotHeight} and has validated the blocks below it only up to ` +
    `${validatedTo}: wait until it has all of them (getchainstates shows one chain state then), or ` +
    withoutThem(target, snapshotHeight + 1)
  );
}

function pruned(target: PreflightTarget, info: UtxoNodeInfo): string | null {
  const kept = info.pruneHeight ?? info.blocks;
  if (!info.pruned || kept <= target.startHeight) return null;
  return (
    `the node is pruned and keeps blocks from height ${kept} only, but ${target.startHeight} is needed: re-sync the node ` +
    `with prune=0, or ${withoutThem(target, kept)}`
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
