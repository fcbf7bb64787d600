/** A chain of the EVM family with everything that a history of it can hold, around one address. */
import { accountOf, type SeedEvmBlock, type SeedTransfer } from './seed-evm-chain.js';

export const OWNER = accountOf('owner');
export const FRIEND = accountOf('friend');
export const MINER = accountOf('miner');
export const CONTRACT = accountOf('contract');
export const COIN = accountOf('coin');
export const ART = accountOf('art');
export const ITEMS = accountOf('items');
export const WEI = 10n ** 18n;

const token = (from: Buffer, to: Buffer, amount: bigint): SeedTransfer => ({
  ...{ kind: 'token', from, to, amount, asset: COIN, standard: 'erc20' },
});
const fees = (amount: bigint): SeedTransfer => ({ kind: 'fee', from: null, to: MINER, amount });

/** Heights by what happens there. */
export const AT = {
  paid: 1,
  pays: 2,
  fails: 3,
  creates: 4,
  tokens: 5,
  internal: 6,
  self: 7,
  withdraws: 8,
  tip: 9,
} as const;

export const EVM_BLOCKS: readonly SeedEvmBlock[] = [
  { transactions: [] },
  { transactions: [{ from: FRIEND, to: OWNER, value: 100n * WEI, fee: 21n }], own: [fees(7n)] },
  { transactions: [{ from: OWNER, to: FRIEND, value: 10n * WEI, fee: 21_000n, feeParts: [5n] }] },
  { transactions: [{ from: OWNER, to: CONTRACT, value: 3n * WEI, fee: 9_000n, succeeded: false, method: 'a9059cbb' }] },
  { transactions: [{ from: OWNER, to: null, value: 1n, fee: 50n, createdContract: CONTRACT, type: 0 }] },
  {
    transactions: [
      { from: OWNER, to: COIN, fee: 60n, method: 'a9059cbb', transfers: [token(OWNER, FRIEND, 40n)] },
      { from: FRIEND, to: COIN, fee: 61n, method: 'a9059cbb', transfers: [token(FRIEND, OWNER, 7n)] },
      {
        ...{ from: FRIEND, to: ITEMS, fee: 1n, method: 'f242432a' },
        transfers: [
          { ...token(FRIEND, OWNER, 3n), asset: ITEMS, standard: 'erc1155', tokenId: 5n },
          { ...token(FRIEND, OWNER, 1n), asset: ART, standard: 'erc721', tokenId: 2n ** 200n },
          ...Array.from({ length: 30 }, (_, at) => token(FRIEND, accountOf(`other ${at}`), 1n)),
          token(OWNER, FRIEND, 2n),
        ],
      },
    ],
  },
  {
    transactions: [
      {
        ...{ from: FRIEND, to: CONTRACT, value: 2n * WEI, fee: 70n },
        internal: [{ kind: 'internal', from: CONTRACT, to: OWNER, amount: 2n * WEI }],
      },
    ],
  },
  { transactions: [{ from: OWNER, to: OWNER, value: WEI, fee: 80n, succeeded: null }] },
  { transactions: [], own: [{ kind: 'withdrawal', from: null, to: OWNER, amount: 32n * WEI }, fees(9n)] },
  { transactions: [{ from: FRIEND, to: MINER, value: 5n, fee: 90n, feeParts: [null, 11n, 3n] }] },
];

/** The owner's balance at the tip. */
export const OWNER_BALANCE = 124n * WEI - 1n - 21_000n - 9_000n - 50n - 60n - 80n;
