/** Wake-ups from CometBFT by its WebSocket. */
import { type Notification, type NotificationDialect, refusedSubscription } from '../../rpc/websocket-notifications.js';

const SUBSCRIBE_ID = 1;
const SUBSCRIBE = JSON.stringify({
  jsonrpc: '2.0',
  id: SUBSCRIBE_ID,
  method: 'subscribe',
  params: { query: "tm.event='NewBlock'" },
});
/** A message brings the whole block with its events. */
const MAX_MESSAGE_BYTES = 64 * 2 ** 20;
/** The answer to the subscription, and errors, are shorter; nothing else comes. */
const MAX_PARSED_CHARACTERS = 1024;

export const NEW_BLOCKS: NotificationDialect = { subscribe: SUBSCRIBE, read, maxMessageBytes: MAX_MESSAGE_BYTES };

function read(text: string): Notification | null {
  if (text.length > MAX_PARSED_CHARACTERS) return 'block';
  const message = JSON.parse(text) as {
    id?: unknown;
    result?: { data?: unknown } | null;
    error?: { message?: unknown; data?: unknown } | null;
  } | null;
  if (message?.id !== SUBSCRIBE_ID) return null;
  const { result, error } = message;
  if (typeof result !== 'object' || result === null) return refusedSubscription(error?.data ?? error?.message);
  return 'data' in result ? 'block' : 'subscribed';
}
