/** Checks that this is the node that the settings mean and serves all that is read. Each refusal names its remedy. */
import type { CosmosChain, CosmosNetwork } from '../../chain.js';
import { type NodeError, PreflightError } from '../../errors.js';
import { settingOf, untilIndexed } from '../../rpc/http-options.js';
import type { NodeInfo, NodeTip } from '../../rpc/node-info.js';
import type { CosmosConnection } from './cosmos-connection.js';
import { ResultsNotFoundError, ResultsNotKeptError } from './cosmos-errors.js';
import { readHeaderAt } from './cosmos-headers.js';
import type { NodeStatus } from './cosmos-tip.js';

export interface PreflightTarget {
  readonly chain: CosmosChain;
  readonly network: CosmosNetwork;
  /** First height to be read. */
  readonly startHeight: number;
  /** Whether blocks below it are stored, so that it is not for the operator to choose. */
  readonly isStored: boolean;
}

/** @throws PreflightError for the first thing that is wrong, NodeError or NodeLieError as the calls to the node do. */
export async function requireUsable(
  target: PreflightTarget,
  node: CosmosConnection,
  status: NodeStatus,
  tip: NodeTip,
): Promise<NodeInfo> {
  const isPruned = await requireBlocks(target, node, status);
  if (target.startHeight <= tip.height)
    await requireResults(target, node, Math.max(status.earliest, target.startHeight));
  return {
    subversion: `${/^0\.3[0-6]\b/.test(status.version) ? 'Tendermint' : 'CometBFT'}/${status.version.slice(0, 50)}`,
    chain: status.chainId,
    blocks: tip.height,
    headers: tip.networkHeight,
    bestHash: tip.hash,
    initialBlockDownload: tip.catchingUp,
    pruned: isPruned,
    pruneHeight: isPruned ? status.earliest : null,
    warnings: staleWarnings(target.network, status),
  };
}

/** @returns whether the node has pruned blocks of the chain; all that are needed are there */
async function requireBlocks(
  { chain, startHeight, isStored }: PreflightTarget,
  node: CosmosConnection,
  { earliest, catchingUp }: NodeStatus,
): Promise<boolean> {
  // The first block of a chain has none before it, at whatever height its genesis lets it begin.
  const isPruned = earliest > 1 && (await readHeaderAt(node, earliest))?.parentHash !== '';
  if (startHeight >= earliest) return isPruned;
  const start = `set ${settingOf(chain.code, 'START_HEIGHT')}=${earliest}`;
  if (!isPruned) {
    throw new PreflightError(
      chain.code,
      `the chain begins with block ${earliest}, but ${startHeight} is asked for: ${start}`,
    );
  }
  throw new PreflightError(
    chain.code,
    `the node has no blocks before height ${earliest}, but ${startHeight} is needed: use a node that keeps all of them ` +
      '(min-retain-blocks = 0 in its app.toml, and not started from a snapshot or by state sync), or ' +
      (isStored ? untilIndexed(chain.code) : `${start} or higher`),
    catchingUp,
  );
}

/** A node may have lost the results of old blocks, and not the blocks. */
async function requireResults(
  { chain, isStored }: PreflightTarget,
  node: CosmosConnection,
  height: number,
): Promise<void> {
  try {
    await node.callBlock('block_results', height);
  } catch (error) {
    if (!(error instanceof ResultsNotFoundError)) throw error;
    throw new PreflightError(
      chain.code,
      `the node has block ${height} without its results (${error.message}): use a node that kept them, or ` +
        (isStored ? untilIndexed(chain.code) : `set ${settingOf(chain.code, 'START_HEIGHT')} to a later block`),
      false,
      error,
    );
  }
}

/** Not by chance on any of these chains. */
const STALE_SECONDS = 900;

function staleWarnings(network: CosmosNetwork, { time, catchingUp }: NodeStatus): readonly string[] {
  const age = Date.now() / 1000 - time;
  if (network.chainId === null || catchingUp || !(age >= STALE_SECONDS)) return [];
  return [
    `the node's newest block is ${Math.floor(age / 60)} minutes old: see whether the chain has halted, whether the node ` +
      'has peers, and whether it waits for an upgrade of its software',
  ];
}

/** Explains errors of CometBFT before anything else was answered. */
export function explainCosmosNode({ code }: CosmosChain, _: string, error: NodeError): PreflightError | null {
  if (!(error instanceof ResultsNotKeptError)) return null;
  const sentence =
    'the node does not keep the results of blocks, without which nothing is known of balances: set ' +
    'discard_abci_responses = false in the section [storage] of its config.toml, and let it read the chain anew';
  return new PreflightError(code, sentence, false, error);
}
