import { expect, it } from 'vitest';
import { readOncePerEvent } from '../src/blockbook/once-per-event.js';

const body = { txid: '00' };

it('reads once for all who are told of an event', async () => {
  const event = {};
  let reads = 0;
  const read = async () => {
    reads++;
    return body;
  };
  expect(await Promise.all([1, 2, 3].map(() => readOncePerEvent(event, read)))).toEqual([body, body, body]);
  expect([await readOncePerEvent(event, read), reads]).toEqual([body, 1]);
  await readOncePerEvent({}, read);
  expect(reads).toBe(2);
});

it('fails for nobody because it failed for another one, and goes on one at a time', async () => {
  const event = {};
  let reads = 0;
  const read = (client: string) => async () => {
    reads++;
    await new Promise(setImmediate);
    if (client !== 'third') throw new Error(`${client} has used what there is`);
    return body;
  };
  const told = await Promise.allSettled(
    ['first', 'second', 'third', 'fourth'].map((client) => readOncePerEvent(event, read(client))),
  );
  expect(told).toMatchObject([
    { reason: { message: expect.stringContaining('first') } },
    { reason: { message: expect.stringContaining('second') } },
    { value: body },
    { value: body },
  ]);
  expect(reads).toBe(3);
});

it('keeps that there is nothing to tell', async () => {
  const event = {};
  expect(await readOncePerEvent(event, async () => null)).toBeNull();
  expect(await readOncePerEvent(event, async () => body)).toBeNull();
});
