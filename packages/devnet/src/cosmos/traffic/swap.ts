/** Swaps: what EndBlock does about them, block by block (thornode x/thorchain/swap_current.go, manager_txout_current.go). */

import type { ChainTerms } from './chain-terms.js';
import type { EventLog } from './event-log.js';

export interface Swap {
  /** `out`: paid on Bitcoin. `in`: came from there. `mint`: paid in Bitcoin that is kept here. `redeem`: the way back. */
  readonly kind: 'out' | 'in' | 'mint' | 'redeem';
  /** Of the transaction that asked for it, upper-case hex. */
  readonly txid: string;
  readonly height: number;
  /** Blocks that it takes: above 1 it is streamed. */
  readonly quantity: number;
  /** Of the chain's own coin, in base units. */
  readonly amount: bigint;
  /** Of Bitcoin, in 1e-8. */
  readonly bitcoin: bigint;
  readonly from: string;
  readonly to: string;
  readonly memo: string;
}

/** No transaction of another chain. */
export const NO_TXID = '0'.repeat(64);
const VAULT = 'bcrt1qzf3gsk7edzwl9syyefvfhle37cjtql35tlzesk';

/** Blocks after which what is paid on another chain is seen there. */
export const OBSERVED_AFTER = 2;

/** @param height from that of the swap on, `quantity` blocks */
export function swapInBlock(log: EventLog, terms: ChainTerms, swap: Swap, height: number): void {
  const { asset, coin, asgard, reserve, mint, heldAsset, heldDenom, injects } = terms;
  const { kind, txid, quantity, from, memo } = swap;
  const count = height - swap.height + 1;
  const [part, bitcoin] = [swap.amount / BigInt(quantity), swap.bitcoin / BigInt(quantity)];
  const isSold = kind === 'out' || kind === 'mint';
  const isForeign = kind === 'in';
  const fee = part / 333n;
  if (kind === 'redeem') {
    log.move(from, mint, swap.bitcoin, heldDenom);
    log.burn(mint, swap.bitcoin, heldDenom);
    const type = injects ? 'secured_asset_withdraw' : 'withdraw_synth';
    log.note(type, { amount: String(swap.bitcoin), asset: heldAsset, tx_id: txid });
  }
  log.move(asgard, reserve, fee, coin);
  log.note('swap', {
    ...{ pool: 'BTC.BTC', swap_target: '0', swap_slip: '4' },
    ...{ liquidity_fee: String(fee), [`liquidity_fee_in_${coin}`]: String(fee) },
    emit_asset: isSold ? `${bitcoin} BTC.BTC` : `${part} ${asset}`,
    ...{ streaming_swap_quantity: String(quantity), streaming_swap_count: String(count) },
    ...{ id: txid, chain: isForeign ? 'BTC' : terms.home, from, to: isForeign ? VAULT : asgard },
    coin: isSold ? `${part} ${asset}` : `${bitcoin} ${isForeign ? 'BTC.BTC' : heldAsset}`,
    memo,
  });
  if (count === quantity) pay(log, terms, swap, height);
}

function pay(log: EventLog, terms: ChainTerms, swap: Swap, height: number): void {
  const { asset, coin, asgard, reserve, fee, home: chain, heldAsset, heldDenom, mint } = terms;
  const { kind, txid, to } = swap;
  if (swap.quantity > 1) {
    const quantity = String(swap.quantity);
    log.note('streaming_swap', {
      ...{ tx_id: txid, interval: '1', quantity, count: quantity, last_height: String(height) },
      ...{ deposit: `${swap.amount} ${asset}`, in: `${swap.amount} ${asset}`, out: `${swap.bitcoin} BTC.BTC` },
      ...{ failed_swaps: '', failed_swap_reasons: '' },
    });
  }
  log.note('fee', { tx_id: txid, coins: `${fee} ${asset}`, pool_deduct: '0' });
  log.move(asgard, reserve, fee, coin);
  const memo = `OUT:${txid}`;
  const outbound = { in_tx_id: txid, id: NO_TXID, chain, from: asgard, to, memo };
  if (kind === 'out') {
    log.note('scheduled_outbound', {
      ...{ chain: 'BTC', to_address: to, vault_pub_key: '' },
      ...{ coin_asset: 'BTC.BTC', coin_amount: String(swap.bitcoin), coin_decimals: '0' },
      ...{ memo, gas_rate: '10', in_hash: txid, out_hash: '', module_name: '' },
    });
  } else if (kind === 'mint') {
    log.mint(mint, swap.bitcoin, heldDenom);
    log.move(mint, to, swap.bitcoin, heldDenom);
    log.note('outbound', { ...outbound, coin: `${swap.bitcoin} ${heldAsset}` });
  } else {
    const paid = swap.amount - swap.amount / 100n - fee;
    log.move(asgard, to, paid, coin);
    log.note('outbound', { ...outbound, coin: `${paid} ${asset}` });
  }
}

/** What is told when the payment of a swap is seen on Bitcoin. */
export function outboundSeen({ txid, bitcoin, to }: Swap, id: string) {
  return { in_tx_id: txid, id, chain: 'BTC', from: VAULT, to, coin: `${bitcoin} BTC.BTC`, memo: `OUT:${txid}` };
}

/** common.ObservedTx in the JSON of the SDK. */
export function observation(id: string, from: string, to: string, amount: bigint, memo: string): object {
  const bitcoin = (units: bigint) => [{ asset: 'BTC.BTC', amount: String(units), decimals: '8' }];
  const tx = { id, chain: 'BTC', from_address: from, to_address: to || VAULT, coins: bitcoin(amount), memo };
  return { tx: { ...tx, gas: bitcoin(10_500n) }, block_height: '1', finalise_height: '1' };
}
