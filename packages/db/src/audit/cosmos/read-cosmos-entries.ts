/** A block of a Cosmos chain as it is indexed, for a comparison with the node's words. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { lookOnce } from '../audit-session.js';

/** Keys and txids are hex, amounts base units in decimal. */
export interface AuditedCosmosTransfer {
  readonly kind: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly asset: string | null;
  readonly amount: string;
}

export interface AuditedPayout {
  readonly inTxid: string;
  readonly outTxid: string | null;
  readonly chain: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
  readonly memo: string | null;
}

/** Columns of an entry, by name. */
export interface AuditedCosmosColumns {
  readonly txid: string;
  readonly index: string | null;
  readonly code: string | null;
  readonly from: string | null;
  readonly inTxid: string | null;
  readonly gasWanted: string | null;
  readonly gasUsed: string | null;
  readonly fee: string | null;
  readonly memo: string | null;
  readonly failure: string | null;
  /** Coins that it swapped or gave back, with their memo. */
  readonly input: string | null;
}

export interface AuditedCosmosEntry {
  readonly columns: AuditedCosmosColumns;
  readonly messages: unknown;
  /** In order, without what was there before the first block: half a million on a mainnet. */
  readonly transfers: readonly AuditedCosmosTransfer[];
  readonly payouts: readonly AuditedPayout[];
}

export interface AuditedCosmosEntries {
  /** Hash of the block at this height; null where there is none. */
  readonly hash: string | null;
  readonly entries: readonly AuditedCosmosEntry[];
}

/** One snapshot of all entries of a block. */
export async function readCosmosEntries(
  session: Session,
  chain: ChainCode,
  height: number,
): Promise<AuditedCosmosEntries> {
  return lookOnce<AuditedCosmosEntries>(
    session,
    `SELECT (SELECT encode(hash, 'hex') FROM ${chain}.blocks WHERE height = $1) AS hash,
       (SELECT coalesce(json_agg(json_build_object(
          'columns', json_build_object('txid', encode(txid, 'hex'), 'index', block_index::text, 'code', code::text,
            'from', encode(from_key, 'hex'), 'inTxid', encode(in_txid, 'hex'), 'gasWanted', gas_wanted::text,
            'gasUsed', gas_used::text, 'fee', fee::text, 'memo', memo, 'failure', failure,
            'input', in_amount || ' ' || in_asset || coalesce(' memo ' || in_memo, '')),
          'messages', messages,
          'transfers', (
            SELECT coalesce(json_agg(json_build_object('kind', kind, 'from', encode(from_key, 'hex'), 'to', encode(to_key, 'hex'),
              'asset', asset, 'amount', amount::text) ORDER BY idx), '[]')
            FROM ${chain}.transfers WHERE tx_key = t.tx_key AND kind <> 'genesis'),
          'payouts', (
            SELECT coalesce(json_agg(json_build_object('inTxid', encode(in_txid, 'hex'), 'outTxid', encode(out_txid, 'hex'),
              'chain', to_chain, 'to', to_address, 'asset', asset, 'amount', amount::text, 'memo', memo) ORDER BY idx), '[]')
            FROM ${chain}.payouts WHERE tx_key = t.tx_key)) ORDER BY tx_key), '[]')
        FROM ${chain}.transactions t WHERE tx_key >= $1::bigint << 20 AND tx_key < ($1::bigint + 1) << 20) AS entries`,
    [height],
  );
}
