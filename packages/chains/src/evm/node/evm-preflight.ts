/** Checks that this is the node that the settings mean and serves all that is read. Each refusal names its remedy. */
import { z } from 'zod';
import type { EvmChain, EvmNetwork } from '../../chain.js';
import { NodeError, PreflightError } from '../../errors.js';
import { settingOf } from '../../rpc/http-options.js';
import type { NodeInfo, NodeTip } from '../../rpc/node-info.js';
import { RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import { MAX_AUTHORITY_DIFFICULTY } from '../block/rewards.js';
import type { EvmConnection } from './evm-connection.js';
import { readHeaderAt } from './evm-headers.js';
import { hasHistoryAt, readFirstHeight } from './history-expiry.js';
import { amountAnswer, quantity } from './quantity.js';

export interface PreflightTarget {
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
  /** First height to be read. */
  readonly startHeight: number;
  /** Blocks below it are stored. */
  readonly isStored: boolean;
}

/** @throws PreflightError for the first thing that is wrong, NodeError or NodeLieError as the calls to the node do. */
export async function requireUsable(
  target: PreflightTarget,
  node: EvmConnection,
  tip: NodeTip,
  software: string,
): Promise<NodeInfo> {
  const chainId = target.network.chainId ?? Number(await node.call('eth_chainId', []));
  await requireGenesis(target, node);
  const pruneHeight = await requireHistory(target, node, tip);
  await requireKnownRewards(target, node, tip);
  return {
    subversion: software,
    chain: String(chainId),
    blocks: tip.height,
    headers: tip.networkHeight,
    bestHash: tip.hash,
    initialBlockDownload: tip.catchingUp,
    pruned: pruneHeight !== null,
    pruneHeight,
    warnings: await staleWarnings(target, node, tip),
  };
}

/** Nodes that dropped old blocks keep the genesis block as a rule; where they do not, the chain id must do. */
async function requireGenesis({ chain, network }: PreflightTarget, node: EvmConnection): Promise<void> {
  if (network.genesisHash === null) return;
  let found: string | null;
  try {
    found = (await readHeaderAt(node, 0))?.hash ?? null;
  } catch (error) {
    if (!(error instanceof NodeError) || error.retryable) throw error;
    return;
  }
  if (found === null || found === network.genesisHash) return;
  throw new PreflightError(
    chain.code,
    `the node follows another chain (its genesis block is ${found}, that of ${chain.name} ${network.name} is ` +
      `${network.genesisHash}): point ${settingOf(chain.code, 'RPC_URL')} at a node of ${chain.name}`,
  );
}

/** @returns the lowest height that the node has kept; null where it is not known to have dropped any */
async function requireHistory(
  { chain, startHeight, isStored }: PreflightTarget,
  node: EvmConnection,
  tip: NodeTip,
): Promise<number | null> {
  // The genesis block is kept by nodes that dropped what follows it.
  const first = Math.max(1, startHeight);
  if (first > tip.height || (await hasHistoryAt(node, first, tip.height))) return null;
  const kept = await readFirstHeight(node, first, tip.height);
  // With blocks stored, another start would be another index.
  const remedy = isStored
    ? `. What is indexed stays: let ${settingOf(chain.code, 'RPC_URL')} lead to such a node until it has them`
    : `, or set ${settingOf(chain.code, 'START_HEIGHT')}=${kept} or higher`;
  throw new PreflightError(
    chain.code,
    `the node has no blocks with receipts before height ${kept}, but ${startHeight} is needed: use a node that keeps all ` +
      `history (geth --history.chain all, nethermind Sync.AncientBodiesBarrier=0 and Sync.AncientReceiptsBarrier=0)${remedy}`,
    tip.catchingUp,
  );
}

const rewardFields = z.object({ difficulty: amountAnswer.nullish(), baseFeePerGas: z.string().nullish() });

/** Before London, blocks of 5, 3 and 2 ether look alike: without a schedule the decoder refuses them (`rewards.ts`). */
async function requireKnownRewards(
  { chain, network, startHeight }: PreflightTarget,
  node: EvmConnection,
  tip: NodeTip,
): Promise<void> {
  const first = Math.max(1, startHeight);
  if (network.blockRewards !== null || first > tip.height) return;
  const fields = await node.read('eth_getBlockByNumber', [quantity(first), false], rewardFields.nullable());
  if (fields === null || fields.baseFeePerGas != null || (fields.difficulty ?? 0n) <= MAX_AUTHORITY_DIFFICULTY) return;
  throw new PreflightError(
    chain.code,
    `block ${first} was mined by proof of work before London, and nothing tells what that paid on a private network: set ` +
      `${settingOf(chain.code, 'START_HEIGHT')} to the first block that has a base fee, or higher`,
  );
}

/** Not by chance on any of these chains. */
const STALE_SECONDS = 900;

async function staleWarnings(
  { network }: PreflightTarget,
  node: EvmConnection,
  tip: NodeTip,
): Promise<readonly string[]> {
  if (network.chainId === null || tip.catchingUp) return [];
  const header = await readHeaderAt(node, tip.height);
  const age = header === null ? 0 : Date.now() / 1000 - header.timestamp;
  if (age < STALE_SECONDS) return [];
  return [
    `the node's newest block is ${Math.floor(age / 60)} minutes old: see whether its consensus client runs and has peers, ` +
      'and whether the clocks of both machines are right',
  ];
}

/** Explains errors of nodes of the EVM family before anything else was answered. */
export function explainEvmNode({ code }: EvmChain, authority: string, error: NodeError): PreflightError | null {
  if (error.facts.code !== RPC_METHOD_NOT_FOUND) return null;
  return new PreflightError(
    code,
    `what answers at ${authority} does not offer all that is needed (${error.message}): enable the modules eth, net and ` +
      `web3 (geth --http.api), or correct ${settingOf(code, 'RPC_URL')}`,
    false,
    error,
  );
}
