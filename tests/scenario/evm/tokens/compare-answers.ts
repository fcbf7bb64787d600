/** Answers of the API about every token of the table, held to what was done and to the storage of the contracts. */
import type { ApiClient } from '@chaintrail/testkit';
import { getAddress } from 'ethers';
import { callForEach } from '../proved-ledger.js';
import { storedAmounts } from './storage-truth.js';
import { type Row, TOKEN_CASES, type TokenCase } from './token-table.js';
import type { Played, TokenWorld } from './token-world.js';

interface Receipt {
  readonly status: string;
  readonly from: string;
}

export class Comparison {
  readonly #world: TokenWorld;
  readonly #api: ApiClient<'evm'>;
  readonly #wasLive: boolean;
  readonly #problems: string[] = [];
  /** By address in lower case: a checksum takes longer than all else here. */
  readonly #cases: ReadonlyMap<string, TokenCase>;
  readonly #actors: ReadonlyMap<string, string>;

  /** @param wasLive whether contracts were asked between their transfers, which alone shows what logs do not tell */
  constructor(world: TokenWorld, api: ApiClient<'evm'>, wasLive: boolean) {
    this.#wasLive = wasLive;
    this.#world = world;
    this.#api = api;
    this.#cases = new Map(TOKEN_CASES.map((each) => [world.assetOf(each).toLowerCase(), each]));
    const actors = ['alice', 'bob', 'carol', 'eve', 'stranger', 'nobody'] as const;
    this.#actors = new Map(actors.map((who) => [world.address(who).toLowerCase(), who]));
  }

  /** @returns a sentence for each thing that is not so */
  async problems(): Promise<readonly string[]> {
    const mined = await this.#mined();
    for (const each of mined) await this.#transaction(each);
    await this.#histories(new Map(mined.map((each) => [each.txid, each])));
    const balances = await this.#balances();
    for (const each of TOKEN_CASES) await this.#token(each, balances, mined);
    return this.#problems;
  }

  #expect(what: string, found: unknown, expected: unknown): void {
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    if (a !== b) this.#problems.push(`${what}: ${a}, expected ${b}`);
  }

  /** Transactions of the chain now. @throws Error where the table is wrong about what fails */
  async #mined(): Promise<Played[]> {
    const { cast, played } = this.#world;
    const calls = played.map(({ txid }) => [txid]);
    const receipts = await callForEach<Receipt | null>(cast.node, 'eth_getTransactionReceipt', calls);
    const mined: Played[] = [];
    for (const [at, each] of played.entries()) {
      const receipt = receipts[at]!;
      if (receipt === null) continue;
      if ((receipt.status === '0x0') !== each.fails) throw new Error(`${each.txid} has status ${receipt.status}`);
      mined.push(each);
    }
    return mined;
  }

  async #transaction({ txid, rows }: Played): Promise<void> {
    const { transfers } = await this.#api.transaction(txid);
    const found = transfers
      .filter(({ kind }) => kind === 'token')
      .map((each) =>
        [
          this.#name(each.asset!),
          each.standard,
          this.#name(each.from!),
          this.#name(each.to!),
          each.amount,
          each.tokenId,
          each.spoofed === true,
        ].join(' '),
      );
    const right = rows.map((row) => this.#words(row));
    this.#expect(
      `transfers of ${rows.map(({ asset }) => this.#name(asset))[0] ?? ''} ${txid}`,
      found.toSorted(),
      right.toSorted(),
    );
  }

  #words(row: Omit<Played['rows'][number], 'spoofed'> & { readonly spoofed?: boolean | undefined }): string {
    const of = this.#caseOf(row.asset);
    const [from, to] = [this.#world.who(row.from, of), this.#world.who(row.to, of)];
    return [
      this.#name(row.asset),
      row.standard ?? of.standard,
      this.#name(from),
      this.#name(to),
      row.amount,
      row.id,
      row.spoofed === true,
    ].join(' ');
  }

  /** By the coin, where any moved; else by what the tokens' rows did to the address. */
  async #histories(mined: ReadonlyMap<string, Played>): Promise<void> {
    for (const who of ['alice', 'bob', 'carol'] as const) {
      const address = this.#world.address(who);
      const { transactions } = await this.#api.history(address, { limit: 1000 });
      const listed = new Set(transactions.map(({ txid }) => txid));
      for (const { txid, signer, rows } of mined.values()) {
        const isParty = signer === address || rows.some(({ from, to }) => from === who || to === who);
        if (isParty && !listed.has(txid)) this.#problems.push(`${txid} is not in the history of ${who}`);
      }
      for (const { txid, direction, amount } of transactions) {
        const { rows } = mined.get(txid) ?? { rows: [] };
        this.#expect(
          `direction of ${txid} (${rows.map(({ asset }) => this.#name(asset))[0] ?? ''}) for ${who}`,
          direction,
          directionOf(who, BigInt(amount ?? 0), rows),
        );
      }
    }
  }

  /** @returns `holder asset id` to balance */
  async #balances(): Promise<Map<string, string | null>> {
    const found = new Map<string, string | null>();
    for (const who of ['alice', 'bob', 'carol', 'eve', 'stranger'] as const) {
      const { tokens } = await this.#api.balance(this.#world.address(who));
      for (const token of tokens) {
        const name = this.#name(token.asset);
        found.set(`${who} ${name} ${token.tokenId ?? ''}`, token.balance);
        const of = TOKEN_CASES.find((each) => each.name === name);
        if (of?.standard == null) continue;
        this.#expect(`decimals of ${name}`, token.decimals, of.decimals ?? null);
        this.#expect(`symbol of ${name}`, token.symbol, of.symbol ?? null);
        if (!of.isMixed) this.#expect(`standard of ${name}`, token.standard, of.standard);
        if (token.drifts && of.follows !== false && !of.isMixed) this.#problems.push(`${name} is said to drift`);
        if (this.#wasLive && of.drifts) this.#expect(`drifts of ${name} for ${who}`, token.drifts, true);
      }
    }
    return found;
  }

  async #token(of: TokenCase, balances: ReadonlyMap<string, string | null>, mined: readonly Played[]): Promise<void> {
    const asset = this.#world.assetOf(of);
    const shown = [...balances].filter(([key]) => key.split(' ')[1] === of.name);
    if (of.standard === null) {
      if (shown.length > 0) this.#problems.push(`${of.name} is no token, and ${shown[0]![0]} has it`);
      return;
    }
    const addresses = this.#world.holders.map((who) => this.#world.who(who, of));
    const stored = await storedAmounts(this.#world.cast.node, asset, of, addresses);
    this.#requireTable(of, stored, mined);
    const right = new Map([...stored].map(([key, amount]) => [this.#key(key, of), `${amount}`]));
    if (of.tells === false) {
      for (const [key, balance] of shown) this.#expect(`balance of ${key}`, balance, null);
      return;
    }
    // Items are listed by id, and a plain list of such a contract is none.
    for (const [key, balance] of shown) {
      const [who, , id] = key.split(' ');
      const amount = right.get(id ? `${who}/${id}` : who!) ?? '0';
      this.#expect(`balance of ${key}`, balance, amount);
    }
    if (of.ledger?.kind === 'items') return;
    const answer = await this.#api.holders(asset).catch((error: unknown) => `${error}`);
    if (typeof answer === 'string') {
      this.#problems.push(`holders of ${of.name}: ${answer}`);
      return;
    }
    const { holders, complete } = answer;
    const listed = new Map(holders.map((each) => [this.#key(each.address, of), each.balance]));
    const isWhole = of.follows !== false;
    this.#expect(`holders of ${of.name}`, sorted(listed), sorted(isWhole ? right : intersection(right, listed)));
    if (!isWhole && complete && this.#wasLive) {
      // A holder that never was in a log cannot be known.
      const isKnown = [...right.keys()].every((key) => listed.has(key));
      if (!isKnown) this.#problems.push(`holders of ${of.name} are not complete, and said to be`);
    }
  }

  /** The table says that the logs of a contract are what its storage has, or that they are not: both are looked at. */
  #requireTable(of: TokenCase, stored: ReadonlyMap<string, bigint>, mined: readonly Played[]): void {
    const sums = new Map<string, bigint>();
    const add = (who: string, amount: bigint): void => void sums.set(who, (sums.get(who) ?? 0n) + amount);
    for (const { rows } of mined) {
      for (const { asset, from, to, amount, id, standard = of.standard } of rows) {
        if (asset !== this.#world.assetOf(of) || standard !== of.standard) continue;
        const item = of.ledger?.kind === 'items' ? `/${id}` : '';
        if (from !== 'nobody') add(`${this.#world.who(from, of)}${item}`, -amount);
        if (to !== 'nobody') add(`${this.#world.who(to, of)}${item}`, amount);
      }
    }
    const told = new Map([...sums].filter(([, amount]) => amount !== 0n));
    const isSame = JSON.stringify(sorted(told)) === JSON.stringify(sorted(new Map(stored)));
    if (!of.isMixed && isSame !== (of.follows !== false))
      throw new Error(`the table is wrong about whether ${of.name} follows its logs`);
  }

  /** @param key a holder's address, and an id behind it */
  #key(key: string, of: TokenCase): string {
    const [address, id] = key.split('/');
    const checksummed = getAddress(address!);
    const who = this.#world.holders.find((each) => this.#world.who(each, of) === checksummed) ?? address!;
    return id === undefined ? who : `${who}/${id}`;
  }

  #caseOf(asset: string): TokenCase {
    return this.#cases.get(asset.toLowerCase())!;
  }

  #name(address: string): string {
    return this.#actors.get(address.toLowerCase()) ?? this.#caseOf(address)?.name ?? address;
  }
}

function directionOf(who: string, coins: bigint, rows: readonly Row[]): string {
  if (coins !== 0n) return coins > 0n ? 'in' : 'out';
  const moved = rows.filter(({ amount, spoofed }) => amount > 0n && !spoofed);
  const gives = moved.some(({ from }) => from === who);
  const gets = rows.some(({ amount, to }) => amount > 0n && to === who);
  if (gives && gets) return 'self';
  if (!gives && !gets) return 'mention';
  return gives ? 'out' : 'in';
}

function sorted<T>(map: ReadonlyMap<string, T>): (readonly [string, string])[] {
  return [...map].map(([key, value]) => [key, `${value}`] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}

function intersection(right: ReadonlyMap<string, string>, listed: ReadonlyMap<string, unknown>): Map<string, string> {
  return new Map([...right].filter(([key]) => listed.has(key)));
}
