import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type SimulatedNodeOptions, startSimulatedNode } from '../src/index.js';
import { btc, call, getBytes, ltc } from './helpers.js';

const directory = mkdtempSync(join(tmpdir(), 'devnet-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('a state file', () => {
  const options = (name: string, changes: Partial<SimulatedNodeOptions> = {}): SimulatedNodeOptions => ({
    chain: btc,
    blocks: 110,
    stateFile: join(directory, name),
    ...changes,
  });

  test('continues the same chain, reorganizations included, whatever its last line', async () => {
    const first = await startSimulatedNode(options('continued'));
    first.mine(5);
    first.reorg(2);
    first.invalidate(1);
    const tip = first.mine(3);
    await first.close();
    // A last line that is torn stands for a block that nobody saw. Other options do not change a chain that exists.
    appendFileSync(join(directory, 'continued'), '{"op":"mine","blo');
    const second = await startSimulatedNode(options('continued', { seed: 99, startTime: 5, txPerBlock: 3 }));
    expect(second.tip()).toEqual(tip);
    const next = second.mine();
    const bytes = Buffer.from(await call(second.endpoint, 'getblock', next.hash, 0), 'hex');
    expect(Buffer.from(bytes.subarray(4, 36)).reverse().toString('hex')).toBe(tip.hash);
    await second.close();
    const third = await startSimulatedNode(options('continued'));
    expect(third.tip()).toEqual(next);
    await third.close();
  });

  test('is refused when it is of another chain, damaged, or leads elsewhere', async () => {
    const path = join(directory, 'refused');
    await (await startSimulatedNode(options('refused'))).close();
    await expect(startSimulatedNode(options('refused', { chain: ltc }))).rejects.toThrow(
      'is the state of btc regtest, not of ltc regtest',
    );
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/"tip":"[0-9a-f]{64}"/, `"tip":"${'0'.repeat(64)}"`));
    await expect(startSimulatedNode(options('refused'))).rejects.toThrow('another version of the demo network');
    writeFileSync(path, `${text}not json\n`);
    await expect(startSimulatedNode(options('refused'))).rejects.toThrow('is damaged');
  });
});

test('restart drops connections and warms up', async () => {
  const node = await startSimulatedNode({ chain: ltc });
  const before = node.endpoint;
  const waiting = call(before, 'waitfornewblock', 0);
  const dropped = expect(waiting).rejects.toThrow();
  while (node.requestCounts()['waitfornewblock'] === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  const restarted = node.restart({ downMs: 50, warmUpMs: 60_000 });
  await dropped;
  await expect(call(before, 'getnetworkinfo')).rejects.toThrow();
  await restarted;
  expect(node.endpoint.url).toBe(before.url);
  await expect(call(node.endpoint, 'getnetworkinfo')).rejects.toThrow('-28');
  expect((await getBytes(node.endpoint, '/rest/chaininfo.json')).status).toBe(503);
  await node.restart({ downMs: 0, warmUpMs: 0 });
  expect(await call(node.endpoint, 'getblockchaininfo')).toMatchObject({ blocks: 0 });
  await node.close();
});

test('mines by the clock, with payments trickling in and reorganizations', async () => {
  const node = await startSimulatedNode({
    chain: btc,
    blocks: 118,
    mineEveryMs: 16,
    reorgEveryBlocks: 10,
  });
  const seen: string[] = [];
  while (node.tip().height < 145) {
    const { height, hash } = await call(node.endpoint, 'waitfornewblock', 1000);
    seen[height] = seen[height] === undefined ? hash : seen[height];
  }
  const block = Buffer.from(await call(node.endpoint, 'getblock', node.tip().hash, 0), 'hex');
  expect(Math.abs(block.readUInt32LE(68) - Date.now() / 1000)).toBeLessThan(3600);
  expect(await call(node.endpoint, 'getblockhash', 120)).not.toBe(seen[120]);
  await node.close();
});

test('examples are worth a look', async () => {
  const node = await startSimulatedNode({ chain: btc, blocks: 200 });
  const { addresses } = node.model();
  const { hot, typical } = node.exampleAddresses();
  const busiest = [...addresses.entries()].reduce((best, next) =>
    next[1].txids.length > best[1].txids.length ? next : best,
  );
  expect(hot).toBe(busiest[0]);
  expect(typical.length).toBeGreaterThan(3);
  for (const address of typical) expect(addresses.get(address)?.txids.length).toBeGreaterThan(0);
  expect(node.exampleTxids().length).toBeGreaterThan(2);
  await node.close();
});
