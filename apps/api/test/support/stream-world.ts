/**
 * A Bitcoin chain that a ledger writes, with forks and unconfirmed transactions, and what its clients have to know of
 * it.
 */
import { decodeUtxoTransaction, formatAddress } from '@chaintrail/chains';
import {
  becomeOwner,
  type Ledger,
  type MempoolLedger,
  openUtxoLedger,
  openUtxoMempool,
  type UtxoMempoolTransaction,
} from '@chaintrail/db';
import {
  createChainDatabase,
  HandmadeChain,
  handmadeChain,
  type Outpoint,
  type Payment,
  scriptOf,
  serialize,
  sha256d,
  type TestDatabase,
} from '@chaintrail/testkit';

export const network = handmadeChain.networks.find(({ name }) => name === 'regtest')!;
const keyOf = (number: number): Buffer => Buffer.concat([Buffer.of(0x10), scriptOf(number).subarray(2)]);
export const addressOf = (number: number): string => formatAddress(network, keyOf(number));
const display = (wire: Buffer): string => Buffer.from(wire).reverse().toString('hex');

export interface Coin extends Outpoint {
  readonly number: number;
  readonly value: bigint;
}

export interface MadePayment {
  readonly txid: string;
  readonly wire: Buffer;
  readonly spends: readonly Coin[];
  /** Numbers of the addresses that it pays, with amounts. */
  readonly pays: readonly (readonly [number: number, value: bigint])[];
}

interface Made {
  readonly parent: string | null;
  readonly height: number;
  readonly transactions: readonly MadePayment[];
}

type UtxoBlocks = HandmadeChain['blocks'];

export class StreamWorld {
  readonly chain = new HandmadeChain();
  /** Every block that ever was, by hash. */
  readonly blocks = new Map<string, Made>();
  /** Every payment that ever was, by txid. */
  readonly payments = new Map<string, MadePayment>();
  /** Scripts of numbers that have others. */
  readonly scripts = new Map<number, Buffer>();
  readonly database: TestDatabase;
  readonly session: NonNullable<Awaited<ReturnType<typeof becomeOwner>>>;
  readonly #ledger: Ledger<UtxoBlocks[number]>;
  readonly #mempool: MempoolLedger<UtxoMempoolTransaction>;
  #made = 0;

  private constructor(parts: {
    database: TestDatabase;
    session: StreamWorld['session'];
    ledger: Ledger<UtxoBlocks[number]>;
  }) {
    this.database = parts.database;
    this.session = parts.session;
    this.#ledger = parts.ledger;
    const { session } = parts;
    this.#mempool = openUtxoMempool({ session, chain: handmadeChain, historyFrom: 0, askNode: async () => [] });
  }

  /** A chain of a few blocks that pay to addresses 1 to `paid`, whose first sync is over. */
  static async open(paid: number): Promise<StreamWorld> {
    const database = await createChainDatabase({ chain: 'btc', network: network.name, indexed: true });
    const session = (await becomeOwner(database.url, 'btc'))!;
    const ledger = await openUtxoLedger(session, handmadeChain, network, 0);
    const world = new StreamWorld({ database, session, ledger });
    const first = Array.from({ length: 4 }, (_, block) => ({
      pays: Array.from({ length: paid }, (_, at) => [at + 1, BigInt(1_000 + block)] as const),
      payments: [],
    }));
    await world.replace(0, first);
    await world.session.query(`UPDATE btc.sync_state SET phase = 'live', live_since = now()`);
    await world.arrive([]);
    return world;
  }

  async close(): Promise<void> {
    await this.session.end();
    await this.database.drop();
  }

  get tip(): UtxoBlocks[number] {
    return this.chain.blocks.at(-1)!;
  }

  /** Outputs that nothing in a block spends. */
  coins(): Coin[] {
    const made = new Map<string, Coin>();
    // Outputs of the first block are never spent.
    for (const { hash } of this.chain.blocks.slice(1)) {
      for (const { wire, spends, pays } of this.blocks.get(hash)!.transactions) {
        for (const { txid, vout } of spends) made.delete(`${display(txid)}:${vout}`);
        for (const [vout, [number, value]] of pays.entries())
          made.set(`${display(wire)}:${vout}`, { txid: wire, vout, number, value });
      }
    }
    return [...made.values()];
  }

  pay(spends: readonly Coin[], pays: MadePayment['pays']): MadePayment {
    const outputs = this.#outputs(pays);
    const wire = sha256d(serialize(spends, outputs));
    const payment = { txid: display(wire), wire, spends, pays };
    this.payments.set(payment.txid, payment);
    return payment;
  }

  /** Takes blocks back and puts others in their place, in one transaction. */
  async replace(
    depth: number,
    blocks: readonly { readonly pays: MadePayment['pays']; readonly payments: readonly MadePayment[] }[],
  ): Promise<void> {
    const before = await this.#ledger.cursor();
    const kept = this.chain.blocks.length - depth;
    this.chain.blocks.length = kept;
    const fork = this.chain.blocks.at(-1) ?? null;
    this.chain['parent'] = fork ? Buffer.from(fork.hash, 'hex').reverse() : Buffer.alloc(32);
    for (const { pays, payments } of blocks) {
      // Another time makes another block of the same transactions.
      const time = 1_600_000_000 + ++this.#made;
      const made = payments.map((payment) => ({ spends: payment.spends, outputs: this.#outputs(payment.pays) }));
      const [coinbase] = this.chain.mine(this.#outputs(pays), made, time);
      const { hash, height } = this.tip;
      const own = { txid: display(coinbase!), wire: coinbase!, spends: [], pays };
      const parent = this.chain.blocks[height - 1]?.hash ?? null;
      this.blocks.set(hash, { parent, height, transactions: [own, ...payments] });
    }
    await this.#ledger.replaceAfter(before, fork, this.chain.blocks.slice(kept));
  }

  mine(payments: readonly MadePayment[] = [], pays: MadePayment['pays'] = [[0, 1n]]): Promise<void> {
    return this.replace(0, [{ pays, payments }]);
  }

  async arrive(payments: readonly MadePayment[], removed: readonly string[] = []): Promise<void> {
    const added = payments.map(({ txid, spends, pays }) => {
      const decoded = decodeUtxoTransaction(handmadeChain, serialize(spends, this.#outputs(pays)))!;
      return { txid, decoded, firstSeen: 1_700_000_000 };
    });
    const listed = new Set(payments.map(({ txid }) => txid));
    await this.#mempool.apply({ added, removed, listed, nodeCount: added.length, kept: 0 });
  }

  #outputs(pays: MadePayment['pays']): Payment['outputs'] {
    return pays.map(([number, value]) => ({ value, script: this.scripts.get(number) ?? scriptOf(number) }));
  }

  /** Txids of what is unconfirmed now. */
  pending(): Promise<Set<string>> {
    return this.#mempool.pending();
  }

  /** `txid address` → hash of its block: what a client of these addresses knows to be confirmed at a block. */
  confirmedAt(hash: string, addresses: ReadonlySet<string>): Map<string, string> {
    const known = new Map<string, string>();
    // Payments of the first block are in no history.
    for (let at = hash; this.blocks.get(at)!.parent !== null; at = this.blocks.get(at)!.parent!) {
      for (const transaction of this.blocks.get(at)!.transactions) {
        for (const address of partiesOf(transaction))
          if (addresses.has(address)) known.set(`${transaction.txid} ${address}`, at);
      }
    }
    return known;
  }
}

/** Addresses of a payment, each once. */
export function partiesOf({ spends, pays }: Pick<MadePayment, 'spends' | 'pays'>): Set<string> {
  return new Set([...spends.map(({ number }) => number), ...pays.map(([number]) => number)].map(addressOf));
}
