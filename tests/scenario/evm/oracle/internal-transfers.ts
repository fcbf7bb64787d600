/** Ether that moved inside a transaction, from the tree of its calls. */
import { getAddress } from 'ethers';
import type { Destruction, NodeFrame } from './node-block.js';

/** Something that moved. Addresses with their checksum, amounts in base units. */
export interface Transfer {
  readonly kind: 'native' | 'internal' | 'token' | 'mint' | 'burn' | 'fee' | 'withdrawal' | 'reward';
  /** Null where it came from nowhere. */
  readonly from: string | null;
  readonly to: string | null;
  /** The token's contract; null for ether. */
  readonly asset: string | null;
  readonly standard: 'erc20' | 'erc721' | 'erc1155' | null;
  readonly amount: bigint;
  readonly tokenId: bigint | null;
}

export function etherTransfer(
  kind: Transfer['kind'],
  from: string | null,
  to: string | null,
  amount: bigint,
): Transfer {
  return { kind, from, to, asset: null, standard: null, amount, tokenId: null };
}

/** These move the value they tell; others (DELEGATECALL, CALLCODE) run with one that moved before. */
const MOVING = new Set(['CALL', 'CREATE', 'CREATE2']);

interface Walk {
  readonly destruction: Destruction;
  readonly transfers: Transfer[];
  /** Contracts that this transaction has created. */
  readonly created: Set<string>;
  /** The ones that are gone at its end (EIP-6780), and what they have been paid since. */
  readonly destroyed: Map<string, bigint>;
}

/**
 * @param top the transaction itself, whose own value is not an internal transfer
 * @param tellsRemains the trace tells elsewhere what destroyed contracts were left with (Arbitrum)
 */
export function internalTransfersOf(top: NodeFrame, destruction: Destruction, tellsRemains = false): Transfer[] {
  const walk: Walk = { destruction, transfers: [], created: new Set(), destroyed: new Map() };
  visit(top, true, walk);
  if (tellsRemains) return walk.transfers;
  // Coins paid to a contract after its end are burned with it.
  for (const [address, amount] of walk.destroyed) {
    if (amount > 0n) walk.transfers.push(etherTransfer('burn', address, null, amount));
  }
  return walk.transfers;
}

function visit(frame: NodeFrame, isTop: boolean, walk: Walk): void {
  // A failed call moved nothing, and nothing below it did.
  if (frame.error !== undefined) return;
  // Anvil names no beneficiary where a contract that stays destroys itself in its own favour, which does nothing.
  if (frame.to === undefined) return;
  const from = getAddress(frame.from);
  const to = getAddress(frame.to);
  const value = BigInt(frame.value ?? 0);
  if (frame.type.startsWith('CREATE')) walk.created.add(to);
  if (frame.type === 'SELFDESTRUCT') selfDestruct(from, to, value, walk);
  else if (MOVING.has(frame.type) && !isTop && value > 0n) {
    walk.transfers.push(etherTransfer('internal', from, to, value));
    const late = walk.destroyed.get(to);
    if (late !== undefined) walk.destroyed.set(to, late + value);
  }
  for (const call of frame.calls ?? []) visit(call, false, walk);
}

function selfDestruct(from: string, to: string, value: bigint, walk: Walk): void {
  const { destruction, created } = walk;
  const isGone = destruction === 'any' || (destruction === 'new' && created.has(from));
  if (isGone) walk.destroyed.set(from, 0n);
  if (value === 0n) return;
  if (from !== to) walk.transfers.push(etherTransfer('internal', from, to, value));
  else if (isGone) walk.transfers.push(etherTransfer('burn', from, null, value));
}
