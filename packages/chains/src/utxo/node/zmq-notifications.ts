/**
 * Notifications of a node by ZMQ. They may be lost, doubled, late or untrue: a notification is a reason to read the tip
 * sooner, never a fact. Of the mempool they say what to look at before its list is read again. Only this file loads the package `zeromq`, on the first subscription.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Subscriber } from 'zeromq';
import type { MempoolNews, NotificationStatus, Wake } from '../../rpc/node-info.js';
import { quoteForeign } from '../../rpc/rpc-errors.js';
import type { ZmqSource } from './zmq-sources.js';

export interface NotificationOptions {
  /** Where to subscribe; asked again every minute. Failures leave what there is. */
  readonly sources: () => Promise<readonly ZmqSource[]>;
  readonly signal: AbortSignal;
  readonly onWake: (what: Wake, news?: MempoolNews) => void;
  readonly onStatus: (status: NotificationStatus) => void;
}

/** A node may restart with other endpoints. libzmq itself reconnects to those it has. */
const LOOK_AGAIN_MS = 60_000;
/**
 * Limits for whatever listens at an endpoint; a longer message ends its connection. A hash comes with its label and
 * counter; a raw message is one block in full.
 */
const MAX_HASH_MESSAGE_BYTES = 1024;
const MAX_RAW_MESSAGE_BYTES = 64 * 2 ** 20;
/** Raw messages, and hashes: a block of thousands of transactions, and a reorganisation, come at once. */
const MESSAGES_WAITING = { raw: 100, hashes: 20_000 } as const;
const RECONNECT_MS = 200;
const MAX_RECONNECT_MS = 5000;
/** A peer that vanished without closing is missed after this; one with an old libzmq, which never answers, is not. */
const HEARTBEAT_MS = 30_000;

type Zeromq = typeof import('zeromq');

/** Runs until the signal fires, and calls nothing afterwards. Never fails: a problem becomes a status. */
export async function receiveNotifications({ sources, signal, onWake, onStatus }: NotificationOptions): Promise<void> {
  const zeromq = await loadZeromq(onStatus);
  if (zeromq === null) return;
  const wake: NotificationOptions['onWake'] = (what, news) => {
    if (!signal.aborted) onWake(what, news);
  };
  let subscribedTo: string | null = null;
  let socket: Subscriber | null = null;
  while (!signal.aborted) {
    const wanted = await sources().catch(() => null);
    const key = JSON.stringify(wanted);
    if (wanted !== null && !signal.aborted && (key !== subscribedTo || socket?.closed)) {
      socket?.close();
      socket = subscribe(zeromq, wanted, wake, onStatus);
      subscribedTo = key;
    }
    await sleep(LOOK_AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
  socket?.close();
}

async function loadZeromq(onStatus: (status: NotificationStatus) => void): Promise<Zeromq | null> {
  try {
    return await import('zeromq');
  } catch (error) {
    const why = sentenceOf(error);
    onStatus({ problem: `the package zeromq does not load on this machine (${why}): the node is asked instead` });
    return null;
  }
}

/** @returns null where there is nothing to subscribe to. */
function subscribe(
  { Subscriber }: Zeromq,
  sources: readonly ZmqSource[],
  onWake: NotificationOptions['onWake'],
  onStatus: (status: NotificationStatus) => void,
): Subscriber | null {
  const endpoints = sources.map(({ endpoint }) => endpoint);
  if (endpoints.length === 0) {
    onStatus({ endpoints });
    return null;
  }
  const isRaw = sources.some(({ topics }) => topics.some((topic) => topic.startsWith('raw')));
  const socket = new Subscriber({
    receiveHighWaterMark: isRaw ? MESSAGES_WAITING.raw : MESSAGES_WAITING.hashes,
    maxMessageSize: isRaw ? MAX_RAW_MESSAGE_BYTES : MAX_HASH_MESSAGE_BYTES,
    reconnectInterval: RECONNECT_MS,
    reconnectMaxInterval: MAX_RECONNECT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    heartbeatTimeout: HEARTBEAT_MS,
    linger: 0,
    ipv6: endpoints.some((endpoint) => endpoint.includes('[')),
  });
  try {
    for (const { endpoint, topics } of sources) {
      socket.connect(endpoint);
      socket.subscribe(...topics);
    }
  } catch (error) {
    socket.close();
    onStatus({
      problem: `no notifications from ${endpoints.join(', ')} (${sentenceOf(error)}): the node is asked instead`,
    });
    return null;
  }
  onStatus({ endpoints });
  receive(socket, onWake).catch((error: unknown) => {
    socket.close();
    onStatus({ problem: `notifications from ${endpoints.join(', ')} ended (${sentenceOf(error)})` });
  });
  return socket;
}

async function receive(socket: Subscriber, onWake: NotificationOptions['onWake']): Promise<void> {
  let before: number | null = null;
  for await (const [topic, body, counter] of socket) {
    const name = topic?.toString('latin1', 0, 16);
    const what = wakeOf(name, body);
    if (what === null) continue;
    // Each topic has a counter of its own, which tells of lost messages.
    const number = name === 'sequence' && counter?.length === COUNTER_BYTES ? counter.readUInt32LE() : null;
    const isNext = number !== null && before !== null && number === (before + 1) >>> 0;
    if (name === 'sequence') before = number;
    onWake(what, newsOf(name, body, isNext));
  }
}

/**
 * A `sequence` is the hash, and then `C` or `D` for a block connected or disconnected, `A` or `R` for a transaction
 * added or removed, with 8 bytes that count changes of the mempool (bitcoin doc/zmq.md).
 */
const SEQUENCE_LABEL_AT = 32;
const SEQUENCE_BYTES = 41;
const COUNTER_BYTES = 4;
const HASH_BYTES = 32;

function labelOf(body: Buffer | undefined): string {
  return String.fromCharCode(body?.[SEQUENCE_LABEL_AT] ?? 0);
}

function wakeOf(topic: string | undefined, body: Buffer | undefined): Wake | null {
  switch (topic) {
    case 'hashblock':
    case 'rawblock':
      return 'block';
    case 'hashtx':
    case 'rawtx':
      return 'transaction';
    case 'sequence':
      return labelOf(body) === 'C' || labelOf(body) === 'D' ? 'block' : 'transaction';
    default:
      return null;
  }
}

/** Hashes come in display form. */
function newsOf(topic: string | undefined, body: Buffer | undefined, isNext: boolean): MempoolNews | undefined {
  if (body === undefined) return undefined;
  const txid = body.toString('hex', 0, HASH_BYTES);
  if (topic === 'hashtx' && body.length === HASH_BYTES) return { kind: 'seen', txid };
  if (topic !== 'sequence' || body.length !== SEQUENCE_BYTES) return undefined;
  const label = labelOf(body);
  if (label !== 'A' && label !== 'R') return undefined;
  const sequence = Number(body.readBigUInt64LE(SEQUENCE_LABEL_AT + 1));
  return { kind: label === 'A' ? 'added' : 'removed', txid, sequence, isNext };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? quoteForeign(error.message, 120) : 'unknown';
}
