/** Writes generated transactions straight into the block under construction: no object per transaction or input. */
import type { Random } from '../random.js';
import { sha256d } from '../utxo/hash.js';
import { NULLDATA_OWNER, type OwnerScripts } from './owner-scripts.js';
import { HOT_OWNERS, type Shape } from './shape.js';
import type { UtxoPool } from './utxo-pool.js';

const MIN_OUTPUT = 1000;
const MAX_OUTPUTS = 512;

/** Bytes of a block under construction. Each buffer is larger than a block of 6,000,000 weight units can need. */
export interface BlockDraft {
  readonly body: Buffer;
  bodyLength: number;
  readonly spent: Buffer;
  spentLength: number;
  /** 32 bytes a transaction, in wire order. */
  readonly txids: Buffer;
  /** Where each transaction ends in `body`. */
  readonly ends: Uint32Array;
  transactions: number;
  weight: number;
  fees: number;
}

/** What has been generated so far. */
export interface Counts {
  transactions: number;
  inputs: number;
  outputs: number;
}

/** Activity of the hot addresses, by owner number. */
export interface HotActivity {
  readonly transactions: Float64Array;
  /** Base units. */
  readonly unspent: Float64Array;
}

export function putCompactSize(target: Buffer, value: number, at: number): number {
  if (value < 253) {
    target[at] = value;
    return at + 1;
  }
  target[at] = 253;
  return target.writeUInt16LE(value, at + 1);
}

function putAmount(target: Buffer, value: number, at: number): number {
  target.writeUInt32LE(value % 4_294_967_296, at);
  return target.writeUInt32LE(Math.floor(value / 4_294_967_296), at + 4);
}

export class TransactionWriter {
  readonly counts: Counts = { transactions: 0, inputs: 0, outputs: 0 };
  readonly hot: HotActivity = {
    transactions: new Float64Array(HOT_OWNERS + 1),
    unspent: new Float64Array(HOT_OWNERS + 1),
  };
  private readonly pool: UtxoPool;
  private readonly scripts: OwnerScripts;
  private readonly shape: Shape;
  private readonly random: Random;
  /** The transaction without its witness, and its witness. */
  private readonly base = Buffer.allocUnsafe(1 << 16);
  private readonly witness = Buffer.allocUnsafe(1 << 14);
  private baseLength = 0;
  private witnessLength = 0;
  private hasWitness = false;
  /** Bit by hot owner that this transaction touches. */
  private touched = 0;
  private readonly owners = new Uint32Array(MAX_OUTPUTS);
  private readonly values = new Float64Array(MAX_OUTPUTS);
  private readonly txid = Buffer.allocUnsafe(32);

  constructor(pool: UtxoPool, scripts: OwnerScripts, shape: Shape, random: Random) {
    this.pool = pool;
    this.scripts = scripts;
    this.shape = shape;
    this.random = random;
  }

  /** A transaction of the usual shape. */
  payment(draft: BlockDraft): void {
    // While there is little to choose from, a transaction takes little.
    const inputs = Math.min(this.shape.inputCount(), Math.max(1, this.pool.size >> 4));
    this.write(draft, inputs, this.shape.outputCount(), false);
  }

  /** Splits the newest output over new addresses, so that there is something to choose from. */
  fanOut(draft: BlockDraft, outputs: number): void {
    this.write(draft, 1, outputs, true);
  }

  private write(draft: BlockDraft, inputs: number, wantedOutputs: number, fanOut: boolean): void {
    this.hasWitness = false;
    this.touched = 0;
    this.witnessLength = 0;
    this.base.writeUInt32LE(2, 0);
    this.baseLength = putCompactSize(this.base, inputs, 4);
    draft.spentLength = putCompactSize(draft.spent, inputs, draft.spentLength);
    let total = 0;
    for (let k = 0; k < inputs; k++)
      total += this.spend(draft, fanOut ? this.pool.size - 1 : this.choose(wantedOutputs));
    const outputs = Math.max(1, Math.min(wantedOutputs, Math.floor(total / (2 * MIN_OUTPUT))));
    const fee = Math.min(inputs * 70 + outputs * 40, total - outputs * MIN_OUTPUT);
    this.divide(total - fee, outputs, fanOut);
    this.writeOutputs(outputs);
    this.finish(draft);
    draft.fees += fee;
    for (let vout = 0; vout < outputs; vout++) this.keep(vout);
    this.counts.transactions++;
    this.counts.inputs += inputs;
    this.counts.outputs += outputs;
  }

  /** Recent outputs; but recent change is small, so a payout to many takes the richest of some of all ages. */
  private choose(outputs: number): number {
    const { pool } = this;
    let best = this.shape.recentIndex(pool.size);
    for (let candidates = outputs > 2 ? 4 : 0; candidates > 0; candidates--) {
      const index = this.random.below(pool.size);
      if (pool.value(index) > pool.value(best)) best = index;
    }
    return best;
  }

  /** @returns the amount spent */
  private spend(draft: BlockDraft, index: number): number {
    const { pool, scripts, base } = this;
    const owner = pool.owner(index);
    const value = pool.value(index);
    let at = pool.writeOutpoint(index, base, this.baseLength);
    at = scripts.writeScriptSig(owner, base, at);
    this.baseLength = base.writeUInt32LE(0xfffffffd, at);
    this.witnessLength = scripts.writeWitness(owner, this.witness, this.witnessLength);
    if (scripts.hasWitness(owner)) this.hasWitness = true;
    draft.spentLength = scripts.writeScript(owner, draft.spent, putAmount(draft.spent, value, draft.spentLength));
    this.touchHot(owner, -value);
    pool.remove(index);
    return value;
  }

  /** Random shares of what is left above the minimum; the last output takes the rest. */
  private divide(amount: number, outputs: number, fanOut: boolean): void {
    let shares = 0;
    for (let k = 0; k < outputs; k++) {
      const share = 0.2 + this.random.fraction();
      this.values[k] = share;
      shares += share;
    }
    const free = amount - outputs * MIN_OUTPUT;
    let rest = free;
    for (let k = 0; k < outputs; k++) {
      const part = k === outputs - 1 ? rest : Math.floor((free * (this.values[k] as number)) / shares);
      rest -= part;
      this.values[k] = MIN_OUTPUT + part;
      this.owners[k] = fanOut ? this.shape.nextOwner++ : this.shape.outputOwner();
    }
    // Data outputs carry nothing: their share goes to the first output, which is never one of them.
    if (this.owners[0] === NULLDATA_OWNER) this.owners[0] = this.shape.nextOwner++;
    for (let k = 1; k < outputs; k++) {
      if (this.owners[k] !== NULLDATA_OWNER) continue;
      this.values[0] = (this.values[0] as number) + (this.values[k] as number);
      this.values[k] = 0;
    }
  }

  private writeOutputs(outputs: number): void {
    const { base, scripts } = this;
    let at = putCompactSize(base, outputs, this.baseLength);
    for (let k = 0; k < outputs; k++) {
      const owner = this.owners[k] as number;
      const value = this.values[k] as number;
      at = scripts.writeScript(owner, base, putAmount(base, value, at));
      this.touchHot(owner, value);
    }
    this.baseLength = base.writeUInt32LE(0, at);
  }

  /** Copies the transaction into the block and hashes it. */
  private finish(draft: BlockDraft): void {
    const { base, baseLength, txid } = this;
    const { body } = draft;
    const start = draft.bodyLength;
    let at = start;
    if (this.hasWitness) {
      at += base.copy(body, at, 0, 4);
      body[at++] = 0;
      body[at++] = 1;
      at += base.copy(body, at, 4, baseLength - 4);
      at += this.witness.copy(body, at, 0, this.witnessLength);
      at += base.copy(body, at, baseLength - 4, baseLength);
    } else at += base.copy(body, at, 0, baseLength);
    draft.bodyLength = at;
    txid.set(sha256d(base.subarray(0, baseLength)));
    txid.copy(draft.txids, draft.transactions * 32);
    draft.ends[draft.transactions] = at;
    draft.transactions++;
    draft.weight += baseLength * 3 + at - start;
    for (let owner = 1; owner <= HOT_OWNERS; owner++) {
      if (this.touched & (1 << owner)) this.hot.transactions[owner] = (this.hot.transactions[owner] as number) + 1;
    }
  }

  private keep(vout: number): void {
    const owner = this.owners[vout] as number;
    if (owner !== NULLDATA_OWNER) this.pool.add(this.txid, vout, owner, this.values[vout] as number);
  }

  private touchHot(owner: number, delta: number): void {
    if (owner === 0 || owner > HOT_OWNERS) return;
    this.touched |= 1 << owner;
    this.hot.unspent[owner] = (this.hot.unspent[owner] as number) + delta;
  }
}

const HASH = 32;

/** Puts the transactions of a block in the order of their ids, as Bitcoin Cash wants it; spent outputs stay as they are. */
export function sortByTransactionId(draft: BlockDraft): void {
  const { body, txids, ends, transactions: count } = draft;
  const id = (index: number): Buffer => txids.subarray(index * HASH, (index + 1) * HASH);
  // Ids are numbers, and their last byte on the wire weighs most.
  const displayed = Array.from({ length: count }, (_, index) => Buffer.from(id(index)).reverse());
  const order = Array.from({ length: count }, (_, index) => index).sort((a, b) =>
    (displayed[a] as Buffer).compare(displayed[b] as Buffer),
  );
  const parts = order.map((index) => body.subarray(index > 0 ? ends[index - 1] : 0, ends[index]));
  const sortedIds = Buffer.concat(order.map(id));
  Buffer.concat(parts).copy(body);
  sortedIds.copy(txids);
}
