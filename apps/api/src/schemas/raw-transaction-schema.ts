import { z } from 'zod';
import { component } from './component.js';
import { count, currency, bareHash as hash, height, hex, Tip } from './values.js';

export const RawTransaction = component('RawTransaction', 'The bytes of a transaction, as the node has them.', {
  currency,
  txid: hash,
  blockHeight: height.nullable().describe('Null while it is unconfirmed.'),
  blockHash: hash.nullable().describe('Null while it is unconfirmed.'),
  size: count.describe('Bytes, witnesses included.'),
  hex: hex.describe('As it goes over the wire, with its witnesses.'),
  tip: Tip,
});
export type RawTransaction = z.infer<typeof RawTransaction>;

export const SentTransaction = component('SentTransaction', 'A transaction that the node took.', {
  currency,
  txid: hash,
});
export type SentTransaction = z.infer<typeof SentTransaction>;

/** Body of `POST /transactions/{currency}`, where it is JSON. */
export const sentBody = z.strictObject({ hex: z.string() });
