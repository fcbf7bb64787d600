#!/usr/bin/env node
/**
 * `npm run bench:traces`: what the trace of a block takes at a running EVM node, over HTTP, beside its receipts, for
 * which the node executes nothing. Last line: one JSON object.
 */
import { request } from 'undici';
import { benchmarkCommand, parseOptions, wholeNumber } from './harness/benchmark-command.js';
import { rounded, spread, timeMs } from './harness/figures.js';
import { processorSeconds } from './harness/procfs.js';
import { runBenchmark } from './harness/run.js';

const TIMEOUT_MS = 120_000;
const CALL_TRACER = { tracer: 'callTracer', timeout: '60s' };

interface TracesOptions {
  readonly node: string;
  readonly block?: number;
  readonly requests: number;
  readonly pid?: number;
}

function readTracesOptions(args: readonly string[]): TracesOptions {
  const command = benchmarkCommand('bench:traces')
    .requiredOption('--node <URL>', 'an EVM node with its debug namespace: http://HOST:PORT')
    .addOption(wholeNumber('--block <N>', 'height of the block (default: the newest)', 0, 2 ** 31 - 1))
    .addOption(wholeNumber('--requests <N>', 'requests for each', 1, 10_000, 5))
    .addOption(wholeNumber('--pid <N>', "the node's process on this machine, for its processor time", 1, 2 ** 31 - 1));
  return parseOptions<TracesOptions>(command, args);
}

async function measureTraces({ node, block, requests, pid }: TracesOptions): Promise<object> {
  const ask = async (method: string, params: readonly unknown[]): Promise<string> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await request(node, { method: 'POST', headers, body, headersTimeout: TIMEOUT_MS });
    const text = await answer.body.text();
    const start = text.slice(0, 200);
    if (answer.statusCode !== 200 || start.includes('"error"')) throw new Error(`${method}: ${start}`);
    return text;
  };
  const tag = block === undefined ? 'latest' : `0x${block.toString(16)}`;
  const found = JSON.parse(await ask('eth_getBlockByNumber', [tag, false]));
  if (!found.result) throw new Error(`the node has no block ${block}`);
  const { number, gasUsed, transactions } = found.result as Record<'number' | 'gasUsed', string> & {
    readonly transactions: readonly string[];
  };
  const measure = async (method: string, ...more: readonly unknown[]): Promise<object> => {
    let bytes = 0;
    const times: number[] = [];
    const before = pid === undefined ? Number.NaN : processorSeconds(pid);
    for (let n = 0; n < requests; n++)
      times.push(
        await timeMs(async () => {
          bytes = (await ask(method, [number, ...more])).length;
        }),
      );
    const used = pid === undefined ? Number.NaN : processorSeconds(pid) - before;
    return { ...spread(times), processorMs: rounded((used * 1e3) / requests, 1), bytes };
  };
  return {
    ...{ block: Number(number), gasUsed: Number(gasUsed), transactions: transactions.length, requests },
    receipts: await measure('eth_getBlockReceipts'),
    trace: await measure('debug_traceBlockByNumber', CALL_TRACER),
  };
}

await runBenchmark(readTracesOptions, measureTraces);
