/** Truth of a recorded node's chain and mempool in each state, beside what the API says of every address. */

import { ChaintrailError } from '@chaintrail/client';
import type { RecordedState } from '@chaintrail/testkit';
import {
  type ApiClient,
  type ExpectedAddress,
  inParallel,
  problemsOfBalance,
  problemsOfHistory,
  type WaitedFor,
  waitFor,
  walkByOffset,
} from '@chaintrail/testkit';
import { expect } from 'vitest';

const CONCURRENCY = 4;
/** A shorter chain is believed after 120 polls. */
const REACH_TIMEOUT_MS = 120_000;
/** All balances are read each time. */
const INTERVAL_MS = 200;

/** As the file has them: amounts in base units, rows in the order of the chain. */
interface TruthAddress {
  readonly balance: string;
  readonly rows: readonly (readonly [height: number, txid: string, net: string])[];
  readonly pending: string;
  readonly pendingTxids: readonly string[];
}

interface TruthState extends Pick<RecordedState, 'height' | 'hash'> {
  /** Its name. */
  readonly state: string;
  readonly addresses: Readonly<Record<string, TruthAddress>>;
  /** Fees of all transactions but coinbases, also of unconfirmed ones. */
  readonly fees: Readonly<Record<string, string>>;
}

export interface Truth {
  readonly states: readonly TruthState[];
}

/** Who answers, and which programs make the answers. */
export interface Answering {
  readonly api: ApiClient<'utxo'>;
  readonly processes: readonly WaitedFor[];
}

const NOBODY: TruthAddress = { balance: '0', rows: [], pending: '0', pendingTxids: [] };

/** Compares an index with the truth, state by state. What has not changed since the last state is not asked for again. */
export class TruthComparison {
  readonly #truth: Truth;
  readonly #addresses: ReadonlySet<string>;
  /** Texts of what was compared last, by address and txid. */
  readonly #compared = new Map<string, string>();

  constructor(truth: Truth) {
    this.#truth = truth;
    this.#addresses = new Set(truth.states.flatMap(({ addresses }) => Object.keys(addresses)));
    for (const address of this.#addresses) this.#compared.set(address, JSON.stringify(NOBODY));
    for (const { fees } of truth.states)
      for (const txid of Object.keys(fees)) this.#compared.set(txid, JSON.stringify(null));
  }

  /** Waits until the index is where the node is, then compares all histories and fees of this state and of others. */
  async expectState(name: string, answering: Answering): Promise<void> {
    const { api } = answering;
    const { addresses, fees } = await this.expectBalances(name, answering);
    await inParallel([...this.#compared], CONCURRENCY, async ([what, last]) => {
      const isAddress = this.#addresses.has(what);
      const known = isAddress ? (addresses[what] ?? NOBODY) : (fees[what] ?? null);
      if (JSON.stringify(known) === last) return;
      this.#compared.set(what, JSON.stringify(known));
      if (known === null || typeof known === 'string')
        expect(await feeOf(api, what), `fee of ${what} in ${name}`).toBe(known);
      else expect(await problemsOfEntries(api, what, known), `${what} in ${name}`).toEqual([]);
    });
  }

  /** Waits until tip, balances and numbers of transactions are those of a state, also of addresses that have none in it. */
  async expectBalances(name: string, answering: Answering): Promise<TruthState> {
    const state = this.#truth.states.find((one) => one.state === name)!;
    await this.#reach(state, answering);
    return state;
  }

  /** @returns addresses that have a history in a state, sorted */
  addressesOf(name: string): string[] {
    const { addresses } = this.#truth.states.find(({ state }) => state === name)!;
    return Object.keys(addresses)
      .filter((address) => addresses[address]!.rows.length > 0)
      .sort();
  }

  /** Blocks first, then what is unconfirmed: the mempool is followed a little later. */
  async #reach(state: TruthState, answering: Answering): Promise<void> {
    const { api, processes } = answering;
    const [somebody] = this.#addresses;
    const wait = { timeoutMs: REACH_TIMEOUT_MS, intervalMs: INTERVAL_MS, processes };
    const isAtTip = async () => (await api.balance(somebody!)).tip.hash === state.hash;
    await waitFor(isAtTip, { ...wait, what: `block ${state.height} of ${state.state}` });
    const problems = () => this.#problemsOfBalances(state, answering);
    const isEqual = async () => (await problems()).length === 0;
    await waitFor(isEqual, { ...wait, what: `the balances of ${state.state}` }).catch(async (error: unknown) => {
      expect(await problems()).toEqual([]);
      throw error;
    });
  }

  async #problemsOfBalances({ addresses }: TruthState, { api }: Answering): Promise<string[]> {
    const answers = await api.balances([...this.#addresses]);
    return answers.flatMap((answer) => {
      const found = problemsOfBalance(answer, expectedOf(addresses[answer.address] ?? NOBODY));
      return found.map((problem) => `${answer.address}: ${problem}`);
    });
  }
}

async function problemsOfEntries(api: Answering['api'], address: string, known: TruthAddress): Promise<string[]> {
  const problems: string[] = [];
  const items = await walkByOffset(api, address, { wrong: (problem) => problems.push(problem) });
  return [...problems, ...problemsOfHistory(items, expectedOf(known))];
}

/** @returns null where neither a block nor the mempool has such a transaction, whether or not it had one */
async function feeOf(api: Answering['api'], txid: string): Promise<string | null> {
  try {
    const { status, fee } = await api.transaction(txid);
    return status === 'dropped' ? null : fee;
  } catch (error) {
    if (error instanceof ChaintrailError && error.status === 404) return null;
    throw error;
  }
}

function expectedOf({ balance, rows, pending, pendingTxids }: TruthAddress): ExpectedAddress {
  return {
    balance: BigInt(balance),
    entries: rows.map(([blockHeight, txid, net]) => ({ txid, blockHeight, amount: net })),
    pending: { txids: new Set(pendingTxids), delta: BigInt(pending) },
  };
}
