import { LANES, type Lane, type ReadDatabases } from '@chaintrail/db';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Lanes } from '../http/lanes.js';

/** Requests under way and waiting, by lane; and bytes that clients have not taken. */
export function showLanes(registry: Registry, databases: ReadDatabases, lanes: Lanes): void {
  const common = { labelNames: ['lane'], registers: [registry] };
  const asked = (lane: Lane, figure: 'running' | 'waiting' | 'refused'): number =>
    databases.all
      .flatMap((database) => database.reports())
      .reduce((total, server) => total + server.lanes[lane][figure], 0);
  const requests = (lane: Lane) => (lane === 'heavy' ? lanes.heavy : { waiting: 0, refused: 0 });
  new Gauge({
    ...{ name: 'chaintrail_lane_busy', help: 'Questions to databases that are under way, by lane.', ...common },
    collect() {
      for (const lane of LANES) this.set({ lane }, asked(lane, 'running'));
    },
  });
  new Gauge({
    ...{
      name: 'chaintrail_lane_waiting',
      help: 'Requests and questions that wait for their turn, by lane.',
      ...common,
    },
    collect() {
      for (const lane of LANES) this.set({ lane }, asked(lane, 'waiting') + requests(lane).waiting);
    },
  });
  new Counter({
    name: 'chaintrail_lane_refused_total',
    help: 'Requests and questions whose turn did not come: the queue was full, or they waited too long or left; by lane.',
    ...common,
    collect() {
      this.reset();
      for (const lane of LANES) this.inc({ lane }, asked(lane, 'refused') + requests(lane).refused);
    },
  });
  new Gauge({
    ...{ name: 'chaintrail_unsent_bytes', help: 'Bytes of answers that clients have not taken yet.' },
    registers: [registry],
    collect() {
      this.set(lanes.unsent.bytes);
    },
  });
}
