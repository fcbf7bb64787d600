import { formatAddress, type UtxoChain } from '@chaintrail/chains';
import type { Balance } from '@chaintrail/client';
import type { Session } from '@chaintrail/db';
import {
  type AddressModel,
  BROKEN_ANSWERS,
  type Fault,
  type LedgerModel,
  LYING_ANSWERS,
  type SimulatedNode,
  SPENT_OUTPUT_LIE,
  startSimulatedNode,
} from '@chaintrail/devnet';
import {
  type ApiClient,
  type ApiTransaction,
  problemsOfBalance,
  problemsOfHistory,
  problemsOfList,
  problemsOfUtxos,
} from '@chaintrail/testkit';
import { againstBooks, checkBalance } from '../balance-checks.js';
import { checkPicked } from '../history-checks.js';
import { type AddressAnswers, type Checks, ModelledChain, type Reading } from '../played-chain.js';

/** Payments begin when the first coinbases are mature, which takes at most 100 blocks here. */
const FIRST_BLOCKS = 130;
const TX_PER_BLOCK = 12;
/** Unspent outputs are listed for every address with something pending, and for one of so many others. */
const UNSPENT_SHARE = 8n;
const NOTHING: AddressModel = { balance: 0n, received: 0n, sent: 0n, txids: [] };

export class PlayedUtxoChain extends ModelledChain<LedgerModel> {
  readonly chain: UtxoChain;
  readonly node: SimulatedNode;
  readonly followsMempool = true;
  readonly settings: Readonly<Record<string, string>>;
  readonly apiSettings = {};
  readonly possibleFaults: readonly Fault[];
  readonly checks: Checks;

  private constructor(chain: UtxoChain, node: SimulatedNode) {
    super();
    this.chain = chain;
    this.node = node;
    this.settings = this.named({ RPC_URL: node.url, NETWORK: 'regtest', POLL_MS: '100' });
    const lies = deliversSpentOutputs(chain) ? [...LYING_ANSWERS, SPENT_OUTPUT_LIE] : LYING_ANSWERS;
    this.possibleFaults = [...BROKEN_ANSWERS, ...lies];
    this.checks = {
      balances: [checkBalance, 3],
      'against the model': [againstBooks, 3],
      transactions: [checkTransaction, 2],
      'unspent outputs': [(reading: Reading) => this.#checkUnspent(reading), 2],
    };
  }

  static async start(chain: UtxoChain, seed: number): Promise<PlayedUtxoChain> {
    const node = await startSimulatedNode({
      ...{ chain, seed, blocks: FIRST_BLOCKS, txPerBlock: TX_PER_BLOCK },
      spentTxOuts: deliversSpentOutputs(chain),
      // Notifications where a chain has them, but for one: there what arrives is found by asking.
      zmq: chain.code !== 'ltc',
    });
    return new PlayedUtxoChain(chain, node);
  }

  /** Those with something pending first. */
  override addresses(): string[] {
    const { addresses, pending } = this.model();
    return [...new Set([...pending.keys(), ...addresses.keys()])];
  }

  /** Checks of a balance at any block: no model has its balances. */
  problemsOfBalance({ balance, received, sent }: Balance): string[] {
    const isRight = `${BigInt(received ?? 0) - BigInt(sent ?? 0)}` === balance;
    return isRight ? [] : [`received ${received}, sent ${sent}, balance ${balance}`];
  }

  async problemsOfAddress({ api, answer, items, isAll, isStill }: AddressAnswers): Promise<string[]> {
    const { addresses, pending } = this.model();
    const { txids, ...sums } = addresses.get(answer.address) ?? NOTHING;
    const waiting = pending.get(answer.address) ?? NOTHING;
    const expected = {
      ...sums,
      entries: txids.map((txid) => ({ txid })),
      pending: isStill ? { txids: new Set(waiting.txids), delta: waiting.balance } : undefined,
    };
    const problems = problemsOfBalance(answer, expected);
    if (!isAll) return [...problems, ...problemsOfList(items, expected.entries.toReversed().slice(0, items.length))];
    problems.push(...problemsOfHistory(items, expected));
    const isListed = isStill && (waiting.txids.length > 0 || sums.balance % UNSPENT_SHARE === 0n);
    return isListed ? [...problems, ...(await problemsOfUnspent(api, answer.address))] : problems;
  }

  /**
   * Unspent outputs, unconfirmed ones included, add up to the balance and what is pending. Between a reorg and the next
   * poll of the mempool they need not: a spender of an orphaned output counts until then. So this judges only while the
   * index has what the node has.
   */
  async #checkUnspent({ api, address, wrong }: Reading): Promise<boolean> {
    const expected = (): string => {
      const { addresses, pending } = this.node.model();
      return `${this.tip().hash} ${addresses.get(address)?.balance ?? 0n} ${pending.get(address)?.balance ?? 0n}`;
    };
    const before = expected();
    const stands = async () => {
      const { tip, balance, pending } = await api.balance(address);
      return before === `${tip.hash} ${balance} ${pending}`;
    };
    if (!(await stands())) return false;
    const problems = await problemsOfUnspent(api, address);
    if (before !== expected() || !(await stands())) return false;
    for (const problem of problems) wrong(problem);
    return true;
  }

  /** The last row of each history is the balance, count and sum of what the address received. */
  async problemsOfRows(session: Session): Promise<string[]> {
    const { code, networks } = this.chain;
    const { addresses, utxoCount, utxoTotal } = this.model();
    const { rows } = await session.query<{ key: Buffer; found: string }>(
      `SELECT DISTINCT ON (address_key) address_key AS key, concat_ws(' ', balance, received, seq) AS found
       FROM ${code}.address_transactions ORDER BY address_key, seq DESC`,
    );
    const { rows: unspent } = await session.query<{ found: string }>(
      `SELECT concat(count(*), ' of ', coalesce(sum(value), 0)) AS found FROM ${code}.unspent_outputs`,
    );
    const network = networks.find(({ name }) => name === 'regtest')!;
    const problems = rows.flatMap(({ key, found }) => {
      const address = formatAddress(network, key);
      const { balance, received, txids } = addresses.get(address) ?? NOTHING;
      const right = `${balance} ${received} ${txids.length}`;
      return found === right ? [] : [`${address}: its last row has ${found}, not ${right}`];
    });
    if (rows.length !== addresses.size) problems.push(`${rows.length} addresses have rows, not ${addresses.size}`);
    const right = `${utxoCount} of ${utxoTotal}`;
    if (unspent[0]?.found !== right) problems.push(`unspent outputs are ${unspent[0]?.found} in all, not ${right}`);
    return problems;
  }
}

function deliversSpentOutputs({ code }: UtxoChain): boolean {
  return code === 'btc';
}

/** A transaction's inputs and outputs add up to what the address's history says of it. */
function checkTransaction(reading: Reading<'utxo'>): Promise<boolean> {
  return checkPicked(reading, (item, transaction) => {
    const effect = effectOn(reading.address, transaction);
    return [
      ...(effect === BigInt(item.amount) ? [] : [`has an effect of ${effect}, the history says ${item.amount}`]),
      ...(transaction.status === item.status ? [] : [`is ${transaction.status}, in the history ${item.status}`]),
    ];
  });
}

function effectOn(address: string, { inputs, outputs }: ApiTransaction<'utxo'>): bigint {
  const sum = (list: readonly { readonly address: string | null; readonly amount: string | null }[]): bigint =>
    list.reduce((total, one) => (one.address === address ? total + BigInt(one.amount ?? 0) : total), 0n);
  return sum(outputs) - sum(inputs);
}

/** Compares unspent outputs of an address whose history is not changing. Long lists are left out: empty. */
async function problemsOfUnspent(api: ApiClient, address: string): Promise<string[]> {
  const { balance, pending } = await api.balance(address);
  const utxos = await api.utxos(address);
  if (utxos.total === null || utxos.total > utxos.limit) return [];
  return problemsOfUtxos(utxos, BigInt(balance!) + BigInt(pending ?? 0));
}
