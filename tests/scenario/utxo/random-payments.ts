/** Payments among keys of the test's own: a wallet with thousands of transactions needs 0.1 s for each. */
import { Random } from '@chaintrail/devnet';
import { testSeed } from '../../support/seed.js';
import { hash160, testKey } from './keys.js';
import {
  type Coin,
  type ScriptOutput,
  signWithKeys,
  signWithWallet,
  takeCoin,
  unsignedTransaction,
} from './raw-transaction.js';
import { mine, type World } from './utxo-world.js';

const OWNERS = 40;
const FEE = 20_000n;
const FIRST_COINS = 240;
const FIRST_AMOUNT = 1_000_000n;
/** Small ones stay where they are: a node does not pass on what costs more to spend than it is worth. */
const LEAST_AMOUNT = 60_000n;
/** Deeper chains of unconfirmed transactions are refused (bitcoin src/policy/policy.h, 25 ancestors). */
const BLOCK_EVERY = 20;

interface Owned extends Coin {
  readonly wif: string;
}

interface Owner {
  readonly wif: string;
  /** P2PKH and P2WPKH of the same key, or without segwit the bare key. */
  readonly scripts: readonly string[];
}

export class RandomPayments {
  readonly #world: World;
  readonly #random = new Random(testSeed());
  readonly #owners: readonly Owner[];
  readonly #coins: Owned[] = [];
  readonly #fee: bigint;
  readonly #least: bigint;
  readonly #first: bigint;
  made = 0;

  constructor(world: World) {
    this.#world = world;
    const { segwit, scale } = world.chain;
    this.#fee = FEE * scale;
    this.#least = LEAST_AMOUNT * scale;
    this.#first = FIRST_AMOUNT * scale;
    this.#owners = Array.from({ length: OWNERS }, (_, index) => {
      const { wif, publicKey } = testKey(`owner ${index}`);
      const hash = hash160(publicKey);
      return { wif, scripts: [`76a914${hash}88ac`, segwit ? `0014${hash}` : `21${publicKey}ac`] };
    });
  }

  /** Gives the owners something to spend; mines it. */
  async begin(): Promise<void> {
    const { wallet } = this.#world;
    const spent = this.#first * BigInt(FIRST_COINS) + this.#fee * 10n;
    const paid = this.#outputs(FIRST_COINS, this.#first);
    const coin = await takeCoin(wallet, spent);
    const change: ScriptOutput = {
      script: coin.scriptPubKey,
      amount: coin.amount - spent,
    };
    const hex = await signWithWallet(this.#world, unsignedTransaction([coin], [...paid, change]), [coin]);
    await this.#send(hex, paid);
    await mine(this.#world);
  }

  /** Makes so many payments, one to three coins into one to four, and blocks of all sizes of them. */
  async pay(count: number): Promise<void> {
    for (let paid = 0; paid < count; paid++) {
      await this.#payOnce();
      if (this.#random.chance(1 / BLOCK_EVERY)) await mine(this.#world);
    }
  }

  async #payOnce(): Promise<void> {
    const spent = Array.from({ length: 1 + this.#random.below(3) }, () => this.#takeCoin()).filter(
      (coin) => coin !== undefined,
    );
    const total = spent.reduce((sum, { amount }) => sum + amount, 0n) - this.#fee;
    const outputs = this.#outputs(1 + this.#random.below(Math.min(4, Number(total / this.#least))), 0n);
    const share = total / BigInt(outputs.length);
    const paid = outputs.map(({ script }, index) => ({ script, amount: share - BigInt(index) }));
    const unsigned = unsignedTransaction(spent, paid);
    const coins = spent.map(({ wif: _, ...coin }) => coin);
    const wifs = [...new Set(spent.map(({ wif }) => wif))];
    await this.#send(await signWithKeys(this.#world, unsigned, wifs, coins), paid);
    this.made++;
  }

  /** Sends a transaction and keeps the outputs that are worth spending again. */
  async #send(hex: string, outputs: readonly ScriptOutput[]): Promise<void> {
    const { node } = this.#world;
    const txid = await node.rpc<string>('sendrawtransaction', hex);
    for (const [vout, { script, amount }] of outputs.entries()) {
      const owner = this.#owners.find(({ scripts }) => scripts.includes(script));
      if (owner && amount > this.#least) {
        this.#coins.push({ txid, vout, scriptPubKey: script, amount, wif: owner.wif });
      }
    }
  }

  #takeCoin(): Owned | undefined {
    return this.#coins.splice(this.#random.below(this.#coins.length), 1)[0];
  }

  #outputs(count: number, amount: bigint): ScriptOutput[] {
    return Array.from({ length: Math.max(1, count) }, () => {
      const { scripts } = this.#owners[this.#random.below(OWNERS)]!;
      return { script: scripts[this.#random.below(scripts.length)]!, amount };
    });
  }
}
