/** Calldata, answers and log topics as Solidity's ABI writes them. */
import { id } from 'ethers';
import { type Hex, padded, selector, word } from '../bytes/hex.js';

export const TOPICS = {
  transfer: id('Transfer(address,address,uint256)'),
  approval: id('Approval(address,address,uint256)'),
  transferSingle: id('TransferSingle(address,address,address,uint256,uint256)'),
  transferBatch: id('TransferBatch(address,address,address,uint256[],uint256[])'),
  deposit: id('Deposit(address,uint256)'),
  withdrawal: id('Withdrawal(address,uint256)'),
} as const;

export const METHODS = {
  name: selector('name()'),
  symbol: selector('symbol()'),
  decimals: selector('decimals()'),
  totalSupply: selector('totalSupply()'),
  balanceOf: selector('balanceOf(address)'),
  ownerOf: selector('ownerOf(uint256)'),
  balanceOfId: selector('balanceOf(address,uint256)'),
  supportsInterface: selector('supportsInterface(bytes4)'),
  transfer: selector('transfer(address,uint256)'),
  transferFrom: selector('transferFrom(address,address,uint256)'),
  approve: selector('approve(address,uint256)'),
  mint: selector('mint(address,uint256)'),
  rebase: selector('rebase(uint256)'),
  safeTransferFrom: selector('safeTransferFrom(address,address,uint256,uint256,bytes)'),
  safeBatchTransferFrom: selector('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'),
  deposit: selector('deposit()'),
  withdraw: selector('withdraw(uint256)'),
  split: selector('split(address,address,address)'),
  route: selector('route(address)'),
  attempt: selector('attempt(address)'),
  make: selector('make(uint256,address)'),
  destroy: selector('destroy(address)'),
  execute: selector('execute(address,uint256)'),
  work: selector('work()'),
  shout: selector('shout(address,uint256)'),
  description: selector('description()'),
  latestRoundData: selector('latestRoundData()'),
} as const;

export type Word = bigint | number | Hex;

/** A number, or an address: 32 bytes without `0x`. */
function encodedWord(value: Word): string {
  return typeof value === 'string' ? padded(value) : word(value);
}

/** Calldata of a method whose arguments take a word each. */
export function calldata(method: Hex, ...args: readonly Word[]): Hex {
  return `${method}${args.map(encodedWord).join('')}`;
}

export function words(...values: readonly Word[]): Hex {
  return `0x${values.map(encodedWord).join('')}`;
}

export function topicOf(address: Hex): Hex {
  return `0x${padded(address)}`;
}

export function encodedText(bytes: Buffer): Hex {
  const padding = '0'.repeat(((32 - (bytes.length % 32)) % 32) * 2);
  return `0x${word(32)}${word(bytes.length)}${bytes.toString('hex')}${padding}`;
}

/** Two arrays of numbers, as TransferBatch has them in its data. */
export function encodedArrays(first: readonly bigint[], second: readonly bigint[]): Hex {
  const array = (values: readonly bigint[]): string =>
    `${word(values.length)}${values.map((value) => word(value)).join('')}`;
  return `0x${word(64)}${word(96 + 32 * first.length)}${array(first)}${array(second)}`;
}
