import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Outgoing connections take ports from 32768 on (Linux) or above: one of those may be gone before somebody listens. */
const PORTS = { from: 20_000, to: 32_768 } as const;
/** For each port that is wanted: so many that are taken mean that something else is wrong, which the last one says. */
const ATTEMPTS = 50;

/** @returns ports of 127.0.0.1 that nobody listens on now, each another one */
export async function freePorts(count: number): Promise<number[]> {
  const probes: Server[] = [];
  try {
    for (let attempt = 1; probes.length < count; attempt++) {
      const probe = createServer().listen(randomInt(PORTS.from, PORTS.to), '127.0.0.1');
      try {
        await once(probe, 'listening');
        probes.push(probe);
      } catch (error) {
        if (attempt >= ATTEMPTS * count) throw error;
      }
    }
    return probes.map((probe) => (probe.address() as AddressInfo).port);
  } finally {
    await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  }
}
