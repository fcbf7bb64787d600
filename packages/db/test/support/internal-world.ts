/** A small account chain with internal transfers, made by hand. */
import { createHash } from 'node:crypto';
import {
  type BlockRef,
  EVM_CHAINS,
  type EvmBlock,
  type EvmChainNetwork,
  type InternalBlock,
  NO_NUMBER,
  TRANSFER_KINDS,
  type TransferColumns,
} from '@chaintrail/chains';
import { type PreparedAccountBlock, prepareEvmBlock } from '@chaintrail/db';
import type { PlacedInternalBlock } from '../../src/write/evm/internal/internal-batch.js';

/** So that reorgs reach what is traced after the fact without hundreds of blocks. */
const MARGIN = 3;
const eth = EVM_CHAINS.find(({ code }) => code === 'eth')!;
export const PLACE: EvmChainNetwork = {
  family: 'evm',
  chain: { ...eth, reorgMargin: MARGIN },
  network: eth.networks.find(({ name }) => name === 'local')!,
};

interface Move {
  readonly from: number | null;
  readonly to: number | null;
  readonly amount: bigint;
}

export interface Entry {
  readonly from: number | null;
  readonly to: number | null;
  readonly created: number | null;
  /** Token transfers, or what the block itself paid. */
  readonly told: readonly Move[];
  /** What only traces tell. */
  readonly internal: readonly Move[];
}

export interface Block extends BlockRef {
  readonly parentHash: string;
  readonly entries: readonly Entry[];
}

/** A number from 0 up to `below` that follows from what is asked for alone. */
function drawn(below: number, ...what: readonly (string | number)[]): number {
  return createHash('sha256').update(what.join(' ')).digest().readUInt32BE(0) % below;
}

/** So few that most meet again, beginning with bytes from all over, so that they fall into many buckets. */
export const ADDRESSES = Array.from({ length: 18 }, (_, n) =>
  createHash('sha256').update(`address ${n}`).digest().subarray(0, 20),
);

/** The others take part in internal transfers before they do anything else, if they ever do. */
const TOLD_ADDRESSES = 14;

/** @param branch what tells two blocks of a height apart */
export function makeBlock(height: number, parentHash: string, branch: number): Block {
  const draw = (below: number, ...what: (string | number)[]) => drawn(below, height, branch, ...what);
  const address = (...what: (string | number)[]) =>
    draw(draw(30, 'rare', ...what) === 0 ? ADDRESSES.length : TOLD_ADDRESSES, 'address', ...what);
  const any = (...what: (string | number)[]) => draw(ADDRESSES.length, 'any address', ...what);
  const amount = (...what: (string | number)[]) =>
    BigInt(draw(1_000_000, ...what)) * (draw(3, 'large', ...what) === 0 ? 10n ** 18n : 1n);
  const count = height === 0 ? 0 : draw(4, 'transactions');
  const entries: Entry[] = Array.from({ length: count }, (_, t) => {
    const creates = draw(5, 'creates', t) === 0;
    return {
      from: address('from', t),
      to: creates ? null : address('to', t),
      created: creates ? address('created', t) : null,
      told: Array.from({ length: draw(3, 'tokens', t) }, (_, k) => ({
        from: address('token from', t, k),
        to: address('token to', t, k),
        amount: amount('token', t, k),
      })),
      internal: Array.from({ length: draw(5, 'internal', t) }, (_, k) => ({
        from: draw(9, 'mint', t, k) === 0 ? null : any('internal from', t, k),
        to: draw(9, 'burn', t, k) === 1 ? null : any('internal to', t, k),
        amount: amount('internal', t, k),
      })),
    };
  });
  if (count > 0) {
    const told = [{ from: null, to: address('miner'), amount: amount('fee') }];
    entries.push({ from: null, to: null, created: null, told, internal: [] });
  }
  const hash = createHash('sha256').update(`${parentHash} ${branch}`).digest('hex');
  return { height, hash, parentHash, entries };
}

/** Addresses that address_transactions has for an entry. */
export function touchedBy({ from, to, created, told }: Entry): Set<number> {
  const all = [from, to, created, ...told.flatMap((move) => [move.from, move.to])];
  return new Set(all.filter((address) => address !== null));
}

/** Net and gross effect of moves on each address. */
export function effectsOf(moves: readonly Move[]): Map<number, { delta: bigint; received: bigint }> {
  const effects = new Map<number, { delta: bigint; received: bigint }>();
  const add = (address: number | null, delta: bigint, received: bigint) => {
    if (address === null) return;
    const before = effects.get(address) ?? { delta: 0n, received: 0n };
    effects.set(address, { delta: before.delta + delta, received: before.received + received });
  };
  for (const { from, to, amount } of moves) {
    add(from, -amount, 0n);
    add(to, amount, amount);
  }
  return effects;
}

const KEYS = {
  bytes: Buffer.concat(ADDRESSES),
  starts: Uint32Array.from({ length: ADDRESSES.length + 1 }, (_, n) => 20 * n),
};
const small = (amount: bigint) => (Number.isSafeInteger(Number(amount)) ? Number(amount) : amount);
const numberOf = (address: number | null) => address ?? NO_NUMBER;

function starts<T>(lists: readonly (readonly T[])[]): Uint32Array {
  const start = new Uint32Array(lists.length + 1);
  for (const [i, { length }] of lists.entries()) start[i + 1] = start[i]! + length;
  return start;
}

export function internalKind({ from, to }: Move): (typeof TRANSFER_KINDS)[number] {
  return from === null ? 'mint' : to === null ? 'burn' : 'internal';
}

function transfersOf(lists: readonly (readonly Move[])[], kindOf: (move: Move) => (typeof TRANSFER_KINDS)[number]) {
  const moves = lists.flat();
  return {
    start: starts(lists),
    kind: Uint8Array.from(moves, (move) => TRANSFER_KINDS.indexOf(kindOf(move))),
    from: Int32Array.from(moves, ({ from }) => numberOf(from)),
    to: Int32Array.from(moves, ({ to }) => numberOf(to)),
    asset: Int32Array.from(moves, (move) => (kindOf(move) === 'token' ? 0 : NO_NUMBER)),
    standard: Int8Array.from(moves, (move) => (kindOf(move) === 'token' ? 0 : NO_NUMBER)),
    amount: moves.map(({ amount }) => small(amount)),
    tokenId: moves.map(() => null),
  } satisfies TransferColumns;
}

export function internalOf({ height, hash, entries }: Block): PlacedInternalBlock {
  // A move without both sides is neither to be traced nor to be told.
  const moves = entries.map(({ internal }) => internal.filter(({ from, to }) => from !== null || to !== null));
  const effects = moves.map((list) => [...effectsOf(list)]);
  const block: InternalBlock = {
    keys: KEYS,
    transfers: transfersOf(moves, internalKind),
    effects: {
      start: starts(effects),
      address: Int32Array.from(effects.flat(), ([address]) => address),
      delta: effects.flat().map(([, { delta }]) => small(delta)),
      received: effects.flat().map(([, { received }]) => small(received)),
    },
  };
  return { height, hash, block };
}

export function accountBlockOf({ height, hash, parentHash, entries }: Block): PreparedAccountBlock & {
  readonly block: EvmBlock;
} {
  const touched = entries.map((entry) => [...touchedBy(entry)]);
  const nulls = entries.map(() => null);
  const numbers = Float64Array.from(entries, ({ from }) => (from === null ? Number.NaN : 21_000));
  const txCount = entries.filter(({ from }) => from !== null).length;
  const block: EvmBlock = {
    parentHash,
    time: 1_700_000_000 + height,
    size: 1_000,
    txCount,
    keys: KEYS,
    txids: Buffer.concat(entries.map((_, t) => createHash('sha256').update(`${hash} ${t}`).digest())),
    type: Int16Array.from(entries, ({ from }) => (from === null ? NO_NUMBER : 2)),
    status: Int8Array.from(entries, ({ from }) => (from === null ? NO_NUMBER : 1)),
    from: Int32Array.from(entries, ({ from }) => numberOf(from)),
    to: Int32Array.from(entries, ({ to }) => numberOf(to)),
    createdContract: Int32Array.from(entries, ({ created }) => numberOf(created)),
    value: entries.map(() => 0),
    nonce: numbers,
    gasLimit: numbers,
    gasUsed: numbers,
    gasPrice: nulls,
    fee: nulls,
    blobFee: null,
    l1Fee: null,
    operatorFee: null,
    method: Float64Array.from(entries, () => NO_NUMBER),
    transfers: transfersOf(
      entries.map(({ told }) => told),
      ({ from }) => (from === null ? 'fee' : 'token'),
    ),
    effects: {
      start: starts(touched),
      address: Int32Array.from(touched.flat()),
      delta: touched.flat().map(() => 0),
      received: touched.flat().map(() => 0),
    },
  };
  return { ...prepareEvmBlock({ height, hash }, block), block };
}
