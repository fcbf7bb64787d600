import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anvilOrSkip, temporaryFolder } from '@chaintrail/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AnvilProcess } from '../src/anvil/anvil-process.js';
import { stopOrphan } from '../src/anvil/orphan.js';
import { DEMO_MNEMONIC } from '../src/anvil/people.js';
import { startTraffic } from '../src/anvil/traffic.js';
import { callNode } from '../src/call-node.js';
import { freePorts } from '../src/free-ports.js';

const PATIENCE = { timeout: 50_000, interval: 100 };
const START_TIME = 1_700_000_000;
const binary = anvilOrSkip();
const ignore = () => undefined;

interface Block {
  readonly hash: string;
  readonly number: string;
  readonly transactions: readonly string[];
}

describe.runIf(binary !== undefined)('Anvil as a demo node', () => {
  const troubles: string[] = [];
  async function startNode(folder: string): Promise<AnvilProcess> {
    const onTrouble = (line: string) => troubles.push(line);
    troubles.length = 0;
    const node = await AnvilProcess.start({
      binary: binary!,
      port: (await freePorts(1))[0]!,
      folder,
      mnemonic: DEMO_MNEMONIC,
      startTime: START_TIME,
      onTrouble,
    });
    onTestFinished(() => node.stop());
    return node;
  }
  const blockOf = (node: AnvilProcess, tag: string) => callNode<Block>(node.url, 'eth_getBlockByNumber', tag, false);
  const mine = (node: AnvilProcess) => callNode(node.url, 'evm_mine');

  test('the chain goes on where it was, with its receipts and traces', async () => {
    const folder = await temporaryFolder('standalone');
    const first = await startNode(folder);
    const traffic = await startTraffic(first.url, ignore, ignore);
    await traffic.stop();
    const before = await blockOf(first, 'latest');
    expect(Number(before.number)).toBeGreaterThanOrEqual(50);
    await first.stop();
    await expect(callNode(first.url, 'eth_blockNumber')).rejects.toThrow('fetch failed');

    const second = await startNode(folder);
    expect(await blockOf(second, 'latest')).toEqual(before);
    const earlier = await blockOf(second, '0x14');
    const receipts = await callNode<{ transactionHash: string }[]>(second.url, 'eth_getBlockReceipts', earlier.hash);
    expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(earlier.transactions);
    const traces = await callNode<{ transactionHash: string }[]>(second.url, 'trace_block', '0x14');
    expect(new Set(traces.map(({ transactionHash }) => transactionHash))).toEqual(new Set(earlier.transactions));
    const again = await startTraffic(second.url, ignore, ignore);
    await again.stop();
    expect(await blockOf(second, 'latest'), 'a chain that exists gets no first blocks').toEqual(before);
    expect(troubles).toEqual([]);
  });

  test('killed, it comes back on its port', async () => {
    const node = await startNode(await temporaryFolder('standalone'));
    node.kill();
    await vi.waitFor(() => expect(troubles).toEqual(['The demo Ethereum node ended unexpectedly; starting it again.']));
    await vi.waitFor(() => mine(node), PATIENCE);
    expect((await blockOf(node, 'latest')).number).toBe('0x1');
  });

  test('a chain that cannot be read is put aside', async () => {
    const folder = await temporaryFolder('standalone');
    await writeFile(join(folder, 'anvil-state.json'), '{"block":');
    const node = await startNode(folder);
    expect(troubles).toEqual(['The chain of the demo Ethereum node cannot be read; a new one begins.']);
    expect((await blockOf(node, 'latest')).number).toBe('0x0');
    expect(await readdir(folder)).toContain('anvil-state.json.unreadable');
  });

  test('one that was left behind is stopped, and its chain is continued', async () => {
    const folder = await temporaryFolder('standalone');
    const first = await startNode(folder);
    await mine(first);
    const pid = Number(await readFile(join(folder, 'anvil.pid'), 'utf8'));
    const second = await startNode(folder);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect((await blockOf(second, 'latest')).number).toBe('0x1');
  });
});

test.runIf(process.platform === 'linux')('a process that has nothing to do with the chain is left alone', async () => {
  const folder = await temporaryFolder('standalone');
  const stranger = spawn('sleep', ['60']);
  onTestFinished(() => void stranger.kill());
  await once(stranger, 'spawn');
  const pidFile = join(folder, 'anvil.pid');
  await writeFile(pidFile, `${stranger.pid}\n`);
  await stopOrphan(pidFile, join(folder, 'anvil-state.json'));
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
});
