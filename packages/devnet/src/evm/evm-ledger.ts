/**
 * The oracle: what a correct index of the active chain holds. What happened to balances is read off the state before and after
 * each transaction, and whose tokens are off the contracts' storage. No decoder of the product is asked.
 */
import { getAddress } from 'ethers';
import type { Deltas, EvmBlock, ExecutedTransaction, Log } from './block/evm-block.js';
import type { Hex } from './bytes/hex.js';
import { Holdings } from './contracts/holdings.js';
import type { StandingContracts } from './contracts/standing-contracts.js';
import { type TokenMove, tokenMoves } from './contracts/token-moves.js';
import type { StateHistory } from './state/state-history.js';

export interface EvmHistoryEntry {
  /** The transaction's hash; of what the block itself pays, the block's. Without `0x`. */
  readonly txid: string;
  readonly height: number;
  /** Base units: everything that the transaction did to the balance, fee and internal transfers included. */
  readonly delta: bigint;
  /** Block and receipts do not name the address: only traces do. */
  readonly viaInternalOnly: boolean;
}

export interface EvmTokenModel {
  /** EIP-55. */
  readonly asset: string;
  readonly standard: TokenMove['standard'];
  /** Token id of ERC-1155; null elsewhere. */
  readonly tokenId: bigint | null;
  /** Its transfers do not add up to its balances: those change by themselves, or its logs are not true. */
  readonly drifts: boolean;
  /** Answer of `balanceOf` at the tip; null where it reverts. */
  readonly balance: bigint | null;
}

export interface EvmAddressModel {
  /** Base units at the tip. */
  readonly balance: bigint;
  /** Base units in the genesis block. */
  readonly opening: bigint;
  /** The oldest first. */
  readonly history: readonly EvmHistoryEntry[];
  /** Every token that was ever sent to or from the address. */
  readonly tokens: readonly EvmTokenModel[];
}

export interface EvmLedgerModel {
  /** By address, EIP-55. */
  readonly addresses: ReadonlyMap<string, EvmAddressModel>;
  /** Blocks' own entries not counted. */
  readonly transactionCount: number;
  /** @param address EIP-55. @returns base units after that block */
  balanceAt(address: string, height: number): bigint;
}

/** Parts that the model is made from. */
interface ModelledChain {
  readonly state: StateHistory;
  readonly contracts: StandingContracts;
  /** By height. */
  readonly blocks: readonly EvmBlock[];
}

interface Book {
  readonly history: EvmHistoryEntry[];
  readonly tokens: Map<string, TokenMove>;
}

/** Remembered between models, each of which is made anew: logs never change, nor do addresses. */
const readMoves = new WeakMap<Log, readonly TokenMove[]>();
const checksums = new Map<Hex, string>();

function movesOf(log: Log): readonly TokenMove[] {
  const moves = readMoves.get(log) ?? tokenMoves(log);
  readMoves.set(log, moves);
  return moves;
}

function checksumOf(address: Hex): string {
  const checksum = checksums.get(address) ?? getAddress(address);
  checksums.set(address, checksum);
  return checksum;
}

export function modelOf({ state, contracts, blocks }: ModelledChain): EvmLedgerModel {
  const books = new Map<Hex, Book>();
  const bookOf = (address: Hex): Book => {
    const book = books.get(address) ?? { history: [], tokens: new Map() };
    books.set(address, book);
    return book;
  };
  const enter = (hash: Hex, height: number, deltas: Deltas, named: ReadonlySet<Hex>): void => {
    const txid = hash.slice(2);
    for (const address of new Set([...named, ...deltas.keys()])) {
      const delta = deltas.get(address) ?? 0n;
      bookOf(address).history.push({ txid, height, delta, viaInternalOnly: !named.has(address) });
    }
  };
  for (const address of state.addresses()) if (state.balance(address, 0) > 0n) bookOf(address);
  for (const { hash, number, transactions, deltas } of blocks) {
    for (const executed of transactions) {
      const moves = executed.logs.flatMap(movesOf);
      enter(executed.transaction.hash, number, executed.deltas, namedAddresses(executed, moves));
      for (const move of moves) {
        const token = `${move.asset} ${move.standard === 'erc1155' ? move.tokenId : ''}`;
        for (const party of [move.from, move.to]) bookOf(party).tokens.set(token, move);
      }
    }
    enter(hash, number, deltas, new Set(deltas.keys()));
  }
  const tip = blocks.length - 1;
  const holdings = new Holdings(state, contracts);
  const modelled = [...books].map(([address, { history, tokens }]): [string, EvmAddressModel] => [
    checksumOf(address),
    {
      balance: state.balance(address),
      opening: state.balance(address, 0),
      history,
      tokens: [...tokens.values()].map((move) => tokenModel(holdings, address, move)),
    },
  ]);
  return {
    addresses: new Map(modelled),
    transactionCount: blocks.reduce((sum, { transactions }) => sum + transactions.length, 0),
    balanceAt: (address, height) => state.balance(address.toLowerCase(), Math.min(height, tip)),
  };
}

/** Whom the transaction itself, its receipt and its tokens' logs name. */
function namedAddresses(
  { transaction, contractAddress, status }: ExecutedTransaction,
  moves: readonly TokenMove[],
): ReadonlySet<Hex> {
  const parties = moves.flatMap(({ from, to }) => [from, to]);
  // A creation that failed has an address in its receipt, and no contract there.
  const created = status === 1 ? contractAddress : null;
  const all = [transaction.from, transaction.to, created, ...parties];
  return new Set(all.filter((address) => address !== null));
}

function tokenModel(holdings: Holdings, holder: Hex, { asset, standard, tokenId }: TokenMove): EvmTokenModel {
  const id = standard === 'erc1155' ? tokenId : null;
  const drifts = ['rebasing', 'hostile'].includes(holdings.kindOf(asset) ?? '');
  return { asset: checksumOf(asset), standard, tokenId: id, drifts, balance: holdings.balance(asset, holder, id) };
}
