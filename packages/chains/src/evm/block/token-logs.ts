/**
 * Reads token transfers from logs. Anybody can log anything: a log that does not match its standard exactly is no
 * transfer, and never an error. Sources: EIP-20, EIP-721, EIP-1155; the ABI of events, Solidity documentation "Contract
 * ABI Specification".
 */
import { NO_NUMBER } from '../../account/account-block.js';
import type { EvmContract } from '../../chain.js';
import type { AddressNumbers } from '../address-numbers.js';
import { amountOfDigits, areDigits, bigintOfDigits, DIGIT } from '../json/hex-amounts.js';
import { HASH_DIGITS, isDigitsAt, isHashAt } from '../json/hex-values.js';
import { STANDARD } from '../transfer-columns.js';
import type { TokenTransfers } from './token-transfers.js';

/** Digits of a word of the ABI, and of the zeros before an address in one. */
const WORD = HASH_DIGITS;
const ADDRESS_PADDING = 24;
const ZERO = 0x30;

/** LOG4 is the EVM's instruction with the most topics. */
export const MAX_TOPICS = 4;

/** One log, as offsets of its digits in the answer. */
export class Log {
  readonly bytes: Buffer;
  /** Number of the contract that made it: 40 digits. */
  contract = NO_NUMBER;
  topics = NO_NUMBER;
  /** 64 digits each. */
  readonly topic = new Int32Array(MAX_TOPICS);
  data = NO_NUMBER;
  dataEnd = NO_NUMBER;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  clear(): void {
    this.contract = NO_NUMBER;
    this.topics = NO_NUMBER;
    this.data = NO_NUMBER;
    this.dataEnd = NO_NUMBER;
  }
}

/** Where the transfers of logs go, and the contracts of the network with logs of their own form. */
export interface TokenReading {
  readonly addresses: AddressNumbers;
  readonly transfers: TokenTransfers;
  readonly contracts: readonly EvmContract[];
}

/** Adds the transfers of a log, if any. */
export function addTokenTransfers(log: Log, reading: TokenReading): void {
  if (log.topics === 0) return;
  const event = tokenEventOf(log.bytes, log.topic[0]!);
  if (event === null || isPseudoToken(log.bytes, log.contract) || !areDigits(log.bytes, log.data, log.dataEnd)) return;
  new TokenLog(log, reading).read(event, formOf(reading.contracts, log.bytes, log.contract));
}

class TokenLog {
  readonly #log: Log;
  readonly #addresses: AddressNumbers;
  readonly #transfers: TokenTransfers;

  constructor(log: Log, { addresses, transfers }: TokenReading) {
    this.#log = log;
    this.#addresses = addresses;
    this.#transfers = transfers;
  }

  read(event: TokenEvent, form: EvmContract['form'] | null): void {
    const { bytes, contract } = this.#log;
    if (event === 'upgraded') this.#transfers.changedCode.push(this.#addresses.ofDigits(bytes, contract));
    else if (form === 'punks') this.#punk(event);
    else if (event === 'transfer') this.#transfer(form === 'unindexed-collection');
    else if (event === 'transferSingle') this.#transferSingle();
    else if (event === 'transferBatch') this.#transferBatch();
    else if (event === 'deposit' || event === 'withdrawal') this.#wrapped(event, form === 'wrapped-coin');
  }

  /**
   * ERC-721 indexes what ERC-20 does, and the token; contracts from before the standards index nothing. Where a contract
   * is of another standard than its logs look, readers see that.
   */
  #transfer(isCollection: boolean): void {
    const { topics, topic, data } = this.#log;
    if (topics === 3 && this.#words() === 1) {
      this.#add(STANDARD.erc20, topic[1]!, topic[2]!, data, NO_NUMBER);
    } else if (topics === 4 && this.#words() === 0 && areDigits(this.#log.bytes, topic[3]!, topic[3]! + WORD)) {
      this.#add(STANDARD.erc721, topic[1]!, topic[2]!, NO_NUMBER, topic[3]!);
    } else if (topics === 1 && this.#words() === 3) {
      const third = data + 2 * WORD;
      if (isCollection) this.#add(STANDARD.erc721, data, data + WORD, NO_NUMBER, third);
      else this.#add(STANDARD.erc20, data, data + WORD, third, NO_NUMBER);
    }
  }

  /** TransferSingle(operator, from, to, id, value), the first three indexed. */
  #transferSingle(): void {
    const { topics, topic, data } = this.#log;
    if (topics === 4 && this.#words() === 2) this.#add(STANDARD.erc1155, topic[2]!, topic[3]!, data + WORD, data);
  }

  /**
   * TransferBatch(operator, from, to, ids, values), the first three indexed. Its two arrays must follow each other, as
   * every compiler writes them. So there are never more elements than the log paid gas for.
   */
  #transferBatch(): void {
    const { topics, topic, data } = this.#log;
    const words = this.#words();
    if (topics !== 4 || words < 4 || words % 2 !== 0) return;
    const count = (words - 4) / 2;
    const values = 3 + count;
    const expected: readonly [number, number][] = [
      [0, 64],
      [1, 32 * values],
      [2, count],
      [values, count],
    ];
    for (const [word, value] of expected) if (this.#number(word) !== value) return;
    for (let i = 0; i < count; i++) {
      const id = data + (3 + i) * WORD;
      this.#add(STANDARD.erc1155, topic[2]!, topic[3]!, data + (values + 1 + i) * WORD, id);
    }
  }

  /** WETH's Deposit(dst, wad) and Withdrawal(src, wad), the first indexed. Many log them of what is no token. */
  #wrapped(event: 'deposit' | 'withdrawal', isKnown: boolean): void {
    const { bytes, topics, topic, data, dataEnd, contract } = this.#log;
    if (topics !== 2 || this.#words() !== 1 || !this.#isAddress(topic[1]!)) return;
    const owner = this.#address(topic[1]!);
    const zero = this.#addresses.ofKey(ZERO_ADDRESS);
    const isMint = event === 'deposit';
    const asset = this.#addresses.ofDigits(bytes, contract);
    const amount = amountOfDigits(bytes, data, dataEnd);
    if (isKnown) this.#transfers.addWrapped(asset, STANDARD.erc20, zero, owner, amount, isMint);
    else this.#transfers.addClaim({ asset, mints: isMint, zero, owner, amount });
  }

  /**
   * CryptoPunks names the punk in events of its own, and logs a Transfer of 1 beside them. A sale by a bid loses its
   * buyer in `PunkBought`; the Transfer before it has them.
   */
  #punk(event: TokenEvent): void {
    const { topics, topic, data } = this.#log;
    const shape = `${event} ${topics} ${this.#words()}`;
    if (shape === 'transfer 3 1') {
      if (this.#isAddress(topic[2]!)) this.#transfers.buyer = this.#address(topic[2]!);
    } else if (shape === 'punkAssigned 2 1') {
      this.#addPunk(this.#addresses.ofKey(ZERO_ADDRESS), topic[1]!, data);
    } else if (shape === 'punkSent 3 1' && this.#isAddress(topic[1]!)) {
      this.#addPunk(this.#address(topic[1]!), topic[2]!, data);
    } else if (shape === 'punkBought 4 1' && this.#isAddress(topic[2]!)) {
      this.#addPunk(this.#address(topic[2]!), topic[3]!, topic[1]!);
    }
  }

  /** @param to @param id where the words begin */
  #addPunk(from: number, to: number, id: number): void {
    const { bytes, contract } = this.#log;
    const { buyer } = this.#transfers;
    if (!this.#isAddress(to) || !areDigits(bytes, id, id + WORD)) return;
    const target = this.#address(to);
    const isLost = target === this.#addresses.ofKey(ZERO_ADDRESS) && buyer !== NO_NUMBER;
    const asset = this.#addresses.ofDigits(bytes, contract);
    this.#transfers.add(asset, STANDARD.erc721, from, isLost ? buyer : target, 1, bigintOfDigits(bytes, id, id + WORD));
  }

  /** Each parameter is where a word begins; no amount: 1, no token id: null. */
  #add(standard: number, from: number, to: number, amount: number, tokenId: number): void {
    if (!this.#isAddress(from) || !this.#isAddress(to)) return;
    const { bytes, contract } = this.#log;
    this.#transfers.add(
      this.#addresses.ofDigits(bytes, contract),
      standard,
      this.#address(from),
      this.#address(to),
      amount === NO_NUMBER ? 1 : amountOfDigits(bytes, amount, amount + WORD),
      tokenId === NO_NUMBER ? null : bigintOfDigits(bytes, tokenId, tokenId + WORD),
    );
  }

  /** Words of the data; not whole where its length is no multiple of a word. */
  #words(): number {
    return (this.#log.dataEnd - this.#log.data) / WORD;
  }

  /** The number in a word of the data, NaN where it is larger than a length or offset may be. */
  #number(word: number): number {
    const at = this.#log.data + word * WORD;
    const number = amountOfDigits(this.#log.bytes, at, at + WORD);
    return typeof number === 'number' ? number : Number.NaN;
  }

  #isAddress(word: number): boolean {
    const { bytes } = this.#log;
    for (let at = word; at < word + ADDRESS_PADDING; at++) if (bytes[at] !== ZERO) return false;
    return areDigits(bytes, word + ADDRESS_PADDING, word + WORD);
  }

  #address(word: number): number {
    return this.#addresses.ofDigits(this.#log.bytes, word + ADDRESS_PADDING);
  }
}

type TokenEvent =
  | 'transfer'
  | 'transferSingle'
  | 'transferBatch'
  | 'deposit'
  | 'withdrawal'
  | 'punkAssigned'
  | 'punkSent'
  | 'punkBought'
  | 'upgraded';

/**
 * First topics of the logs of token transfers (keccak-256 of the signature). Sources: EIP-20, EIP-721, EIP-1155; WETH9
 * (gnosis/canonical-weth contracts/WETH9.sol); larvalabs/cryptopunks contracts/CryptoPunksMarket.sol; ERC-1967.
 */
const TOPICS: readonly (readonly [TokenEvent, string])[] = [
  // Transfer(address,address,uint256): of ERC-20 and of ERC-721, which index different arguments.
  ['transfer', 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
  // TransferSingle(address,address,address,uint256,uint256)
  ['transferSingle', 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'],
  // TransferBatch(address,address,address,uint256[],uint256[])
  ['transferBatch', '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'],
  // Deposit(address,uint256)
  ['deposit', 'e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'],
  // Withdrawal(address,uint256)
  ['withdrawal', '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'],
  // Assign(address,uint256)
  ['punkAssigned', '8a0e37b73a0d9c82e205d4d1a3ff3d0b57ce5f4d7bccf6bac03336dc101cb7ba'],
  // PunkTransfer(address,address,uint256)
  ['punkSent', '05af636b70da6819000c49f85b21fa82081c632069bb626f30932034099107d8'],
  // PunkBought(uint256,uint256,address,address)
  ['punkBought', '58e5d5a525e3b40bc15abaa38b5882678db1ee68befd2f60bafe3a7fd06db9e3'],
  // Upgraded(address), of proxies.
  ['upgraded', 'bc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b'],
];

/** By the first byte of the topic, which no two share: nearly all other logs differ in it. */
const EVENTS: ({ readonly event: TokenEvent; readonly topic: Buffer } | undefined)[] = Array(256).fill(undefined);
for (const [event, text] of TOPICS) {
  const topic = Buffer.from(text, 'hex');
  EVENTS[topic[0]!] = { event, topic };
}

/** The event whose topic is the 64 digits at `at`, null where it is none of these. */
function tokenEventOf(bytes: Uint8Array, at: number): TokenEvent | null {
  const found = EVENTS[(DIGIT[bytes[at]!]! << 4) | DIGIT[bytes[at + 1]!]!];
  return found !== undefined && isHashAt(bytes, at, found.topic, 0) ? found.event : null;
}

/** Where tokens come from when they are minted, and go to when they are burned (EIP-20, EIP-721, EIP-1155). */
const ZERO_ADDRESS = new Uint8Array(20);

/** Contracts that are not what their logs look like. */
const PSEUDO_TOKENS = [
  // Logs every move of the chain's own coin, with the topics of ERC-20 (EIP-7708).
  'fffffffffffffffffffffffffffffffffffffffe',
  // The chain's own coin as ERC-20 on Optimism before Bedrock. Source: optimism packages/contracts OVM_ETH
  'deaddeaddeaddeaddeaddeaddeaddeaddead0000',
];

/** Whether the 40 digits at `at` are a contract that shows the chain's own coin as if it were a token. */
function isPseudoToken(bytes: Uint8Array, at: number): boolean {
  return PSEUDO_TOKENS.some((digits) => isDigitsAt(bytes, at, digits));
}

/** The form of the contract with the 40 digits at `at`; null for one like others. */
function formOf(contracts: readonly EvmContract[], bytes: Uint8Array, at: number): EvmContract['form'] | null {
  for (const { address, form } of contracts) if (isDigitsAt(bytes, at, address)) return form;
  return null;
}
