/** Blocks of an EVM chain made at random, with the truth that they are made of. */
import { createHash } from 'node:crypto';
import {
  chainOnNetwork,
  type EvmBlock,
  type EvmChainNetwork,
  NO_NUMBER,
  requireChain,
  TOKEN_STANDARDS,
  TRANSFER_KINDS,
} from '@chaintrail/chains';
import { type PreparedEvmBlock, prepareEvmBlock } from '../../src/write/evm/evm-rows.js';
import type { Dice } from './dice.js';

const found = chainOnNetwork(requireChain('eth'), 'local');
if (found?.family !== 'evm') throw new Error('eth is no EVM chain');
export const place: EvmChainNetwork = found;

/** 2^70: no amount fits a number. */
const LARGE = 2n ** 70n;

/** Address number `n` of the world. Few of them, so that histories are long; contracts are above a thousand. */
export function addressOf(n: number): Buffer {
  return createHash('sha256').update(`address ${n}`).digest().subarray(0, 20);
}

const ADDRESSES = 12;
const CONTRACTS = 3;

/** A block as it is written, and what it was made of. */
export type MadeBlock = PreparedEvmBlock & { readonly block: EvmBlock };

/** Why blocks have no traces, where they have none: runs of some reasons, and others. */
const GAPS = [null, null, null, 'off', 'too-slow', 'too-slow', 'state-gone'] as const;

/** One block that follows another. Everything of it follows from `dice`. */
export function makeBlock(parent: MadeBlock | null, dice: Dice): MadeBlock {
  const height = parent === null ? 0 : parent.height + 1;
  const hash = createHash('sha256')
    .update(`${parent?.hash} ${dice.roll(2 ** 30)}`)
    .digest('hex');
  return placed(height, hash, parent?.hash ?? '00'.repeat(32), new BlockMaker(dice).make(hash, height));
}

function placed(height: number, hash: string, parentHash: string, made: EvmBlock): MadeBlock {
  const block = { ...made, parentHash };
  const gap = GAPS[Number.parseInt(hash.slice(0, 2), 16) % GAPS.length]!;
  return { ...prepareEvmBlock({ height, hash }, block, gap), block };
}

/** The same block elsewhere in a chain. */
export function movedTo(height: number, { hash, parentHash, block }: MadeBlock): MadeBlock {
  return placed(height, hash, parentHash, block);
}

interface Parties {
  readonly from: number;
  readonly to: number;
  readonly created: number;
}
const NOBODY: Parties = { from: NO_NUMBER, to: NO_NUMBER, created: NO_NUMBER };

class BlockMaker {
  private readonly dice: Dice;
  private readonly keys: Buffer[] = [];

  constructor(dice: Dice) {
    this.dice = dice;
  }

  make(hash: string, height: number): EvmBlock {
    const { dice } = this;
    const txCount = dice.roll(6);
    const entries = txCount + dice.roll(2);
    const columns = {
      from: [] as number[],
      to: [] as number[],
      created: [] as number[],
      type: [] as number[],
      status: [] as number[],
    };
    const txids: Buffer[] = [];
    const transfers = new Transfers();
    const effects = new Effects();
    for (let entry = 0; entry < entries; entry++) {
      const isBlock = entry === txCount;
      txids.push(isBlock ? Buffer.from(hash, 'hex') : createHash('sha256').update(`${hash} ${entry}`).digest());
      const parties = isBlock ? NOBODY : this.parties();
      columns.from.push(parties.from);
      columns.to.push(parties.to);
      columns.created.push(parties.created);
      columns.type.push(isBlock ? NO_NUMBER : dice.roll(4));
      columns.status.push(isBlock ? NO_NUMBER : Number(dice.roll(10) > 0));
      this.putTransfers(transfers);
      this.putEffects(effects, parties, transfers.partiesOfEntry());
      transfers.endEntry();
      effects.endEntry();
    }
    const numbers = (of: (entry: number) => number) =>
      Float64Array.from({ length: entries }, (_, entry) =>
        columns.type[entry] === NO_NUMBER ? Number.NaN : of(entry),
      );
    const starts = Uint32Array.from({ length: this.keys.length + 1 }, (_, n) => 20 * n);
    const amounts = () =>
      Array.from({ length: entries }, (_, e) => (columns.type[e] === NO_NUMBER ? null : this.amount()));
    return {
      parentHash: '',
      time: 1_700_000_000 + 12 * height,
      size: 500 + entries,
      txCount,
      keys: { bytes: new Uint8Array(Buffer.concat(this.keys)), starts },
      txids: new Uint8Array(Buffer.concat(txids)),
      type: Int16Array.from(columns.type),
      status: Int8Array.from(columns.status),
      from: Int32Array.from(columns.from),
      to: Int32Array.from(columns.to),
      createdContract: Int32Array.from(columns.created),
      value: Array.from({ length: entries }, () => this.amount()),
      nonce: numbers((entry) => entry),
      gasLimit: numbers(() => 30_000_000),
      gasUsed: numbers(() => 21_000),
      gasPrice: amounts(),
      fee: amounts(),
      blobFee: dice.roll(2) === 0 ? null : amounts(),
      l1Fee: null,
      operatorFee: null,
      method: Float64Array.from({ length: entries }, () => (dice.roll(2) === 0 ? NO_NUMBER : 0xa9059cbb)),
      transfers: transfers.columns(),
      wrapped: {
        entry: new Uint32Array(),
        mints: new Uint8Array(),
        asset: new Int32Array(),
        owner: new Int32Array(),
        amount: [],
      },
      changedCode: [],
      firstInternal: null,
      effects: effects.columns(),
    };
  }

  private parties(): Parties {
    const { dice } = this;
    const from = this.number(dice.roll(ADDRESSES));
    if (dice.roll(8) > 0) return { from, to: this.number(dice.roll(ADDRESSES)), created: NO_NUMBER };
    return { from, to: NO_NUMBER, created: this.number(100 + dice.roll(50)) };
  }

  private putEffects(effects: Effects, { from, to, created }: Parties, others: ReadonlySet<number>): void {
    for (const party of new Set([from, to, created])) {
      if (party !== NO_NUMBER) effects.put(party, this.amount() * (this.dice.roll(2) === 0 ? 1n : -1n), this.amount());
    }
    for (const party of others) if (!effects.has(party)) effects.put(party, 0n, 0n);
  }

  private putTransfers(transfers: Transfers): void {
    const { dice } = this;
    for (let left = dice.roll(4); left > 0; left--) {
      const token = dice.roll(3) > 0;
      const standard = token ? dice.roll(TOKEN_STANDARDS.length) : NO_NUMBER;
      transfers.put({
        kind: TRANSFER_KINDS.indexOf(token ? 'token' : 'native'),
        from: this.number(dice.roll(ADDRESSES)),
        to: this.number(dice.roll(ADDRESSES)),
        asset: token ? this.number(1_000 + dice.roll(CONTRACTS)) : NO_NUMBER,
        standard,
        amount: this.amount(),
        tokenId: standard > 0 ? BigInt(dice.roll(4)) * LARGE : null,
      });
    }
  }

  private amount(): bigint {
    return this.dice.roll(2) === 0 ? BigInt(this.dice.roll(1_000)) : LARGE + BigInt(this.dice.roll(1_000));
  }

  private number(address: number): number {
    const key = addressOf(address);
    const known = this.keys.findIndex((one) => one.equals(key));
    return known >= 0 ? known : this.keys.push(key) - 1;
  }
}

interface Transfer {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  readonly asset: number;
  readonly standard: number;
  readonly amount: bigint;
  readonly tokenId: bigint | null;
}

class Transfers {
  private readonly all: Transfer[] = [];
  private readonly start = [0];

  put(transfer: Transfer): void {
    this.all.push(transfer);
  }

  partiesOfEntry(): Set<number> {
    return new Set(this.all.slice(this.start.at(-1)).flatMap(({ from, to }) => [from, to]));
  }

  endEntry(): void {
    this.start.push(this.all.length);
  }

  columns(): EvmBlock['transfers'] {
    const { all } = this;
    return {
      start: Uint32Array.from(this.start),
      kind: Uint8Array.from(all, ({ kind }) => kind),
      from: Int32Array.from(all, ({ from }) => from),
      to: Int32Array.from(all, ({ to }) => to),
      asset: Int32Array.from(all, ({ asset }) => asset),
      standard: Int8Array.from(all, ({ standard }) => standard),
      amount: all.map(({ amount }) => amount),
      tokenId: all.map(({ tokenId }) => tokenId),
    };
  }
}

class Effects {
  private readonly all: { readonly address: number; readonly delta: bigint; readonly received: bigint }[] = [];
  private readonly start = [0];

  put(address: number, delta: bigint, received: bigint): void {
    this.all.push({ address, delta, received });
  }

  has(address: number): boolean {
    return this.all.slice(this.start.at(-1)).some((effect) => effect.address === address);
  }

  endEntry(): void {
    this.start.push(this.all.length);
  }

  columns(): EvmBlock['effects'] {
    const { all } = this;
    return {
      start: Uint32Array.from(this.start),
      address: Int32Array.from(all, ({ address }) => address),
      delta: all.map(({ delta }) => delta),
      received: all.map(({ received }) => received),
    };
  }
}
