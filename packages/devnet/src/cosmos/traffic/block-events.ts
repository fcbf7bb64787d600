/**
 * Moves of blocks beside swaps: rewards, gas, refunds, and what BeginBlock does (thornode
 * x/thorchain/manager_network_current.go).
 */
import type { CosmosEvent } from '../cosmos-block.js';
import { type ChainTerms, foreignId } from './chain-terms.js';
import { EventLog } from './event-log.js';
import { NO_TXID } from './swap.js';

const POOLS = ['BTC.BTC', 'ETH.ETH', 'DOGE.DOGE', 'LTC.LTC', 'BCH.BCH', 'AVAX.AVAX', 'GAIA.ATOM', 'BSC.BNB'];
/** Blocks in which BeginBlock moves coins. */
const MOVED_FIRST_EVERY = 10;

export function poolNames(count: number): string[] {
  const token = (nth: number): string => `ETH.TOKEN${nth}-0X${foreignId(nth).slice(0, 40)}`;
  return Array.from({ length: count }, (_, nth) => POOLS[nth] ?? token(nth));
}

export function beginBlock({ reserve, asgard, coin, unit, asset }: ChainTerms, height: number): readonly CosmosEvent[] {
  const log = new EventLog();
  const amount = `${unit + BigInt(height)}`;
  log.note('pool_balance_change', { asset: 'THOR.TOR', [`${coin}_amt`]: amount, reason: 'derived pool adjustment' });
  if (height % MOVED_FIRST_EVERY === 0) {
    log.move(reserve, asgard, unit / 10n, coin);
    log.note('donate', { pool: 'BTC.BTC', id: NO_TXID, coin: `${unit / 10n} ${asset}` });
  }
  return log.events;
}

/** To every pool, and to those who bonded. */
export function reward(log: EventLog, terms: ChainTerms, pools: readonly string[], height: number): void {
  const { reserve, asgard, bond, coin, unit } = terms;
  const rewards: Record<string, string> = {};
  for (const [nth, pool] of pools.entries()) {
    const amount = unit / 50n + BigInt((height * 31 + nth * 17) % 9_973);
    log.move(reserve, asgard, amount, coin);
    rewards[pool] = String(amount);
  }
  log.move(reserve, bond, unit / 100n, coin);
  log.note('rewards', { bond_reward: String(unit / 100n), ...rewards });
}

/** Cost of a payment on Bitcoin for its pool. */
export function payGas(log: EventLog, { reserve, asgard, coin, unit }: ChainTerms): void {
  const amount = unit / 8n;
  log.move(reserve, asgard, amount, coin);
  log.note('gas', { asset: 'BTC.BTC', asset_amt: '10500', [`${coin}_amt`]: String(amount), transaction_count: '1' });
}

/** Sends back a deposit that nobody can make anything of. */
export function refund(log: EventLog, terms: ChainTerms, txid: string, address: string, amount: bigint): void {
  const { asgard, reserve, coin, asset, fee, home: chain } = terms;
  const back = amount - fee;
  log.note('fee', { tx_id: txid, coins: `${fee} ${asset}` });
  log.move(asgard, reserve, fee, coin);
  log.move(asgard, address, back, coin);
  const paid = { chain, from: asgard, to: address, coin: `${back} ${asset}`, memo: `REFUND:${txid}` };
  log.note('outbound', { in_tx_id: txid, id: NO_TXID, ...paid });
  log.note('refund', { id: txid, code: '1', reason: 'asset address must be layer1 chain' });
}
