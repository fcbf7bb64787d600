import { type CosmosChainNetwork, shownTexts } from '@chaintrail/chains';
import type { StoredCosmosTransaction } from '@chaintrail/db';
import { shownHash } from '../../read/texts.js';
import type { CosmosTransaction } from '../../schemas/cosmos-transaction-schema.js';

/**
 * Memos that ask for a payout: swaps and limit swaps, withdrawals of liquidity, loans, and what leaves a trade account,
 * a secured asset or RUNEPool. Source: thornode x/thorchain/memo/memo.go stringToTxTypeMap
 */
const ASKS_FOR_PAYOUT =
  /^(?:=|=<|s|swap|limito|lo|-|wd|withdraw|loan\+|\$\+|loan-|\$-|trade-|secure-|pool-|\$pool-)(?::|$)/i;
const DEPOSITS: ReadonlySet<string> = new Set(['/types.MsgDeposit', '/types.MsgSend', '/cosmos.bank.v1beta1.MsgSend']);

export function outcomeOf(followed: CosmosChainNetwork, stored: StoredCosmosTransaction): CosmosTransaction['outcome'] {
  const { code, memo, messages, outcome } = stored;
  if (code !== 0) return null;
  if (outcome !== null) {
    const { reason } = shownTexts({ reason: outcome.reason });
    return { status: outcome.paid ? 'paid' : 'refunded', reason, txid: shownHash(followed, outcome.txid) };
  }
  const asks = messages.some(({ type }) => DEPOSITS.has(type)) && ASKS_FOR_PAYOUT.test(memo ?? '');
  return asks ? { status: 'open', reason: null, txid: null } : null;
}
