/** Events that a WebSocket subscribes to: blocks, transactions of its addresses, and rates. */
import type { Caller } from '../access/access.js';
import { readAddress } from '../families/named-address.js';
import { JsonText } from '../http/rows.js';
import { ProblemError } from '../problem.js';
import type { Services } from '../services/open-services.js';
import type { StreamEvent } from '../stream/advance.js';
import type { Listener } from '../stream/chain-channel.js';
import { requireStanding } from '../stream/resume.js';
import { withList } from './address-account.js';
import { type BlockbookChain, refused } from './blockbook-route.js';
import { transactionOf } from './by-family.js';
import { readOncePerEvent } from './once-per-event.js';

/** Bound on one connection. */
const MOST_ADDRESSES = 1_000;
/** Rates are found every five minutes. */
const RATES_MS = 60_000;

/** Pushes for a subscription. `make` is called in its turn: what is pushed is in the order of the events. */
type Push = (id: string, make: () => object | Promise<object | null>) => void;

interface Subscription {
  end(): void;
}

interface SubscriptionsOptions {
  readonly services: Services;
  readonly followed: BlockbookChain;
  readonly caller: Caller;
  readonly push: Push;
  /** There is nothing more to come: the chain is another one now. */
  readonly onEnd: () => void;
}

/** One of each kind, as in Blockbook: a later one takes the place of an earlier one. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #held = new Map<string, Subscription>();
  #isOver = false;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  async blocks(id: string): Promise<object> {
    const { push } = this.#options;
    await this.#listen('blocks', [], (event) => {
      if (event.name !== 'tip') return;
      const { height, hash } = JSON.parse(event.data) as { height: number; hash: string };
      push(id, () => ({ height, hash }));
    });
    return { subscribed: true };
  }

  /** @param texts as the client writes them, which is how it is told of them */
  async addresses(id: string, texts: readonly string[]): Promise<object> {
    const { followed, push } = this.#options;
    if (texts.length > MOST_ADDRESSES) throw refused(`expected at most ${MOST_ADDRESSES} addresses`);
    const named = new Map(texts.map((text) => [readAddress(followed, text).key.toString('hex'), text]));
    await this.#listen('addresses', [...named.keys()], (event) => {
      const address = event.key === null ? undefined : named.get(event.key);
      if (event.name !== 'transaction' || address === undefined) return;
      const { transaction } = JSON.parse(event.data) as { transaction: { txid: string } };
      push(id, async () => {
        const tx = await this.#transaction(event, transaction.txid);
        return tx && (tx instanceof JsonText ? withList({ address }, 'tx', tx) : { address, tx });
      });
    });
    return { subscribed: true };
  }

  async rates(id: string): Promise<object> {
    const { services, followed, push } = this.#options;
    let told = (await services.rates.of(followed))?.rate;
    const look = setInterval(() => {
      push(id, async () => {
        const rate = (await services.rates.of(followed))?.rate;
        if (rate === undefined || rate === told) return null;
        told = rate;
        return { rates: { usd: Number(rate) } };
      });
    }, RATES_MS).unref();
    this.#hold('rates', { end: () => clearInterval(look) });
    return { subscribed: true };
  }

  drop(kind: 'blocks' | 'addresses' | 'rates'): object {
    this.#held.get(kind)?.end();
    this.#held.delete(kind);
    return { subscribed: false };
  }

  end(): void {
    this.#isOver = true;
    for (const { end } of this.#held.values()) end();
    this.#held.clear();
  }

  /** The new one listens before the old one ends, so that nothing between them is lost. */
  async #listen(kind: string, keys: readonly string[], take: (event: StreamEvent) => void): Promise<void> {
    const { services, followed, caller, onEnd } = this.#options;
    const leave = await services.streams.takePlace(caller, keys.length);
    if (this.#isOver) {
      leave();
      return;
    }
    const listener: Listener = { keys, take, moved: () => undefined, end: onEnd };
    const channel = services.streams.channel(followed);
    const end = (): void => {
      channel.leave(listener);
      leave();
    };
    try {
      channel.expect(listener);
      for (;;) {
        const { position } = await requireStanding(services, channel);
        if (this.#isOver || channel.join(listener, position)) break;
      }
      this.#hold(kind, { end });
    } catch (error) {
      end();
      throw error;
    }
  }

  /** One that the end came before ends at once. */
  #hold(kind: string, subscription: Subscription): void {
    if (this.#isOver) {
      subscription.end();
      return;
    }
    this.#held.get(kind)?.end();
    this.#held.set(kind, subscription);
  }

  /** @returns null where it is gone by now */
  async #transaction(event: StreamEvent, txid: string): Promise<object | null> {
    const { services, followed, caller } = this.#options;
    const asking = { lane: 'heavy' as const, client: caller.client };
    // The subscription was paid for; what all are told is nobody's in particular.
    const pushing = { ...services, asking, mostWeight: null, chargeNode: async () => true } as Services;
    return readOncePerEvent(event, async () => {
      try {
        return (await transactionOf(pushing, followed, txid)).body;
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'unknown-transaction') return null;
        throw error;
      }
    });
  }
}
