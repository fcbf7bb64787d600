/** A block of an EVM chain as it is indexed, for a comparison with the node's words. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { withState } from '../../read/chain-state.js';
import { internalStatus, tracing } from '../../read/evm/internal-status.js';
import { FIRST_INTERNAL_IDX } from '../../tx-key.js';
import { ZERO_ADDRESS } from '../../write/evm/token-tables.js';
import { lookOnce } from '../audit-session.js';

/** Keys, hashes and methods are hex, amounts base units in decimal. */
export interface AuditedEvmTransfer {
  readonly kind: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly asset: string | null;
  readonly standard: string | null;
  readonly amount: string;
  readonly tokenId: string | null;
}

/** Columns of a transaction, by name; the block's own entry has nothing but its txid. */
export interface AuditedEvmColumns {
  readonly txid: string;
  readonly type: string | null;
  readonly succeeded: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly created: string | null;
  readonly value: string | null;
  readonly nonce: string | null;
  readonly gasLimit: string | null;
  readonly gasUsed: string | null;
  readonly gasPrice: string | null;
  readonly fee: string | null;
  readonly blobFee: string | null;
  readonly l1Fee: string | null;
  readonly operatorFee: string | null;
  readonly method: string | null;
}

export interface AuditedEvmEntry {
  readonly columns: AuditedEvmColumns;
  /** As block and receipts tell them, in order. */
  readonly transfers: readonly AuditedEvmTransfer[];
  /** As traces tell them, in order. */
  readonly internal: readonly AuditedEvmTransfer[];
  /** Transfers that logs kept apart would be, were their contracts wrapped coins. */
  readonly claims: readonly AuditedEvmTransfer[];
}

export interface AuditedEvmEntries {
  /** Hash of the block at this height; null where there is none. */
  readonly hash: string | null;
  readonly entries: readonly AuditedEvmEntry[];
  /** Whether internal transfers of this block are indexed. */
  readonly isTraced: boolean;
}

const TRANSFERS = (chain: ChainCode, which: string) => `(
    SELECT coalesce(json_agg(json_build_object('kind', kind, 'from', encode(from_key, 'hex'), 'to', encode(to_key, 'hex'),
      'asset', encode(asset, 'hex'), 'standard', standard, 'amount', amount::text, 'tokenId', token_id::text) ORDER BY idx), '[]')
    FROM ${chain}.transfers WHERE tx_key = t.tx_key AND idx ${which} ${FIRST_INTERNAL_IDX})`;

const CLAIMS = (chain: ChainCode) => `(
    SELECT coalesce(json_agg(json_build_object('kind', 'token', 'from', encode(CASE WHEN mints THEN ${ZERO_ADDRESS} ELSE owner_key END, 'hex'),
      'to', encode(CASE WHEN mints THEN owner_key ELSE ${ZERO_ADDRESS} END, 'hex'), 'asset', encode(asset, 'hex'), 'standard', 'erc20',
      'amount', amount::text, 'tokenId', NULL) ORDER BY idx), '[]')
    FROM ${chain}.wrapped_logs WHERE tx_key = t.tx_key)`;

/** One snapshot of all entries of a block. */
export async function readAuditedEntries(
  session: Session,
  chain: ChainCode,
  height: number,
): Promise<AuditedEvmEntries> {
  return lookOnce<AuditedEvmEntries>(
    session,
    `${withState(chain)}, ${tracing(chain)}
     SELECT (SELECT encode(hash, 'hex') FROM ${chain}.blocks WHERE height = $1) AS hash,
       coalesce((SELECT (${internalStatus(chain, '$1::integer')}) = 'complete' FROM tracing g), false) AS "isTraced",
       (SELECT coalesce(json_agg(json_build_object('columns', json_build_object(
            'txid', encode(txid, 'hex'), 'type', type::text, 'succeeded', succeeded::text, 'from', encode(from_key, 'hex'),
            'to', encode(to_key, 'hex'), 'created', encode(created_contract, 'hex'), 'value', value::text, 'nonce', nonce::text,
            'gasLimit', gas_limit::text, 'gasUsed', gas_used::text, 'gasPrice', gas_price::text, 'fee', fee::text,
            'blobFee', blob_fee::text, 'l1Fee', l1_fee::text, 'operatorFee', operator_fee::text, 'method', encode(method, 'hex')),
          'transfers', ${TRANSFERS(chain, '<')}, 'internal', ${TRANSFERS(chain, '>=')},
          'claims', ${CLAIMS(chain)}) ORDER BY tx_key), '[]')
        FROM ${chain}.transactions t WHERE tx_key >= $1::bigint << 20 AND tx_key < ($1::bigint + 1) << 20) AS entries`,
    [height],
  );
}
