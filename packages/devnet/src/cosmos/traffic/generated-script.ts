/** A chain in the shape of the mainnets: sends, swaps, payouts, names, contracts, observations and rewards. */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import { Random } from '../../random.js';
import type { CosmosScript } from '../chain.js';
import type { BlockContent, CosmosTx } from '../cosmos-block.js';
import type { JsonRecord } from '../encode-tx.js';
import { beginBlock, payGas, poolNames, refund, reward } from './block-events.js';
import { type ChainTerms, chainTerms } from './chain-terms.js';
import { foreignId, TransactionWriter } from './cosmos-transactions.js';
import { EventLog } from './event-log.js';
import { People, type Person } from './people.js';
import { OBSERVED_AFTER, observation, outboundSeen, type Swap, swapInBlock } from './swap.js';

export interface TrafficShape {
  /** Averages a block. */
  readonly sends: number;
  readonly deposits: number;
  readonly inbound: number;
  /** Pools that are rewarded in every block. */
  readonly pools: number;
  /** Those who have coins from the beginning. */
  readonly people: number;
}

/** A few transactions and some hundred events a block. */
export const MAINNET_SHAPE: TrafficShape = { sends: 3, deposits: 3, inbound: 3, pools: 25, people: 2_000 };
/** Little, so that people can look at it. */
export const DEMO_SHAPE: TrafficShape = { sends: 3, deposits: 2, inbound: 1, pools: 2, people: 40 };

export interface GeneratedOptions {
  readonly place: CosmosChainNetwork;
  /** 1 by default. */
  readonly seed?: number;
  /** {@link MAINNET_SHAPE} by default. */
  readonly shape?: TrafficShape;
}

/** What the transactions of a block lead to. */
interface Draft {
  readonly writer: TransactionWriter;
  readonly swaps: readonly Swap[];
  /** Address by name. */
  readonly names: ReadonlyMap<string, string>;
}

const LONGEST_STREAM = 5;
const CACHED_DRAFTS = 64;
/** Coins of the rich: with what one of them may spend in a block, enough for more blocks than anybody makes. */
const RICH_COINS = 500_000n;

/** Every block follows from its height alone, so none of them has to be kept. */
export function generatedScript({ place, seed = 1, shape = MAINNET_SHAPE }: GeneratedOptions): CosmosScript {
  const terms = chainTerms(place);
  const people = new People(place, seed, shape.people);
  const traffic = new Traffic(terms, people, shape, seed);
  return {
    chainId: terms.chainId,
    firstHeight: 1,
    opening: openingOf(terms, people),
    content: (height, branch) => traffic.content(height, branch),
    resolveName: (name, height) => traffic.resolveName(name, height),
  };
}

function openingOf(terms: ChainTerms, people: People): ReadonlyMap<string, ReadonlyMap<string, bigint>> {
  const { coin, unit, token, heldDenom, asgard, reserve, bond, contract } = terms;
  const rich = new Map([
    [coin, RICH_COINS * unit],
    [token, 1_000_000_000_000n],
    [heldDenom, 10_000_000_000n],
  ]);
  const opening = new Map<string, ReadonlyMap<string, bigint>>(people.rich.map(({ address }) => [address, rich]));
  for (const module of [asgard, reserve, bond]) opening.set(module, new Map([[coin, 100_000_000n * unit]]));
  if (contract !== null) opening.set(contract, new Map([[coin, 1_000n * unit]]));
  return opening;
}

class Traffic {
  private readonly terms: ChainTerms;
  private readonly people: People;
  private readonly shape: TrafficShape;
  private readonly seed: number;
  private readonly validator: Person;
  private readonly pools: readonly string[];
  private readonly drafts = new Map<string, Draft>();

  constructor(terms: ChainTerms, people: People, shape: TrafficShape, seed: number) {
    this.terms = terms;
    this.people = people;
    this.shape = shape;
    this.seed = seed;
    this.validator = people.named('validator');
    this.pools = poolNames(shape.pools);
  }

  content(height: number, branch: number): BlockContent {
    const { terms } = this;
    const { writer } = this.draft(height, branch);
    const observed = this.observePaid(height, branch);
    const end = new EventLog();
    for (let born = Math.max(1, height - LONGEST_STREAM + 1); born <= height; born++) {
      for (const swap of this.draft(born, branch).swaps) {
        if (born + swap.quantity > height) swapInBlock(end, terms, swap, height);
      }
    }
    reward(end, terms, this.pools, height);
    for (const _ of observed) payGas(end, terms);
    return { begin: beginBlock(terms, height), transactions: [...observed, ...writer.transactions], end: end.events };
  }

  resolveName(name: string, height: number): string | null {
    const born = Number(/^[a-z]+-(\d+)$/.exec(name)?.[1] ?? 0);
    if (born < 1 || born > height) return null;
    return this.draft(born, 0).names.get(name) ?? null;
  }

  /** Cached: blocks go on with the swaps of those below. A draft itself follows from its height alone. */
  private draft(height: number, branch: number): Draft {
    const key = `${branch} ${height}`;
    const cached = this.drafts.get(key);
    if (cached) return cached;
    const draft = this.write(height, branch);
    this.drafts.set(key, draft);
    if (this.drafts.size > CACHED_DRAFTS) this.drafts.delete(this.drafts.keys().next().value as string);
    return draft;
  }

  private write(height: number, branch: number): Draft {
    const { terms, shape } = this;
    const random = new Random(this.seed * 1_000_003 + height * 4_096 + branch);
    const writer = new TransactionWriter(terms, random, height);
    const swaps: Swap[] = [];
    const names = new Map<string, string>();
    const some = (average: number): number => random.below(2 * average + 1);
    for (let left = some(shape.inbound); left > 0; left--) this.observeInbound(writer, swaps, random, height, left);
    for (let left = some(shape.sends); left > 0; left--) this.send(writer, random, `${height} ${branch} ${left}`);
    for (let left = some(shape.deposits); left > 0; left--) this.deposit(writer, swaps, names, random, height, left);
    if (terms.contract !== null && random.chance(0.5)) this.execute(writer, terms.contract, random);
    if (random.chance(0.02)) writer.addJunk(random.bytes(60));
    return { writer, swaps, names };
  }

  private send(writer: TransactionWriter, random: Random, fresh: string): void {
    const { terms, people } = this;
    const signer = random.pick(people.rich);
    const to = random.chance(0.5) ? random.pick(people.rich) : people.named(fresh);
    const denom = random.chance(0.75) ? terms.coin : random.pick([terms.token, terms.heldDenom]);
    const amount = denom === terms.coin ? random.share(20n * terms.unit, 0.01, 1) : BigInt(random.between(1, 50_000));
    const type = random.chance(0.3) ? '/cosmos.bank.v1beta1.MsgSend' : '/types.MsgSend';
    const from_address = signer.address;
    const to_address = to.address;
    writer.sign({
      signer,
      message: { '@type': type, from_address, to_address, amount: [{ denom, amount: String(amount) }] },
      memo: random.chance(0.2) ? String(random.below(1e9)) : '',
      failure: random.chance(0.05) ? 'spendable balance is smaller than the amount: insufficient funds' : null,
      run: (log) => log.move(from_address, to_address, amount, denom),
    });
  }

  private deposit(
    writer: TransactionWriter,
    swaps: Swap[],
    names: Map<string, string>,
    random: Random,
    height: number,
    nth: number,
  ): void {
    const { terms, people } = this;
    const { asgard, reserve, coin, asset, heldAsset } = terms;
    const signer = random.pick(people.rich);
    const { address } = signer;
    const kind = random.pick(['out', 'out', 'out', 'out', 'mint', 'redeem', 'refund', 'name', 'fail'] as const);
    const amount = random.share(100n * terms.unit, 0.1, 1);
    const bitcoin = BigInt(random.between(10_000, 1_000_000));
    const quantity = kind === 'out' && random.chance(0.4) ? random.between(2, LONGEST_STREAM) : 1;
    const bitcoinAddress = `bcrt1q${foreignId(height, nth, 'to').slice(0, 38).toLowerCase()}`;
    const name = `name-${height}`;
    const memo = {
      out: `=:BTC.BTC:${bitcoinAddress}:0/1/${quantity}`,
      mint: `=:${heldAsset}:${address}`,
      redeem: `=:${asset}:${address}`,
      refund: `+:${heldAsset}`,
      name: `~:${name}:${terms.home}:${address}:${address}`,
      fail: 'm=<:none',
    }[kind];
    const coins =
      kind === 'redeem'
        ? [{ asset: heldAsset, amount: String(bitcoin), decimals: '0' }]
        : [{ asset, amount: String(amount), decimals: '0' }];
    const txid = writer.sign({
      signer,
      message: { '@type': '/types.MsgDeposit', coins, memo, signer: address },
      failure: kind === 'fail' ? 'could not find matching limit swap: internal error' : null,
      run: (log, id) => {
        if (kind === 'name') {
          log.move(address, reserve, amount, coin);
          log.note(terms.name, {
            name,
            chain: terms.home,
            address,
            owner: address,
            registration_fee: String(terms.unit),
          });
        } else if (kind !== 'redeem') log.move(address, asgard, amount, coin);
        if (kind === 'refund') refund(log, terms, { txid: id, address, amount, memo });
      },
    });
    if (kind === 'name') names.set(name, address);
    if (kind !== 'out' && kind !== 'mint' && kind !== 'redeem') return;
    const to = kind === 'out' ? bitcoinAddress : address;
    swaps.push({ kind, txid, height, quantity, amount, bitcoin, from: address, to, memo });
  }

  private execute(writer: TransactionWriter, contract: string, random: Random): void {
    const { terms } = this;
    const signer = random.pick(this.people.rich);
    const amount = random.share(terms.unit, 0.01, 1);
    const funds = [{ denom: terms.coin, amount: String(amount) }];
    writer.sign({
      signer,
      message: {
        '@type': '/cosmwasm.wasm.v1.MsgExecuteContract',
        ...{ sender: signer.address, contract, msg: { swap: { min_return: '1' } }, funds },
      },
      declaredFee: terms.fee,
      run: (log) => {
        log.move(signer.address, contract, amount, terms.coin);
        log.note('execute', { _contract_address: contract });
        log.note('wasm', { _contract_address: contract, action: 'swap' });
        log.move(contract, signer.address, amount / 2n, terms.coin);
      },
    });
  }

  private observeInbound(writer: TransactionWriter, swaps: Swap[], random: Random, height: number, nth: number): void {
    const { terms } = this;
    const txid = foreignId(this.seed, height, nth, 'in');
    const from = `bcrt1q${txid.slice(0, 38).toLowerCase()}`;
    const to = random.chance(0.6) ? random.pick(this.people.rich) : this.people.named(`paid ${height} ${nth}`);
    const bitcoin = BigInt(random.between(10_000, 1_000_000));
    const memo = `=:${terms.asset}:${to.address}:0/1/1`;
    this.observe(writer, 'In', observation(txid, from, '', bitcoin, memo), null);
    const amount = random.share(100n * terms.unit, 0.1, 1);
    swaps.push({ kind: 'in', txid, height, quantity: 1, amount, bitcoin, from, to: to.address, memo });
  }

  /** What was paid on other chains for swaps that ended some blocks ago. */
  private observePaid(height: number, branch: number): readonly CosmosTx[] {
    const random = new Random(this.seed * 1_000_003 + height * 4_096 + 2_048 + branch);
    const writer = new TransactionWriter(this.terms, random, height);
    const paid = height - OBSERVED_AFTER;
    for (let born = Math.max(1, paid - LONGEST_STREAM + 1); born <= paid; born++) {
      for (const swap of this.draft(born, branch).swaps) {
        if (swap.kind === 'out' && born + swap.quantity - 1 === paid) this.observeOutbound(writer, swap);
      }
    }
    return writer.transactions;
  }

  private observeOutbound(writer: TransactionWriter, swap: Swap): void {
    const id = foreignId(swap.txid, 'paid');
    const { to = '', from = '', memo = '' } = outboundSeen(swap, id);
    this.observe(writer, 'Out', observation(id, from, to, swap.bitcoin, memo), outboundSeen(swap, id));
  }

  /** THORChain's validators inject what they agree on; each of MAYAChain's sends a transaction of its own. */
  private observe(
    writer: TransactionWriter,
    direction: 'In' | 'Out',
    tx: object,
    outbound: Readonly<Record<string, string>> | null,
  ): void {
    const signer = this.validator;
    const note = (log: EventLog): void => {
      if (outbound) log.note('outbound', outbound);
    };
    if (!this.terms.injects) {
      const message = { '@type': `/types.MsgObservedTx${direction}`, txs: [tx], signer: signer.address };
      writer.sign({ signer, message, paysFee: false, run: note });
      return;
    }
    const type = '/types.MsgObservedTxQuorum';
    const attestations = [{ PubKey: signer.publicKey.toString('base64'), Signature: 'AAAA' }];
    const message: JsonRecord = {
      '@type': type,
      ...{ quoTx: { obsTx: tx, attestations, inbound: direction === 'In' }, signer: signer.address },
    };
    const log = new EventLog([['msg_index', '0']]);
    log.note('message', { action: type, sender: signer.address, module: 'MsgObservedTxQuorum' });
    note(log);
    writer.inject([message], log.events);
  }
}
