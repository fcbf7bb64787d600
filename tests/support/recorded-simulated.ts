/** Every chain as an indexer writes it from a simulated node's bytes, with what waits; and the nodes, which know balances. */
import { CHAINS, COSMOS_CHAINS, EVM_CHAINS, parseAddress, UTXO_CHAINS } from '@chaintrail/chains';
import { openSession, type Session } from '@chaintrail/db';
import {
  type CosmosNodeSimulation,
  cosmosPlace,
  type SimulatedEvmNode,
  type SimulatedNode,
  startCosmosNode,
  startSimulatedEvmNode,
  startSimulatedNode,
} from '@chaintrail/devnet';
import { inSession, waitFor } from '@chaintrail/testkit';
import { evmChain, evmSettings, reachTraced } from './evm-chain.js';
import { reach, settingsFor, waitForState } from './followed-chain.js';
import { InProcessIndexer } from './in-process-indexer.js';
import type { AskedChain } from './recorded-requests.js';

const SEED = 17;
const BLOCKS = 26;
/** The first sync leaves the newest 60 to be followed one by one, so older ones are traced after the fact. */
const OP_BLOCKS = 74;
const TX_PER_BLOCK = 7;
const MATURITY = 5;
const MWEB_FROM = 14;
const WAITING = 8;
/** The rest of a chain's addresses says nothing new. */
const ADDRESSES = 4;
/** Unix seconds. */
const FIRST_SEEN = 1_749_999_000;

export interface SimulatedWorld {
  readonly chains: readonly AskedChain[];
  /** Settings of an API that asks the nodes. */
  readonly apiSettings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface Followed {
  readonly settings: Readonly<Record<string, string>>;
  readonly apiSettings: Readonly<Record<string, string>>;
  /** Waits until everything is there. */
  reached(databaseUrl: string, indexer: InProcessIndexer): Promise<void>;
  /** Takes out of the rows what depends on when things came. */
  settle(session: Session): Promise<void>;
  ask(session: Session): Promise<AskedChain>;
  close(): Promise<void>;
}

/** Indexes all chains from nothing, in this process. */
export async function indexSimulated(databaseUrl: string): Promise<SimulatedWorld> {
  const followed: Followed[] = [];
  for (const { code } of UTXO_CHAINS) followed.push(await followUtxo(code));
  for (const { code } of EVM_CHAINS) followed.push(await followEvm(code));
  for (const { code } of COSMOS_CHAINS) followed.push(await followCosmos(code));
  const merged = (which: 'settings' | 'apiSettings') => Object.assign({}, ...followed.map((each) => each[which]));
  const close = async () => void (await Promise.all(followed.map((each) => each.close())));
  const indexer = new InProcessIndexer(databaseUrl, merged('settings'));
  try {
    await Promise.all(followed.map((each) => each.reached(databaseUrl, indexer)));
    await isLive(databaseUrl, indexer);
    await indexer.stop();
    const session = await openSession(databaseUrl, 'chaintrail-test-settle');
    for (const each of followed) await each.settle(session);
    const chains: AskedChain[] = [];
    for (const each of followed) chains.push(await each.ask(session));
    await session.end();
    return { chains, apiSettings: merged('apiSettings'), close };
  } catch (error) {
    await indexer.stop();
    await close();
    throw error;
  }
}

/** Questions to every family. */
async function askedOf(
  session: Session,
  code: AskedChain['code'],
  own: Pick<AskedChain, 'addresses' | 'txids' | 'assets'>,
): Promise<AskedChain> {
  const { rows } = await session.query<{ height: number; time: number; hash: string }>(
    `SELECT height, time::integer, encode(hash, 'hex') AS hash FROM ${code}.blocks ORDER BY height`,
  );
  const [from, to] = [rows.at(-9)!, rows.at(-3)!];
  return {
    ...own,
    code,
    blocks: ['latest', String(to.height), from.hash],
    heights: [from.height, to.height],
    times: [from.time, to.time],
    inFull: ['bch', 'base', 'cacao'].includes(code),
  };
}

async function followUtxo(code: (typeof UTXO_CHAINS)[number]['code']): Promise<Followed> {
  const chain = UTXO_CHAINS.find((each) => each.code === code)!;
  const node: SimulatedNode = await startSimulatedNode({
    ...{ chain, seed: SEED, blocks: BLOCKS, txPerBlock: TX_PER_BLOCK, coinbaseMaturity: MATURITY },
    mwebFromHeight: MWEB_FROM,
  });
  node.addTransactions(WAITING);
  const waiting = node.mempool();
  return {
    settings: settingsFor(code, node),
    apiSettings: {},
    async reached(databaseUrl, indexer) {
      await reach(databaseUrl, code, node.tip(), [indexer]);
      await pendingReached(databaseUrl, code, waiting.length, indexer);
    },
    async settle(session) {
      await numberPending(session, code, waiting, ['mempool_address_transactions', 'mempool_spends']);
    },
    async ask(session) {
      const { hot, typical } = node.exampleAddresses();
      const addresses = [hot, ...typical.filter((each) => each !== hot)].slice(0, ADDRESSES) as [string];
      return askedOf(session, code, { addresses, txids: [...node.exampleTxids(), ...waiting.slice(0, 3)], assets: [] });
    },
    close: () => node.close(),
  };
}

async function followEvm(code: (typeof EVM_CHAINS)[number]['code']): Promise<Followed> {
  const chain = evmChain(code);
  const blocks = code === 'op' ? OP_BLOCKS : BLOCKS;
  const node: SimulatedEvmNode = await startSimulatedEvmNode({ chain, seed: SEED, blocks, txPerBlock: TX_PER_BLOCK });
  await node.addTransactions(WAITING);
  const waiting = chain.hasPublicMempool ? node.mempool() : [];
  const name = code.toUpperCase();
  return {
    settings: evmSettings(code, node),
    apiSettings: { [`${name}_RPC_URL`]: node.url, [`${name}_NETWORK`]: 'local' },
    async reached(databaseUrl, indexer) {
      await reachTraced(databaseUrl, code, node, [indexer]);
      if (chain.hasPublicMempool) await pendingReached(databaseUrl, code, waiting.length, indexer);
      await tokensAsked(databaseUrl, code, indexer);
    },
    async settle(session) {
      if (chain.hasPublicMempool) await numberPending(session, code, waiting, ['mempool_address_transactions']);
      await settleBalances(session, code, node);
    },
    async ask(session) {
      const { hot, typical } = node.exampleAddresses();
      const tokens = node.model().addresses.get(hot)!.tokens.slice(0, ADDRESSES);
      return askedOf(session, code, {
        addresses: [hot, ...typical.slice(0, ADDRESSES - 1)],
        txids: [...node.exampleTxids(), ...waiting.slice(0, 2)],
        assets: tokens.map(({ asset, tokenId }) => (tokenId === null ? asset : `${asset}?tokenId=${tokenId}`)),
      });
    },
    close: () => node.close(),
  };
}

async function followCosmos(code: (typeof COSMOS_CHAINS)[number]['code']): Promise<Followed> {
  const place = cosmosPlace(COSMOS_CHAINS.find((each) => each.code === code)!);
  const node: CosmosNodeSimulation = await startCosmosNode({ place, seed: SEED, blocks: BLOCKS });
  const name = code.toUpperCase();
  const apiSettings = {
    [`${name}_RPC_URL`]: node.url,
    [`${name}_REST_URL`]: node.restUrl,
    [`${name}_NETWORK`]: place.network.name,
  };
  return {
    settings: apiSettings,
    apiSettings,
    reached: (databaseUrl, indexer) => reach(databaseUrl, code, node.tip(), [indexer]),
    settle: async () => undefined,
    async ask(session) {
      const { hot, typical } = node.exampleAddresses();
      const { rows } = await session.query<{ txid: string }>(
        `SELECT encode(txid, 'escape') AS txid FROM ${code}.transactions WHERE txid LIKE 'block:%'::bytea ORDER BY tx_key DESC LIMIT 3`,
      );
      return askedOf(session, code, {
        addresses: [hot, ...typical.filter((each) => each !== hot).slice(0, ADDRESSES - 1)],
        txids: [...node.exampleTxids(), ...rows.map(({ txid }) => txid)],
        assets: [...node.balances().get(typical[0]!)!.keys()],
      });
    },
    close: () => node.close(),
  };
}

/** Waits until no first sync is under way. */
async function isLive(databaseUrl: string, indexer: InProcessIndexer): Promise<void> {
  const options = { processes: [indexer], what: 'live' };
  for (const { code } of CHAINS) await waitForState(databaseUrl, code, ({ phase }) => phase === 'live', options);
}

function pendingReached(databaseUrl: string, code: string, count: number, indexer: InProcessIndexer): Promise<void> {
  const sql = `SELECT mempool_indexed = ${count} AND mempool_node = ${count} AS ok FROM ${code}.sync_state`;
  return inSession(databaseUrl, async (session) => {
    await waitFor(async () => (await session.query<{ ok: boolean }>(sql)).rows[0]?.ok, {
      processes: [indexer],
      what: `${code} to have ${count} unconfirmed transactions`,
    });
  });
}

/** Waits until every contract was asked what it is, and what each holder has. */
function tokensAsked(databaseUrl: string, code: string, indexer: InProcessIndexer): Promise<void> {
  const sql = `SELECT NOT EXISTS (SELECT FROM ${code}.tokens WHERE asked_at IS NULL) AND EXISTS (SELECT FROM ${code}.tokens)
     AND NOT EXISTS (SELECT FROM ${code}.token_balances WHERE height IS NULL OR height < touched) AS ok`;
  return inSession(databaseUrl, async (session) => {
    await waitFor(async () => (await session.query<{ ok: boolean }>(sql)).rows[0]?.ok, {
      processes: [indexer],
      what: `tokens of ${code} to be asked about`,
    });
  });
}

/** Ids, which come from the clock, become 1, 2, 3 … in the order in which the node lists what waits. */
async function numberPending(session: Session, code: string, txids: readonly string[], tables: readonly string[]) {
  const order = `(SELECT t.id, o.at FROM ${code}.mempool_transactions t JOIN unnest($1::text[]) WITH ORDINALITY o (txid, at) ON decode(o.txid, 'hex') = t.txid)`;
  for (const table of [...tables, 'mempool_transactions'])
    await session.query(`UPDATE ${code}.${table} m SET id = o.at FROM ${order} o WHERE o.id = m.id`, [txids]);
  await session.query(`UPDATE ${code}.mempool_transactions SET first_seen = ${FIRST_SEEN} + id`);
}

/** Which block the node was asked about, and whether a balance was seen to change by itself, depends on how far blocks were. */
async function settleBalances(session: Session, code: AskedChain['code'], node: SimulatedEvmNode): Promise<void> {
  const chain = evmChain(code);
  const network = chain.networks.find(({ name }) => name === 'local')!;
  const key = (address: string): Buffer => parseAddress({ family: 'evm', chain, network }, address);
  const { height } = node.tip();
  const { addresses } = node.model();
  await session.query(`DELETE FROM ${code}.address_balances`);
  const { hot } = node.exampleAddresses();
  const stored = `INSERT INTO ${code}.address_balances (address_key, balance, height, origin)
    SELECT $1, $2::numeric, $3, $2::numeric - coalesce((SELECT balance FROM ${code}.address_transactions WHERE address_key = $1 ORDER BY seq DESC LIMIT 1), 0)`;
  await session.query(stored, [key(hot), String(addresses.get(hot)!.balance), height]);
  await session.query(`UPDATE ${code}.tokens SET drifts = false`);
  for (const [address, { tokens }] of addresses)
    for (const { asset, tokenId, balance, drifts } of tokens) {
      await session.query(
        `UPDATE ${code}.token_balances SET balance = $4, height = $5 WHERE address_key = $1 AND asset = $2 AND token_id IS NOT DISTINCT FROM $3`,
        [
          key(address),
          key(asset),
          tokenId === null ? null : String(tokenId),
          balance === null ? null : String(balance),
          height,
        ],
      );
      if (drifts) await session.query(`UPDATE ${code}.tokens SET drifts = true WHERE asset = $1`, [key(asset)]);
    }
}
