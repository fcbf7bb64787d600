/** Real sockets, by the thousand: who keeps connections open keeps nobody else out. */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type RequestListener, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { waitFor } from '@chaintrail/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../src/server.js';

const PER_ADDRESS = 100;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serve(app: RequestListener, connectionsPerAddress = PER_ADDRESS): Promise<number> {
  const server = await startServer(app, { host: '127.0.0.1', port: 0, connectionsPerAddress });
  cleanUps.push(() => server.stop(0));
  return server.port;
}

/** Opens connections that say nothing. */
async function openSilent(port: number, count: number, localAddress = '127.0.0.1'): Promise<Socket[]> {
  const sockets: Socket[] = [];
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    const some = Array.from({ length: 50 }, () => connect({ port, host: '127.0.0.1', localAddress }));
    for (const socket of some) socket.on('error', () => socket.destroy());
    sockets.push(...some);
    await Promise.all(
      some.map((socket) => (socket.destroyed ? undefined : once(socket, 'connect').catch(() => undefined))),
    );
  }
  return sockets;
}

const openOf = (sockets: readonly Socket[]): number =>
  sockets.filter(({ destroyed, closed }) => !destroyed && !closed).length;

/** @returns the status, or the code of what went wrong; on a connection of its own */
function ask(port: number, localAddress = '127.0.0.1'): Promise<number | string> {
  return new Promise((resolve) => {
    const asking = request({ port, host: '127.0.0.1', localAddress, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end();
  });
}

describe('connections that say nothing', () => {
  it('give way to who asks, from their own address and from others', async () => {
    const port = await serve((_request, response) => response.end('yes'));
    const sockets = await openSilent(port, 3_000);
    for (const from of ['127.0.0.1', '127.0.0.2']) expect(await ask(port, from)).toBe(200);
    await waitFor(() => openOf(sockets) <= PER_ADDRESS);
    // The newest are left.
    expect(openOf(sockets.slice(-PER_ADDRESS))).toBeGreaterThan(PER_ADDRESS - 5);
  });

  it('may be as many as there is room for where no bound by address is set', async () => {
    const port = await serve((_request, response) => response.end('yes'), 0);
    const sockets = await openSilent(port, 1_500);
    expect(await ask(port)).toBe(200);
    expect(openOf(sockets)).toBe(1_500);
  });

  it('are gone as soon as they are told that they took too long', async () => {
    const closed = new Set<Socket>();
    const watch = (message: unknown) => {
      const { socket } = message as { socket: Socket };
      socket.once('close', () => closed.add(socket));
    };
    const arrivals = channel('net.server.socket');
    arrivals.subscribe(watch);
    cleanUps.push(() => arrivals.unsubscribe(watch));
    const port = await serve((_request, response) => response.end());
    // A client that does not close what the server has closed.
    const clients = ['', 'GET / HTT', 'GET / HTTP/1.1\r\nHost: x\r\n'].map((text) => {
      const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      cleanUps.push(() => client.destroy());
      client.write(text);
      return client;
    });
    const answers = await Promise.all(
      clients.map(async (client) => {
        let answer = '';
        client.on('data', (chunk) => {
          answer += chunk;
        });
        await once(client, 'end');
        return answer;
      }),
    );
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 .*"code":"request-timeout"/s);
    await waitFor(() => closed.size === 3, { timeoutMs: 1_000 });
  }, 30_000);
});

describe('connections with a request', () => {
  it('are kept, and beyond the bound a new one is closed', async () => {
    const held: ServerResponse[] = [];
    const port = await serve((_request, response) => held.push(response), 10);
    const asked = Array.from({ length: 10 }, () => ask(port));
    await waitFor(() => held.length === 10);
    await openSilent(port, 500);
    expect(await ask(port)).toMatch(/ECONNRESET|EPIPE/);
    expect(held).toHaveLength(10);
    for (const response of held.splice(0)) response.end();
    expect(await Promise.all(asked)).toEqual(Array(10).fill(200));
  });
});
