/** A client that keeps books of what it is told, and finds every gap and every repetition. */
import { waitFor } from '@chaintrail/testkit';
import { expect } from 'vitest';
import { EventStream, type ToldEvent } from './event-stream.js';
import type { StreamWorld } from './stream-world.js';

export class BookKeeper {
  readonly addresses: ReadonlySet<string>;
  /** `txid address` → hash of the block. */
  readonly confirmed: Map<string, string>;
  readonly pending = new Set<string>();
  readonly counts = { tip: 0, reorg: 0, transaction: 0, dropped: 0 };
  connections = 0;
  #world: StreamWorld;
  #stream: EventStream | null = null;
  #read = 0;
  #lastId: string | undefined;
  #failure: unknown;
  #block: { height: number; hash: string } | null = null;
  readonly #ids = new Set<string>();

  constructor(world: StreamWorld, addresses: readonly string[]) {
    this.#world = world;
    this.addresses = new Set(addresses);
    this.confirmed = world.confirmedAt(world.tip.hash, this.addresses);
  }

  get isConnected(): boolean {
    return this.#stream !== null && !this.#stream.isEnded;
  }

  /** The block of which it was told last. */
  get hash(): string | undefined {
    return this.#block?.hash;
  }

  async connect(url: string): Promise<void> {
    this.disconnect();
    const options = { currency: 'btc', addresses: [...this.addresses], lastEventId: this.#lastId };
    this.#stream = await EventStream.open(url, options);
    this.#read = 0;
    this.connections++;
    if (this.#lastId === undefined) {
      await waitFor(() => this.#stream!.events.length > 0);
      this.#block = this.#stream.events[0]!.data;
    }
  }

  /** Events that were not received so far are lost on the way. */
  disconnect(): void {
    this.read();
    this.#stream?.close();
    this.#stream = null;
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  /** Takes down what has come. */
  read(): void {
    const events = this.#stream?.events ?? [];
    try {
      if (!this.#failure) while (this.#read < events.length) this.#take(events[this.#read++]!);
    } catch (failure) {
      this.#failure = failure;
    }
    // Said again to those that wait for something else.
    if (this.#failure) throw this.#failure;
  }

  #take({ id, name, data }: ToldEvent): void {
    expect(this.#ids.has(id), `${name} ${id} came twice`).toBe(false);
    this.#ids.add(id);
    this.#lastId = id;
    this.counts[name]++;
    expect(data.currency).toBe('btc');
    if (name === 'reorg') this.#takeReorg(data);
    else if (name === 'tip') this.#takeTip(data);
    else if (name === 'dropped') this.#takeDropped(data);
    else this.#takeTransaction(data);
  }

  #takeReorg({ from, to }: Record<'from' | 'to', { height: number; hash: string }>): void {
    expect(from).toEqual({ height: this.#block!.height, hash: this.#block!.hash });
    expect(to.height).toBeLessThan(from.height);
    expect(this.#world.blocks.get(to.hash)?.height).toBe(to.height);
    for (const [entry, hash] of this.confirmed) {
      if (this.#world.blocks.get(hash)!.height > to.height) this.confirmed.delete(entry);
    }
    expect(this.confirmed).toEqual(this.#world.confirmedAt(to.hash, this.addresses));
    this.pending.clear();
    this.#block = to;
  }

  #takeTip(tip: { height: number; hash: string; time: number }): void {
    expect(this.#world.blocks.get(tip.hash)?.height).toBe(tip.height);
    expect(this.confirmed).toEqual(this.#world.confirmedAt(tip.hash, this.addresses));
    this.#block = tip;
  }

  #takeDropped({ address, txid, dropReason, replacedBy }: Record<string, string | null>): void {
    const entry = `${txid} ${address}`;
    expect(this.addresses.has(address!), entry).toBe(true);
    expect(this.confirmed.has(entry), `${entry} is confirmed`).toBe(false);
    // A transaction that came and went while a client was away is told as dropped alone.
    this.pending.delete(entry);
    expect(replacedBy !== null).toBe(dropReason === 'replaced' || dropReason === 'conflicted');
  }

  // biome-ignore lint/suspicious/noExplicitAny: the contract tests check its shape
  #takeTransaction({ address, transaction }: any): void {
    const { txid, status, blockHash, blockHeight } = transaction;
    const entry = `${txid} ${address}`;
    expect(this.addresses.has(address), entry).toBe(true);
    expect(this.confirmed.has(entry), `${entry} is confirmed already`).toBe(false);
    if (status === 'pending') {
      expect(this.pending.has(entry), `${entry} is pending already`).toBe(false);
      expect(this.#world.payments.has(txid), entry).toBe(true);
      this.pending.add(entry);
      return;
    }
    // Blocks come in their order.
    expect(blockHeight).toBeGreaterThanOrEqual(this.#block!.height);
    this.pending.delete(entry);
    this.confirmed.set(entry, blockHash);
    this.#block = { height: blockHeight, hash: blockHash };
  }
}
