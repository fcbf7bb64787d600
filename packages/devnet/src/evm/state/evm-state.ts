/**
 * The state that the EVM works on: that of a block, with what was written since on top. In place of the library's own managers:
 * their Merkle trie takes three times as long as the EVM itself, and without it they keep no past.
 */
import type { AccountFields, StateManagerInterface } from '@ethereumjs/common';
import { OriginalStorageCache } from '@ethereumjs/statemanager';
import { Account, type Address, bytesToHex, KECCAK256_NULL } from '@ethereumjs/util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Hex } from '../bytes/hex.js';
import { type AccountRecord, type ChainState, slotKey, type Writes } from './chain-state.js';

const NO_CODE = new Uint8Array();
const NOTHING: AccountRecord = { nonce: 0n, balance: 0n, code: NO_CODE, codeHash: KECCAK256_NULL };

interface Change {
  readonly address: Hex | null;
  readonly before: bigint;
  readonly after: bigint;
  undo(): void;
}

export class EvmState implements StateManagerInterface {
  readonly originalStorageCache = new OriginalStorageCache((address, key) => this.getStorage(address, key));
  private readonly chain: ChainState;
  private height: number | undefined;
  private accounts = new Map<Hex, AccountRecord>();
  private slots = new Map<string, Uint8Array>();
  /** Since {@link begin}, those that were taken back not counted. */
  private changes: Change[] = [];
  private checkpoints: number[] = [];

  constructor(chain: ChainState) {
    this.chain = chain;
  }

  /** Forgets what was written. @param height of the block that all goes on from; by default the tip */
  open(height?: number): void {
    this.height = height;
    this.accounts = new Map();
    this.slots = new Map();
    this.begin();
  }

  get writes(): Writes {
    const { accounts, slots } = this;
    return { accounts, slots };
  }

  /** Begins a transaction. */
  begin(): void {
    this.changes = [];
    this.checkpoints = [];
    this.originalStorageCache.clear();
  }

  /** Whose balance changed since {@link begin}, if only for a while, and by how much. */
  deltas(): Map<Hex, bigint> {
    const deltas = new Map<Hex, bigint>();
    for (const { address, before, after } of this.changes) {
      if (address !== null && before !== after) deltas.set(address, (deltas.get(address) ?? 0n) + after - before);
    }
    return deltas;
  }

  account(address: Hex): AccountRecord {
    return this.accounts.get(address) ?? this.chain.account(address, this.height) ?? NOTHING;
  }

  write(address: Hex, fields: Partial<AccountRecord>): void {
    const before = this.account(address);
    const written = this.accounts.get(address);
    const account = { ...before, ...fields };
    this.accounts.set(address, account);
    const undo = (): unknown => (written ? this.accounts.set(address, written) : this.accounts.delete(address));
    this.changes.push({ address, before: before.balance, after: account.balance, undo });
  }

  /** @param amount may be below zero */
  addBalance(address: Hex, amount: bigint): void {
    this.write(address, { balance: this.account(address).balance + amount });
  }

  setCode(address: Hex, code: Uint8Array): void {
    this.write(address, { code, codeHash: keccak_256(code) });
  }

  async getAccount(address: Address): Promise<Account | undefined> {
    const { nonce, balance, code, codeHash } = this.account(address.toString());
    if (nonce === 0n && balance === 0n && code.length === 0) return undefined;
    return new Account(nonce, balance, undefined, codeHash);
  }

  async putAccount(address: Address, account?: Account): Promise<void> {
    const { nonce, balance, codeHash } = account ?? new Account();
    const code = account ? {} : { code: NO_CODE };
    this.write(address.toString(), { nonce, balance, codeHash, ...code });
  }

  async deleteAccount(address: Address): Promise<void> {
    this.write(address.toString(), NOTHING);
  }

  async modifyAccountFields(address: Address, { nonce, balance }: AccountFields): Promise<void> {
    this.write(address.toString(), {
      ...(nonce === undefined ? {} : { nonce }),
      ...(balance === undefined ? {} : { balance }),
    });
  }

  async putCode(address: Address, code: Uint8Array): Promise<void> {
    this.setCode(address.toString(), code);
  }

  async getCode(address: Address): Promise<Uint8Array> {
    return this.account(address.toString()).code;
  }

  async getCodeSize(address: Address): Promise<number> {
    return this.account(address.toString()).code.length;
  }

  async getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
    const name = slotKey(address.toString(), bytesToHex(key));
    return this.slots.get(name) ?? this.chain.slot(name, this.height);
  }

  async putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
    const name = slotKey(address.toString(), bytesToHex(key));
    const written = this.slots.get(name);
    this.slots.set(name, value);
    const undo = (): unknown => (written ? this.slots.set(name, written) : this.slots.delete(name));
    this.changes.push({ address: null, before: 0n, after: 0n, undo });
  }

  /** Called where a contract is made. No address here gets a second contract after a first one that wrote any. */
  async clearStorage(): Promise<void> {}

  async checkpoint(): Promise<void> {
    this.checkpoints.push(this.changes.length);
  }

  async commit(): Promise<void> {
    this.checkpoints.pop();
  }

  async revert(): Promise<void> {
    const mark = this.checkpoints.pop() ?? 0;
    while (this.changes.length > mark) this.changes.pop()?.undo();
  }

  clearCaches(): void {}

  shallowCopy(): StateManagerInterface {
    return new EvmState(this.chain);
  }

  getStateRoot = noRoots;
  setStateRoot = noRoots;
  hasStateRoot = noRoots;
}

async function noRoots(): Promise<never> {
  throw new TypeError('there is no trie of the state');
}
