/**
 * Blocks of a Cosmos chain made at random, none of which spends what is not there, with the truth that they are made
 * of.
 */
import { createHash } from 'node:crypto';
import {
  type CosmosBlock,
  type CosmosChainNetwork,
  type CosmosEntry,
  type CosmosEntryKind,
  type CosmosPayout,
  type CosmosTransfer,
  chainOnNetwork,
  entryTxid,
  requireChain,
} from '@chaintrail/chains';
import type { PreparedAccountBlock } from '../../src/write/account/prepared-block.js';
import { prepareCosmosBlock } from '../../src/write/cosmos/cosmos-rows.js';
import type { PlacedBlock } from './cosmos-truth.js';
import { Dice } from './dice.js';

const found = chainOnNetwork(requireChain('rune'), 'mocknet');
if (found?.family !== 'cosmos') throw new Error('rune is no Cosmos chain');
export const place: CosmosChainNetwork = found;

/** Height of the first block: histories of these chains rarely begin at 0. */
export const FIRST_HEIGHT = 17_562_001;

const ADDRESSES = 12;
const DENOMS = [null, 'tcy', 'x/ruji', 'btc-btc', 'eth/usdc-0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'] as const;
/** 2^70: no amount fits a number. */
const LARGE = 2n ** 70n;

/** Account number `n`. Every fourth is a contract, whose key is longer. */
export function accountOf(n: number): Buffer {
  return createHash('sha256')
    .update(`account ${n}`)
    .digest()
    .subarray(0, n % 4 === 3 ? 32 : 20);
}

/** A block as it is written, and what it was made of. */
export type MadeBlock = PreparedAccountBlock & { readonly block: CosmosBlock };

export function prepared(height: number, block: Omit<CosmosBlock, 'parentHash'>): MadeBlock {
  const made = { ...block, parentHash: hashOf(height - 1) };
  return { ...prepareCosmosBlock({ height, hash: hashOf(height) }, made), block: made };
}

/** The same in the words of {@link PlacedBlock}. */
export function placed({ height, hash, block }: MadeBlock): PlacedBlock {
  return { ref: { height, hash }, block };
}

function hashOf(height: number): string {
  return createHash('sha256').update(`block ${height}`).digest('hex');
}

/** An entry of which nothing is said but what is given. */
export function entry(kind: CosmosEntryKind, txid: Buffer, own: Partial<CosmosEntry>): CosmosEntry {
  const isTransaction = kind === 'transaction';
  return {
    kind,
    txid,
    index: null,
    code: isTransaction ? 0 : null,
    log: null,
    gasWanted: isTransaction ? 200_000 : null,
    gasUsed: isTransaction ? 123_456 : null,
    from: null,
    fee: isTransaction ? 2_000_000n : null,
    memo: null,
    messages: [],
    inTxid: null,
    input: null,
    transfers: [],
    payouts: [],
    ...own,
  };
}

/** Makes one block after the other. Everything follows from the seed. */
export class BlockMaker {
  private readonly dice: Dice;
  private readonly balances = new Map<string, bigint>();
  private readonly hasOpening: boolean;
  private height = FIRST_HEIGHT;

  constructor(seed: number, hasOpening = true) {
    this.dice = new Dice(seed);
    this.hasOpening = hasOpening;
  }

  blocks(count: number): MadeBlock[] {
    return Array.from({ length: count }, () => this.block());
  }

  private block(): MadeBlock {
    const { dice, height } = this;
    const entries: CosmosEntry[] = [];
    if (height === FIRST_HEIGHT && this.hasOpening)
      entries.push(
        entry('opening', entryTxid(height, 'opening'), { messages: [{ type: 'bank' }], transfers: this.opening() }),
      );
    if (dice.roll(3) > 0) entries.push(entry('begin', entryTxid(height, 'begin'), { transfers: this.transfers() }));
    const txCount = dice.roll(4);
    for (let index = 0; index < txCount; index++) {
      const code = dice.roll(5) === 0 ? 5 : 0;
      entries.push(
        entry('transaction', createHash('sha256').update(`${height} ${index}`).digest(), {
          index,
          code,
          log: code === 0 ? null : 'insufficient funds',
          from: dice.roll(5) === 0 ? null : accountOf(dice.roll(ADDRESSES)),
          memo: dice.roll(2) === 0 ? null : '=:BTC.BTC:bc1q',
          messages: [{ type: '/types.MsgDeposit', coins: [{ asset: 'THOR.RUNE', amount: '1' }] }],
          transfers: code === 0 ? this.transfers() : [],
        }),
      );
    }
    for (let n = 0; n < dice.roll(3); n++) {
      const inTxid = createHash('sha256')
        .update(`deposit ${dice.roll(50)}`)
        .digest();
      entries.push(
        entry('end', entryTxid(height, 'end', n), {
          inTxid,
          transfers: this.transfers(),
          payouts: [this.payout(inTxid)],
        }),
      );
    }
    this.height++;
    return prepared(height, { time: 1_700_000_000 + 6 * height, size: 700 + txCount, txCount, entries });
  }

  private opening(): CosmosTransfer[] {
    return Array.from({ length: 2 * ADDRESSES }, (_, n) => {
      const transfer: CosmosTransfer = {
        kind: 'genesis',
        from: null,
        to: accountOf(n % ADDRESSES),
        denom: DENOMS[this.dice.roll(DENOMS.length)]!,
        amount: LARGE + BigInt(this.dice.roll(1_000)),
      };
      this.book(transfer);
      return transfer;
    });
  }

  private transfers(): CosmosTransfer[] {
    const transfers: CosmosTransfer[] = [];
    for (let left = this.dice.roll(4); left > 0; left--) {
      const transfer = this.transfer();
      this.book(transfer);
      transfers.push(transfer);
    }
    return transfers;
  }

  /** A transfer of an existing holding; minted where there is none. */
  private transfer(): CosmosTransfer {
    const { dice } = this;
    const denom = DENOMS[dice.roll(DENOMS.length)]!;
    const [sender, receiver] = [accountOf(dice.roll(ADDRESSES)), accountOf(dice.roll(ADDRESSES))];
    const held = this.balances.get(holding(sender, denom)) ?? 0n;
    if (held === 0n || dice.roll(8) === 0)
      return { kind: 'mint', from: null, to: receiver, denom, amount: LARGE + BigInt(dice.roll(1_000)) };
    const amount = dice.roll(3) === 0 ? held : (held * BigInt(1 + dice.roll(9))) / 10n || 1n;
    if (dice.roll(8) === 0) return { kind: 'burn', from: sender, to: null, denom, amount };
    return { kind: denom === null ? 'native' : 'token', from: sender, to: receiver, denom, amount };
  }

  private payout(inTxid: Buffer): CosmosPayout {
    return {
      inTxid,
      txid: this.dice.roll(2) === 0 ? null : createHash('sha256').update(inTxid).digest(),
      chain: 'BTC',
      to: 'bc1q',
      asset: 'BTC.BTC',
      amount: BigInt(1 + this.dice.roll(1_000)),
      memo: 'OUT:…',
    };
  }

  private book({ from, to, denom, amount }: CosmosTransfer): void {
    for (const [party, moved] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      if (party === null) continue;
      const key = holding(party, denom);
      this.balances.set(key, (this.balances.get(key) ?? 0n) + moved);
    }
  }
}

function holding(account: Buffer, denom: string | null): string {
  return `${account.toString('hex')} ${denom ?? ''}`;
}
