/** Transactions of one generated block, and what they lead to. */
import type { Random } from '../../random.js';
import { refund } from './block-events.js';
import { type ChainTerms, foreignId, type Person } from './chain-terms.js';
import { observation, type Swap } from './swap.js';
import { TransactionWriter } from './tx-writer.js';

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

/** Values that are the same for every block of a chain. */
export interface World {
  readonly terms: ChainTerms;
  readonly seed: number;
  readonly shape: TrafficShape;
  /** Those who have coins from the beginning. */
  readonly rich: readonly Person[];
  readonly validator: Person;
  /** Whoever is paid by them. */
  named(name: string): Person;
}

/** Blocks that the longest streaming swap takes. */
export const LONGEST_STREAM = 5;
const KINDS = ['out', 'out', 'out', 'out', 'mint', 'redeem', 'refund', 'name', 'fail'] as const;

export class BlockDraft extends TransactionWriter {
  readonly swaps: Swap[] = [];
  /** Address by name. */
  readonly names = new Map<string, string>();
  private readonly world: World;

  constructor(world: World, random: Random, height: number, branch: number) {
    const { shape, terms } = world;
    super(terms, random, height);
    this.world = world;
    const some = (average: number): number => random.below(2 * average + 1);
    for (let left = some(shape.inbound); left > 0; left--) this.observeInbound(left);
    for (let left = some(shape.sends); left > 0; left--) this.send(`${height} ${branch} ${left}`);
    for (let left = some(shape.deposits); left > 0; left--) this.deposit(left);
    if (terms.contract !== null && random.chance(0.5)) this.execute(terms.contract);
    if (random.chance(0.02)) this.addJunk(random.bytes(60));
  }

  private observeInbound(nth: number): void {
    const { height, random, terms, world } = this;
    const txid = foreignId(world.seed, height, nth, 'in');
    const from = `bcrt1q${txid.slice(0, 38).toLowerCase()}`;
    const { address: to } = random.chance(0.6) ? random.pick(world.rich) : world.named(`paid ${height} ${nth}`);
    const bitcoin = BigInt(random.between(10_000, 1_000_000));
    const memo = `=:${terms.asset}:${to}:0/1/1`;
    this.observe(world.validator, observation(txid, from, '', bitcoin, memo), null);
    const amount = random.share(100n * terms.unit, 0.1, 1);
    this.swaps.push({ kind: 'in', txid, height, quantity: 1, amount, bitcoin, from, to, memo });
  }

  private send(fresh: string): void {
    const { random, terms, world } = this;
    const signer = random.pick(world.rich);
    const to = random.chance(0.5) ? random.pick(world.rich) : world.named(fresh);
    const denom = random.chance(0.75) ? terms.coin : random.pick([terms.token, terms.heldDenom]);
    const units = denom === terms.coin ? random.share(20n * terms.unit, 0.01, 1) : BigInt(random.between(1, 50_000));
    const type = random.chance(0.3) ? '/cosmos.bank.v1beta1.MsgSend' : '/types.MsgSend';
    const amount = [{ denom, amount: String(units) }];
    this.sign({
      signer,
      message: { '@type': type, from_address: signer.address, to_address: to.address, amount },
      memo: random.chance(0.2) ? String(random.below(1e9)) : '',
      failure: random.chance(0.05) ? 'spendable balance is smaller than the amount: insufficient funds' : null,
      run: (log) => log.move(signer.address, to.address, units, denom),
    });
  }

  private deposit(nth: number): void {
    const { height, random, terms, world } = this;
    const { asgard, reserve, coin, asset, heldAsset, home: chain } = terms;
    const signer = random.pick(world.rich);
    const { address } = signer;
    const kind = random.pick(KINDS);
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
      name: `~:${name}:${chain}:${address}:${address}`,
      fail: 'm=<:none',
    }[kind];
    const deposited = kind === 'redeem' ? { asset: heldAsset, amount: bitcoin } : { asset, amount };
    const txid = this.sign({
      signer,
      message: { '@type': '/types.MsgDeposit', coins: [deposited], memo, signer: address },
      failure: kind === 'fail' ? 'could not find matching limit swap: internal error' : null,
      run: (log, id) => {
        if (kind !== 'redeem') log.move(address, kind === 'name' ? reserve : asgard, amount, coin);
        if (kind === 'name') {
          log.note(terms.name, { name, chain, address, owner: address, registration_fee: String(terms.unit) });
        } else if (kind === 'refund') refund(log, terms, id, address, amount);
      },
    });
    if (kind === 'name') this.names.set(name, address);
    if (kind !== 'out' && kind !== 'mint' && kind !== 'redeem') return;
    const to = kind === 'out' ? bitcoinAddress : address;
    this.swaps.push({ kind, txid, height, quantity, amount, bitcoin, from: address, to, memo });
  }

  private execute(contract: string): void {
    const { random, terms } = this;
    const signer = random.pick(this.world.rich);
    const { address: sender } = signer;
    const amount = random.share(terms.unit, 0.01, 1);
    const funds = [{ denom: terms.coin, amount: String(amount) }];
    const type = '/cosmwasm.wasm.v1.MsgExecuteContract';
    this.sign({
      signer,
      message: { '@type': type, sender, contract, msg: { swap: { min_return: '1' } }, funds },
      declaredFee: terms.fee,
      run: (log) => {
        log.move(sender, contract, amount, terms.coin);
        log.note('execute', { _contract_address: contract });
        log.note('wasm', { _contract_address: contract, action: 'swap' });
        log.move(contract, sender, amount / 2n, terms.coin);
      },
    });
  }
}
