/** Wake-ups from a node by `eth_subscribe newHeads`. */
import { type Notification, type NotificationDialect, refusedSubscription } from '../../rpc/websocket-notifications.js';

const SUBSCRIBE_ID = 1;
const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: SUBSCRIBE_ID, method: 'eth_subscribe', params: ['newHeads'] });
/** A head is some 2 KB. */
const MAX_MESSAGE_BYTES = 2 ** 18;

export const NEW_HEADS: NotificationDialect = { subscribe: SUBSCRIBE, read, maxMessageBytes: MAX_MESSAGE_BYTES };

function read(text: string): Notification | null {
  const message = JSON.parse(text) as {
    id?: unknown;
    method?: unknown;
    result?: unknown;
    error?: { message?: unknown } | null;
  } | null;
  if (message?.method === 'eth_subscription') return 'block';
  if (message?.id !== SUBSCRIBE_ID) return null;
  return typeof message.result === 'string' ? 'subscribed' : refusedSubscription(message.error?.message);
}
