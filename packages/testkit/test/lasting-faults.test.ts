import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DamagedNode, refusal } from '../src/index.js';

/** Answers each call with its own parameters, in a text that no serializer would write alike. */
let server: Server;
let node: DamagedNode;

beforeAll(async () => {
  server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      if (message.method === 'GET') {
        response.end(Buffer.from([0, 255, 128, 10]));
        return;
      }
      const calls = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; params: unknown }[];
      const answers = [calls].flat().map(({ id, params }) => `{"id": ${id},  "result": ${JSON.stringify(params)}}`);
      response.end(Array.isArray(calls) ? `[${answers.reverse().join(' ,')}]` : answers[0]);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  node = await DamagedNode.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(async () => {
  await node.stop();
  server.close();
});

const post = async (body: string): Promise<string> => (await fetch(node.url, { method: 'POST', body })).text();

test('answers that no fault names stay as they are, byte for byte', async () => {
  node.faults = [{ method: 'b', blocks: [11], change: refusal(-1, 'no') }];
  expect(await post('{"id":1,"method":"a","params":[11]}')).toBe('{"id": 1,  "result": [11]}');
  expect(await post('{"id":1,"method":"b","params":["0x1b", 111, "a11"]}')).toContain('"result": [');
});

test('a fault strikes its method and block in every form, and no other call of the batch', async () => {
  node.faults = [{ method: /^b/, blocks: [11, 'ab12'], change: refusal(-32000, 'handler crashed') }];
  for (const param of ['"0xb"', '11', '"11"', '{"hash":"AB12"}'])
    expect(await post(`{"id":1,"method":"bee","params":[${param}]}`)).toContain('handler crashed');
  const batch = '[{"id":1,"method":"b","params":[11]},{"id":2,"method":"b","params":[12]}]';
  expect(JSON.parse(await post(batch))).toEqual([
    { id: 2, result: [12] },
    { id: 1, error: { code: -32000, message: 'handler crashed' } },
  ]);
  expect(node.called('bee')).toBe(4);
});

test('bytes of a GET are changed or left as they are', async () => {
  const bytes = async (): Promise<number[]> => [
    ...new Uint8Array(await (await fetch(`${node.url}rest/7.bin`)).arrayBuffer()),
  ];
  node.faults = [];
  expect(await bytes()).toEqual([0, 255, 128, 10]);
  node.faults = [{ method: /^\/rest/, blocks: [7], change: ({ result }) => ({ result: String(result).slice(1) }) }];
  expect(await bytes()).toEqual([255, 128, 10]);
});

test('a connection breaks', async () => {
  node.faults = [{ method: 'a', change: () => 'drop' }];
  await expect(post('{"id":1,"method":"a","params":[1]}')).rejects.toThrow();
});
