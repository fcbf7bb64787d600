import { type CosmosChain, formatAddress } from '@chaintrail/chains';
import type { Balance } from '@chaintrail/client';
import type { Session } from '@chaintrail/db';
import {
  BROKEN_ANSWERS,
  type CosmosNodeSimulation,
  cosmosPlace,
  type Fault,
  SIMULATED_NETWORK,
  startCosmosNode,
} from '@chaintrail/devnet';
import { againstBooks, checkBalance, pastBalances } from '../balance-checks.js';
import { ACCOUNT_FAULTS, type AddressAnswers, type Checks, PlayedChain } from '../played-chain.js';

/** So many blocks are loaded by the first sync; those above them are followed one by one. */
const LOADED_BLOCKS = 60;
/** Results of a block are there so much later than the block. */
const EXECUTION_MS = 60;

/** Well-formed lies. None replaces a block at an indexed height: that would halt the chain for good. */
const LIES: readonly Fault[] = [
  { kind: 'wrong-block', rate: 0.5 },
  { kind: 'flipped-bit', rate: 0.5 },
  { kind: 'stale-tip', depth: 3, rate: 0.5 },
];

/**
 * Blocks are final, and the bank module of the node is the authority on every address's balances of every denomination
 * after every block.
 */
export class PlayedCosmosChain extends PlayedChain {
  readonly chain: CosmosChain;
  readonly node: CosmosNodeSimulation;
  readonly followsMempool = false;
  readonly settings: Readonly<Record<string, string>>;
  readonly apiSettings: Readonly<Record<string, string>>;
  readonly possibleFaults: readonly Fault[] = [...BROKEN_ANSWERS, ...LIES, ...ACCOUNT_FAULTS];
  readonly checks: Checks = {
    balances: [checkBalance, 3],
    'past balances': [pastBalances(false), 3],
    'against the bank': [againstBooks, 3],
  };

  private constructor(chain: CosmosChain, node: CosmosNodeSimulation) {
    super();
    this.chain = chain;
    this.node = node;
    this.apiSettings = this.named({
      ...{ RPC_URL: node.url, REST_URL: node.restUrl, NETWORK: SIMULATED_NETWORK.cosmos },
    });
    this.settings = { ...this.apiSettings, ...this.named({ POLL_MS: '100' }) };
  }

  static async start(chain: CosmosChain, seed: number): Promise<PlayedCosmosChain> {
    const place = cosmosPlace(chain);
    const node = await startCosmosNode({ place, seed, blocks: LOADED_BLOCKS, executionMs: EXECUTION_MS });
    return new PlayedCosmosChain(chain, node);
  }

  addresses(): string[] {
    return this.node.chain.bank.addresses();
  }

  /** Every denomination, at the block that the answer names. */
  problemsOfBalance({ address, balance, height, tokens }: Balance): string[] {
    const coins = new Map(this.node.chain.bank.coins(address, height));
    const told = new Map([
      [this.chain.nativeDenom, balance],
      ...tokens.map((each) => [each.asset, each.balance] as const),
    ]);
    return [...new Set([...coins.keys(), ...told.keys()])].flatMap((denom) => {
      const expected = `${coins.get(denom) ?? 0n}`;
      const found = told.get(denom) ?? (told.has(denom) ? null : '0');
      return found === expected ? [] : [`at block ${height} it has ${found} ${denom}, not ${expected}`];
    });
  }

  problemsOfAddress({ answer, items, isAll }: AddressAnswers): string[] {
    const problems = this.problemsOfBalance(answer);
    if (!isAll) return problems;
    const { balance, transactionCount } = answer;
    const sum = items.reduce((total, { amount }) => total + BigInt(amount), 0n);
    if (transactionCount !== items.length)
      problems.push(`${transactionCount} transactions, ${items.length} are listed`);
    if (`${sum}` !== balance) problems.push(`its history comes to ${sum}, its balance is ${balance}`);
    return problems;
  }

  async problemsOfRows(session: Session): Promise<string[]> {
    return [...(await this.#problemsOfHistories(session)), ...(await this.#problemsOfTransactions(session))];
  }

  async #problemsOfHistories(session: Session): Promise<string[]> {
    const { chain, node } = this;
    const { bank, height: tip } = node.chain;
    const { network } = cosmosPlace(chain);
    const { rows } = await session.query<StoredChange>(CHANGES(chain.code));
    const problems: string[] = [];
    const told = new Map<string, bigint>();
    for (const { key, asset, height, delta, balance, least } of rows) {
      const address = formatAddress(network, key);
      const denom = asset ?? chain.nativeDenom;
      const name = `${address} ${denom}`;
      const expected = new Map(bank.coins(address, height)).get(denom) ?? 0n;
      // The first indexed block begins with what everybody had before.
      const before = told.get(name) ?? 0n;
      told.set(name, BigInt(balance));
      if (BigInt(balance) !== expected) problems.push(`${name} after block ${height} is ${balance}, not ${expected}`);
      if (BigInt(balance) - before !== BigInt(delta)) problems.push(`${name} in block ${height} changes by ${delta}`);
      if (least.startsWith('-')) problems.push(`${name} is ${least} within block ${height}`);
    }
    for (const [address, coins] of bank.balances(tip)) {
      for (const [denom, amount] of coins) {
        const found = told.get(`${address} ${denom}`);
        if (found !== amount) problems.push(`${address} ${denom} is ${found} at last, not ${amount}`);
      }
    }
    return problems;
  }

  async #problemsOfTransactions(session: Session): Promise<string[]> {
    const { node } = this;
    const { rows } = await session.query<{ height: number; ids: string[] }>(
      `SELECT (tx_key >> 20)::integer AS height, array_agg(concat_ws(' ', encode(txid, 'hex'), code) ORDER BY tx_key) AS ids
       FROM ${this.code}.transactions WHERE block_index IS NOT NULL GROUP BY tx_key >> 20`,
    );
    const stored = new Map(rows.map(({ height, ids }) => [height, ids.join()]));
    const problems: string[] = [];
    for (let { firstHeight: height } = node.chain.script; height <= node.chain.height; height++) {
      const right = node.transactionsAt(height).map(({ txid, code }) => `${txid} ${code}`);
      const found = stored.get(height) ?? '';
      if (found !== right.join()) problems.push(`block ${height} has ${found || 'nothing'}, not ${right.join()}`);
    }
    return problems;
  }
}

interface StoredChange {
  readonly key: Buffer;
  /** Null for the chain's own coin. */
  readonly asset: string | null;
  readonly height: number;
  /** Sum of the block's changes, and the balance after the last of them. */
  readonly delta: string;
  readonly balance: string;
  readonly least: string;
}

/** Changes by an address's entries of a block, by denomination, in the order of the chain. */
const CHANGES = (code: string) => `
  SELECT address_key AS key, asset, (tx_key >> 20)::integer AS height, sum(delta)::text AS delta, min(balance)::text AS least,
    (array_agg(balance ORDER BY tx_key DESC))[1]::text AS balance
  FROM (
    SELECT address_key, NULL AS asset, tx_key, delta, balance FROM ${code}.address_transactions
    UNION ALL SELECT address_key, asset, tx_key, delta, balance FROM ${code}.token_history
  ) histories
  GROUP BY address_key, asset, tx_key >> 20
  ORDER BY address_key, asset, height`;
