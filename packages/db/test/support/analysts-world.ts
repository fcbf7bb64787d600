/**
 * A few days of Bitcoin, of Ethereum and of THORChain, among much that is of others, for the questions of
 * `docs/analysts.md`.
 */
import {
  type CosmosEntry,
  type CosmosTransfer,
  chainOnNetwork,
  entryTxid,
  parseAddress,
  requireChain,
  requireUtxoChain,
} from '@chaintrail/chains';
import { HandmadeChain, type Outpoint, type Payment, scriptOf } from '@chaintrail/testkit';
import type { Session } from '../../src/connection.js';
import { createIndexedChain } from '../../src/write/chain-indexes.js';
import { openCosmosLedger } from '../../src/write/cosmos/cosmos-ledger.js';
import { prepareCosmosBlock } from '../../src/write/cosmos/cosmos-rows.js';
import { openUtxoLedger } from '../../src/write/utxo/utxo-ledger.js';
import { entry } from './cosmos-blocks.js';

const EXCHANGE = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo';
const ALICE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BOB = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

/** Days of others' transactions, and how many each has. */
const DAYS = 40;
const PER_DAY = 100;

const btc = requireUtxoChain('btc');
const place = chainOnNetwork(btc, 'mainnet')!;
const mainnet = btc.networks.find(({ name }) => name === 'mainnet')!;
const at = (time: string): number => Date.parse(`${time}Z`) / 1000;

function payTo(address: string, coins: number): Payment['outputs'][number] {
  const key = parseAddress(place, address);
  const hash = key.subarray(1);
  const [before, after] = [
    ['76a914', '88ac'],
    ['a914', '87'],
  ][key[0]!] ?? ['0014', ''];
  const script = Buffer.concat([Buffer.from(before!, 'hex'), hash, Buffer.from(after!, 'hex')]);
  return { value: BigInt(Math.round(coins * 1e8)), script };
}

const toNobody = (n: number, coins: number): Payment['outputs'][number] => ({
  value: BigInt(Math.round(coins * 1e8)),
  script: scriptOf(n),
});

/**
 * Bitcoin from 2019 on: somebody has 50 coins that never move, Alice pays an exchange, it pays Bob and her. A block of
 * the last day is taken back.
 * @returns ids of Alice's first payment and of the exchange's first
 */
export async function seedBitcoin(session: Session): Promise<{ readonly paid: string; readonly spent: string }> {
  const chain = new HandmadeChain();
  chain.mine([toNobody(0, 50)], [], at('2019-01-03T12:00'));
  chain.mine([toNobody(0, 50)], [], at('2019-01-04T12:00'));
  chain.mine([payTo(BOB, 50)], [], at('2019-01-05T12:00'));
  const [ofAlice] = chain.mine([payTo(ALICE, 50)], [], at('2019-02-05T12:00'));
  const coins = (day: number) => Array.from({ length: PER_DAY }, (_, n) => toNobody(1_000 * day + n, 0.5));
  let [before] = chain.mine(coins(0), [], at('2026-10-01T12:00'));
  for (let day = 1; day < DAYS; day++) {
    const payments = coins(day).map((output, vout) => ({ spends: [{ txid: before!, vout }], outputs: [output] }));
    [before] = chain.mine(coins(500 + day), payments, at('2026-10-01T12:00') + 86_400 * day);
  }
  const miner = [toNobody(1, 3.125)];
  const pay = (time: string, spends: readonly Outpoint[], ...outputs: Payment['outputs']): Buffer =>
    chain.mine(miner, [{ spends, outputs }], at(time))[1]!;
  const one = pay('2026-11-19T10:00', [{ txid: ofAlice!, vout: 0 }], payTo(EXCHANGE, 10), payTo(ALICE, 39.999));
  const two = pay('2026-11-20T09:00', [{ txid: one, vout: 0 }], payTo(BOB, 4), payTo(EXCHANGE, 5.9995));
  const three = pay('2026-11-20T18:00', [{ txid: one, vout: 1 }], payTo(EXCHANGE, 30), payTo(ALICE, 9.9985));
  const four = [
    { txid: two, vout: 1 },
    { txid: three, vout: 0 },
  ];
  pay('2026-11-21T08:00', four, payTo(ALICE, 20), payTo(EXCHANGE, 15.999));
  pay('2026-11-21T09:00', [{ txid: three, vout: 1 }], payTo(BOB, 9.998));

  const ledger = await openUtxoLedger(session, btc, mainnet, 0);
  const { blocks } = chain;
  await ledger.replaceAfter(null, null, blocks);
  await ledger.replaceAfter(blocks.at(-1)!, blocks.at(-2)!, []);
  await session.query(`UPDATE btc.sync_state SET phase = 'live', live_since = now()`);
  const text = (txid: Buffer): string => Buffer.from(txid).reverse().toString('hex');
  return { paid: text(one), spent: text(two) };
}

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

/** Holder `n` of {@link seedEthereum}. */
export function holder(n: number): string {
  return `0x${'00'.repeat(18)}aa${n.toString(16).padStart(2, '0')}`;
}

/**
 * Ethereum in November 2026, a block an hour from the first on: twelve holders of a token, who get 100 to 1,200 of it
 * on the 19th and pay one another on the days after; before, transfers of other tokens.
 */
export async function seedEthereum(session: Session): Promise<void> {
  await createIndexedChain(session, 'eth', 'mainnet');
  const hour = (time: string): number => (at(time) - at('2026-11-01T00:00')) / 3600;
  const key = (n: number): string => `eth.address_key('${holder(n)}')`;
  const rows: string[] = [];
  const transfer = (time: string, index: number, from: string, to: string, amount: number): void => {
    const txKey = `(${hour(time)}::bigint << 20) + ${index}`;
    rows.push(
      `INSERT INTO eth.transactions (tx_key, nonce, gas_limit, gas_used, type, succeeded, txid, from_key, to_key, method, value, fee, gas_price)
       VALUES (${txKey}, 1, 100000, 50000, 2, true, sha256('${time} ${index}'), ${from}, eth.address_key('${USDC}'), '\\xa9059cbb', 0, 1e15, 2e10)`,
      `INSERT INTO eth.transfers (tx_key, idx, kind, standard, from_key, to_key, asset, amount)
       VALUES (${txKey}, 0, 'token', 'erc20', ${from}, ${to}, eth.address_key('${USDC}'), ${amount}e6)`,
    );
  };
  const zero = `eth.address_key('0x${'00'.repeat(20)}')`;
  for (let n = 1; n <= 12; n++) transfer('2026-11-19T10:00', n, zero, key(n), 100 * n);
  transfer('2026-11-20T11:00', 0, key(12), key(1), 1150);
  transfer('2026-11-21T12:00', 0, key(11), key(2), 1000);
  transfer('2026-11-22T13:00', 0, key(10), key(3), 900);
  const native = `(${hour('2026-11-20T11:00')}::bigint << 20) + 1`;
  await session.query(
    [
      `INSERT INTO eth.blocks (time, height, tx_count, size, hash, parent_hash)
       SELECT ${at('2026-11-01T00:00')} + 3600 * h, h, 1, 1000, sha256(int4send(h)), sha256(int4send(h - 1)) FROM generate_series(0, 540) h`,
      `INSERT INTO eth.transactions (tx_key, nonce, gas_limit, gas_used, type, succeeded, txid, from_key, to_key, value, fee, gas_price)
       SELECT ((n / 50)::bigint << 20) + n % 50, n, 21000, 21000, 2, true, sha256(int4send(n)), substr(sha256(int4send(n % 700)), 1, 20),
         substr(sha256(int4send(n % 900)), 1, 20), 1e18, 1e14, 1e9 FROM generate_series(1, 20000) n`,
      `INSERT INTO eth.transfers (tx_key, idx, kind, standard, from_key, to_key, asset, amount)
       SELECT ((n / 50)::bigint << 20) + n % 50, 0, 'token', 'erc20', substr(sha256(int4send(n % 700)), 1, 20),
         substr(sha256(int4send(n % 900)), 1, 20), substr(sha256(int4send(n % 90)), 1, 20), n FROM generate_series(1, 20000) n`,
      `INSERT INTO eth.token_balances (first_touched, touched, height, address_key, asset, balance)
       SELECT 1, 2, 2, substr(sha256(int4send(n)), 1, 20), substr(sha256(int4send(n % 90)), 1, 20), n FROM generate_series(1, 20000) n`,
      `INSERT INTO eth.tokens (first_height, standard, decimals, asset, address, name, symbol)
       VALUES (${hour('2026-11-19T10:00')}, 'erc20', 6, eth.address_key('${USDC}'), '${USDC.toLowerCase()}', 'USD Coin', 'USDC')`,
      ...rows,
      // A payment of a coin, and one that failed.
      `INSERT INTO eth.transactions (tx_key, nonce, gas_limit, gas_used, type, succeeded, txid, from_key, to_key, value, fee, gas_price)
       VALUES (${native}, 2, 21000, 21000, 2, true, sha256('native'), ${key(1)}, ${key(2)}, 25e17, 1e15, 2e10),
         (${native} + 1, 3, 21000, 21000, 2, false, sha256('failed'), ${key(1)}, ${key(2)}, 9e18, 1e15, 2e10)`,
      `INSERT INTO eth.transfers (tx_key, idx, kind, from_key, to_key, amount) VALUES (${native}, 0, 'native', ${key(1)}, ${key(2)}, 25e17)`,
      `INSERT INTO eth.address_transactions (seq, tx_key, delta, balance, received, address_key)
       SELECT row_number() OVER (PARTITION BY a.key ORDER BY t.tx_key), t.tx_key, 0, 0, 0, a.key
       FROM eth.transactions t
       CROSS JOIN LATERAL (SELECT t.from_key AS key UNION SELECT t.to_key UNION SELECT f.to_key FROM eth.transfers f WHERE f.tx_key = t.tx_key) a`,
      `INSERT INTO eth.token_balances (first_touched, touched, height, address_key, asset, balance)
       SELECT min(f.tx_key >> 20), max(f.tx_key >> 20), max(f.tx_key >> 20), m.key, f.asset, sum(m.amount)
       FROM eth.transfers f CROSS JOIN LATERAL (VALUES (f.to_key, f.amount), (f.from_key, -f.amount)) AS m(key, amount)
       WHERE f.asset = eth.address_key('${USDC}') AND m.key <> ${zero} GROUP BY m.key, f.asset`,
      `INSERT INTO eth.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
       SELECT 'mainnet', 0, height, hash, time, height, 'live', now() FROM eth.blocks WHERE height = 540`,
    ].join(';\n'),
  );
}

const THORCHAIN = chainOnNetwork(requireChain('rune'), 'mainnet')!;
const RESERVE = 'thor1dheycdevq39qlkxs2a6wuuzyn4aqxhve4qxtxt';
const ASGARD = 'thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0';
const FIRST_HEIGHT = 17_562_001;
/** Deposit of {@link seedThorchain}. */
export const DEPOSIT = 'AB'.repeat(32);

/** Somebody of {@link seedThorchain}, in binary. */
export function member(n: number): Buffer {
  return Buffer.concat([Buffer.alloc(18, 0xaa), Buffer.of(n >> 8, n & 0xff)]);
}

/**
 * THORChain from August 2026 on, a block an hour: a hundred accounts that had RUNE, and TCY from 1 to 100, before;
 * every block somebody sends somebody TCY, pays the reserve a fee for it, and is paid a reward. On the 20th member 1
 * swaps 10 RUNE to Bitcoin, in two parts.
 */
export async function seedThorchain(session: Session): Promise<void> {
  if (THORCHAIN.family !== 'cosmos') throw new Error('rune is no Cosmos chain');
  const [reserve, asgard] = [RESERVE, ASGARD].map((address) => parseAddress(THORCHAIN, address)) as [Buffer, Buffer];
  const move = (from: Buffer | null, to: Buffer, amount: bigint, denom: string | null = null): CosmosTransfer => ({
    kind: from === null ? 'genesis' : denom === null ? 'native' : 'token',
    ...{ from, to, denom, amount },
  });
  const fee = (from: Buffer): CosmosTransfer => ({ ...move(from, reserve, 2_000_000n), kind: 'fee' });
  const start = at('2026-08-01T00:00');
  const blocks = Array.from({ length: 2_900 }, (_, n) => {
    const height = FIRST_HEIGHT + n;
    const [from, to] = [member(1 + (n % 100)), member(1 + ((7 * n) % 100))];
    const entries: CosmosEntry[] = [];
    if (n === 0) {
      const had = Array.from({ length: 100 }, (_, m) => [
        move(null, member(m + 1), 100_000_000_000n),
        move(null, member(m + 1), BigInt(m + 1) * 100_000_000n, 'tcy'),
      ]);
      const transfers = [move(null, reserve, 10n ** 15n), ...had.flat()];
      entries.push(entry('opening', entryTxid(height, 'opening'), { transfers }));
    }
    const isSwap = start + 3600 * n === at('2026-11-20T10:00');
    const own = isSwap
      ? {
          from: member(1),
          memo: '=:BTC.BTC:bc1q',
          transfers: [fee(member(1)), move(member(1), asgard, 1_000_000_000n)],
        }
      : { from, transfers: [fee(from), move(from, to, 1_000n, 'tcy')] };
    const txid = isSwap
      ? Buffer.from(DEPOSIT, 'hex')
      : Buffer.concat([Buffer.alloc(28), Buffer.of(0, 0, n >> 8, n & 255)]);
    entries.push(entry('transaction', txid, { index: 0, ...own }));
    entries.push(entry('end', entryTxid(height, 'end', 0), { transfers: [move(reserve, to, 500_000_000n)] }));
    if (isSwap) {
      const paid = (part: number) => ({
        inTxid: txid,
        txid: Buffer.alloc(32, part),
        ...{ chain: 'BTC', to: 'bc1q', asset: 'BTC.BTC', amount: BigInt(part) * 10_000n, memo: `OUT:${DEPOSIT}` },
      });
      const input = { asset: 'THOR.RUNE', amount: 1_000_000_000n, memo: own.memo ?? null };
      entries.push(entry('end', entryTxid(height, 'end', 1), { inTxid: txid, input, payouts: [paid(1), paid(2)] }));
    }
    const hash = (of: number) => Buffer.from(`${of}`.padStart(32, ' ')).toString('hex');
    const block = { parentHash: hash(height - 1), time: start + 3600 * n, size: 1_000, txCount: 1, entries };
    return prepareCosmosBlock({ height, hash: hash(height) }, block);
  });
  const ledger = await openCosmosLedger(session, THORCHAIN, FIRST_HEIGHT);
  await ledger.replaceAfter(null, null, blocks);
  await session.query(`UPDATE rune.sync_state SET phase = 'live', live_since = now()`);
}
