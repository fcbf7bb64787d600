/**
 * Wake-ups from a node by WebSocket (`eth_subscribe newHeads`). They may be lost, doubled, late or untrue, and a feed may fall
 * silent without its connection ending: a new head is a reason to look at the tip sooner, never a fact.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, buildConnector, WebSocket } from 'undici';
import { quoteForeign } from '../../rpc/failures.js';
import type { NotificationStatus, Wake } from '../../rpc/node-info.js';

export interface NewHeadsOptions {
  readonly url: URL;
  /** The Authorization header. */
  readonly authorization: () => Promise<string | undefined>;
  /** A feed that has told nothing for so long is subscribed to anew. */
  readonly silentMs: number;
  readonly signal: AbortSignal;
  readonly onWake: (what: Wake) => void;
  readonly onStatus: (status: NotificationStatus) => void;
}

/** A head is some 2 KB. Whoever sends more is cut off, as is who sends it in many fragments. */
const MAX_MESSAGE_BYTES = 2 ** 18;
const MAX_FRAGMENTS = 64;
const CONNECT_TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/** Why a connection ended. */
type End = 'silent' | { readonly problem: string };

/** Runs until the signal fires, after which nothing is called any more. Never fails: what goes wrong is a status. */
export async function receiveNewHeads(options: NewHeadsOptions): Promise<void> {
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
    const end = await followOnce(options, () => {
      failures = 0;
      tell({ endpoints: [endpoint] });
    });
    // What came while nobody listened.
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
  { url, authorization, silentMs, signal, onWake }: NewHeadsOptions,
  onSubscribed: () => void,
): Promise<End> {
  let header: string | undefined;
  try {
    header = await authorization();
  } catch (error) {
    return { problem: sentenceOf(error) };
  }
  if (signal.aborted) return 'silent';
  const { agent, cut } = ownConnection();
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
    socket.addEventListener('open', () => socket.send(SUBSCRIBE));
    socket.addEventListener('error', (event) => finish({ problem: sentenceOf(event.error) }));
    socket.addEventListener('close', ({ code }) => finish({ problem: `connection closed, code ${code}` }));
    socket.addEventListener('message', ({ data }) => {
      const message = readMessage(data);
      if (message === 'head') {
        watchdog.refresh();
        if (!signal.aborted) onWake('block');
      } else if (message === 'subscribed') {
        isSubscribed = true;
        onSubscribed();
      } else if (message !== null) finish(message);
    });
  });
}

/** `cut` ends the connection itself: a WebSocket waits for its peer to agree to the end, which a silent one never does. */
function ownConnection(): { agent: Agent; cut: () => void } {
  const open = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  let cutOff: () => void = () => undefined;
  const agent = new Agent({
    webSocket: { maxPayloadSize: MAX_MESSAGE_BYTES, maxFragments: MAX_FRAGMENTS },
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

const SUBSCRIBE_ID = 1;
const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: SUBSCRIBE_ID, method: 'eth_subscribe', params: ['newHeads'] });

/** @returns null for what was not asked for */
function readMessage(data: unknown): 'head' | 'subscribed' | { readonly problem: string } | null {
  if (typeof data !== 'string') return null;
  let message: { id?: unknown; method?: unknown; result?: unknown; error?: { message?: unknown } | null } | null;
  try {
    message = JSON.parse(data) as typeof message;
  } catch {
    return { problem: 'what it sends is not JSON' };
  }
  if (message?.method === 'eth_subscription') return 'head';
  if (message?.id !== SUBSCRIBE_ID) return null;
  if (typeof message.result === 'string') return 'subscribed';
  const said = message.error?.message;
  return {
    problem: `it refuses the subscription: ${quoteForeign(typeof said === 'string' ? said : 'no reason', 120)}`,
  };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? quoteForeign(error.message, 120) : 'no connection';
}
