import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** @returns ports of 127.0.0.1 that nobody listens on now, each another one */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}
