import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import {
  type ChainCode,
  type CosmosOpening,
  chainOnNetwork,
  DecodeError,
  decodeCosmosBlock,
  decodeSpentOutputs,
  decodeUtxoBlock,
  formatAddress,
  moduleKey,
  requireChain,
  requireUtxoChain,
} from '@chaintrail/chains';
import { prepareCosmosBlock } from '@chaintrail/db/prepare-block';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answersOf } from '../../../packages/chains/test/support/cosmos-answers.js';
// As built: a worker thread is started from a file that Node itself can run.
import { createDecoder, type Decoder, DecoderDiedError } from '../dist/decode/decoder.js';
import { blockOf, headerHash } from './decode-blocks.js';

const btc = requireUtxoChain('btc');
/** As the source of blocks calls it. */
async function decode(
  decoder: Decoder,
  bytes: Buffer,
  spentBytes: Buffer | null = null,
  chain: ChainCode = 'btc',
  hash = headerHash(bytes),
) {
  const ref = { height: 1, hash };
  return decoder.run({ kind: 'utxo', chain, ref, bytes, spentBytes, txids: null, tokens: false });
}

/** Larger than what is decoded in the calling thread anyway. */
const PAYMENTS = 500;

/** Addresses of an opening that makes a block too large for the calling thread. */
const BALANCES = 1_000;

function openingTask(balances: number) {
  const place = chainOnNetwork(requireChain('rune'), 'mocknet');
  if (place?.family !== 'cosmos') throw new Error('rune is no Cosmos chain');
  const { ref, answers } = answersOf({ height: 5, results: {} });
  const addresses = Array.from({ length: balances }, (_, n) => formatAddress(place.network, moduleKey(`${n}`)));
  const opening: CosmosOpening = {
    ...{ source: 'bank', unknownDenoms: [] },
    balances: addresses.map((address, n) => [address, [['rune', String(2n ** 60n + BigInt(n))]]]),
  };
  const task = {
    kind: 'cosmos',
    chain: 'rune',
    network: 'mocknet',
    ref,
    ...answers,
    isTrusted: false,
    opening,
  } as const;
  return { place, task };
}

function expected(payments: number) {
  const { bytes, spentBytes } = blockOf(payments);
  const block = decodeUtxoBlock(btc, bytes);
  return { block, spent: decodeSpentOutputs(spentBytes, block) };
}

describe.each([0, 2])('a decoder of %i threads', (threads) => {
  const decoder = createDecoder({ threads });
  afterAll(() => decoder.close());

  it.each([0, 1, 60, PAYMENTS])('decodes a block of %i payments as the codec does', async (payments) => {
    const { bytes, spentBytes } = blockOf(payments);
    const decoded = await decode(decoder, bytes, spentBytes);
    expect(decoded).toEqual(expected(payments));
    for (const bytes of [decoded.block.bytes, decoded.block.txids, decoded.spent!.bytes]) {
      expect(Buffer.isBuffer(bytes)).toBe(true);
    }
  });

  it('decodes without spent outputs, and from part of a larger buffer, which stays whole', async () => {
    const { bytes } = blockOf(PAYMENTS);
    const larger = Buffer.concat([Buffer.of(1, 2, 3), bytes, Buffer.of(4)]);
    const { block, spent } = await decode(decoder, larger.subarray(3, -1));
    expect(block).toEqual(expected(PAYMENTS).block);
    expect(spent).toBeNull();
    expect(larger.length).toBe(bytes.length + 4);
    expect(larger.at(-1)).toBe(4);
  });

  it('answers many calls at once, each with its own block', async () => {
    const sizes = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? PAYMENTS + i : i));
    const blocks = await Promise.all(sizes.map((size) => decode(decoder, blockOf(size).bytes)));
    expect(blocks.map(({ block }) => block.txCount)).toEqual(sizes.map((size) => size + 1));
  });

  it.each([0, PAYMENTS])('reports where a block of %i payments is wrong, and goes on', async (payments) => {
    const { bytes, spentBytes } = blockOf(payments);
    const error = await decode(decoder, Buffer.concat([bytes, Buffer.of(9)])).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({
      name: 'DecodeError',
      offset: bytes.length,
      message: `1 bytes follow the last transaction at byte ${bytes.length}`,
    });
    expect((error as DecodeError).stack).toContain('decode-utxo-block');
    const other = blockOf(payments + 1).bytes;
    await expect(decode(decoder, other, spentBytes)).rejects.toMatchObject({ name: 'DecodeError', offset: 0 });
    await expect(decode(decoder, blockOf(payments).bytes)).resolves.toHaveProperty('block.txCount', payments + 1);
  });

  it.each([0, PAYMENTS])('refuses another block of %i payments than the wanted one', async (payments) => {
    const [bytes, hash] = [blockOf(payments).bytes, headerHash(blockOf(payments).bytes)];
    const wanted = headerHash(blockOf(payments + 1).bytes);
    const error = await decode(decoder, bytes, null, 'btc', wanted).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ message: `asked for block ${wanted}, got block ${hash} at byte 0` });
  });

  it('reads what everybody had as the codec does', async () => {
    const { task, place } = openingTask(BALANCES);
    const block = decodeCosmosBlock(place, task.ref, task);
    expect(block.entries[0]?.transfers).toHaveLength(BALANCES);
    const decoded = await decoder.run(task);
    expect(decoded.results).toEqual(block.results);
    const { rows } = prepareCosmosBlock(task.ref, block);
    for (const [table, { bytes, count }] of Object.entries(rows)) {
      expect(decoded.block.rows[table]!.count).toBe(count);
      expect(Buffer.compare(decoded.block.rows[table]!.bytes, bytes)).toBe(0);
    }
  });

  it('refuses calls after it was closed', async () => {
    const closed = createDecoder({ threads });
    await closed.close();
    await closed.close();
    await expect(decode(closed, blockOf(PAYMENTS).bytes)).rejects.toThrow('the decoder is closed');
  });
});

describe('decoder threads', () => {
  let decoder: Decoder;
  const workers: Worker[] = [];
  const remember = (worker: Worker) => workers.push(worker);
  /** Node tells of a new worker in the next tick. */
  const told = () => new Promise((resolve) => process.nextTick(resolve));

  beforeEach(() => {
    process.on('worker', remember);
    decoder = createDecoder({ threads: 2 });
  });
  afterEach(async () => {
    process.off('worker', remember);
    workers.length = 0;
    await decoder.close();
  });

  it('take the memory of the bytes instead of copying it', async () => {
    const { bytes, spentBytes } = blockOf(PAYMENTS);
    const answer = decode(decoder, bytes, spentBytes);
    expect([bytes.length, spentBytes.length]).toEqual([0, 0]);
    await expect(answer).resolves.toHaveProperty('block.size', blockOf(PAYMENTS).bytes.length);
  });

  it('refuse bytes that were given away before', async () => {
    const { bytes, spentBytes } = blockOf(PAYMENTS);
    const hash = headerHash(bytes);
    await decode(decoder, bytes);
    await expect(decode(decoder, bytes, spentBytes, 'btc', hash)).rejects.toBeInstanceOf(DecoderDiedError);
    await expect(decode(decoder, blockOf(PAYMENTS).bytes)).resolves.toHaveProperty('block.txCount', PAYMENTS + 1);
  });

  it('start when they are needed, and get the next block when they are the least busy', async () => {
    expect(workers).toHaveLength(0);
    await decode(decoder, blockOf(1).bytes);
    expect(workers).toHaveLength(0);
    await decode(decoder, blockOf(PAYMENTS).bytes);
    await decode(decoder, blockOf(PAYMENTS).bytes);
    expect(workers).toHaveLength(1);
    await Promise.all([0, 1, 2].map(() => decode(decoder, blockOf(PAYMENTS).bytes)));
    expect(workers).toHaveLength(2);
  });

  it('get a small block that comes with what very many had', async () => {
    await decoder.run(openingTask(1).task);
    expect(workers).toHaveLength(0);
    await decoder.run(openingTask(BALANCES).task);
    expect(workers).toHaveLength(1);
  });

  it('say that a chain is not of the family', async () => {
    await expect(decode(decoder, blockOf(PAYMENTS).bytes, null, 'rune')).rejects.toThrow(
      'rune is no chain of the UTXO family',
    );
  });

  it('that die fail what they had, and are replaced', async () => {
    decoder = createDecoder({ threads: 1 });
    for (let time = 1; time <= 2; time++) {
      const answers = [0, 1, 2].map(() => decode(decoder, blockOf(PAYMENTS).bytes));
      await told();
      expect(workers).toHaveLength(time);
      void workers.at(-1)!.terminate();
      for (const answer of await Promise.allSettled(answers)) {
        expect(answer).toMatchObject({
          status: 'rejected',
          reason: { message: expect.stringMatching(/^a decoder thread ended with exit code \d+$/) },
        });
        expect((answer as PromiseRejectedResult).reason).toBeInstanceOf(DecoderDiedError);
      }
    }
    await expect(decode(decoder, blockOf(PAYMENTS).bytes)).resolves.toHaveProperty('block.txCount', PAYMENTS + 1);
    expect(workers).toHaveLength(3);
  });

  it('that crash say why', async () => {
    decoder = createDecoder({ threads: 1 });
    const answer = decode(decoder, blockOf(PAYMENTS).bytes);
    await told();
    const cause = new Error('Worker terminated due to reaching memory limit');
    workers[0]!.emit('error', cause);
    await expect(answer).rejects.toMatchObject({
      name: 'DecoderDiedError',
      cause,
      message: expect.stringContaining('memory limit'),
    });
    await expect(decode(decoder, blockOf(PAYMENTS).bytes)).resolves.toHaveProperty('block.txCount', PAYMENTS + 1);
  });

  it('end with the decoder, and what they had is rejected', async () => {
    const answers = [0, 1].map(() => decode(decoder, blockOf(PAYMENTS).bytes));
    const rejected = Promise.all(answers.map((answer) => expect(answer).rejects.toThrow('the decoder is closed')));
    await told();
    const ended = Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
    await decoder.close();
    await rejected;
    await expect(ended).resolves.toHaveLength(2);
  });

  it('keep the process until the answer, and not longer', async () => {
    const { bytes } = blockOf(PAYMENTS);
    const script = `
      import(${JSON.stringify(new URL('../dist/decode/decoder.js', import.meta.url).href)})
        .then(({ createDecoder }) => createDecoder({ threads: 1 }))
        .then((decoder) => decoder.run({ kind: 'utxo', chain: 'btc', ref: { height: 1, hash: '${headerHash(bytes)}' }, bytes: Buffer.from('${bytes.toString('hex')}', 'hex'), spentBytes: null, txids: null, tokens: false }))
        .then(({ block }) => console.log(block.txCount));`;
    const running = promisify(execFile)(process.execPath, ['-'], { timeout: 30_000 });
    running.child.stdin!.end(script);
    const { stdout } = await running;
    expect(stdout.trim()).toBe(String(PAYMENTS + 1));
  });
});

it.each([-1, 1.5, Number.NaN])('%d threads are refused', (threads) => {
  expect(() => createDecoder({ threads })).toThrow(RangeError);
});

it('a thread loads no client of nodes or of PostgreSQL', async () => {
  const tasks = JSON.stringify(new URL('../dist/decode/tasks.js', import.meta.url).href);
  const script = `
    import { createRequire } from 'node:module';
    await import(${tasks});
    console.log(Object.keys(createRequire(${tasks}).cache).join());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).not.toMatch(/node_modules\/(undici|zeromq|pg)\//);
});
