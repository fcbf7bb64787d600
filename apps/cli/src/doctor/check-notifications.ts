/** Whether a node tells of new blocks by itself. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { NotificationStatus } from '@chaintrail/chains';
import type { ChainSettings } from '@chaintrail/config';
import { type Findings, inTime, messageOf } from './finding.js';

interface Notifying {
  notifications(signal: AbortSignal, onWake: () => void, onStatus: (status: NotificationStatus) => void): void;
}

/** Nothing depends on them, so where none are configured none are missed. */
export async function checkNotifications(node: Notifying, settings: ChainSettings, findings: Findings): Promise<void> {
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
