/**
 * Token transfers, out of the logs of a transaction that succeeded. Sources: EIP-20, EIP-721, EIP-1155, WETH9; the ABI
 * of events
 */
import type { AuditedEvmTransfer } from '@chaintrail/db';
import type { NodeLog } from './evm-node-block.js';

/** keccak-256 of the events' signatures. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TRANSFER_SINGLE = 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const TRANSFER_BATCH = '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const DEPOSIT = 'e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';

/** The chain's own coin as if it were a token: EIP-7708, and Optimism before Bedrock. */
const PSEUDO_TOKENS = new Set(['fffffffffffffffffffffffffffffffffffffffe', 'deaddeaddeaddeaddeaddeaddeaddeaddead0000']);
/** CryptoKitties: an ERC-721 that logs as tokens did before the standards. */
const UNINDEXED_COLLECTION = '06012c8cf97bead5deae237070f9587f8e7a266d';
/** CryptoPunks: names tokens in events of its own. Its Transfer says one of them, and who buys by a bid. */
const PUNKS = 'b47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
const PUNK_ASSIGNED = '8a0e37b73a0d9c82e205d4d1a3ff3d0b57ce5f4d7bccf6bac03336dc101cb7ba';
const PUNK_SENT = '05af636b70da6819000c49f85b21fa82081c632069bb626f30932034099107d8';
const PUNK_BOUGHT = '58e5d5a525e3b40bc15abaa38b5882678db1ee68befd2f60bafe3a7fd06db9e3';
export const ZERO_ADDRESS = '0'.repeat(40);

/** A row that a Deposit or Withdrawal would be, were its contract a wrapped coin. */
export interface WrappedClaim {
  readonly transfer: AuditedEvmTransfer;
  /** Whether the contract logs a mint, or a burn, of its own in the transaction. */
  readonly isBeside: boolean;
}

export interface LoggedTokens {
  readonly transfers: readonly AuditedEvmTransfer[];
  readonly claims: readonly WrappedClaim[];
}

/** @param isMainnet whether they are of Ethereum's main network, where contracts from before the standards are */
export function loggedTokens(logs: readonly NodeLog[], isMainnet: boolean): LoggedTokens {
  const found = logs.flatMap((log, n) =>
    isMainnet && log.address === PUNKS ? readPunk(log, logs.slice(0, n)) : readLog(log, isMainnet),
  );
  const nameOf = ({ asset, from, to, amount }: AuditedEvmTransfer) => `${asset} ${from} ${to} ${amount}`;
  const transfers = found.filter(({ wrapped }) => !wrapped).map(({ transfer }) => transfer);
  // Some contracts log a Transfer beside Deposit or Withdrawal: one of each is one.
  const told = new Multiset(transfers.map(nameOf));
  const claims = found.filter(({ wrapped, transfer }) => wrapped && !told.take(nameOf(transfer)));
  const sides = new Set(transfers.flatMap(({ asset, from, to }) => [`${asset} from ${from}`, `${asset} to ${to}`]));
  return {
    transfers,
    claims: claims.map(({ transfer }) => {
      const side = transfer.from === ZERO_ADDRESS ? 'from' : 'to';
      return { transfer, isBeside: sides.has(`${transfer.asset} ${side} ${ZERO_ADDRESS}`) };
    }),
  };
}

interface LoggedTransfer {
  readonly transfer: AuditedEvmTransfer;
  /** Whether it comes from WETH's Deposit or Withdrawal. */
  readonly wrapped: boolean;
}

function readLog({ address, topics, data }: NodeLog, isMainnet: boolean): LoggedTransfer[] {
  const [event, ...indexed] = topics;
  const words = data.length % 64 === 0 ? (data.match(/.{64}/g) ?? []) : null;
  if (words === null || event === undefined || PSEUDO_TOKENS.has(address)) return [];
  const isOldCollection = isMainnet && address === UNINDEXED_COLLECTION;
  return movesOf(event, isOldCollection, indexed, words).flatMap(({ from, to, standard, amount, tokenId, wrapped }) => {
    const [source, target] = [addressIn(from), addressIn(to)];
    if (source === null || target === null) return [];
    const transfer = { kind: 'token', from: source, to: target, asset: address, standard, amount: `${amount}` };
    const id = tokenId === undefined ? null : `${tokenId}`;
    return [{ transfer: { ...transfer, tokenId: id }, wrapped: wrapped === true }];
  });
}

/** A sale by a bid names nobody as buyer: the Transfer before it does. */
function readPunk({ topics, data }: NodeLog, earlier: readonly NodeLog[]): LoggedTransfer[] {
  const [event, first = '', second = '', third = ''] = topics;
  const shape = `${event} ${topics.length} ${data.length / 64}`;
  const punk = (from: string, to: string, id: string): LoggedTransfer[] => {
    const [source, target] = [addressIn(from), addressIn(to)];
    if (source === null || target === null) return [];
    const sale = earlier.findLast(
      (log) => log.address === PUNKS && log.topics[0] === TRANSFER && log.topics.length === 3,
    );
    const buyer = addressIn(sale?.topics[2] ?? '') ?? target;
    const moved = { from: source, to: target === ZERO_ADDRESS ? buyer : target, amount: '1', tokenId: `${number(id)}` };
    return [{ transfer: { kind: 'token', asset: PUNKS, standard: 'erc721', ...moved }, wrapped: false }];
  };
  if (shape === `${PUNK_ASSIGNED} 2 1`) return punk(ZERO_ADDRESS.padStart(64, '0'), first, data);
  if (shape === `${PUNK_SENT} 3 1`) return punk(first, second, data);
  return shape === `${PUNK_BOUGHT} 4 1` ? punk(second, third, first) : [];
}

interface Move {
  /** Words of the ABI. */
  readonly from: string;
  readonly to: string;
  readonly standard: string;
  readonly amount: bigint;
  readonly tokenId?: bigint;
  readonly wrapped?: boolean;
}

function movesOf(
  event: string,
  isOldCollection: boolean,
  indexed: readonly string[],
  words: readonly string[],
): Move[] {
  const [first = '', second = '', third = ''] = indexed;
  const [word0 = '', word1 = '', word2 = ''] = words;
  const shape = `${indexed.length} ${words.length}`;
  switch (event) {
    case TRANSFER:
      if (shape === '2 1') return [{ from: first, to: second, standard: 'erc20', amount: number(word0) }];
      if (shape === '3 0') return [{ from: first, to: second, standard: 'erc721', amount: 1n, tokenId: number(third) }];
      if (shape !== '0 3') return [];
      return isOldCollection
        ? [{ from: word0, to: word1, standard: 'erc721', amount: 1n, tokenId: number(word2) }]
        : [{ from: word0, to: word1, standard: 'erc20', amount: number(word2) }];
    case TRANSFER_SINGLE:
      if (shape !== '3 2') return [];
      return [{ from: second, to: third, standard: 'erc1155', amount: number(word1), tokenId: number(word0) }];
    case TRANSFER_BATCH:
      return indexed.length === 3 ? batch(second, third, words) : [];
    case DEPOSIT:
      if (shape !== '1 1') return [];
      return [
        { from: ZERO_ADDRESS.padStart(64, '0'), to: first, standard: 'erc20', amount: number(word0), wrapped: true },
      ];
    case WITHDRAWAL:
      if (shape !== '1 1') return [];
      return [
        { from: first, to: ZERO_ADDRESS.padStart(64, '0'), standard: 'erc20', amount: number(word0), wrapped: true },
      ];
    default:
      return [];
  }
}

/** Two arrays, one behind the other: offsets, a length and the ids, a length and the amounts. */
function batch(from: string, to: string, words: readonly string[]): Move[] {
  const count = (words.length - 4) / 2;
  if (count < 0 || !Number.isInteger(count)) return [];
  const expected = [64, 32 * (3 + count), count];
  const isPlain = expected.every((value, n) => number(words[n]!) === BigInt(value));
  if (!isPlain || number(words[3 + count]!) !== BigInt(count)) return [];
  return Array.from({ length: count }, (_, n) => ({
    ...{ from, to, standard: 'erc1155' },
    amount: number(words[4 + count + n]!),
    tokenId: number(words[3 + n]!),
  }));
}

function number(word: string): bigint {
  return BigInt(`0x${word}`);
}

/** @returns null for a word that is more than an address */
function addressIn(word: string): string | null {
  return word.startsWith('0'.repeat(24)) ? word.slice(24) : null;
}

/** How often each text is there; taken one by one. */
export class Multiset {
  private readonly left = new Map<string, number>();

  constructor(texts: readonly string[]) {
    for (const text of texts) this.left.set(text, (this.left.get(text) ?? 0) + 1);
  }

  /** @returns whether there was one left */
  take(text: string): boolean {
    const times = this.left.get(text) ?? 0;
    if (times > 0) this.left.set(text, times - 1);
    return times > 0;
  }
}
