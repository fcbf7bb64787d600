import type { ApiSettings } from '@chaintrail/config';
import { ReadDatabase, ReadDatabases } from '@chaintrail/db';
import type { Logger } from 'pino';

/** Connections to each server. A request holds one for a millisecond or two; more would only queue for its processors. */
const POOL_SIZE = 10;

/** Nothing is connected to before the first request, but for replicas, which are looked at all the time. */
export function openDatabases(
  { databases, replicaMaxLagMs }: Pick<ApiSettings, 'databases' | 'replicaMaxLagMs'>,
  log: Logger,
  max = POOL_SIZE,
): ReadDatabases {
  const all = databases.map(({ chain, variable, url, readVariable, replicas }) => {
    const onReplica = (place: number, reason: string | null): void => {
      const fields = { setting: readVariable, place };
      if (reason === null) log.info(fields, 'A read replica is read from again');
      else log.warn({ ...fields, reason }, 'A read replica is left out');
    };
    return new ReadDatabase({
      ...{ chain, variable, readVariable, onReplica },
      url: url.reveal(),
      replicas: replicas.map((replica) => replica.reveal()),
      max,
      applicationName: 'chaintrail-api',
      maxLagMs: replicaMaxLagMs,
    });
  });
  return new ReadDatabases(all);
}
