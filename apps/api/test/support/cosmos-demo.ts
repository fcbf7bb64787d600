/** A chain of the Cosmos family with everything that a history of it can hold, around one account. */
import { type CosmosEntry, type CosmosTransfer, entryTxid, formatAddress, moduleKey } from '@chaintrail/chains';
import { hashOf } from './seed-chain.js';
import { cosmosPlace, entryOf, ownEntry } from './seed-cosmos-chain.js';

const accountOf = (name: string): Buffer => hashOf(`account ${name}`).subarray(0, 20);
export const OWNER = accountOf('owner');
export const FRIEND = accountOf('friend');
/** A hash of 32 bytes. */
export const CONTRACT = hashOf('contract');
export const ASGARD = moduleKey('asgard');
const RESERVE = moduleKey('reserve');
export const textOf = (key: Buffer, chain: 'rune' | 'cacao' = 'rune'): string =>
  formatAddress(cosmosPlace(chain).network, key);

export const RUNE = 10n ** 8n;
export const FEE = 2_000_000n;
export const FIRST = 5;
/** Heights by what happens there. */
export const AT = { opens: 5, swaps: 6, pays: 7, fails: 8, calls: 9, tip: 10 } as const;
export const txidOf = (name: string): Buffer => hashOf(`transaction ${name}`);
export const shownTxid = (name: string): string => txidOf(name).toString('hex').toUpperCase();

type Moved = [from: Buffer | null, to: Buffer | null, amount: bigint, denom?: string | undefined];
const moved = (kind: CosmosTransfer['kind'], [from, to, amount, denom]: Moved): CosmosTransfer => ({
  ...{ kind, from, to, amount, denom: denom ?? null },
});
const native = (...what: Moved): CosmosTransfer => moved('native', what);
const token = (...what: Moved): CosmosTransfer => moved('token', what);
const fee = (from: Buffer): CosmosTransfer => moved('fee', [from, RESERVE, FEE]);

export const DEPOSIT_MEMO = '=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const deposit = entryOf('transaction', txidOf('deposit'), {
  ...{ from: OWNER, fee: FEE, memo: DEPOSIT_MEMO },
  messages: [
    {
      ...{ type: '/types.MsgDeposit', from: textOf(OWNER), memo: DEPOSIT_MEMO },
      coins: [{ asset: 'THOR.RUNE', amount: String(10n * RUNE) }],
    },
  ],
  transfers: [fee(OWNER), native(OWNER, ASGARD, 10n * RUNE)],
});

const send = (name: string, from: Buffer, to: Buffer, denom: string, amount: bigint, own: Partial<CosmosEntry> = {}) =>
  entryOf('transaction', txidOf(name), {
    ...{ from, fee: FEE, memo: 'thanks' },
    messages: [
      { ...{ type: '/types.MsgSend', from: textOf(from), to: textOf(to) }, coins: [{ denom, amount: String(amount) }] },
    ],
    transfers: [
      fee(from),
      moved(denom === 'rune' ? 'native' : 'token', [from, to, amount, denom === 'rune' ? undefined : denom]),
    ],
    ...own,
  });

const observed = entryOf('transaction', txidOf('observed'), {
  ...{ index: 1, messages: [{ type: '/types.MsgObservedTxQuorum' }] },
  payouts: [
    {
      ...{
        inTxid: deposit.txid,
        txid: txidOf('on Bitcoin'),
        chain: 'BTC',
        to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      },
      ...{ asset: 'BTC.BTC', amount: 4_123n, memo: `OUT:${shownTxid('deposit')}` },
    },
  ],
});

const refund = entryOf('end', entryTxid(AT.swaps, 'end', 0), {
  inTxid: deposit.txid,
  transfers: [native(ASGARD, OWNER, RUNE)],
  payouts: [
    {
      ...{ inTxid: deposit.txid, txid: null, chain: 'THOR', to: textOf(OWNER) },
      ...{ asset: 'THOR.RUNE', amount: RUNE, memo: null },
    },
  ],
});

export const COSMOS_BLOCKS: readonly (readonly CosmosEntry[])[] = [
  [
    ownEntry(AT.opens, 'opening', [
      moved('genesis', [null, OWNER, 100n * RUNE]),
      moved('genesis', [null, OWNER, 5n, 'maya.mimir']),
      moved('genesis', [null, RESERVE, 1_000n * RUNE]),
    ]),
    ownEntry(AT.opens, 'begin', [moved('mint', [null, OWNER, 7n * RUNE, 'tcy'])]),
  ],
  [deposit, refund, entryOf('end', entryTxid(AT.swaps, 'end', 1), { transfers: [native(RESERVE, ASGARD, RUNE)] })],
  [
    send('pays', OWNER, FRIEND, 'rune', 3n * RUNE),
    observed,
    send('pays tokens', OWNER, FRIEND, 'tcy', RUNE, { index: 2 }),
    send('pays itself', OWNER, OWNER, 'rune', RUNE, { index: 3 }),
  ],
  [
    send('fails', OWNER, FRIEND, 'rune', 500n * RUNE, {
      ...{ code: 5, log: 'insufficient funds', transfers: [fee(OWNER)] },
    }),
  ],
  [
    ownEntry(AT.calls, 'begin', [
      moved('mint', [null, CONTRACT, 465n, 'x/ruji']),
      moved('mint', [null, FRIEND, 9n, 'btc-btc']),
      moved('mint', [null, FRIEND, 9n, 'x/other']),
    ]),
    entryOf('transaction', txidOf('calls'), {
      ...{ from: FRIEND, fee: 0n },
      messages: [
        {
          ...{ type: '/cosmwasm.wasm.v1.MsgExecuteContract', from: textOf(FRIEND), contract: textOf(CONTRACT) },
          ...{ message: { swap: {} }, coins: [] },
        },
      ],
      transfers: [
        ...Array.from({ length: 30 }, (_, n) => token(CONTRACT, FRIEND, BigInt(n + 1), 'x/ruji')),
        token(FRIEND, OWNER, 9n, 'btc-btc'),
        token(FRIEND, OWNER, 9n, 'x/other'),
      ],
    }),
  ],
  [
    send('last', FRIEND, CONTRACT, 'rune', RUNE),
    entryOf('end', entryTxid(AT.tip, 'end', 0), {
      inTxid: txidOf('on Ethereum'),
      transfers: [native(ASGARD, RESERVE, 5n)],
    }),
  ],
];

/** The owner's balance at the tip. */
export const OWNER_BALANCE = 100n * RUNE - (10n + 3n) * RUNE + RUNE - 5n * FEE;
