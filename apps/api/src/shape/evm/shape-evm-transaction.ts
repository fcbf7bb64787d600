/** From a stored transaction of an EVM chain to the object that clients see. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import type { EvmHistoryRow, FoundEvmTransaction, Sides, StoredEvmTransaction, StoredTransfer } from '@chaintrail/db';
import { ENTRY_WEIGHT, nextOffsetOf, type PartRequest, Rows, type WithRows } from '../../http/rows.js';
import type { Tip } from '../../read/progress.js';
import { type AddressTexts, addressTextsOf, shownHash, shownPlaces } from '../../read/texts.js';
import type {
  EvmBlockTransaction,
  EvmHistoryTransaction,
  EvmTransaction,
  Transfer,
} from '../../schemas/evm-transaction-schema.js';
import { directionOf } from '../direction.js';
import { asDropped } from '../dropped.js';

export function shapeEvmTransaction(
  followed: EvmChainNetwork,
  { dropped, alsoIn }: Pick<FoundEvmTransaction, 'dropped' | 'alsoIn'>,
  stored: StoredEvmTransaction,
  tip: Tip,
  part: PartRequest,
): WithRows<EvmTransaction> {
  const texts = addressTextsOf(followed.network);
  return {
    ...shapeEvmBlockTransaction(followed, { ...stored, transfers: [] }, tip),
    ...asDropped(followed, dropped),
    transfers: Rows.of(stored.transfers, (transfer) => shapeTransfer(followed, transfer, texts), ENTRY_WEIGHT),
    nextOffset: nextOffsetOf(part, [stored.transferCount]),
    alsoIn: shownPlaces(followed, alsoIn),
    tip,
  };
}

/** @param ownKey hex of the key of the address whose history it is */
export function shapeEvmHistoryTransaction(
  followed: EvmChainNetwork,
  { transaction, delta, balance }: EvmHistoryRow,
  tip: Tip,
  ownKey: string,
): EvmHistoryTransaction {
  // A literal that begins with a spread takes 1 µs for each further field (README.md).
  const shaped = shapeEvmBlockTransaction(followed, transaction, tip) as EvmHistoryTransaction;
  shaped.direction = directionFor(ownKey, transaction, delta);
  shaped.netAmount = delta;
  shaped.amount = delta;
  shaped.balanceAfter = balance;
  return shaped;
}

/** @param own hex of the address's key */
function directionFor(own: string, stored: StoredEvmTransaction, delta: string): EvmHistoryTransaction['direction'] {
  const { from, to, fee, createdContract } = stored;
  return directionOf(delta, fee, from === own && to === own, () => {
    const { gives, gets, isSeen } = stored.sides ?? sidesOf(stored.transfers, own);
    return {
      gives: from === own || gives,
      gets: to === own || gets,
      // A claim of a contract that is not proved to be a wrapped coin names it, and is no transfer.
      isMention: isSeen && createdContract !== own,
    };
  });
}

/** Sides of a transaction whose transfers are all listed: a log of nothing, or of what was not, moved nothing. */
function sidesOf(transfers: readonly StoredTransfer[], own: string): Sides {
  const moved = transfers.filter(({ asset, amount }) => asset === null || amount !== '0');
  return {
    gives: moved.some(({ from, spoofed }) => from === own && !spoofed),
    gets: moved.some(({ to }) => to === own),
    isSeen: true,
  };
}

/** An entry of a block. */
export function shapeEvmBlockTransaction(
  followed: EvmChainNetwork,
  stored: StoredEvmTransaction,
  tip: Tip,
): EvmBlockTransaction {
  const { chain, network } = followed;
  const texts = addressTextsOf(network);
  const { block } = stored;
  return {
    family: 'evm',
    currency: chain.code,
    txid: shownHash(followed, stored.txid),
    status: statusOf(stored),
    blockHeight: block?.height ?? null,
    blockHash: block && shownHash(followed, block.hash),
    blockIndex: block?.index ?? null,
    timestamp: block?.time ?? null,
    firstSeen: stored.firstSeen,
    confirmations: block ? tip.height - block.height + 1 : 0,
    fee: stored.fee,
    blobFee: stored.blobFee,
    l1Fee: stored.l1Fee,
    operatorFee: stored.operatorFee,
    decimals: chain.decimals,
    type: stored.type,
    from: texts.of(stored.from),
    to: texts.of(stored.to),
    value: stored.value,
    nonce: stored.nonce,
    gasLimit: stored.gasLimit,
    gasUsed: stored.gasUsed,
    gasPrice: stored.gasPrice,
    method: stored.method === null ? null : `0x${stored.method}`,
    contractCreated: texts.of(stored.createdContract),
    memo: null,
    transferCount: stored.transferCount,
    transfers: stored.transfers.map((transfer) => shapeTransfer(followed, transfer, texts)),
    internalTransfers: stored.internalTransfers,
  };
}

function statusOf({ block, type, succeeded }: StoredEvmTransaction): EvmTransaction['status'] {
  if (!block) return 'pending';
  // The block's own entry has no type, and cannot fail.
  if (succeeded === null && type !== null) return null;
  return succeeded === false ? 'failed' : 'confirmed';
}

function shapeTransfer({ chain }: EvmChainNetwork, transfer: StoredTransfer, texts: AddressTexts): Transfer {
  const { asset } = transfer;
  const own = asset === null;
  return {
    kind: transfer.kind,
    from: texts.of(transfer.from),
    to: texts.of(transfer.to),
    asset: texts.of(asset),
    standard: transfer.standard,
    amount: transfer.amount,
    decimals: own ? chain.decimals : transfer.decimals,
    symbol: own ? chain.symbol : transfer.symbol,
    name: transfer.name,
    tokenId: transfer.tokenId,
    ...(transfer.spoofed ? { spoofed: true } : {}),
  };
}
