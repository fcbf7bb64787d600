/** Answers of the API about UTXO chains, as far as they are checked. */
import type { ApiClient, ApiTip } from '../check/api-client.js';

interface UtxoBalance {
  readonly balance: string;
  /** Null while unconfirmed transactions are not followed. */
  readonly pending: string | null;
  readonly pendingTransactionCount: number | null;
  readonly received: string;
  readonly sent: string;
  readonly transactionCount: number;
  readonly tip: ApiTip;
}

export interface UtxoTransaction {
  readonly txid: string;
  readonly status: string;
  readonly inputs: readonly { readonly address: string | null; readonly amount: string | null }[];
  readonly outputs: readonly { readonly address: string | null; readonly amount: string }[];
}

interface UtxoPage {
  /** Null for very many. */
  readonly total: number | null;
  readonly utxos: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly amount: string;
    /** The unconfirmed transaction that spends it. */
    readonly spentBy: { readonly txid: string } | null;
  }[];
}

export function readBalance(api: ApiClient, address: string): Promise<UtxoBalance> {
  return api.ofAddress(address, 'balance');
}

export function readTransaction(api: ApiClient, txid: string): Promise<UtxoTransaction> {
  return api.ofTransaction(txid);
}

/** @param query e.g. `limit=25` */
export function readUtxos(api: ApiClient, address: string, query: string): Promise<UtxoPage> {
  return api.ofAddress(address, `utxos?${query}`);
}
