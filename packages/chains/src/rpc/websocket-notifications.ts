/**
 * Notifications of a node by WebSocket. They may be lost, doubled, late or untrue, and a feed may fall silent without
 * its connection ending. A notification is a reason to read the tip sooner, never a fact.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, buildConnector, WebSocket } from 'undici';
import type { NotificationStatus, Wake } from './node-info.js';
import type { RpcConnection } from './rpc-connection.js';
import { quoteForeign } from './rpc-errors.js';

/** How one family's nodes are subscribed to. */
export interface NotificationDialect {
  /** Message that subscribes. */
  readonly subscribe: string;
  /** Reads a message: null for what was not asked for. @throws SyntaxError for what is not JSON */
  readonly read: (message: string) => Notification | null;
  /** A larger message closes the connection, as does one in many fragments. */
  readonly maxMessageBytes: number;
}

export type Notification = 'block' | 'subscribed' | { readonly problem: string };

export interface NotificationsOptions {
  readonly url: URL;
  /** The Authorization header. */
  readonly authorization: () => Promise<string | undefined>;
  /** A feed without a message for so long is subscribed to again. */
  readonly silentMs: number;
  readonly signal: AbortSignal;
  readonly onWake: (what: Wake) => void;
  readonly onStatus: (status: NotificationStatus) => void;
}

const MAX_FRAGMENTS = 64;
const CONNECT_TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/** Block intervals without a notification after which a feed counts as silent. Subscribing again costs nothing. */
const SILENT_BLOCKS = 10;
const MIN_SILENT_MS = 15_000;

type Listener = Pick<NotificationsOptions, 'signal' | 'onWake' | 'onStatus'>;

/** Receives notifications until the signal fires or the client is closed. Returns at once and never fails. */
export function subscribe(
  node: RpcConnection,
  url: URL,
  dialect: NotificationDialect,
  blockSeconds: number,
  { signal, onWake, onStatus }: Listener,
): void {
  void receiveNotifications(dialect, {
    url,
    authorization: () => node.webSocketAuthorization(url),
    silentMs: Math.max(MIN_SILENT_MS, SILENT_BLOCKS * blockSeconds * 1000),
    signal: AbortSignal.any([signal, node.closing]),
    onWake,
    onStatus,
  });
}

/** Why a connection ended. */
type End = 'silent' | { readonly problem: string };

/** Runs until the signal fires, and calls nothing afterwards. Never fails: a problem becomes a status. */
export async function receiveNotifications(dialect: NotificationDialect, options: NotificationsOptions): Promise<void> {
  const { url, signal } = options;
  const endpoint = `${url.protocol}//${url.host}`;
  let last = '';
  const tell = (status: NotificationStatus) => {
    const text = JSON.stringify(status);
    if (signal.aborted || text === last) return;
    last = text;
    options.onStatus(status);
  };
  let failures = 0;
  while (!signal.aborted) {
    const end = await followOnce(dialect, options, () => {
      failures = 0;
      tell({ endpoints: [endpoint] });
    });
    // Blocks may have come while there was no connection.
    if (!signal.aborted) options.onWake('block');
    if (end !== 'silent')
      tell({ problem: `no notifications from ${endpoint} (${end.problem}): the node is asked instead` });
    const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10)) * (1 + Math.random());
    failures += 1;
    await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** One connection, from opening it to its end. */
async function followOnce(
  dialect: NotificationDialect,
  { url, authorization, silentMs, signal, onWake }: NotificationsOptions,
  onSubscribed: () => void,
): Promise<End> {
  let header: string | undefined;
  try {
    header = await authorization();
  } catch (error) {
    return { problem: sentenceOf(error) };
  }
  if (signal.aborted) return 'silent';
  const { agent, cut } = ownConnection(dialect.maxMessageBytes);
  const socket = new WebSocket(url, {
    dispatcher: agent,
    ...(header === undefined ? {} : { headers: { authorization: header } }),
  });
  return new Promise<End>((resolve) => {
    let isSubscribed = false;
    const finish = (end: End) => {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', onAbort);
      socket.close();
      cut();
      resolve(end);
    };
    const onAbort = () => finish('silent');
    const watchdog = setTimeout(() => finish(isSubscribed ? 'silent' : { problem: 'no answer in time' }), silentMs);
    watchdog.unref();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.addEventListener('open', () => socket.send(dialect.subscribe));
    socket.addEventListener('error', (event) => finish({ problem: sentenceOf(event.error) }));
    socket.addEventListener('close', ({ code }) => finish({ problem: `connection closed, code ${code}` }));
    socket.addEventListener('message', ({ data }) => {
      const message = typeof data === 'string' ? readMessage(dialect, data) : null;
      if (message === 'block') {
        watchdog.refresh();
        if (!signal.aborted) onWake('block');
      } else if (message === 'subscribed') {
        isSubscribed = true;
        onSubscribed();
      } else if (message !== null) finish(message);
    });
  });
}

/** `cut` destroys the connection. Closing a WebSocket waits for its peer to agree, which a silent one never does. */
function ownConnection(maxPayloadSize: number): { agent: Agent; cut: () => void } {
  const open = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  let cutOff: () => void = () => undefined;
  const agent = new Agent({
    webSocket: { maxPayloadSize, maxFragments: MAX_FRAGMENTS },
    connect: (options, callback) =>
      open(options, (...outcome) => {
        cutOff = () => outcome[1]?.destroy();
        callback(...outcome);
      }),
  });
  const cut = () => {
    cutOff();
    // Also where it is still connecting.
    void agent.destroy();
  };
  return { agent, cut };
}

function readMessage({ read }: NotificationDialect, text: string): Notification | null {
  try {
    return read(text);
  } catch {
    return { problem: 'what it sends is not JSON' };
  }
}

/** For a node's error in answer to the subscription. */
export function refusedSubscription(said: unknown): Notification {
  const reason = quoteForeign(typeof said === 'string' ? said : 'no reason', 120);
  return { problem: `it refuses the subscription: ${reason}` };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? quoteForeign(error.message, 120) : 'no connection';
}
