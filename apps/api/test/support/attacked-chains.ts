/** Rows that attacks ask for: long histories, large transactions, many holders, and several chains. */
import { createHash } from 'node:crypto';
import { formatAddress, requireChain, requireUtxoChain } from '@chaintrail/chains';
import { openSession, type Session } from '@chaintrail/db';
import { LONG_HISTORY, seedLongHistory, seedUnspentOutputs } from '@chaintrail/testkit';
import { COSMOS_BLOCKS, FIRST } from './cosmos-demo.js';
import { demoChain } from './demo-chain.js';
import { COIN, EVM_BLOCKS } from './evm-demo.js';
import { keyOf, seedChain } from './seed-chain.js';
import { seedCosmosChain } from './seed-cosmos-chain.js';
import { insert, seedEvmChain } from './seed-evm-chain.js';
import { ACCOUNT_KEY } from './wallet-chain.js';

const TRANSACTIONS = 3_000;
const HOLDERS = 2_000;
/** Outputs of the largest transaction that nodes relay, and of one that fills a block of a megabyte. */
const LARGE = { standard: 2_900, block: 30_000 } as const;

const bitcoin = requireUtxoChain('btc').networks.find(({ name }) => name === 'regtest')!;
const ethereum = requireChain('eth').networks.find(({ name }) => name === 'local')!;
const WHALE = keyOf('whale');
const txidOf = (outputs: number): Buffer => createHash('sha256').update(`large ${outputs}`).digest();
const shown = (txid: Buffer): string => Buffer.from(txid).reverse().toString('hex');

export const ATTACKED = {
  /** Unix seconds. */
  liveSince: 1_700_000_000,
  busy: LONG_HISTORY.address,
  /** It has half the outputs of both large transactions. */
  whale: formatAddress(bitcoin, WHALE),
  standardTxid: shown(txidOf(LARGE.standard)),
  blockTxid: shown(txidOf(LARGE.block)),
  /** Any address of Bitcoin's regtest. */
  addressOf: (n: number): string => formatAddress(bitcoin, keyOf(`anybody ${n}`)),
  token: formatAddress(ethereum, COIN),
  /** Its addresses are nobody's. */
  accountKey: ACCOUNT_KEY,
  evmAddress: formatAddress(ethereum, Buffer.alloc(20, 7)),
} as const;

export async function seedAttackedChains(databaseUrl: string): Promise<void> {
  const session = await openSession(databaseUrl, 'seed');
  await seedLongHistory(session, TRANSACTIONS);
  await seedUnspentOutputs(session);
  await session.query('UPDATE btc.sync_state SET live_since = to_timestamp($1)', [ATTACKED.liveSince]);
  for (const [at, outputs] of Object.values(LARGE).entries()) await seedLarge(session, outputs, at);
  await seedEvmChain(databaseUrl, { chain: 'eth', blocks: EVM_BLOCKS });
  await insert(session, 'eth.tokens', {
    ...{ asset: COIN, standard: 'erc20', drifts: false, first_height: 1 },
    ...{ address: '', name: 'Coin', symbol: 'COIN', decimals: 6 },
  });
  await session.query(
    `INSERT INTO eth.token_balances (address_key, asset, first_touched, touched, height, balance)
     SELECT substr(sha256(convert_to('holder ' || n, 'UTF8')), 1, 20), $1, 1, 1, 5, n FROM generate_series(1, $2::integer) n`,
    [COIN, HOLDERS],
  );
  await seedCosmosChain(databaseUrl, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
  for (const chain of ['ltc', 'doge', 'bch'] as const)
    await seedChain(databaseUrl, { chain, network: 'regtest', blocks: demoChain().blocks });
  await session.query('ANALYZE');
  await session.end();
}

/** A transaction in the second block, of which the first half of the block's places is used. */
async function seedLarge(session: Session, outputs: number, at: number): Promise<void> {
  const values = [2 * 1_048_576 + 1_500 + at, txidOf(outputs), outputs, WHALE];
  await session.query(
    `INSERT INTO btc.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts,
       output_values, output_keys)
     SELECT $1, $2, 2, 0, 34 * $3::integer, 34 * $3::integer, 1000, '{}', '{}', array_agg(546 + n ORDER BY n),
       array_agg(CASE WHEN n % 2 = 0 THEN $4::bytea ELSE '\\x10' || substr(sha256(convert_to(n::text, 'UTF8')), 1, 20) END ORDER BY n)
     FROM generate_series(0, $3::integer - 1) n`,
    values,
  );
  await session.query(
    `INSERT INTO btc.unspent_outputs (txid, vout, tx_key, value, address_key)
     SELECT $2, n, $1, 546 + n, $4 FROM generate_series(0, $3::integer - 1, 2) n`,
    values,
  );
  await session.query(
    `INSERT INTO btc.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT $4, $5::integer + 1, $1, sum(value), sum(value), sum(value) FROM btc.unspent_outputs WHERE txid = $2 AND $3 > 0`,
    [...values, at],
  );
}
