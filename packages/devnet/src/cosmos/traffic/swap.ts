/** Swaps: what EndBlock does about them, block by block (thornode x/thorchain/swap_current.go, manager_txout_current.go). */
import type { ChainTerms } from './chain-terms.js';
import type { EventLog } from './event-log.js';

export interface Swap {
  /** `out`: paid on Bitcoin. `in`: came from there. `mint`: paid in Bitcoin that is kept here. `redeem`: the way back. */
  readonly kind: 'out' | 'in' | 'mint' | 'redeem';
  /** Id of the transaction that asked for it, upper-case hex. */
  readonly txid: string;
  readonly height: number;
  /** Blocks that it takes: above 1 it is streamed. */
  readonly quantity: number;
  /** Amount of the chain's own coin, in base units. */
  readonly amount: bigint;
  /** Amount of Bitcoin, in 1e-8. */
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

/**
 * Events say whose they are; what else real ones tell, recorded blocks show.
 * @param height from that of the swap on, `quantity` blocks
 */
export function swapInBlock(log: EventLog, terms: ChainTerms, swap: Swap, height: number): void {
  const { coin, asgard, reserve, mint, heldDenom, injects } = terms;
  const { kind, txid, quantity, from, memo } = swap;
  const count = height - swap.height + 1;
  if (kind === 'redeem') {
    log.move(from, mint, swap.bitcoin, heldDenom);
    log.burn(mint, swap.bitcoin, heldDenom);
    log.note(injects ? 'secured_asset_withdraw' : 'withdraw_synth', { tx_id: txid });
  }
  log.move(asgard, reserve, swap.amount / BigInt(quantity) / 333n, coin);
  log.note('swap', { pool: 'BTC.BTC', streaming_swap_count: String(count), id: txid, memo });
  if (count === quantity) pay(log, terms, swap, height);
}

function pay(log: EventLog, terms: ChainTerms, swap: Swap, height: number): void {
  const { asset, coin, asgard, reserve, fee, home: chain, heldAsset, heldDenom, mint } = terms;
  const { kind, txid, to } = swap;
  if (swap.quantity > 1) log.note('streaming_swap', { tx_id: txid, last_height: String(height) });
  log.note('fee', { tx_id: txid, coins: `${fee} ${asset}` });
  log.move(asgard, reserve, fee, coin);
  const memo = `OUT:${txid}`;
  const outbound = { in_tx_id: txid, id: NO_TXID, chain, from: asgard, to, memo };
  if (kind === 'out') {
    log.note('scheduled_outbound', { chain: 'BTC', to_address: to, memo, in_hash: txid });
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

/** Message when the payment of a swap is seen on Bitcoin. */
export function outboundSeen({ txid, bitcoin, to }: Swap, id: string) {
  return { in_tx_id: txid, id, chain: 'BTC', from: VAULT, to, coin: `${bitcoin} BTC.BTC`, memo: `OUT:${txid}` };
}

/** common.ObservedTx in the JSON of the SDK. */
export function observation(id: string, from: string, to: string, amount: bigint, memo: string): object {
  const bitcoin = (units: bigint) => [{ asset: 'BTC.BTC', amount: String(units), decimals: '8' }];
  const tx = { id, chain: 'BTC', from_address: from, to_address: to || VAULT, coins: bitcoin(amount), memo };
  return { tx: { ...tx, gas: bitcoin(10_500n) }, block_height: '1', finalise_height: '1' };
}
