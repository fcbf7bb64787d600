import type { ApiSettings } from '@chaintrail/config';
import { ReadDatabase, ReadDatabases } from '@chaintrail/db';
import type { Logger } from 'pino';
import { siteOf } from '../access/client-address.js';
import { type Siblings, shareOf } from '../shares/siblings.js';

/** Connections to each server. A request holds one for a millisecond or two; more would queue for its processors. */
const POOL_SIZE = 10;
/** Pool of each of several workers: an export and a client that catches up hold one each, the rest is for requests. */
const LEAST_POOL_SIZE = 4;

/** Nothing is connected to before the first request, but for replicas, which are looked at all the time. */
export function openDatabases(
  { databases, replicaMaxLagMs }: Pick<ApiSettings, 'databases' | 'replicaMaxLagMs'>,
  log: Logger,
  siblings: Siblings,
  max = Math.max(LEAST_POOL_SIZE, shareOf(POOL_SIZE, siblings)),
): ReadDatabases {
  const { shareHeights } = siblings;
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
      siteOf,
      ...(shareHeights && { shareHeights: (heights) => shareHeights(variable, heights) }),
    });
  });
  return new ReadDatabases(all);
}
