/** The requests of each scenario, and the bare rows of the same answers. */
import { requireChain } from '@chaintrail/chains';
import { Random } from '@chaintrail/devnet';
import { SCENARIOS, type ScenarioName } from './api-options.js';
import type { Subject, Subjects } from './subjects.js';

export interface Scenario {
  readonly name: ScenarioName;
  /** Requests in turn, from the first again after the last. */
  readonly requests: readonly ApiRequest[];
  /** Statement of the rows that the answers are made of, prepared once. */
  readonly bareRows: string;
}

interface ApiRequest {
  /** With query. */
  readonly path: string;
  /** Parameters of the bare rows; null where only the API is known. */
  readonly values: readonly unknown[] | null;
}

const PAGE = 25;
/** Offsets that are drawn, and scripts. */
const DRAWN = 2_000;

/** Statement of a page: $1 address, $2 and $3 the first and the last `seq`. */
const UTXO_PAGE = `SELECT h.seq, h.delta, h.balance, t.* FROM btc.address_transactions h JOIN btc.transactions t USING (tx_key)
  WHERE h.address_key = $1 AND h.seq BETWEEN $2::bigint AND $3::bigint ORDER BY h.seq DESC`;
/** As many transfers of each as a list shows. */
const EVM_PAGE = `SELECT h.seq, h.delta, h.balance, t.*, x.* FROM eth.address_transactions h JOIN eth.transactions t USING (tx_key)
  LEFT JOIN LATERAL (SELECT * FROM eth.transfers WHERE tx_key = h.tx_key ORDER BY idx LIMIT 20) x ON true
  WHERE h.address_key = $1 AND h.seq BETWEEN $2::bigint AND $3::bigint ORDER BY h.seq DESC`;
const BARE_ROWS: Readonly<Record<ScenarioName, string>> = {
  newest: UTXO_PAGE,
  deep: UTXO_PAGE,
  hundred: UTXO_PAGE,
  ten: UTXO_PAGE,
  one: UTXO_PAGE,
  balance: 'SELECT * FROM btc.address_transactions WHERE address_key = $1 ORDER BY seq DESC LIMIT 1',
  transaction: 'SELECT * FROM btc.transactions WHERE txid = $1',
  tokens: EVM_PAGE,
  'evm-balance': 'SELECT * FROM eth.address_transactions WHERE address_key = $1 ORDER BY seq DESC LIMIT 1',
  unused: 'SELECT * FROM btc.address_transactions WHERE seq = 1 AND btc.script_hash_head(address_key) = $1::bigint',
};

/** @returns scenarios that have requests */
export function makeScenarios({ addresses, txids }: Subjects, seed: number): Scenario[] {
  const ofFamily = (family: string): Subject[] =>
    addresses.filter(({ currency }) => requireChain(currency).family === family);
  const utxo = ofFamily('utxo');
  const between = (low: number, high: number): Subject[] => utxo.filter(({ total }) => total >= low && total <= high);
  const whales = between(1_000, Number.POSITIVE_INFINITY);
  const requests: Readonly<Record<ScenarioName, ApiRequest[]>> = {
    newest: whales.map((whale) => page(whale, 0)),
    deep: whales.length === 0 ? [] : deepPages(whales, seed),
    hundred: between(90, 110).map((subject) => page(subject, 0, 110)),
    ten: between(10, 10).map((subject) => page(subject, 0)),
    one: between(1, 1).map((subject) => page(subject, 0)),
    balance: inChance(utxo, seed).map(balance),
    transaction: txids.map(({ currency, txid }) => ({
      path: `/v0/transactions/${currency}/${txid}`,
      values: [Buffer.from(txid, 'hex')],
    })),
    tokens: ofFamily('evm')
      .filter(({ total }) => total >= PAGE)
      .map((subject) => page(subject, 0)),
    'evm-balance': inChance(ofFamily('evm'), seed).map(balance),
    unused: utxo.some(({ key }) => key) ? unusedScripts(seed) : [],
  };
  return SCENARIOS.map((name) => ({ name, requests: requests[name], bareRows: BARE_ROWS[name] })).filter(
    (scenario) => scenario.requests.length > 0,
  );
}

function balance({ currency, address, key }: Subject): ApiRequest {
  return { path: `/v0/addresses/${currency}/${address}/balance`, values: key && [key] };
}

function page({ currency, address, key, total }: Subject, offset: number, limit = PAGE): ApiRequest {
  const query = `limit=${limit}${offset === 0 ? '' : `&offset=${offset}`}`;
  const last = total - offset;
  return {
    path: `/v0/addresses/${currency}/${address}/transactions?${query}`,
    values: key && [key, last - limit + 1, last],
  };
}

/** From the older half of the histories, each whale in turn. */
function deepPages(whales: readonly Subject[], seed: number): ApiRequest[] {
  const random = new Random(seed);
  return Array.from({ length: DRAWN }, (_, n) => {
    const whale = whales[n % whales.length]!;
    return page(whale, random.between(whale.total >> 1, whale.total - PAGE));
  });
}

/** By hash, as wallets look for those of their addresses that were used. */
function unusedScripts(seed: number): ApiRequest[] {
  const random = new Random(seed);
  return Array.from({ length: DRAWN }, () => {
    const hash = random.bytes(32);
    return { path: `/esplora/btc/scripthash/${hash.toString('hex')}/txs`, values: [hash.readBigInt64BE().toString()] };
  });
}

function inChance<T>(items: readonly T[], seed: number): T[] {
  const random = new Random(seed);
  return items
    .map((item) => ({ item, at: random.fraction() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
