import type { NotificationStatus } from '@chaintrail/chains';
import type { Logger } from 'pino';

/** Says where a node's notifications are subscribed to, and why they are not. */
export function logNotifications(log: Logger): (status: NotificationStatus) => void {
  return (status) => {
    if ('problem' in status) log.warn(`notifications: ${status.problem}`);
    else if (status.endpoints.length > 0) log.info({ endpoints: status.endpoints }, 'notifications subscribed');
    else log.info('the node sends no notifications; it is asked instead');
  };
}
