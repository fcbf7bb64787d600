import { type EvmTransaction, type SignedFields, signedTransaction } from '../block/evm-transaction.js';
import { type Hex, hashOf } from '../bytes/hex.js';
import * as payments from './coin-drafters.js';
import type { Draft, DraftContext, Drafter } from './draft.js';
import * as tokens from './token-drafters.js';

/** What is sent, and how often: weights. */
const MIX: readonly (readonly [number, Drafter])[] = [
  [26, payments.pay],
  [3, payments.payWithNote],
  [2, payments.payOneself],
  [2, payments.payNothing],
  [5, payments.split],
  [2, payments.nested],
  [3, payments.payDespiteFailure],
  [3, payments.payByDelegate],
  [1, payments.roundTrip],
  [2, payments.payHolder],
  [5, payments.make],
  [2, payments.create],
  [3, payments.destroy],
  [1, payments.payMortal],
  [4, payments.fail],
  [2, payments.sendBlobs],
  [2, payments.delegateAccount],
  [3, payments.payByWallet],
  [5, tokens.mintToken],
  [15, tokens.sendToken],
  [1, tokens.sendManyTokens],
  [3, tokens.sendForAnother],
  [2, tokens.approve],
  [1, tokens.rebase],
  [2, tokens.shout],
  [4, tokens.wrap],
  [3, tokens.unwrap],
  [2, tokens.sendWrapped],
  [3, tokens.mintPicture],
  [3, tokens.sendPicture],
  [2, tokens.mintItems],
  [2, tokens.sendItem],
  [2, tokens.sendItems],
];
const TOTAL = MIX.reduce((sum, [weight]) => sum + weight, 0);
/** Blocks ask for at most twice the least base fee. */
const PRICE_ROOM = 4n;

/** Makes transactions, by chance and by what the accounts have. */
export class Traffic {
  private readonly context: DraftContext;
  private readonly chainId: number;
  private readonly leastBaseFee: bigint;

  constructor(context: DraftContext, chainId: number, leastBaseFee: bigint) {
    this.context = context;
    this.chainId = chainId;
    this.leastBaseFee = leastBaseFee;
  }

  next(): EvmTransaction {
    const draft = this.choose()(this.context) ?? payments.pay(this.context);
    return this.sign(draft as Draft, this.context.mempool.nextNonce((draft as Draft).from));
  }

  /** Another payment in the place of a transaction: same sender and nonce, a higher price. */
  instead({ from, nonce, value, ...before }: EvmTransaction): EvmTransaction {
    const to = this.context.population.recipient();
    const price = (before.gasPrice ?? before.maxFeePerGas ?? 0n) * 2n;
    const tip = (before.maxPriorityFeePerGas ?? price) * 2n;
    const fields = { to, value: value + 1n, gas: 21_000n, input: '0x' };
    const fees = { maxFeePerGas: price, maxPriorityFeePerGas: tip < price ? tip : price };
    return signedTransaction(from, nonce, this.chainId, { ...fields, ...fees });
  }

  private choose(): Drafter {
    let left = this.context.random.below(TOTAL);
    for (const [weight, drafter] of MIX) {
      left -= weight;
      if (left < 0) return drafter;
    }
    return payments.pay;
  }

  private sign({ from, gas, more = {}, ...fields }: Draft, nonce: number): EvmTransaction {
    const signed: SignedFields = {
      ...fields,
      ...more,
      ...this.fees(more),
      gas: BigInt(gas + 40 * fields.input.length),
    };
    return signedTransaction(from, nonce, this.chainId, signed);
  }

  private fees(more: NonNullable<Draft['more']>): Partial<SignedFields> {
    const { random } = this.context;
    const tip = random.share(this.leastBaseFee, 0, 1);
    const needsType2 = more.blobVersionedHashes !== undefined || more.authorizationList !== undefined;
    if (needsType2 || random.chance(0.7)) {
      return { maxFeePerGas: this.leastBaseFee * PRICE_ROOM, maxPriorityFeePerGas: tip };
    }
    const gasPrice = this.leastBaseFee * 2n + tip;
    return random.chance(0.3) ? { gasPrice, accessList: [accessListEntry(this.context)] } : { gasPrice };
  }
}

function accessListEntry({ contracts, random }: DraftContext): { address: Hex; storageKeys: Hex[] } {
  return { address: contracts.at('gold'), storageKeys: [hashOf('slot', random.below(100))] };
}
