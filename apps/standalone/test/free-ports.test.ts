import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePorts } from '../src/demo-network.js';

it('finds ports that nobody listens on, each another one, which no outgoing connection takes', async () => {
  const ports = await freePorts(40);
  expect(new Set(ports).size).toBe(40);
  for (const port of ports) expect(port).toBeLessThan(32_768);
  const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
});
