/** Answers of the API about account chains, as far as they are checked. */
import type { ApiClient, ApiItem, ApiTip } from '../check/api-client.js';

interface Transfer {
  readonly from: string | null;
  readonly to: string | null;
  /** Null for the chain's own coin. */
  readonly asset: string | null;
  readonly amount: string;
}

interface Moved {
  readonly from: string | null;
  readonly to: string | null;
  readonly fee: string | null;
  readonly transferCount: number;
  /** Not all of them where there are many. */
  readonly transfers: readonly Transfer[];
  readonly internalTransfers: 'complete' | 'pending' | 'off';
}

export interface AccountItem extends ApiItem, Moved {}

export interface AccountTransaction extends Moved {
  readonly txid: string;
  readonly status: string;
  /** Value that it moves, or is to move. */
  readonly amount: string | null;
  readonly gasUsed: number | null;
  readonly gasPrice: string | null;
  readonly blobFee: string | null;
  readonly l1Fee: string | null;
  readonly operatorFee: string | null;
}

export interface TokenBalance {
  readonly asset: string;
  readonly standard: string;
  readonly tokenId: string | null;
  readonly balance: string | null;
  readonly height: number | null;
}

export interface EvmBalance {
  readonly address: string;
  /** Null where the node could not be asked. */
  readonly balance: string | null;
  /** The block that it holds at. */
  readonly height: number;
  readonly pending: string | null;
  readonly pendingTransactionCount: number | null;
  readonly received: string | null;
  readonly transactionCount: number;
  readonly tokens: readonly TokenBalance[];
  readonly tokenCount: number | null;
  readonly tip: ApiTip;
}

/** @param height of a past block */
export function readBalance(api: ApiClient, address: string, height?: number): Promise<EvmBalance> {
  return api.ofAddress(address, height === undefined ? 'balance' : `balance?height=${height}`);
}

export function readTransaction(api: ApiClient, txid: string): Promise<AccountTransaction> {
  return api.ofTransaction(txid);
}
