/** Rows that must come of blocks of a Cosmos chain, worked out here in the plainest way there is. */
import {
  type BlockRef,
  type CosmosBlock,
  type CosmosChainNetwork,
  type CosmosTransfer,
  formatAddress,
} from '@chaintrail/chains';
import { txKey } from '../../src/tx-key.js';

export interface PlacedBlock {
  readonly ref: BlockRef;
  readonly block: CosmosBlock;
}

/** A row with what it is sorted by. */
type Sorted = readonly [key: string, place: number, row: string];

class Sums extends Map<string, bigint> {
  add(name: string, amount: bigint): bigint {
    const sum = (this.get(name) ?? 0n) + amount;
    this.set(name, sum);
    return sum;
  }
}

/** Effects of an entry on everybody. Names are keys in hex, of holdings with the denomination behind them. */
class Effects {
  readonly native = new Sums();
  readonly received = new Sums();
  readonly tokens = new Sums();

  constructor(signer: Buffer | null, transfers: readonly CosmosTransfer[]) {
    if (signer !== null) this.native.add(hex(signer), 0n);
    for (const transfer of transfers) {
      if (transfer.from !== null) this.put(hex(transfer.from), transfer, -transfer.amount);
      if (transfer.to === null) continue;
      this.put(hex(transfer.to), transfer, transfer.amount);
      const isPaid = transfer.denom === null && transfer.kind !== 'genesis';
      this.received.add(hex(transfer.to), isPaid ? transfer.amount : 0n);
    }
  }

  private put(name: string, { denom }: CosmosTransfer, amount: bigint): void {
    this.native.add(name, denom === null ? amount : 0n);
    if (denom !== null) this.tokens.add(`${name} ${denom}`, amount);
  }
}

/** In the form of dumpRows: the tables that are derived, and transfers. */
export function cosmosTruth(
  blocks: readonly PlacedBlock[],
): Record<'address_transactions' | 'token_history' | 'token_holdings' | 'transfers', string[]> {
  const [ranks, balances, received, holdings] = [new Sums(), new Sums(), new Sums(), new Sums()];
  const history: Sorted[] = [];
  const tokens: Sorted[] = [];
  const newest = new Map<string, Sorted>();
  const transfers: string[] = [];
  for (const { ref, block } of blocks) {
    for (const [e, entry] of block.entries.entries()) {
      const key = txKey(ref.height, e);
      const effects = new Effects(entry.from, entry.transfers);
      transfers.push(...entry.transfers.map((transfer, idx) => transferRow(key, idx, transfer)));
      for (const [name, delta] of effects.native) {
        const seq = Number(ranks.add(name, 1n));
        const sums = [balances.add(name, delta), received.add(name, effects.received.get(name) ?? 0n)];
        history.push([name, seq, `(${key},${seq},"\\\\x${name}",${delta},${sums.join()})`]);
      }
      for (const [name, delta] of effects.tokens) {
        const [address, denom] = name.split(' ');
        if (delta === 0n) continue;
        const balance = holdings.add(name, delta);
        tokens.push([name, key, `(${key},"\\\\x${address}",${denom},${delta},${balance})`]);
        newest.set(name, [name, key, `(${key},"\\\\x${address}",${denom},${balance})`]);
      }
    }
  }
  return {
    ...{ address_transactions: inOrder(history), token_history: inOrder(tokens) },
    ...{ token_holdings: inOrder([...newest.values()]), transfers },
  };
}

/** Holdings after the blocks, by address and denomination; without those who have nothing. */
export function holdingsOf(
  { chain, network }: CosmosChainNetwork,
  blocks: readonly PlacedBlock[],
): Map<string, bigint> {
  const held = new Sums();
  for (const { from, to, denom, amount } of blocks.flatMap(({ block }) => block.entries.flatMap((e) => e.transfers))) {
    const name = (party: Buffer) => `${formatAddress(network, party)} ${denom ?? chain.nativeDenom}`;
    if (from !== null) held.add(name(from), -amount);
    if (to !== null) held.add(name(to), amount);
  }
  return new Map([...held].filter(([, amount]) => amount !== 0n));
}

function hex(key: Buffer): string {
  return key.toString('hex');
}

function transferRow(key: number, idx: number, { kind, from, to, denom, amount }: CosmosTransfer): string {
  const party = (address: Buffer | null) => (address === null ? '' : `"\\\\x${hex(address)}"`);
  return `(${key},${idx},${kind},${party(from)},${party(to)},${denom ?? ''},${amount})`;
}

function inOrder(rows: Sorted[]): string[] {
  return rows.sort(([a, m], [b, n]) => (a < b ? -1 : a > b ? 1 : m - n)).map(([, , row]) => row);
}
