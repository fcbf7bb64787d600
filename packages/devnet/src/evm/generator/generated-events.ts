/** Logs as the contracts of a public chain write them: topics, and the words of their data. */
import { id } from 'ethers';

/** What stands in an indexed topic: one of the log's parties, or a number. */
type Topic = 'first' | 'second' | 'third' | 'id';
/** What a word of the data is: an amount, a number below 2^24, a negative number, all ones, or this very number. */
type Word = 'amount' | 'small' | 'negative' | 'unlimited' | number;

interface EventShape {
  /** The hash of the event's signature. */
  readonly signature: string;
  readonly topics: readonly Topic[];
  readonly data: readonly Word[];
}

function event(signature: string, topics: readonly Topic[], data: readonly Word[]): EventShape {
  return { signature: id(signature), topics, data };
}

const BATCH_DATA: readonly Word[] = [0x40, 0xa0, 2, 'small', 'small', 2, 1, 3];
const ORDER_DATA: readonly Word[] = ['small', 'amount', 0x80, 0x120, 1, 2, 'amount', 'small', 1, 1, 'amount', 'amount'];

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
  order: event(
    'OrderFulfilled(bytes32,address,address,address,(uint8,address,uint256,uint256)[],(uint8,address,uint256,uint256,address)[])',
    ['first', 'third'],
    ORDER_DATA,
  ),
  reserves: event(
    'ReserveDataUpdated(address,uint256,uint256,uint256,uint256,uint256)',
    ['first'],
    ['amount', 'small', 'amount', 'amount', 'amount'],
  ),
  borrow: event(
    'Borrow(address,address,address,uint256,uint8,uint256,uint16)',
    ['first', 'second', 'id'],
    ['amount', 2, 'amount', 'small'],
  ),
  message: event(
    'TransactionDeposited(address,address,uint256,bytes)',
    ['first', 'second', 'id'],
    [0x20, 0x49, 'amount', 'amount', 'small', 0],
  ),
} as const;
export type EventName = keyof typeof EVENTS;
