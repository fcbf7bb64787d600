/** Histories of all addresses, as the product's decoders read them from blocks and traces. */
import { type ChainNetwork, decodeEvmBlock, decodeInternalBlock, requireChain } from '@chaintrail/chains';
import { getAddress } from 'ethers';
import type { EvmHistoryEntry } from '../src/index.js';
import type { EvmCode, NodeJson } from './evm-helpers.js';

type Place = Extract<ChainNetwork, { family: 'evm' }>;

export class DecodedHistories {
  readonly entries = new Map<string, EvmHistoryEntry[]>();
  private readonly place: Place;
  /** By key: a checksum takes longer than all else here. */
  private readonly texts = new Map<string, string>();

  constructor(code: EvmCode) {
    const chain = requireChain(code);
    const network = chain.family === 'evm' ? chain.networks.find(({ name }) => name === 'local') : undefined;
    if (chain.family !== 'evm' || !network) throw new TypeError(`${code} has no local network`);
    this.place = { family: 'evm', chain, network };
  }

  read(block: NodeJson, receipts: NodeJson, traces: NodeJson): void {
    const ref = { height: Number(block.number), hash: block.hash.slice(2) };
    const answers = { block: body(block), receipts: body(receipts), uncles: null };
    const decoded = decodeEvmBlock(this.place, ref, answers);
    const entries = decoded.txids.length / 32;
    const traced = { tracer: 'callTracer', body: body(traces) } as const;
    const internal = decodeInternalBlock(this.place, { ...ref, time: decoded.time }, traced, decoded.txids, entries);
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
      const digits = Buffer.from(key).toString('hex');
      const address = this.texts.get(digits) ?? getAddress(`0x${digits}`);
      this.texts.set(digits, address);
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
