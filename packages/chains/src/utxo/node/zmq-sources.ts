/** Where a node publishes notifications by ZMQ, and which topics are used (bitcoin doc/zmq.md). */
import { z } from 'zod';
import type { ChainCode } from '../../chain.js';
import type { JsonRpc } from '../../rpc/json-rpc.js';
import { checked, isNotOffered } from '../../rpc/rpc-errors.js';

export interface ZmqSource {
  /** `tcp://host:port` or `ipc://path`. */
  readonly endpoint: string;
  readonly topics: readonly string[];
}

/** The first of these that is published: hashes before whole blocks and transactions, which say no more. */
const BLOCK_TOPICS = ['hashblock', 'rawblock'];
/** `sequence` also reports removed transactions. Only Bitcoin Core and litecoind publish it. */
const TRANSACTION_TOPICS = ['sequence', 'hashtx', 'rawtx'];
/** Topics at a configured endpoint, where nothing says what is published. An unpublished topic does no harm. */
const UNKNOWN_TOPICS = ['hashblock', 'hashtx', 'sequence'];

/** `tcp://` with a host that is neither empty nor a wildcard, or `ipc://` with an absolute path. */
const CONNECTABLE = /^(?:tcp:\/\/(?:\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}|ipc:\/\/\/[^\s]{1,200})$/;

export function isZmqEndpoint(text: string): boolean {
  return CONNECTABLE.test(text);
}

export function configuredSources(urls: readonly string[]): ZmqSource[] {
  return urls.map((endpoint) => ({ endpoint, topics: UNKNOWN_TOPICS }));
}

const notificationsAnswer = z.array(z.object({ type: z.string().max(32), address: z.string().max(300) })).max(64);

/**
 * getzmqnotifications: Bitcoin Core, Bitcoin Cash Node, and litecoind where ZMQ is compiled in.
 * @param rpcHost of the node; takes the place of addresses that mean "here" to the node
 * @returns an empty list where the node does not offer the method, or publishes nothing
 */
export async function publishedSources(chain: ChainCode, rpc: JsonRpc, rpcHost: string): Promise<ZmqSource[]> {
  const method = 'getzmqnotifications';
  let answer: unknown;
  try {
    answer = await rpc.call(method, []);
  } catch (error) {
    if (isNotOffered(error)) return [];
    throw error;
  }
  const published = checked({ chain, method }, answer, notificationsAnswer);
  const addresses = new Map(published.map(({ type, address }) => [type.replace(/^pub/, ''), address]));
  const byEndpoint = new Map<string, string[]>();
  for (const wanted of [BLOCK_TOPICS, TRANSACTION_TOPICS]) {
    const topic = wanted.find((one) => addresses.has(one));
    if (topic === undefined) continue;
    const endpoint = reachable(addresses.get(topic) ?? '', rpcHost);
    if (isZmqEndpoint(endpoint)) byEndpoint.set(endpoint, [...(byEndpoint.get(endpoint) ?? []), topic]);
  }
  return [...byEndpoint].map(([endpoint, topics]) => ({ endpoint, topics }));
}

/** A node reports what it is bound to: all its addresses, or the loopback of its own machine. */
function reachable(address: string, rpcHost: string): string {
  return address.replace(
    /^tcp:\/\/(?:\*|0\.0\.0\.0|\[::\]|127\.\d+\.\d+\.\d+|\[::1\]|localhost):/,
    `tcp://${rpcHost}:`,
  );
}
