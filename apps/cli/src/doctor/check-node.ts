/** A node: what the indexer checks before it follows it, and how well it answers. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { type NodeInfo, type NodeTip, type NotificationStatus, StateUnavailableError } from '@chaintrail/chains';
import { CosmosNode, EvmNode, UtxoNode } from '@chaintrail/chains/node';
import {
  type ChainSettings,
  type CosmosChainSettings,
  cosmosNodeOptions,
  type EvmChainSettings,
  evmNodeOptions,
  utxoNodeOptions,
} from '@chaintrail/config';
import { type Finding, Findings, inTime, messageOf, SlowError } from './finding.js';

/** Less than a check may take, and once: what fails here is told, not tried again. */
const CLIENT = {
  connections: 2,
  timeoutMs: 4_000,
  retry: { attempts: 1, firstDelayMs: 1, maxDelayMs: 1, maxTotalMs: 4_000 },
} as const;
/** Following costs some questions a second; a node that is farther away is behind at every block. */
const SLOW_MS = 500;
const QUESTIONS = 3;
const BEHIND_BLOCKS = 3;
const APART_SECONDS = 10;

/** The common part of every family's client. */
interface Node {
  preflight(startHeight: number, isStored: boolean): Promise<NodeInfo>;
  tip(): Promise<NodeTip>;
  close(): Promise<void>;
}

/** @param nextHeight first block still to be read; null: that of the settings @returns never rejects */
export async function checkNode(settings: ChainSettings, nextHeight: number | null): Promise<readonly Finding[]> {
  const code = settings.chain.code;
  const findings = new Findings(`${code} node`);
  const { node, checks } = open(settings, findings);
  try {
    const info = await inTime(node.preflight(nextHeight ?? settings.startHeight, nextHeight !== null));
    findings.add('node', 'ok', `${info.subversion} on ${settings.network.name}${info.pruned ? ', pruned' : ''}`);
    for (const warning of info.warnings) findings.add('node', 'warning', warning);
    await Promise.all([checkTip(node, findings), checkClock(settings, findings), ...checks.map((check) => check())]);
  } catch (error) {
    findings.add('node', 'fails', sentenceOf(error, code));
  } finally {
    await inTime(node.close(), 1_000).catch(() => undefined);
  }
  return findings.all;
}

/** The chain is named beside it. */
function sentenceOf(error: unknown, code: string): string {
  if (error instanceof SlowError) return `${error.message}: look at the node's load and log`;
  return messageOf(error).replace(`${code}: `, '');
}

interface OpenedNode {
  readonly node: Node;
  /** Those of its family. */
  readonly checks: readonly (() => Promise<void>)[];
}

function open(settings: ChainSettings, findings: Findings): OpenedNode {
  switch (settings.family) {
    case 'utxo': {
      const node = new UtxoNode({ ...utxoNodeOptions(settings), ...CLIENT });
      return { node, checks: [() => checkNotifications(node, settings, findings)] };
    }
    case 'evm': {
      const node = new EvmNode({ ...evmNodeOptions(settings), ...CLIENT });
      const tracing = () => checkTracing(node, settings, findings);
      return { node, checks: [tracing, () => checkNotifications(node, settings, findings)] };
    }
    case 'cosmos': {
      const node = new CosmosNode({ ...cosmosNodeOptions(settings), ...CLIENT });
      const bank = () => checkBank(node, settings, findings);
      return { node, checks: [bank, () => checkNotifications(node, settings, findings)] };
    }
  }
}

async function checkTip(node: Node, findings: Findings): Promise<void> {
  const times: number[] = [];
  let tip: NodeTip | null = null;
  for (let n = 0; n < QUESTIONS; n++) {
    const askedMs = performance.now();
    tip = await inTime(node.tip());
    times.push(performance.now() - askedMs);
  }
  if (tip === null) return;
  const { height, networkHeight, catchingUp } = tip;
  const behind = networkHeight - height;
  findings.judge(
    'tip',
    catchingUp || behind > BEHIND_BLOCKS
      ? `the node is still downloading its chain: block ${height} of ${Math.max(networkHeight, height)}; it is followed meanwhile, and answers are that old`
      : null,
    `block ${height}`,
  );
  const middle = Math.ceil(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
  findings.judge(
    'latency',
    middle > SLOW_MS
      ? `the node takes ${middle} ms for a small question: look at its load, or run it closer to the indexer`
      : null,
    `${middle} ms`,
  );
}

async function checkClock({ endpoint }: ChainSettings, findings: Findings): Promise<void> {
  const apart = await inTime(machineClock(endpoint.url)).catch(() => null);
  if (apart === null) return;
  const seconds = Math.round(Math.abs(apart));
  findings.judge(
    'clock',
    seconds > APART_SECONDS
      ? `the clocks of the node's machine and this one are ${seconds} s apart: let both be set by NTP (chrony, systemd-timesyncd)`
      : null,
    'the same as here',
  );
}

async function checkTracing(
  node: EvmNode,
  { chain, internalTransfers, startHeight }: EvmChainSettings,
  findings: Findings,
): Promise<void> {
  const variable = `${chain.code.toUpperCase()}_INTERNAL_TRANSFERS`;
  if (internalTransfers === 'off') return findings.add('tracing', 'ok', `${variable} is off`);
  const how = 'enable the module debug (geth --http.api)';
  try {
    const tracer = await inTime(node.tracer());
    if (tracer === null) {
      const missing = 'the node offers neither debug_traceBlockByHash nor trace_block';
      return findings.add('tracing', 'warning', `${missing}: ${how}, or set ${variable}=off`);
    }
    const problem =
      internalTransfers === 'full' && !(await inTime(hasStateAt(node, Math.max(1, startHeight))))
        ? `the node has no state of old blocks, which ${variable}=full needs: use an archive node (geth --gcmode archive), or set ${variable}=live`
        : null;
    findings.judge('tracing', problem, `${internalTransfers}, by ${tracer}`);
  } catch (error) {
    findings.add('tracing', 'warning', `the node does not say whether it can trace (${messageOf(error)}): ${how}`);
  }
}

async function hasStateAt(node: EvmNode, height: number): Promise<boolean> {
  const hash = await node.blockHashAt(height);
  if (hash === null) return true; // it is not there yet
  try {
    await node.balances([Buffer.alloc(20)], { height, hash });
    return true;
  } catch (error) {
    if (error instanceof StateUnavailableError) return false;
    throw error;
  }
}

async function checkBank(
  node: CosmosNode,
  { chain, network, restEndpoint }: CosmosChainSettings,
  findings: Findings,
): Promise<void> {
  const variable = `${chain.code.toUpperCase()}_REST_URL`;
  if (restEndpoint === undefined) {
    const without = 'balances start from the genesis or are unknown, and names are not resolved';
    return findings.add('bank', 'warning', `${variable} is not set, so ${without}: set it to the node's REST server`);
  }
  try {
    await inTime(node.bankBalances(network.addressExample, null));
    findings.add('bank', 'ok', 'the REST server answers');
  } catch (error) {
    findings.add(
      'bank',
      'fails',
      `${messageOf(error)}: start the node's REST server (api.enable), or correct ${variable}`,
    );
  }
}

interface Notifying {
  notifications(signal: AbortSignal, onWake: () => void, onStatus: (status: NotificationStatus) => void): void;
}

/** Nothing depends on them, so where none are configured none are missed. */
async function checkNotifications(node: Notifying, settings: ChainSettings, findings: Findings): Promise<void> {
  const isUtxo = settings.family === 'utxo';
  const variable = `${settings.chain.code.toUpperCase()}_${isUtxo ? 'ZMQ_URL' : 'WS_URL'}`;
  const isWanted = (isUtxo ? settings.zmqUrl : settings.wsUrl) !== undefined;
  const done = new AbortController();
  const tell = (problem: string) =>
    isWanted
      ? findings.add('notifications', 'warning', `${problem}: correct ${variable}, or leave it out`)
      : findings.add('notifications', 'ok', `none (${problem}); the node is asked for new blocks`);
  try {
    const status = await inTime(
      new Promise<NotificationStatus>((resolve) => node.notifications(done.signal, () => undefined, resolve)),
    );
    if ('problem' in status) return tell(status.problem);
    if (status.endpoints.length === 0) return tell('the node sends none');
    // A subscription by ZMQ waits for a publisher without a word.
    const silent = await Promise.all(status.endpoints.map(async (url) => ((await isOpen(url)) ? null : url)));
    const missing = silent.filter((url) => url !== null);
    if (missing.length > 0) return tell(`nobody listens at ${missing.join(', ')}`);
    findings.add('notifications', 'ok', 'subscribed');
  } catch (error) {
    tell(messageOf(error));
  } finally {
    done.abort();
  }
}

/** Only what ZMQ's own addresses name is looked at. */
async function isOpen(url: string): Promise<boolean> {
  const [, host, port] = /^tcp:\/\/\[?([^\]]+?)\]?:(\d+)$/.exec(url) ?? [];
  if (host === undefined) return true;
  const socket = connect({ host, port: Number(port) });
  try {
    await inTime(once(socket, 'connect'), 2_000);
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Lead of the clock of the machine that serves a URL over ours, by the `Date` of an answer. Every origin server
 * with a clock sends it (RFC 9110 §6.6.1), with a refusal too.
 * @param url without credentials
 * @returns seconds, to about one; null where the answer does not say
 */
async function machineClock(url: string): Promise<number | null> {
  const askedMs = Date.now();
  const { headers, body } = await fetch(url, { method: 'HEAD', redirect: 'manual' });
  await body?.cancel();
  const date = Date.parse(headers.get('date') ?? '');
  const here = (askedMs + Date.now()) / 2;
  // Times are in whole seconds, rounded down.
  return Number.isNaN(date) ? null : (date + 500 - here) / 1000;
}
