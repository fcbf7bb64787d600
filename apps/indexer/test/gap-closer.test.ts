import { type EvmChainNetwork, NodeError, requireChain } from '@chaintrail/chains';
import type { GapLedger, InternalGap } from '@chaintrail/db';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createDecoder } from '../src/decode/decoder.js';
import { BlockTraces } from '../src/follow/block-traces.js';
import { GapCloser } from '../src/internal/gap-closer.js';

const log = pino({ level: 'silent' });
const chain = requireChain('eth');
const network = chain.family === 'evm' && chain.networks.find(({ name }) => name === 'local');
const place = { family: 'evm', chain, network } as EvmChainNetwork;

it('closes an old gap below many that nothing closes', async () => {
  let gaps: InternalGap[] = Array.from({ length: 100 }, (_, n) => ({
    from: 2 * n + 2,
    to: 2 * n + 2,
    reason: 'untraceable',
  }));
  const hash = 'ab'.repeat(32);
  const ledger: GapLedger = {
    newestGap: async (except) => gaps.findLast(({ from }) => !except.includes(from)) ?? null,
    toTrace: async (height) => [
      { height, hash, time: 0, transactions: 0, entries: 0, txids: Buffer.alloc(0), statuses: Buffer.alloc(0) },
    ],
    async close([block]) {
      gaps = gaps.filter(({ from }) => from !== block!.height);
      return 'closed';
    },
    relabel: async () => undefined,
    save: async () => undefined,
  };
  const asks: number[] = [];
  const node = {
    tracer: async () => 'callTracer' as const,
    tip: async () => null,
    async rawTraces({ height }: { height: number }) {
      asks.push(height);
      if (height > 4) throw new NodeError('refused', false, { chain: 'eth', method: 'trace', code: -32000 });
      return { tracer: 'callTracer' as const, body: Buffer.from('{"jsonrpc":"2.0","id":1,"result":[]}') };
    },
  };
  const traces = new BlockTraces({ place, node, mode: 'live', waitMs: 1, log });
  const long = { waitMs: 600_000, longestWaitMs: 600_000 };
  const decoder = createDecoder({ threads: 0 });
  const closer = new GapCloser({ ledger, place, traces, decoder, log, waits: { cheap: long, expensive: long } });
  for (let step = 0; gaps.length > 98 && step < 1_000; step++) {
    await closer.step({ height: 300, hash });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(gaps[0]).toEqual({ from: 6, to: 6, reason: 'untraceable' });
  // Those that fail wait for their next try.
  expect(asks.filter((height) => height === 200)).toHaveLength(3);
  expect(closer.idleMs).toBeGreaterThan(1_000);
});

it('looks for gaps once for each block where there are none, and tells that it closed one', async () => {
  const hash = 'ab'.repeat(32);
  let gaps: InternalGap[] = [];
  let looks = 0;
  const ledger: GapLedger = {
    async newestGap() {
      looks++;
      return gaps[0] ?? null;
    },
    toTrace: async (height) => [
      { height, hash, time: 0, transactions: 0, entries: 0, txids: Buffer.alloc(0), statuses: Buffer.alloc(0) },
    ],
    async close() {
      gaps = [];
      return 'closed';
    },
    relabel: async () => undefined,
    save: async () => undefined,
  };
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"result":[]}');
  const rawTraces = async () => ({ tracer: 'callTracer' as const, body: Buffer.from(body) });
  const node = { tracer: async () => 'callTracer' as const, tip: async () => null, rawTraces };
  const traces = new BlockTraces({ place, node, mode: 'live', waitMs: 1, log });
  let closed = 0;
  const onClosed = () => closed++;
  const closer = new GapCloser({ ledger, place, traces, decoder: createDecoder({ threads: 0 }), log, onClosed });
  const steps = async (height: number): Promise<number> => {
    looks = 0;
    for (let step = 0; step < 20; step++) {
      await closer.step({ height, hash: `${height}`.padStart(64, '0') });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return looks;
  };
  expect([await steps(300), closed]).toEqual([1, 0]);
  gaps = [{ from: 301, to: 301, reason: 'untraceable' }];
  expect(await steps(301)).toBeGreaterThan(1);
  expect(closed).toBe(1);
  expect([await steps(301), await steps(302)]).toEqual([0, 1]);
});
