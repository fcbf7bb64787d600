/**
 * The oracle: what a correct index of the active chain holds, from what the simulation itself moved. No codec is asked, neither
 * this package's JSON nor the product's.
 */
import { getAddress } from 'ethers';
import type { EvmBlock, ExecutedTransaction, Move, TokenMove } from './block/evm-block.js';
import type { Hex } from './bytes/hex.js';
import { calldata, METHODS } from './contracts/abi.js';
import type { Contracts } from './contracts/registry.js';
import type { EvmMempool } from './evm-mempool.js';
import { callContract } from './machine/past-state.js';
import type { WorldState } from './machine/world-state.js';

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
  /** Of ERC-1155; null elsewhere. */
  readonly tokenId: bigint | null;
  /** Its transfers do not add up to its balances: those change by themselves, or its logs are not true. */
  readonly drifts: boolean;
  /** What `balanceOf` answers at the tip; null where it reverts. */
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
  /** Hashes of all that wait, the oldest first, without `0x`. */
  readonly pendingTxids: readonly string[];
  /** @param address EIP-55. @returns base units after that block */
  balanceAt(address: string, height: number): bigint;
}

/** What the model is made from. */
interface ModelledChain {
  readonly state: WorldState;
  readonly contracts: Contracts;
  readonly mempool: EvmMempool;
  /** By height. */
  readonly blocks: readonly EvmBlock[];
}

interface Book {
  readonly history: EvmHistoryEntry[];
  readonly tokens: Map<string, TokenMove>;
}

export function modelOf(chain: ModelledChain): EvmLedgerModel {
  const { state, blocks, mempool } = chain;
  const books = new Map<Hex, Book>();
  const bookOf = (address: Hex): Book => {
    const book = books.get(address) ?? { history: [], tokens: new Map() };
    books.set(address, book);
    return book;
  };
  for (const address of state.addresses()) if (state.balance(address, 0) > 0n) bookOf(address);
  for (const block of blocks) readBlock(block, bookOf);
  const tip = blocks.length - 1;
  const addresses = new Map<string, EvmAddressModel>();
  for (const [address, { history, tokens }] of books) {
    addresses.set(getAddress(address), {
      balance: state.balance(address),
      opening: state.balance(address, 0),
      history,
      tokens: [...tokens.values()].map((move) => tokenModel(chain, address, move)),
    });
  }
  return {
    addresses,
    transactionCount: blocks.reduce((sum, { transactions }) => sum + transactions.length, 0),
    pendingTxids: mempool.transactions().map(({ hash }) => hash.slice(2)),
    balanceAt: (address, height) => state.balance(address.toLowerCase(), Math.min(height, tip)),
  };
}

function readBlock(block: EvmBlock, bookOf: (address: Hex) => Book): void {
  for (const executed of block.transactions) {
    const named = namedAddresses(executed);
    const deltas = deltasOf(executed.moves, named);
    enter(executed.transaction.hash, block.number, deltas, named, bookOf);
    for (const move of executed.tokens) {
      const id = move.standard === 'erc1155' ? move.tokenId : '';
      for (const party of [move.from, move.to]) bookOf(party).tokens.set(`${move.asset} ${id}`, move);
    }
  }
  const paid = new Set(block.moves.flatMap(({ to }) => (to === null ? [] : [to])));
  enter(block.hash, block.number, deltasOf(block.moves, paid), paid, bookOf);
}

function enter(
  hash: Hex,
  height: number,
  deltas: ReadonlyMap<Hex, bigint>,
  named: ReadonlySet<Hex>,
  bookOf: (address: Hex) => Book,
): void {
  for (const [address, delta] of deltas) {
    bookOf(address).history.push({ txid: hash.slice(2), height, delta, viaInternalOnly: !named.has(address) });
  }
}

/** Whom the transaction itself, its receipt and its tokens' logs name. */
function namedAddresses({ transaction, contractAddress, status, tokens }: ExecutedTransaction): ReadonlySet<Hex> {
  const parties = tokens.flatMap(({ from, to }) => [from, to]);
  // A creation that failed has an address in its receipt, and no contract there.
  const created = status === 1 ? contractAddress : null;
  const all = [transaction.from, transaction.to, created, ...parties];
  return new Set(all.filter((address) => address !== null));
}

function deltasOf(moves: readonly Move[], named: ReadonlySet<Hex>): Map<Hex, bigint> {
  const deltas = new Map([...named].map((address) => [address, 0n]));
  for (const { from, to, amount } of moves) {
    if (from !== null) deltas.set(from, (deltas.get(from) ?? 0n) - amount);
    if (to !== null) deltas.set(to, (deltas.get(to) ?? 0n) + amount);
  }
  return deltas;
}

function tokenModel(chain: ModelledChain, holder: Hex, { asset, standard, tokenId }: TokenMove): EvmTokenModel {
  const id = standard === 'erc1155' ? tokenId : null;
  const input = id === null ? calldata(METHODS.balanceOf, holder) : calldata(METHODS.balanceOfId, holder, id);
  const { output, error } = callContract(chain, { from: holder, to: asset, input }, chain.blocks.at(-1) as EvmBlock);
  const drifts = ['rebasing', 'shouter'].some((program) => asset === chain.contracts.at(program));
  return { asset: getAddress(asset), standard, tokenId: id, drifts, balance: error === null ? BigInt(output) : null };
}
