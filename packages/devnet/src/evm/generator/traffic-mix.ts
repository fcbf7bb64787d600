/** What the transactions of a public chain call, and what is logged then: kinds, each with its part of the whole. */
import { id } from 'ethers';
import type { ContractGroup } from './generated-names.js';

/** What stands in an indexed topic: one of the log's parties, or a number. */
type Topic = 'first' | 'second' | 'third' | 'id';
/** What a word of the data is: an amount, a number below 2^24, a negative number, all ones, or this very number. */
type Word = 'amount' | 'small' | 'negative' | 'unlimited' | number;

function event(signature: string, topics: readonly Topic[], data: readonly Word[]) {
  return { signature: id(signature), topics, data };
}

const BATCH_DATA: readonly Word[] = [0x40, 0xa0, 2, 'small', 'small', 2, 1, 3];

export const EVENTS = {
  transfer: event('Transfer(address,address,uint256)', ['first', 'second'], ['amount']),
  approval: event('Approval(address,address,uint256)', ['first', 'second'], ['unlimited']),
  /** ERC-721: the token's number is indexed. */
  transferOfOne: event('Transfer(address,address,uint256)', ['first', 'second', 'id'], []),
  transferSingle: event(
    'TransferSingle(address,address,address,uint256,uint256)',
    ['third', 'first', 'second'],
    ['small', 1],
  ),
  transferBatch: event(
    'TransferBatch(address,address,address,uint256[],uint256[])',
    ['third', 'first', 'second'],
    BATCH_DATA,
  ),
  deposit: event('Deposit(address,uint256)', ['first'], ['amount']),
  withdrawal: event('Withdrawal(address,uint256)', ['first'], ['amount']),
  sync: event('Sync(uint112,uint112)', [], ['amount', 'amount']),
  swap: event('Swap(address,uint256,uint256,uint256,uint256,address)', ['first', 'second'], ['amount', 0, 0, 'amount']),
  concentratedSwap: event(
    'Swap(address,address,int256,int256,uint160,uint128,int24)',
    ['first', 'second'],
    ['amount', 'negative', 'amount', 'amount', 'negative'],
  ),
  reserves: event(
    'ReserveDataUpdated(address,uint256,uint256,uint256,uint256,uint256)',
    ['first'],
    ['amount', 'small', 'amount', 'amount', 'amount'],
  ),
  message: event(
    'TransactionDeposited(address,address,uint256,bytes)',
    ['first', 'second', 'id'],
    [0x20, 0x49, 'amount', 'amount', 'small', 0],
  ),
} as const;
export type EventName = keyof typeof EVENTS;

/** Who the parties of a log are: of the transaction, one that is drawn for it (`other`, `pool`), or a new one of a group. */
export type Party = 'from' | 'to' | 'other' | 'pool' | 'wrapped' | 'nobody' | ContractGroup;

/** The event, the contract that logs it, and two of its parties. */
type LogShape = readonly [EventName, Party, Party, Party?];
type Range = readonly [least: number, most: number];

export interface TransactionKind {
  readonly share: number;
  /** Null creates a contract. */
  readonly to: ContractGroup | 'account' | null;
  /** How often `other` is an account that was never used. */
  readonly fresh: number;
  /** Digits of the method's selector. */
  readonly selector: string;
  /** Of the input, behind the selector. */
  readonly words: Range;
  readonly gas: Range;
  /** Digits of the value; none without one. */
  readonly value: Range | null;
  readonly logs: readonly LogShape[];
}

/** Of a payment to an account. */
export const PLAIN_GAS = 21_000;

function call(
  share: number,
  to: ContractGroup,
  method: string,
  words: Range,
  gas: Range,
  logs: readonly LogShape[],
  more: Partial<TransactionKind> = {},
): TransactionKind {
  return { share, to, fresh: 0.2, selector: id(method).slice(2, 10), words, gas, value: null, logs, ...more };
}

/** Through a pool of two reserves, which logs both of them first. */
const SOLD: readonly LogShape[] = [
  ['deposit', 'wrapped', 'to'],
  ['transfer', 'wrapped', 'to', 'pool'],
  ['transfer', 'tokens', 'pool', 'from'],
  ['sync', 'pool', 'pool'],
  ['swap', 'pool', 'to', 'from'],
];
const BOUGHT: readonly LogShape[] = [
  ['transfer', 'tokens', 'from', 'pool'],
  ['transfer', 'wrapped', 'pool', 'to'],
  ['concentratedSwap', 'pool', 'to', 'to'],
  ['withdrawal', 'wrapped', 'to'],
];
const LENT: readonly LogShape[] = [
  ['transfer', 'tokens', 'from', 'to'],
  ['transfer', 'tokens', 'nobody', 'from'],
  ['approval', 'tokens', 'from', 'to'],
  ['reserves', 'to', 'tokens'],
  ['reserves', 'to', 'tokens'],
  ['transfer', 'tokens', 'to', 'pool'],
  ['transfer', 'tokens', 'to', 'from'],
  ['message', 'to', 'from', 'to'],
];
const COINS: Range = [15, 18];

export const KINDS: readonly TransactionKind[] = [
  {
    ...{ share: 0.25, to: 'account', fresh: 0.8, selector: '', words: [0, 0] },
    ...{ gas: [PLAIN_GAS, PLAIN_GAS], value: [12, 17], logs: [] },
  },
  call(0.3, 'tokens', 'transfer(address,uint256)', [2, 2], [34_000, 65_000], [['transfer', 'to', 'from', 'other']], {
    fresh: 0.8,
  }),
  call(0.07, 'tokens', 'approve(address,uint256)', [2, 2], [26_000, 47_000], [['approval', 'to', 'from', 'routers']]),
  call(0.09, 'routers', 'execute(bytes,bytes[],uint256)', [7, 46], [90_000, 190_000], SOLD, { value: COINS }),
  call(0.03, 'routers', 'execute(bytes,bytes[],uint256)', [7, 46], [90_000, 190_000], BOUGHT),
  call(0.06, 'routers', 'multicall(uint256,bytes[])', [7, 46], [160_000, 260_000], [...BOUGHT, ...SOLD]),
  call(0.012, 'collections', 'mint(uint256)', [1, 1], [85_000, 160_000], [['transferOfOne', 'to', 'nobody', 'from']]),
  call(...([0.008, 'collections', 'safeTransferFrom(address,address,uint256)', [3, 3], [50_000, 90_000]] as const), [
    ['transferOfOne', 'to', 'from', 'other'],
  ]),
  call(
    0.008,
    'multiTokens',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    [5, 12],
    [50_000, 120_000],
    [['transferSingle', 'to', 'from', 'other']],
  ),
  call(
    0.002,
    'multiTokens',
    'mintBatch(address,uint256[])',
    [5, 12],
    [50_000, 120_000],
    [['transferBatch', 'to', 'nobody', 'other']],
  ),
  call(0.1, 'others', 'supply(address,uint256,address,uint16)', [4, 24], [90_000, 450_000], LENT),
  call(0.045, 'others', 'claim()', [0, 20], [24_000, 120_000], []),
  call(0.01, 'inboxes', 'submitBatch(bytes)', [6, 60], [21_000, 180_000], []),
  call(0.01, 'inboxes', 'submitBatch(bytes)', [6, 60], [21_000, 180_000], [['message', 'to', 'to', 'nobody']]),
  {
    ...{ share: 0.005, to: null, fresh: 0, selector: '', words: [50, 280], gas: [400_000, 2_400_000], value: null },
    logs: [['transfer', 'tokens', 'nobody', 'from']],
  },
];
