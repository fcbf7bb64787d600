/** Real sockets, by the thousand: who keeps connections open keeps nobody else out. */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type RequestListener, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { waitFor } from '@chaintrail/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../src/server/http-server.js';

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

describe('a connection that asks ahead', () => {
  const ASKED = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

  function ahead(port: number, count: number): Socket {
    const client = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    cleanUps.push(() => client.destroy());
    client.write(ASKED.repeat(count));
    return client;
  }

  it('has one request under way at a time, and all answers in order', async () => {
    const begun: ServerResponse[] = [];
    const port = await serve((_request, response) => begun.push(response));
    const client = ahead(port, 30);
    let answers = '';
    client.on('data', (chunk) => {
      answers += chunk;
    });
    for (let at = 0; at < 30; at++) {
      await waitFor(() => begun.length > at);
      expect(begun).toHaveLength(at + 1);
      begun[at]!.end(`<${at}>`);
    }
    await waitFor(() => answers.includes('<29>'));
    expect([...answers.matchAll(/<(\d+)>/g)].map(([, at]) => Number(at))).toEqual(begun.map((_, at) => at));
  });

  it('is not read while it has requests that wait', async () => {
    const begun: ServerResponse[] = [];
    let server: Socket | undefined;
    const port = await serve((request, response) => {
      server = request.socket;
      begun.push(response);
    });
    const client = ahead(port, 200_000);
    // Each answer makes Node read on: no more than a packet is ever ahead.
    for (let at = 0; at < 20; at++) {
      await waitFor(() => begun.length > at);
      begun[at]!.end();
    }
    await waitFor(() => begun.length > 20);
    expect(client.writableLength).toBeGreaterThan(0);
    expect(server!.bytesRead).toBeLessThan(300_000);
  });

  it('has no further request begun while it does not take its answers', async () => {
    let begun = 0;
    const body = Buffer.alloc(1_000_000);
    const port = await serve((_request, response) => {
      begun++;
      response.end(body);
    });
    const client = ahead(port, 100).pause();
    await waitFor(() => client.readableLength > 0 || begun > 1);
    // Bytes that the kernel holds of a connection count as taken.
    const most = 20;
    const others = await Promise.all(Array.from({ length: 50 }, () => ask(port, '127.0.0.2')));
    expect(new Set(others)).toEqual(new Set([200]));
    expect(begun - others.length).toBeLessThan(most);
    client.resume();
    await waitFor(() => begun - others.length === 100);
  });

  it('is closed where it sends more than are kept, and others of its address are answered', async () => {
    const begun: ServerResponse[] = [];
    const port = await serve((request, response) => {
      if (request.headers.host === 'x') begun.push(response);
      else response.end();
    });
    const clients = Array.from({ length: 8 }, () => ahead(port, 1_500).resume());
    await waitFor(() => clients.filter(({ destroyed }) => destroyed).length >= 6);
    expect(clients.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(0);
    expect(await ask(port)).toBe(200);
  });

  it('answered at once lets others have their turn', async () => {
    const order: string[] = [];
    let other: Promise<number | string> | undefined;
    const port = await serve((request, response) => {
      order.push(request.socket.remoteAddress ?? '');
      response.end();
      // While all others are there to be answered.
      other ??= ask(port, '127.0.0.2');
    });
    ahead(port, 1_500).resume();
    await waitFor(() => other !== undefined);
    expect(await other).toBe(200);
    expect(order.indexOf('127.0.0.2')).toBeLessThan(1_000);
  });
});
