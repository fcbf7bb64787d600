/** Where transactions are: what pages of wallets need of them besides their bytes. */

/** A transaction's place. Hashes are hex in display order. */
export interface TransactionPlace {
  readonly txid: string;
  /** Base units in decimal; null where it is not known. */
  readonly fee: string | null;
  readonly size: number;
  /** Null while it is unconfirmed. */
  readonly block: {
    readonly height: number;
    readonly hash: string;
    readonly time: number;
    /** Place among the block's transactions. */
    readonly index: number;
  } | null;
  /** Unix seconds when an unconfirmed one came; null of others. */
  readonly firstSeen: number | null;
}

/** As statements make it. */
export type PlaceColumns = readonly [
  txid: string,
  fee: string | null,
  size: number,
  height: number | null,
  hash: string | null,
  time: number | null,
  index: number | null,
  firstSeen: number | null,
];

/** SQL: {@link PlaceColumns} of transaction row `t` and block row `b`; of an unconfirmed one without the latter. */
export const CONFIRMED_PLACE = `json_build_array(encode(t.txid, 'hex'), t.fee::text, t.size, b.height,
  encode(b.hash, 'hex'), b.time, (t.tx_key & 1048575)::integer, NULL)`;
export const PENDING_PLACE =
  "json_build_array(encode(t.txid, 'hex'), t.fee::text, t.size, NULL, NULL, NULL, NULL, t.first_seen)";

export function transactionPlace(columns: PlaceColumns): TransactionPlace {
  const [txid, fee, size, height, hash, time, index, firstSeen] = columns;
  const isConfirmed = height !== null && hash !== null && time !== null && index !== null;
  return { txid, fee, size, block: isConfirmed ? { height, hash, time, index } : null, firstSeen };
}
