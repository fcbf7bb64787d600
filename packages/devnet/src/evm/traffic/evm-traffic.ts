import { type EvmTransaction, type SignedFields, signedTransaction } from '../block/evm-transaction.js';
import { hashOf } from '../bytes/hex.js';
import { COIN_MIX, pay } from './coin-drafters.js';
import type { Draft, DraftContext } from './draft.js';
import { TOKEN_MIX } from './token-drafters.js';

const MIX = [...COIN_MIX, ...TOKEN_MIX];
/** Blocks ask for at most twice the least base fee. */
const PRICE_ROOM = 4n;

/** Above so many, nothing comes by itself. */
const MOST_WAITING = 5_000;
const REPLACED = 0.02;
const LOST_IN_REORG = 0.15;
const REPLACED_IN_REORG = 0.1;

/** Events of the mempool: transactions come, by chance and by what the accounts have, are replaced, are dropped. */
export class Traffic {
  private readonly context: DraftContext;
  private readonly chainId: number;
  private readonly leastBaseFee: bigint;

  constructor(context: DraftContext, chainId: number, leastBaseFee: bigint) {
    this.context = context;
    this.chainId = chainId;
    this.leastBaseFee = leastBaseFee;
  }

  /** One transaction arrives; now and then one that waits is replaced. */
  step(): void {
    const { mempool, random } = this.context;
    if (mempool.size >= MOST_WAITING) return;
    const waiting = random.chance(REPLACED) ? mempool.transactions() : [];
    mempool.add(waiting.length > 0 ? this.instead(random.pick(waiting)) : this.next());
  }

  addPayments(count: number): void {
    for (let i = 0; i < count; i++) this.context.mempool.add(this.next());
  }

  /** @param txid without `0x` */
  replacePayment(txid: string): void {
    const { mempool } = this.context;
    const before = mempool.transactions().find(({ hash }) => hash === `0x${txid}`);
    if (before) mempool.add(this.instead(before));
  }

  /** Drops the oldest `count`, and what their senders sent after them. */
  evict(count: number): void {
    const { mempool } = this.context;
    for (const transaction of mempool.transactions().slice(0, count)) mempool.remove(transaction);
    mempool.dropUnreachable();
  }

  /** After a reorganization: some are lost, some replaced. */
  scatter(): void {
    const { mempool, random } = this.context;
    for (const transaction of mempool.transactions()) {
      if (random.chance(LOST_IN_REORG)) mempool.remove(transaction);
      else if (random.chance(REPLACED_IN_REORG)) mempool.add(this.instead(transaction));
    }
    mempool.dropUnreachable();
  }

  private next(): EvmTransaction {
    const { context, chainId } = this;
    const { from, gas, more = {}, ...fields } = (context.random.weighted(MIX)(context) ?? pay(context)) as Draft;
    const nonce = context.mempool.nextNonce(from);
    const paid = { ...more, ...this.fees(more), gas: BigInt(gas + 40 * fields.input.length) };
    return signedTransaction(from, nonce, chainId, { ...fields, ...paid });
  }

  /** Another payment in the place of a transaction: same sender and nonce, a higher price. */
  private instead({ from, nonce, value, ...before }: EvmTransaction): EvmTransaction {
    const to = this.context.recipient();
    const price = (before.gasPrice ?? before.maxFeePerGas ?? 0n) * 2n;
    const tip = (before.maxPriorityFeePerGas ?? price) * 2n;
    const fields = { to, value: value + 1n, gas: 21_000n, input: '0x' };
    const fees = { maxFeePerGas: price, maxPriorityFeePerGas: tip < price ? tip : price };
    return signedTransaction(from, nonce, this.chainId, { ...fields, ...fees });
  }

  private fees(more: NonNullable<Draft['more']>): Partial<SignedFields> {
    const { random, contracts } = this.context;
    const tip = random.share(this.leastBaseFee, 0, 1);
    const needsType2 = more.blobVersionedHashes !== undefined || more.authorizationList !== undefined;
    if (needsType2 || random.chance(0.7)) {
      return { maxFeePerGas: this.leastBaseFee * PRICE_ROOM, maxPriorityFeePerGas: tip };
    }
    const gasPrice = this.leastBaseFee * 2n + tip;
    if (!random.chance(0.3)) return { gasPrice };
    const storageKeys = [hashOf('slot', random.below(100))];
    return { gasPrice, accessList: [{ address: contracts.at('gold'), storageKeys }] };
  }
}
