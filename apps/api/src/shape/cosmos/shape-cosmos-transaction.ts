/** From a stored entry of a Cosmos chain's block to the object that clients see. */
import { type CosmosChainNetwork, shownTexts } from '@chaintrail/chains';
import type {
  CosmosHistoryRow,
  OtherPlace,
  StoredCosmosTransaction,
  StoredCosmosTransfer,
  StoredPayout,
} from '@chaintrail/db';
import { ENTRY_WEIGHT, nextOffsetOf, type PartRequest, Rows, type WithRows } from '../../http/rows.js';
import type { Tip } from '../../read/progress.js';
import { type AddressTexts, addressTextsOf, shownHash, shownPlaces } from '../../read/texts.js';
import type {
  CosmosBlockTransaction,
  CosmosHistoryTransaction,
  CosmosTransaction,
  CosmosTransfer,
  Payout,
} from '../../schemas/cosmos-transaction-schema.js';
import { directionOf } from '../direction.js';
import { denominationFacts, payoutDecimals } from './denomination.js';
import { outcomeOf } from './outcome.js';
import { paymentOf } from './payment.js';

export function shapeCosmosTransaction(
  followed: CosmosChainNetwork,
  stored: StoredCosmosTransaction,
  tip: Tip,
  part: PartRequest,
  alsoIn: readonly OtherPlace[],
): WithRows<CosmosTransaction> {
  const common = shapeCosmosBlockTransaction(followed, { ...stored, transfers: [], payouts: [] }, tip);
  const texts = addressTextsOf(followed.network);
  const messageCount = stored.messageCount ?? 0;
  return {
    ...common,
    // The only one is read for each part.
    messages: messageCount > part.offset ? common.messages : [],
    transfers: Rows.of(stored.transfers, (transfer) => shapeTransfer(followed, transfer, texts), ENTRY_WEIGHT),
    payouts: Rows.of(stored.payouts, (payout) => shapePayout(followed, payout), ENTRY_WEIGHT),
    messageCount,
    nextOffset: nextOffsetOf(part, [messageCount, stored.transferCount]),
    alsoIn: shownPlaces(followed, alsoIn),
    tip,
  };
}

/** @param ownKey hex of the key of the history's address @param compact whether messages and payouts were left out */
export function shapeCosmosHistoryTransaction(
  followed: CosmosChainNetwork,
  { transaction, delta, balance }: CosmosHistoryRow,
  tip: Tip,
  ownKey: string,
  compact: boolean,
): CosmosHistoryTransaction {
  const common = shapeCosmosBlockTransaction(followed, transaction, tip);
  const shaped = (compact ? withoutLong(common) : common) as CosmosHistoryTransaction;
  shaped.direction = directionFor(ownKey, transaction, delta);
  shaped.netAmount = delta;
  shaped.amount = delta;
  shaped.balanceAfter = balance;
  return shaped;
}

function withoutLong(transaction: CosmosBlockTransaction): Partial<CosmosBlockTransaction> {
  const { to: _to, value: _value, failure: _failure, messages: _messages, ...some } = transaction;
  const { payouts: _payouts, answers: _answers, outcome: _outcome, ...rest } = some;
  return rest;
}

/** @param own hex of the address's key */
function directionFor(own: string, { from, fee, transfers }: StoredCosmosTransaction, delta: string) {
  const toItself = transfers.some((transfer) => transfer.from === own && transfer.to === own);
  return directionOf(delta, fee, toItself, () => ({
    gives: from === own || transfers.some((transfer) => transfer.from === own),
    gets: transfers.some((transfer) => transfer.to === own),
  }));
}

/** An entry of a block. */
export function shapeCosmosBlockTransaction(
  followed: CosmosChainNetwork,
  stored: StoredCosmosTransaction,
  tip: Tip,
): CosmosBlockTransaction {
  const { chain, network } = followed;
  const texts = addressTextsOf(network);
  const { block, messages, code } = stored;
  const payment = paymentOf(chain, messages);
  return {
    family: 'cosmos',
    currency: chain.code,
    txid: shownHash(followed, stored.txid),
    kind: stored.kind,
    status: code === null || code === 0 ? 'confirmed' : 'failed',
    blockHeight: block.height,
    blockHash: shownHash(followed, block.hash),
    blockIndex: stored.index,
    timestamp: block.time,
    confirmations: tip.height - block.height + 1,
    fee: stored.fee,
    decimals: chain.decimals,
    from: texts.of(stored.from),
    to: payment.to,
    value: payment.value,
    gasUsed: stored.gasUsed,
    gasWanted: stored.gasWanted,
    code,
    // Stored as the chain has them, for those who compare; a line of a page must not be turned round by them.
    ...shownTexts({ failure: code ? stored.failure : null, memo: stored.memo }),
    outcome: outcomeOf(followed, stored),
    // The database keeps names in an order of its own.
    messages: messages.map(({ type, ...fields }) => shownTexts({ type, ...fields })),
    inTxid: stored.inTxid === null ? null : shownHash(followed, stored.inTxid),
    transferCount: stored.transferCount,
    transfers: stored.transfers.map((transfer) => shapeTransfer(followed, transfer, texts)),
    payouts: stored.payouts.map((payout) => shapePayout(followed, payout)),
    answers: stored.answers.map((txid) => shownHash(followed, txid)),
  };
}

function shapeTransfer(
  { chain }: CosmosChainNetwork,
  transfer: StoredCosmosTransfer,
  texts: AddressTexts,
): CosmosTransfer {
  const { kind, from, to, asset, amount } = transfer;
  const facts = denominationFacts(chain, asset);
  return { kind, from: texts.of(from), to: texts.of(to), asset, amount, ...shownFacts(facts), tokenId: null };
}

/** Without what else parameters say. */
function shownFacts({ decimals, symbol, name }: ReturnType<typeof denominationFacts>) {
  return { decimals, symbol, name };
}

function shapePayout(followed: CosmosChainNetwork, { inTxid, txid, ...told }: StoredPayout): Payout {
  const texts = shownTexts(told);
  const decimals = payoutDecimals(followed.chain, told.asset);
  return { inTxid: shownHash(followed, inTxid), txid: shownHash(followed, txid), ...texts, decimals };
}
