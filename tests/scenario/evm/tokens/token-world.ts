/** Players of the contracts of the table, their places, and what they did. */
import { tokenBytecode } from '@chaintrail/anvil';
import {
  AbiCoder,
  concat,
  getAddress,
  getCreate2Address,
  getCreateAddress,
  Interface,
  keccak256,
  ZeroAddress,
} from 'ethers';
import type { Actor, Cast } from '../evm-cast.js';
import { type Argument, type Row, type Step, TOKEN_CASES, type TokenCase, type Who } from './token-table.js';

const DEPLOY_GAS = 3_000_000n;
const NO_SALT = `0x${'00'.repeat(32)}`;
/** Code that Rebirth creates with (packages/anvil/contracts/tokens/Proxies.sol). */
const REBIRTH_CODE = '0x6367e828bf5f5260205f6004601c335afa505f51803b805f5f843c5ff3';

/** Rows of the transactions that make contracts, to Alice. */
const BORN: Readonly<Record<string, Pick<Row, 'from' | 'amount' | 'of'>>> = {
  BornRich: { from: 'nobody', amount: 1_000n },
  Stillborn20: { from: 'nobody', amount: 5n },
  BornSilent: { from: 'self', amount: 1_000n },
  Distributor: { from: '@Distributor', amount: 1_000n, of: 'Distributed' },
};

export interface Played {
  readonly txid: string;
  readonly signer: string;
  readonly fails: boolean;
  readonly rows: readonly (Row & { readonly asset: string })[];
}

export class TokenWorld {
  readonly cast: Cast;
  readonly played: Played[] = [];
  readonly #addresses = new Map<string, string>();
  readonly #actors: Readonly<Record<'alice' | 'bob' | 'carol' | 'eve', Actor>>;

  private constructor(cast: Cast) {
    this.cast = cast;
    this.#actors = { alice: cast.actor(1), bob: cast.actor(2), carol: cast.actor(3), eve: cast.actor(4) };
    for (const [name, { address }] of Object.entries(this.#actors)) this.#addresses.set(name, address);
    this.#addresses.set('stranger', cast.freshAddress());
    this.#addresses.set('nobody', ZeroAddress);
  }

  /** All contracts are in one block. */
  static async deploy(cast: Cast): Promise<TokenWorld> {
    const world = new TokenWorld(cast);
    const { eve } = world.#actors;
    // Addresses first: arguments name other cases.
    let nonce = await cast.nonceOf(eve);
    for (const { name, madeBy } of TOKEN_CASES)
      if (madeBy === undefined)
        world.#addresses.set(`@${name}`, getCreateAddress({ from: eve.address, nonce: nonce++ }));
    const made = {
      Clone: ['Cloner', 1],
      Distributed: ['Distributor', 1],
      DistributedLater: ['Distributor', 2],
    } as const;
    for (const [name, [maker, count]] of Object.entries(made))
      world.#addresses.set(`@${name}`, getCreateAddress({ from: world.address(`@${maker}`), nonce: count }));
    world.#addresses.set('@Reborn', getCreate2Address(world.address('@Rebirth'), NO_SALT, keccak256(REBIRTH_CODE)));
    for (const each of TOKEN_CASES) if (each.madeBy === undefined) await world.#deploy(each);
    await cast.mine();
    return world;
  }

  get holders(): readonly Who[] {
    return ['alice', 'bob', 'carol', 'eve', 'stranger', 'self'];
  }

  /** @param name of an actor, or `@` and that of a case */
  address(name: string): string {
    const address = this.#addresses.get(name);
    if (address === undefined) throw new RangeError(`nobody is called ${name}`);
    return address;
  }

  assetOf({ name }: TokenCase): string {
    return getAddress(this.address(`@${name}`));
  }

  /** @param who `self` is the contract */
  who(who: Who, of: TokenCase): string {
    return who === 'self' ? this.assetOf(of) : this.address(who);
  }

  /** Plays block number `n` of every case. */
  async playBlock(n: number): Promise<void> {
    for (const each of TOKEN_CASES) for (const step of each.blocks[n] ?? []) await this.#play(each, step);
    await this.cast.mine();
  }

  async playAfterReorg(): Promise<void> {
    for (const each of TOKEN_CASES) for (const step of each.afterReorg ?? []) await this.#play(each, step);
    await this.cast.mine();
  }

  async #deploy({ name, args = [] }: TokenCase): Promise<void> {
    const { eve } = this.#actors;
    const types = args.map(([type]) => type);
    const values = args.map(([, value]) => this.#value(value));
    const data = concat([tokenBytecode(name), AbiCoder.defaultAbiCoder().encode(types, values)]);
    const nonce = await this.cast.nonceOf(eve);
    const txid = await this.cast.send(eve, { data, gasLimit: DEPLOY_GAS });
    const made = getCreateAddress({ from: eve.address, nonce });
    if (made !== this.address(`@${name}`)) throw new Error(`${name} is at ${made} (${txid})`);
    const born = BORN[name];
    const rows = born ? [{ to: 'alice', ...born, asset: this.address(`@${born.of ?? name}`) } as const] : [];
    this.played.push({ txid, signer: eve.address, fails: false, rows });
  }

  async #play(of: TokenCase, { by, call, args, value = 0n, rows, at, fails = false }: Step): Promise<void> {
    const to = this.address(`@${at ?? of.name}`);
    const data =
      call === null
        ? '0x'
        : new Interface([`function ${call}`]).encodeFunctionData(
            call,
            args.map((each) => this.#value(each)),
          );
    // A plain payment of a contract needs more than one of an account, and GasBurner must not take it all.
    const txid = await this.cast.send(this.#actors[by], { to, data, value, gasLimit: 500_000n });
    const asset = (row: Row): string => this.address(`@${row.of ?? of.name}`);
    const named = rows.map((row) => ({ ...row, asset: getAddress(asset(row)) }));
    this.played.push({ txid, signer: this.#actors[by].address, fails, rows: fails ? [] : named });
  }

  #value(value: Argument): unknown {
    if (Array.isArray(value)) return value.map((each: Argument) => this.#value(each));
    return typeof value === 'string' ? (this.#addresses.get(value) ?? value) : value;
  }
}
