/** Calls and logs of a public chain's transactions: kinds, each with its number in a block. */
import { id } from 'ethers';

/** Contracts of each group; the first ones are called far more often than the others. */
export const GROUPS = {
  tokens: 4_000,
  collections: 1_500,
  multiTokens: 300,
  pools: 6_000,
  routers: 24,
  others: 8_000,
  inboxes: 40,
} as const;
export type ContractGroup = keyof typeof GROUPS;

/**
 * Parties: of the transaction, wrapped Ether, the zero address, or one that is drawn: an account, or a contract of a
 * group.
 */
export type Party = 'from' | 'to' | 'pool' | 'wrapped' | 'nobody' | 'account' | ContractGroup;

/** The words that follow in topics, and their places: parties of the log, the sender, or a number. */
type Topic = 'first' | 'second' | 'sender' | 'number';

interface EventShape {
  readonly signature: string;
  readonly topics: readonly Topic[];
  /** Words of the data: so many amounts, or these very numbers. */
  readonly data: number | readonly number[];
}

function event(signature: string, topics: readonly Topic[], data: EventShape['data']): EventShape {
  return { signature: id(signature), topics, data };
}

const BOTH = ['first', 'second'] as const;
export const EVENTS = {
  transfer: event('Transfer(address,address,uint256)', BOTH, 1),
  approval: event('Approval(address,address,uint256)', BOTH, 1),
  /** ERC-721: the token's number is indexed. */
  transferOfOne: event('Transfer(address,address,uint256)', [...BOTH, 'number'], 0),
  transferSingle: event('TransferSingle(address,address,address,uint256,uint256)', ['sender', ...BOTH], 2),
  transferBatch: event(
    'TransferBatch(address,address,address,uint256[],uint256[])',
    ['sender', ...BOTH],
    [0x40, 0xa0, 2, 1_001, 1_002, 2, 1, 3],
  ),
  deposit: event('Deposit(address,uint256)', ['first'], 1),
  withdrawal: event('Withdrawal(address,uint256)', ['first'], 1),
  sync: event('Sync(uint112,uint112)', [], 2),
  swap: event('Swap(address,uint256,uint256,uint256,uint256,address)', BOTH, 4),
  concentratedSwap: event('Swap(address,address,int256,int256,uint160,uint128,int24)', BOTH, 5),
  reserves: event('ReserveDataUpdated(address,uint256,uint256,uint256,uint256,uint256)', ['first'], 5),
  message: event('TransactionDeposited(address,address,uint256,bytes)', [...BOTH, 'number'], 6),
} as const;

/** The event, the contract that logs it, and two of its parties. */
type LogShape = readonly [event: keyof typeof EVENTS, contract: Party, first: Party, second: Party];

export interface TransactionKind {
  /** In each block. */
  readonly count: number;
  /** Null creates a contract. */
  readonly to: ContractGroup | 'account' | null;
  /** Digits of the method's selector. */
  readonly selector: string;
  /** Words of the input behind it: half as many to half as many again. */
  readonly words: number;
  /** In the same bounds. */
  readonly gas: number;
  readonly paysEther: boolean;
  readonly logs: readonly LogShape[];
}

function call(count: number, to: ContractGroup, method: string, words: number, gas: number, logs: readonly LogShape[]) {
  return { count, to, selector: id(method).slice(2, 10), words, gas, paysEther: false, logs };
}

/** Through a pool of two reserves, which logs both of them first. */
const SOLD: readonly LogShape[] = [
  ['deposit', 'wrapped', 'to', 'nobody'],
  ['transfer', 'wrapped', 'to', 'pool'],
  ['transfer', 'tokens', 'pool', 'from'],
  ['sync', 'pool', 'nobody', 'nobody'],
  ['swap', 'pool', 'to', 'from'],
];
const BOUGHT: readonly LogShape[] = [
  ['transfer', 'tokens', 'from', 'pool'],
  ['transfer', 'wrapped', 'pool', 'to'],
  ['concentratedSwap', 'pool', 'to', 'to'],
  ['withdrawal', 'wrapped', 'to', 'nobody'],
];
const LENT: readonly LogShape[] = [
  ['transfer', 'tokens', 'from', 'to'],
  ['transfer', 'tokens', 'nobody', 'from'],
  ['approval', 'tokens', 'from', 'to'],
  ['reserves', 'to', 'tokens', 'nobody'],
  ['reserves', 'to', 'tokens', 'nobody'],
  ['transfer', 'tokens', 'to', 'pool'],
  ['transfer', 'tokens', 'to', 'from'],
  ['message', 'to', 'from', 'to'],
];

const COLLECTIBLE = 'safeTransferFrom(address,address,uint256)';
const SEVERAL = 'safeTransferFrom(address,address,uint256,uint256,bytes)';
const PLAIN = { selector: '', words: 0, gas: 21_000, logs: [] } as const;
export const KINDS: readonly TransactionKind[] = [
  { ...PLAIN, count: 45, to: 'account', paysEther: true },
  call(52, 'tokens', 'transfer(address,uint256)', 2, 50_000, [['transfer', 'to', 'from', 'account']]),
  call(12, 'tokens', 'approve(address,uint256)', 2, 36_000, [['approval', 'to', 'from', 'routers']]),
  { ...call(16, 'routers', 'execute(bytes,bytes[],uint256)', 26, 140_000, SOLD), paysEther: true },
  call(5, 'routers', 'execute(bytes,bytes[],uint256)', 26, 140_000, BOUGHT),
  call(11, 'routers', 'multicall(uint256,bytes[])', 26, 210_000, [...BOUGHT, ...SOLD]),
  call(2, 'collections', 'mint(uint256)', 1, 120_000, [['transferOfOne', 'to', 'nobody', 'from']]),
  call(1, 'collections', COLLECTIBLE, 3, 70_000, [['transferOfOne', 'to', 'from', 'account']]),
  call(1, 'multiTokens', SEVERAL, 8, 85_000, [['transferSingle', 'to', 'from', 'account']]),
  call(1, 'multiTokens', 'mintBatch(address,uint256[])', 8, 85_000, [['transferBatch', 'to', 'nobody', 'account']]),
  call(17, 'others', 'supply(address,uint256,address,uint16)', 14, 270_000, LENT),
  call(8, 'others', 'claim()', 10, 72_000, []),
  call(3, 'inboxes', 'submitBatch(bytes)', 33, 100_000, [['message', 'to', 'to', 'nobody']]),
  { ...PLAIN, count: 1, to: null, words: 165, gas: 1_400_000, paysEther: false },
];
