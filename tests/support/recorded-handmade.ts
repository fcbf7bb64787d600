/** Chains written straight into the tables, with everything that an answer can hold. */
import { type ChainCode, formatAddress, requireChain } from '@chaintrail/chains';
import { openSession, type Session, saveRates } from '@chaintrail/db';
import {
  ASGARD,
  COSMOS_BLOCKS,
  CONTRACT as COSMOS_CONTRACT,
  FRIEND as COSMOS_FRIEND,
  OWNER as COSMOS_OWNER,
  FIRST,
  textOf,
} from '../../apps/api/test/support/cosmos-demo.js';
import { BUSY, demoChain, OTHER } from '../../apps/api/test/support/demo-chain.js';
import {
  ART,
  COIN,
  CONTRACT,
  AT as EVM_AT,
  EVM_BLOCKS,
  FRIEND,
  ITEMS,
  MINER,
  OWNER,
  OWNER_BALANCE,
} from '../../apps/api/test/support/evm-demo.js';
import { BLOCK_SECONDS, keyOf, type SeedOptions, seedChain, TIME_0 } from '../../apps/api/test/support/seed-chain.js';
import { COSMOS_SECONDS, seedCosmosChain } from '../../apps/api/test/support/seed-cosmos-chain.js';
import {
  blockHash,
  insert,
  insertBalance,
  SECONDS,
  seedEvmChain,
  txidOf,
} from '../../apps/api/test/support/seed-evm-chain.js';
import { PENDING_EVM_TXID, seedEvmMempool } from '../../apps/api/test/support/seed-evm-mempool.js';
import { type PendingSeed, pendingTxid, seedMempool } from '../../apps/api/test/support/seed-mempool.js';
import {
  addressOf,
  FUNGIBLE,
  HOLDER,
  P2SH32,
  SPECIAL_CHAINS,
  TOKEN,
} from '../../apps/api/test/support/special-chains.js';
import type { AskedChain } from './recorded-requests.js';

const DATA_SCRIPT = Buffer.from('6a0568656c6c6f', 'hex');
const MAX_UINT256 = 2n ** 256n - 1n;

/** @returns the chains that answer; of Base the first sync is under way */
export async function seedHandmade(databaseUrl: string): Promise<AskedChain[]> {
  const chains = [
    await seedBitcoin(databaseUrl),
    ...(await seedSpecial(databaseUrl)),
    ...(await seedEvmChains(databaseUrl)),
    ...(await seedCosmos(databaseUrl)),
  ];
  await seedEvmChain(databaseUrl, { chain: 'base', blocks: EVM_BLOCKS.slice(0, 2), live: false });
  return chains;
}

async function seedBitcoin(databaseUrl: string): Promise<AskedChain> {
  const { blocks, named } = demoChain();
  const { txids, tipHash } = await seedChain(databaseUrl, { chain: 'btc', network: 'regtest', blocks });
  const busy = (txid: string, vout: number, value: bigint) => ({ txid, vout, value, key: BUSY });
  await seedMempool(databaseUrl, 'btc', [
    {
      id: 1,
      inputs: [busy(txids[named.self]!, 0, 40n)],
      outputs: [
        { key: OTHER, value: 9n },
        { key: BUSY, value: 30n },
      ],
    },
    { id: 2, inputs: [busy(pendingTxid(1), 1, 30n)], outputs: [{ key: OTHER, value: 29n }] },
    {
      id: 3,
      inputs: [busy(txids[named.pays]!, 1, 300n)],
      outputs: [
        ...Array.from({ length: 30 }, (_, vout) => ({ key: vout === 27 ? BUSY : OTHER, value: BigInt(vout) })),
        { key: null, value: 0n, script: DATA_SCRIPT, unspendable: true },
      ],
    },
  ]);
  const tip = blocks.length - 1;
  return {
    code: 'btc',
    addresses: [regtest('btc', BUSY), regtest('btc', OTHER), regtest('btc', keyOf('nobody'))],
    txids: [...new Set(Object.values(named)), 1, 2, 3].map((at) => txids[at]!).concat([1, 2, 3].map(pendingTxid)),
    blocks: ['latest', '0', '1', String(tip - 1), tipHash, `0x${tipHash.toUpperCase()}`],
    heights: [3, tip - 2],
    times: [TIME_0 + 3 * BLOCK_SECONDS, TIME_0 + (tip - 2) * BLOCK_SECONDS],
    assets: [],
    inFull: true,
  };
}

/** Shielded pools, tokens of Bitcoin Cash, MWEB, amounts of more than 63 bits. */
async function seedSpecial(databaseUrl: string): Promise<AskedChain[]> {
  const asked: AskedChain[] = [];
  for (const chain of ['ltc', 'doge', 'zec', 'bch'] as const) {
    const blocks = SPECIAL_CHAINS[chain];
    const { txids } = await seedChain(databaseUrl, { chain, network: 'regtest', blocks });
    await seedMempool(databaseUrl, chain, [pendingOf(chain, txids[1]!)]);
    asked.push({
      code: chain,
      addresses: [addressOf(chain, HOLDER), ...(chain === 'bch' ? [addressOf(chain, P2SH32)] : [])],
      txids: [...txids, pendingTxid(1)],
      blocks: [...blocks.keys()].map(String),
      heights: [0, blocks.length - 1],
      times: [TIME_0, TIME_0 + BLOCK_SECONDS],
      assets: [],
      inFull: false,
    });
  }
  return asked;
}

function pendingOf(chain: SeedOptions['chain'], txid: string): PendingSeed {
  const outputs = [
    { key: HOLDER, value: 90n, ...(chain === 'bch' ? { token: TOKEN } : {}) },
    { key: HOLDER, value: 1n, ...(chain === 'bch' ? { token: FUNGIBLE } : {}) },
  ];
  const pools = chain === 'zec' ? { pools: [null, 5n, null, null] } : {};
  return { id: 1, inputs: [{ txid, vout: 0, value: 100n, key: HOLDER }], outputs, ...pools };
}

/** Ethereum is traced in part and has a balance stored, Arbitrum One is traced whole, OP Mainnet not at all. */
async function seedEvmChains(databaseUrl: string): Promise<AskedChain[]> {
  const { tip, internal, withdraws } = EVM_AT;
  await seedEvmChain(databaseUrl, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: internal });
  await seedEvmChain(databaseUrl, { chain: 'arb', blocks: EVM_BLOCKS, tracedTo: tip });
  await seedEvmChain(databaseUrl, { chain: 'op', blocks: EVM_BLOCKS });
  await seedEvmMempool(databaseUrl, 'op', OWNER, MINER);
  const session = await openSession(databaseUrl, 'seed');
  for (const chain of ['eth', 'arb', 'op'] as const) await seedTokens(session, chain);
  await insertBalance(session, 'arb', [OWNER, OWNER_BALANCE, withdraws]);
  await insertBalance(session, 'eth', [FRIEND, 77n, 2]);
  await session.end();
  return (['eth', 'arb', 'op'] as const).map((chain) => {
    const evmOf = (key: Buffer): string => local(chain, key);
    return {
      code: chain,
      addresses: [evmOf(OWNER), ...[FRIEND, MINER, CONTRACT].map(evmOf)],
      txids: EVM_BLOCKS.flatMap(({ transactions, own }, height) => [
        ...transactions.map((_, index) => txidOf(chain, height, index)),
        ...(own ? [`0x${blockHash(chain, height)}`] : []),
      ]).concat(chain === 'op' ? [`0x${PENDING_EVM_TXID}`] : []),
      blocks: ['latest', ...EVM_BLOCKS.keys()].map(String),
      heights: [2, 6],
      times: [TIME_0 + 2 * SECONDS, TIME_0 + 6 * SECONDS],
      assets: [evmOf(COIN), evmOf(ART), `${evmOf(ITEMS)}?tokenId=5`],
      inFull: chain === 'eth',
    };
  });
}

/** Known, asked before the last transfer, never asked, without an answer, nothing any more. */
async function seedTokens(session: Session, chain: 'eth' | 'arb' | 'op'): Promise<void> {
  const token = (asset: Buffer, standard: string, about: object = {}) =>
    insert(session, `${chain}.tokens`, { asset, standard, first_height: 1, address: local(chain, asset), ...about });
  await token(COIN, 'erc20', { name: 'Coin', symbol: 'COIN', decimals: 6, drifts: chain === 'op' });
  await token(ART, 'erc721', { name: 'Art "of, the"\n=1', symbol: '=ART' });
  await token(ITEMS, 'erc1155');
  const held = (asset: Buffer, holder: Buffer, own: object) =>
    insert(session, `${chain}.token_balances`, { asset, address_key: holder, first_touched: 1, ...own });
  await held(COIN, OWNER, { balance: MAX_UINT256, touched: 5, height: 9 });
  await held(COIN, FRIEND, { balance: 7n, touched: 6, height: 6 });
  await held(COIN, MINER, { balance: 0n, touched: 5, height: 5 });
  await held(COIN, CONTRACT, { balance: 1_000n, touched: 7, height: 6 });
  await held(ART, OWNER, { balance: 3n, touched: 5, height: 5 });
  await held(ITEMS, OWNER, { balance: 3n, touched: 5, height: 5, token_id: 5n });
  await held(ITEMS, FRIEND, { balance: null, touched: 5, height: null, token_id: 5n });
}

async function seedCosmos(databaseUrl: string): Promise<AskedChain[]> {
  await seedCosmosChain(databaseUrl, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
  // Nobody knows what was there before its first indexed block.
  await seedCosmosChain(databaseUrl, { chain: 'cacao', firstHeight: FIRST + 1, blocks: COSMOS_BLOCKS.slice(1) });
  return (['rune', 'cacao'] as const).map((chain) => ({
    code: chain,
    addresses: [
      textOf(COSMOS_OWNER, chain),
      ...[COSMOS_FRIEND, COSMOS_CONTRACT, ASGARD].map((key) => textOf(key, chain)),
    ],
    txids: (chain === 'rune' ? COSMOS_BLOCKS : COSMOS_BLOCKS.slice(1))
      .flat()
      .map(({ kind, txid }) => txid.toString(kind === 'transaction' ? 'hex' : 'latin1')),
    blocks: ['latest', ...COSMOS_BLOCKS.keys()].map((block) =>
      typeof block === 'number' ? String(FIRST + block) : block,
    ),
    heights: [FIRST + 2, FIRST + 4],
    times: [TIME_0 + (FIRST + 2) * COSMOS_SECONDS, TIME_0 + (FIRST + 4) * COSMOS_SECONDS],
    assets: ['tcy', 'x/ruji', 'maya.mimir'],
    inFull: chain === 'rune',
  }));
}

const regtest = (code: ChainCode, key: Buffer): string => formatAddress(network(code, 'regtest'), key);
const local = (code: ChainCode, key: Buffer): string => formatAddress(network(code, 'local'), key);
const network = (code: ChainCode, wanted: string) => requireChain(code).networks.find(({ name }) => name === wanted)!;

/** Rates of the time of the blocks, and of `now`; of some coins none. @param now unix seconds */
export async function seedRates(databaseUrl: string, now: number): Promise<void> {
  const session = await openSession(databaseUrl, 'seed');
  const sources = ['chainlink:op', 'thornode'];
  const save = (at: number, rates: Readonly<Record<string, string>>) =>
    saveRates(
      session as never,
      at,
      Object.entries(rates).map(([symbol, rate]) => ({ symbol, rate, asOf: at - 10, sources })),
    );
  const hour = TIME_0 - (TIME_0 % 3_600);
  for (let n = 0; n < 30; n++)
    await save(hour + n * 3_600, {
      BTC: `${37_000 + n}.5`,
      ETH: `${2_000 + n}.25`,
      RUNE: `5.${n}`,
      CACAO: '0.0000123',
    });
  await save(now - 1_000, { LTC: '80.12' });
  await save(now - 100, { BTC: '67123.45', ETH: '3512.019', RUNE: '4.0001', BCH: '450', ZEC: '31.5' });
  await session.end();
}
