/** Builds the columns of an {@link EvmBlock}, entry by entry. */
import { NO_NUMBER } from '../../account/account-block.js';
import { EffectColumnsBuilder } from '../../account/effect-columns.js';
import type { Amount } from '../../amount.js';
import { HASH_BYTES } from '../../bytes/hash.js';
import type { EvmChainNetwork, EvmFeeRules, EvmNetwork } from '../../chain.js';
import type { JsonCursor } from '../../json/cursor.js';
import type { EvmBlock } from '../evm-block.js';
import { KIND, TransferColumnsBuilder } from '../transfer-columns.js';
import type { BlockAnswer } from './block-answer.js';
import { Income, type Payment } from './fee-recipients.js';
import type { LogReader } from './logs.js';
import { isBeforeByzantium, type OldOutcome, oldOutcome } from './pre-byzantium-status.js';
import type { Receipt } from './receipt.js';
import { TX_TYPE } from './transaction-columns.js';
import { type Fee, feeOf, paysNoFee } from './transaction-fees.js';

export class EvmBlockColumns {
  readonly #rules: EvmFeeRules;
  readonly #network: EvmNetwork;
  readonly #height: number;
  readonly #block: BlockAnswer;
  /** Bytes of `eth_getBlockByHash`: inputs are in it. */
  readonly #blockBytes: Uint8Array;
  readonly #status: number[] = [];
  readonly #createdContract: number[] = [];
  readonly #gasUsed: number[] = [];
  readonly #gasPrice: (Amount | null)[] = [];
  readonly #fee: (Amount | null)[] = [];
  readonly #blobFee = new OptionalColumn();
  readonly #l1Fee = new OptionalColumn();
  readonly #operatorFee = new OptionalColumn();
  readonly #transfers = new TransferColumnsBuilder();
  readonly #changedCode = new Set<number>();
  readonly #effects = new EffectColumnsBuilder();
  readonly #touch = (address: number): void => {
    this.#effects.touch(address);
  };
  readonly #income = new Income();
  /** 0 or 1. */
  #ownEntries = 0;
  #txids: Uint8Array;

  constructor({ chain, network }: EvmChainNetwork, height: number, block: BlockAnswer, blockBytes: Uint8Array) {
    this.#rules = chain.feeRules;
    this.#network = network;
    this.#height = height;
    this.#block = block;
    this.#blockBytes = blockBytes;
    this.#txids = block.transactions.txids.subarray(0, block.transactions.count * HASH_BYTES);
  }

  /** Adds transaction `index`; `json` is the answer that the receipt was read from. */
  addTransaction(index: number, receipt: Receipt, logs: LogReader, json: JsonCursor): void {
    const { transactions, baseFee } = this.#block;
    const type = transactions.type[index]!;
    const fee = feeOf(this.#rules, type, receipt, transactions.gasPrice[index]!);
    if (fee === null) json.fail(`receipt ${index} has no effectiveGasPrice, or that of a blob has no blobGasPrice`);
    const { status, moved } = this.#outcome(index, receipt, logs.count);
    if (receipt.status === NO_NUMBER && !isBeforeByzantium(this.#network, this.#height, receipt.status)) {
      json.fail(`receipt ${index} lacks its status, which those since Byzantium have`);
    }
    const contract = moved ? this.#contractOf(index, receipt, json) : NO_NUMBER;
    if (type === TX_TYPE.optimismDeposit && typeof receipt.depositNonce === 'number') {
      transactions.nonce[index] = receipt.depositNonce;
    }
    this.#status.push(status);
    this.#createdContract.push(contract);
    this.#gasUsed.push(receipt.gasUsed);
    this.#addFee(fee);
    this.#income.add(fee, receipt.gasUsed, paysNoFee(type) ? 0 : baseFee);
    this.#chargeFee(index, receipt, fee, json);
    this.#moveValue(index, contract, moved);
    if (moved) {
      logs.transfers.moveTo(this.#transfers, this.#touch);
      for (const changed of logs.transfers.changedCode) this.#changedCode.add(changed);
      if (contract !== NO_NUMBER) this.#changedCode.add(contract);
    }
    this.#endEntry();
  }

  #outcome(index: number, { status, gasUsed }: Receipt, logs: number): OldOutcome {
    if (!isBeforeByzantium(this.#network, this.#height, status)) return { status, moved: status === 1 };
    const { gasLimit, from, to, inputStart, inputEnd } = this.#block.transactions;
    const [creates, isToItself] = [to[index] === NO_NUMBER, to[index] === from[index]];
    return oldOutcome(
      this.#network,
      this.#height,
      { gasLimit: gasLimit[index]!, gasUsed, creates, isToItself, logs },
      this.#blockBytes,
      inputStart[index]!,
      inputEnd[index]!,
    );
  }

  /** The contract that a successful transaction created. Its value must not get lost with a missing address. */
  #contractOf(index: number, receipt: Receipt, json: JsonCursor): number {
    const { transactions, addresses } = this.#block;
    if (transactions.to[index] !== NO_NUMBER) return NO_NUMBER;
    if (receipt.contractAt !== NO_NUMBER) return addresses.ofDigits(json.bytes, receipt.contractAt);
    if (transactions.value[index] !== 0) json.fail(`receipt ${index} lacks the contractAddress of what was paid`);
    return NO_NUMBER;
  }

  #chargeFee(index: number, { payerAt }: Receipt, fee: Fee, json: JsonCursor): void {
    const { transactions, addresses } = this.#block;
    const from = transactions.from[index]!;
    this.#effects.touch(from);
    this.#effects.charge(payerAt === NO_NUMBER ? from : addresses.ofDigits(json.bytes, payerAt), fee.total);
  }

  /** A mint arrives even where the transaction fails; its value does not. */
  #moveValue(index: number, contract: number, succeeded: boolean): void {
    const { transactions } = this.#block;
    const from = transactions.from[index]!;
    const to = transactions.to[index] === NO_NUMBER ? contract : transactions.to[index]!;
    const minted = transactions.minted[index]!;
    const value = transactions.value[index]!;
    const effects = this.#effects;
    if (minted !== 0) {
      this.#transfers.addCoin(KIND.mint, NO_NUMBER, from, minted);
      effects.pay(from, minted);
    }
    if (to === NO_NUMBER) return;
    effects.touch(to);
    if (!succeeded || value === 0) return;
    this.#transfers.addCoin(KIND.native, from, to, value);
    effects.charge(from, value);
    effects.pay(to, value);
  }

  #addFee(fee: Fee): void {
    this.#gasPrice.push(fee.gasPrice);
    this.#fee.push(fee.total);
    this.#blobFee.push(fee.blob);
    this.#l1Fee.push(fee.l1);
    this.#operatorFee.push(fee.operator);
  }

  /** Adds the block's own entry, where the protocol itself moved something. */
  addBlockEntry(rewards: readonly Payment[], hash: string): void {
    const { withdrawals } = this.#block;
    const fees = this.#income.payments(this.#rules, this.#block);
    const paid = withdrawals.filter(({ amount }) => amount !== 0);
    if (rewards.length + fees.length + paid.length === 0) return;
    this.#pay(KIND.reward, rewards);
    this.#pay(KIND.fee, fees);
    this.#pay(KIND.withdrawal, paid);
    this.#status.push(NO_NUMBER);
    this.#createdContract.push(NO_NUMBER);
    this.#gasUsed.push(Number.NaN);
    this.#gasPrice.push(null);
    this.#fee.push(null);
    for (const column of [this.#blobFee, this.#l1Fee, this.#operatorFee]) column.push(null);
    this.#txids = Buffer.concat([this.#txids, Buffer.from(hash, 'hex')]);
    this.#ownEntries = 1;
    this.#endEntry();
  }

  #pay(kind: number, payments: readonly Payment[]): void {
    for (const { to, amount } of payments) {
      this.#transfers.addCoin(kind, NO_NUMBER, to, amount);
      this.#effects.pay(to, amount);
    }
  }

  #endEntry(): void {
    this.#transfers.endEntry();
    this.#effects.endEntry();
  }

  finish(): EvmBlock {
    const { transactions, parentHash, time, size, addresses } = this.#block;
    const entries = transactions.count + this.#ownEntries;
    const own = <T>(column: readonly T[], ofBlock: T): readonly T[] =>
      this.#ownEntries === 0 ? column : [...column, ofBlock];
    return {
      parentHash,
      time,
      size,
      txCount: transactions.count,
      keys: addresses.table(),
      txids: this.#txids.slice(0, entries * HASH_BYTES),
      type: Int16Array.from(own(transactions.type, NO_NUMBER)),
      status: Int8Array.from(this.#status),
      from: Int32Array.from(own(transactions.from, NO_NUMBER)),
      to: Int32Array.from(own(transactions.to, NO_NUMBER)),
      createdContract: Int32Array.from(this.#createdContract),
      value: own(transactions.value, 0),
      nonce: Float64Array.from(own(transactions.nonce, Number.NaN)),
      gasLimit: Float64Array.from(own(transactions.gasLimit, Number.NaN)),
      gasUsed: Float64Array.from(this.#gasUsed),
      gasPrice: this.#gasPrice,
      fee: this.#fee,
      blobFee: this.#blobFee.values(),
      l1Fee: this.#l1Fee.values(),
      operatorFee: this.#operatorFee.values(),
      method: Float64Array.from(own(transactions.method, NO_NUMBER)),
      transfers: this.#transfers.finish(),
      wrapped: this.#transfers.wrapped(),
      changedCode: [...this.#changedCode],
      firstInternal: null,
      effects: this.#effects.finish(),
    };
  }
}

/** A column that most blocks do not have. */
class OptionalColumn {
  readonly #values: (Amount | null)[] = [];
  #some = false;

  push(value: Amount | null): void {
    if (value !== null) this.#some = true;
    this.#values.push(value);
  }

  values(): readonly (Amount | null)[] | null {
    return this.#some ? this.#values : null;
  }
}
