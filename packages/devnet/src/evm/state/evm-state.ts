import { SimpleStateManager } from '@ethereumjs/statemanager';
import { Account, type Address, bytesToHex, KECCAK256_NULL } from '@ethereumjs/util';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Hex } from '../bytes/hex.js';
import { type AccountRecord, type StateHistory, slotKey } from './state-history.js';

const NO_CODE = new Uint8Array();
const NOTHING: AccountRecord = { nonce: 0n, balance: 0n, code: NO_CODE, codeHash: KECCAK256_NULL };

interface Change {
  /** Change of an account's balance; null for a contract's storage. */
  readonly delta: { readonly address: Hex; readonly amount: bigint } | null;
  undo(): void;
}

/**
 * The state that the EVM works on: that of a block, with what was written since on top. Of the library's own managers, the one
 * with a Merkle trie takes three times as long as the EVM itself, and this one, without it, keeps no past and copies everything
 * for each call: only what needs neither is left to it. Where a contract is made, it clears no storage: no address here gets a
 * second contract after a first one that wrote any.
 */
export class EvmState extends SimpleStateManager {
  private readonly history: StateHistory;
  private height: number | undefined;
  private accounts = new Map<Hex, AccountRecord>();
  private slots = new Map<string, Uint8Array>();
  /** Since {@link begin}, those that were taken back not counted. */
  private changes: Change[] = [];
  private checkpoints: number[] = [];

  constructor(history: StateHistory) {
    super();
    this.history = history;
  }

  /** Forgets what was written. @param height of the block that all goes on from; by default the tip */
  open(height?: number): void {
    this.height = height;
    this.accounts = new Map();
    this.slots = new Map();
    this.begin();
  }

  /** Makes what was written that of the chain's next block. */
  appendBlock(): void {
    const { accounts, slots } = this;
    this.history.append({ accounts, slots });
  }

  /** Begins a transaction. */
  begin(): void {
    this.changes = [];
    this.checkpoints = [];
    this.originalStorageCache.clear();
  }

  /** Changes of balances since {@link begin}, also of those that changed back. */
  deltas(): Map<Hex, bigint> {
    const deltas = new Map<Hex, bigint>();
    for (const { delta } of this.changes) {
      if (delta?.amount) deltas.set(delta.address, (deltas.get(delta.address) ?? 0n) + delta.amount);
    }
    return deltas;
  }

  account(address: Hex): AccountRecord {
    return this.accounts.get(address) ?? this.history.account(address, this.height) ?? NOTHING;
  }

  write(address: Hex, fields: Partial<AccountRecord>): void {
    const before = this.account(address);
    const account = { ...before, ...fields };
    this.change(this.accounts, address, account, { address, amount: account.balance - before.balance });
  }

  /** @param amount may be below zero */
  addBalance(address: Hex, amount: bigint): void {
    this.write(address, { balance: this.account(address).balance + amount });
  }

  setCode(address: Hex, code: Uint8Array): void {
    this.write(address, { code, codeHash: keccak_256(code) });
  }

  override async getAccount(address: Address): Promise<Account | undefined> {
    const { nonce, balance, code, codeHash } = this.account(address.toString());
    if (nonce === 0n && balance === 0n && code.length === 0) return undefined;
    return new Account(nonce, balance, undefined, codeHash);
  }

  override async putAccount(address: Address, account?: Account): Promise<void> {
    const { nonce, balance, codeHash } = account ?? NOTHING;
    this.write(address.toString(), { nonce, balance, codeHash, ...(account ? {} : { code: NO_CODE }) });
  }

  override async deleteAccount(address: Address): Promise<void> {
    this.write(address.toString(), NOTHING);
  }

  override async putCode(address: Address, code: Uint8Array): Promise<void> {
    this.setCode(address.toString(), code);
  }

  override async getCode(address: Address): Promise<Uint8Array> {
    return this.account(address.toString()).code;
  }

  override async getStorage(address: Address, key: Uint8Array): Promise<Uint8Array> {
    const name = slotKey(address.toString(), bytesToHex(key));
    return this.slots.get(name) ?? this.history.slot(name, this.height);
  }

  override async putStorage(address: Address, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.change(this.slots, slotKey(address.toString(), bytesToHex(key)), value, null);
  }

  override async checkpoint(): Promise<void> {
    this.checkpoints.push(this.changes.length);
  }

  override async commit(): Promise<void> {
    this.checkpoints.pop();
  }

  override async revert(): Promise<void> {
    const mark = this.checkpoints.pop() ?? 0;
    while (this.changes.length > mark) this.changes.pop()?.undo();
  }

  private change<V>(values: Map<string, V>, key: string, value: V, delta: Change['delta']): void {
    const before = values.get(key);
    values.set(key, value);
    const undo = (): unknown => (before === undefined ? values.delete(key) : values.set(key, before));
    this.changes.push({ delta, undo });
  }
}
