/** The product's decoders and the simulation, written apart, must mean the same: every history, from blocks and traces. */
import { type ChainNetwork, decodeEvmBlock, decodeInternalBlock, requireChain, type Tracer } from '@chaintrail/chains';
import { getAddress } from 'ethers';
import { describe, expect, test } from 'vitest';
import type { EvmHistoryEntry, SimulatedEvmNode } from '../src/index.js';
import { EVM_CODES, type EvmCode, hex, type NodeJson, rpcBatch, startEvm } from './evm-helpers.js';

const BLOCKS = 150;
const CASES = [...EVM_CODES.map((code) => [code, 'callTracer'] as const), ['eth', 'parity'] as const];

describe.each(CASES)('%s by %s', (code, tracer) => {
  test('histories, with and without internal transfers, are those of the model', async () => {
    const node = await startEvm(code, { blocks: BLOCKS, tracer });
    const histories = new Histories(code);
    await histories.read(node, tracer);
    const { addresses } = node.model();
    for (const [address, { history }] of addresses) {
      expect([address, histories.of(address)]).toEqual([address, history]);
    }
    expect([...histories.addresses()].filter((address) => !addresses.has(address))).toEqual([]);
    await node.close();
  });
});

type Place = Extract<ChainNetwork, { family: 'evm' }>;

class Histories {
  private readonly place: Place;
  private readonly entries = new Map<string, EvmHistoryEntry[]>();

  constructor(code: EvmCode) {
    const chain = requireChain(code);
    const network = chain.family === 'evm' ? chain.networks.find(({ name }) => name === 'local') : undefined;
    if (chain.family !== 'evm' || !network) throw new TypeError(`${code} has no local network`);
    this.place = { family: 'evm', chain, network };
  }

  addresses(): Iterable<string> {
    return this.entries.keys();
  }

  of(address: string): readonly EvmHistoryEntry[] {
    return this.entries.get(address) ?? [];
  }

  async read(node: SimulatedEvmNode, tracer: Tracer): Promise<void> {
    const heights = Array.from({ length: BLOCKS }, (_, index) => hex(index + 1));
    const blocks: NodeJson[] = await rpcBatch(
      node,
      heights.map((height) => ['eth_getBlockByNumber', height, true]),
    );
    const receipts = await rpcBatch(
      node,
      blocks.map(({ hash }) => ['eth_getBlockReceipts', hash]),
    );
    const traces = await rpcBatch(
      node,
      blocks.map(({ hash, number }) =>
        tracer === 'parity' ? ['trace_block', number] : ['debug_traceBlockByHash', hash, { tracer }],
      ),
    );
    for (const [index, block] of blocks.entries()) {
      this.readBlock(block, receipts[index], { tracer, body: body(traces[index]) });
    }
  }

  private readBlock(block: NodeJson, receipts: NodeJson, traces: { tracer: Tracer; body: Buffer }): void {
    const ref = { height: Number(block.number), hash: block.hash.slice(2) };
    const answers = { block: body(block), receipts: body(receipts), uncles: null };
    const decoded = decodeEvmBlock(this.place, ref, answers);
    const entries = decoded.txids.length / 32;
    const internal = decodeInternalBlock(this.place, { ...ref, time: decoded.time }, traces, decoded.txids, entries);
    for (let entry = 0; entry < entries; entry++) {
      const txid = Buffer.from(decoded.txids.subarray(entry * 32, entry * 32 + 32)).toString('hex');
      this.add(decoded, entry, txid, ref.height, false);
      this.add(internal, entry, txid, ref.height, true);
    }
  }

  private add(
    { keys, effects }: Pick<ReturnType<typeof decodeInternalBlock>, 'keys' | 'effects'>,
    entry: number,
    txid: string,
    height: number,
    viaInternalOnly: boolean,
  ): void {
    for (let row = effects.start[entry] ?? 0; row < (effects.start[entry + 1] ?? 0); row++) {
      const number = effects.address[row] ?? 0;
      const key = keys.bytes.subarray(keys.starts[number], keys.starts[number + 1]);
      const address = getAddress(`0x${Buffer.from(key).toString('hex')}`);
      const delta = BigInt(effects.delta[row] ?? 0);
      const history = this.entries.get(address) ?? [];
      const last = history.at(-1);
      if (last?.txid === txid) history.splice(-1, 1, { ...last, delta: last.delta + delta });
      else history.push({ txid, height, delta, viaInternalOnly });
      this.entries.set(address, history);
    }
  }
}

/** One call's answer, as it comes over HTTP. */
function body(result: NodeJson): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
}
