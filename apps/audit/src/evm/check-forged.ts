/** Transfers that a contract logs of somebody who signed nothing and lost nothing. */
import { type AuditedEvmEntry, type AuditedEvmTransfer, readHoldingMarks } from '@chaintrail/db';
import type { Tally } from '../tally.js';
import type { EvmAudit } from './evm-audit.js';
import type { NodeBlock } from './evm-node-block.js';
import type { ExpectedEntry } from './expected-entries.js';
import { ZERO_ADDRESS } from './expected-tokens.js';
import { balanceChanges, gains } from './wrapped-coins.js';

/** So many senders of a block are looked at. */
const SENDERS = 100;

type Sent = AuditedEvmTransfer & { readonly from: string; readonly asset: string; readonly txid: string };

/**
 * A balance that did not change in the block tells that nothing moved, unless a `Deposit` of a contract that is no
 * wrapped coin by list or proof names the address in the same block. The index can know where it asked the contract for
 * that balance soon; elsewhere it is counted.
 * @param expected the node's entries of the block
 */
export async function checkForged(
  audit: EvmAudit,
  tally: Tally,
  block: NodeBlock,
  entries: readonly AuditedEvmEntry[],
  expected: readonly ExpectedEntry[],
): Promise<void> {
  const { session, code } = audit;
  const deposits = new Set(
    expected.flatMap(({ claims }) => claims.map(({ transfer: { asset, to } }) => `${asset} ${to}`)),
  );
  const losses = lossesOf(entries).filter(({ asset, from }) => !deposits.has(`${asset} ${from}`));
  const changes = await balanceChanges(
    audit,
    block,
    losses.map(({ asset, from }) => ({ asset, key: from })),
  );
  if (changes === null) return;
  const forged = losses.filter((_, n) => changes[n] === 0n);
  const height = Number(block.number);
  const marks = await readHoldingMarks(
    session,
    code,
    forged.map(({ asset, from }) => ({ asset, key: from })),
  );
  for (const [n, { txid, asset, from, amount }] of forged.entries()) {
    const { askedHeight, forgedTo } = marks[n]!;
    if (forgedTo !== null && forgedTo >= height) continue;
    if (askedHeight === null || askedHeight < height) tally.count('forged, and not asked for yet', 1);
    else {
      const place = `transaction ${txid} of block ${height}`;
      tally.find('forged', place, `nothing of asset ${asset} from ${from}`, `${amount}, and not marked as spoofed`);
    }
  }
}

/** The first transfer of each sender that did not sign, and by all transfers of the block has less of the token. */
function lossesOf(entries: readonly AuditedEvmEntry[]): Sent[] {
  const found = new Map<string, Sent>();
  const all = entries.flatMap(({ transfers }) => transfers).filter(({ standard }) => standard === 'erc20');
  const byAsset = new Map<string, ReadonlyMap<string, bigint>>();
  for (const { columns, transfers } of entries) {
    for (const transfer of transfers) {
      const { asset, from, amount, standard } = transfer;
      if (standard !== 'erc20' || asset === null || from === null || amount === '0') continue;
      if (from === ZERO_ADDRESS || from === columns.from || from === asset) continue;
      const ofAsset = byAsset.get(asset) ?? gains(all.filter((each) => each.asset === asset));
      byAsset.set(asset, ofAsset);
      if ((ofAsset.get(from) ?? 0n) < 0n && !found.has(`${asset} ${from}`))
        found.set(`${asset} ${from}`, { ...transfer, asset, from, txid: columns.txid });
      if (found.size === SENDERS) return [...found.values()];
    }
  }
  return [...found.values()];
}
