/** Reads `outbound` events: what the network paid, on any chain. Source: thornode x/thorchain/types/type_event.go */
import type { CosmosNetwork } from '../chain.js';
import { readCosmosAddress } from './cosmos-address.js';
import type { CosmosInput, CosmosPayout } from './cosmos-block.js';
import { attribute, type CosmosEvent } from './events.js';
import { storableText } from './json-text.js';

/**
 * Hashes of transactions of every chain that there are swaps with; those without one have 64 zeros. Of a chain whose
 * transactions have many messages, the message follows: `DDFB…DB9-1`. Source: thornode common/tx.go NewTxID
 */
const TXID = /^(?:0x)?((?:[0-9a-f]{64}){1,2})(?:-\d{1,9})?$/i;
/** Reasons repeat what an error passed through. */
const MAX_REASON_CHARACTERS = 500;
const COIN = /^(\d{1,80}) (\S{1,200})$/;

/** Null for anything else, and for 64 zeros, which stand for no transaction. */
export function readTxid(text: string | undefined): Buffer | null {
  const digits = TXID.exec(text ?? '')?.[1];
  return digits === undefined || /^0+$/.test(digits) ? null : Buffer.from(digits, 'hex');
}

/** One for each coin of each event. */
export function readPayouts({ hrp }: CosmosNetwork, events: readonly CosmosEvent[]): CosmosPayout[] {
  return events.flatMap((event) => {
    const inTxid = event.type === 'outbound' ? readTxid(attribute(event, 'in_tx_id')) : null;
    if (inTxid === null) return [];
    const txid = readTxid(attribute(event, 'id'));
    const to = storableText(attribute(event, 'to') ?? '');
    // Between the two halves of a swap MAYAChain emits an outbound that pays nobody: to a vault on another chain,
    // without a transaction.
    if (txid === null && readCosmosAddress(hrp, to) === null) return [];
    const chain = storableText(attribute(event, 'chain') ?? '');
    const memo = storableText(attribute(event, 'memo') ?? '') || null;
    return readCoins(attribute(event, 'coin') ?? '').map((coin) => ({ inTxid, txid, chain, to, ...coin, memo }));
  });
}

/**
 * The deposit that a transaction gives back, with what it brought: one on another chain, that the transaction observes.
 * Nulls for its own coins, and where it gives nothing back.
 * @param txid of the transaction
 */
export function readObservedRefund(
  txid: Buffer,
  events: readonly CosmosEvent[],
): { readonly inTxid: Buffer | null; readonly input: CosmosInput | null } {
  const refund = events.find(({ type }) => type === 'refund');
  const inTxid = refund === undefined ? null : readTxid(attribute(refund, 'id'));
  return inTxid === null || inTxid.equals(txid) ? { inTxid: null, input: null } : { inTxid, input: readInput(refund) };
}

/** Why a transaction was given back: its first `refund` event. Source: thornode type_event.go EventRefund */
export function readRefund(events: readonly CosmosEvent[]): string | null {
  const refund = events.find(({ type }) => type === 'refund');
  return refund === undefined ? null : storableText(attribute(refund, 'reason') ?? '', MAX_REASON_CHARACTERS);
}

/**
 * The coins that a `swap` or `refund` event is about, with the memo of the transaction that brought them. Source:
 * thornode x/thorchain/types/type_event.go EventSwap, EventRefund
 */
export function readInput(event: CosmosEvent | undefined): CosmosInput | null {
  if (event?.type !== 'swap' && event?.type !== 'refund') return null;
  const [coin] = readCoins(attribute(event, 'coin') ?? '');
  return coin === undefined ? null : { ...coin, memo: storableText(attribute(event, 'memo') ?? '') || null };
}

/**
 * Both as one: what comes later in the same asset was another part of it, a fee for an affiliate, or what was left. A
 * swap through RUNE has a second event, of another asset.
 */
export function joinInputs(one: CosmosInput | null, later: CosmosInput | null): CosmosInput | null {
  if (one === null || later === null) return one ?? later;
  return one.asset === later.asset ? { ...one, amount: one.amount + later.amount } : one;
}

/** `8264426 BTC.BTC`, several with commas. */
function readCoins(text: string): { asset: string; amount: bigint }[] {
  return text.split(/, ?/).flatMap((coin) => {
    const match = COIN.exec(coin);
    return match === null ? [] : [{ amount: BigInt(match[1] as string), asset: storableText(match[2] as string) }];
  });
}
