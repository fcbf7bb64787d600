import { expect, it, vi } from 'vitest';
import { eventually, FakeNode, statusesOf } from './node-fake.js';

vi.mock('zeromq', () => {
  throw new Error('No native build was found for platform=plan9');
});

it('says in a sentence that notifications do not work on this machine, and goes on', async () => {
  const fake = await new FakeNode().start();
  const node = fake.client({ endpoint: { url: fake.url, zmqUrl: 'tcp://127.0.0.1:9' } });
  const stop = new AbortController();
  const statuses = statusesOf(node, stop.signal);
  await eventually(() => statuses).toEqual([
    { problem: expect.stringMatching(/^the package zeromq does not load on this machine \(.+\): the node is asked/) },
  ]);
  expect(await node.tip()).toMatchObject({ height: 0 });
  stop.abort();
});
