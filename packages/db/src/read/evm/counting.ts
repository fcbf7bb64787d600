/**
 * How running sums of an EVM chain's address become balances. Where all that moved in a stretch of blocks is in the
 * rows, a balance in it is the running sum plus one number, its `origin`. A balance that the node said tells it.
 */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import { stretchAround } from './internal-status.js';

/** Blocks, both ends among them. */
export interface Stretch {
  readonly since: number;
  readonly until: number;
  /** Nothing before it is missing, but for what a genesis block gave. */
  readonly isWhole: boolean;
}

/** A stretch whose origin is known. */
interface Base extends Stretch {
  readonly origin: string;
}

/** Facts of an address beside its rows; amounts are base units in decimal. */
export interface Counting {
  /** Origin of the stored balance; null where none is stored, or its block is in a gap. */
  readonly base: Base | null;
  /** Around the tip; null where that is not traced. */
  readonly tip: Stretch | null;
  /** Sum of all deltas. */
  readonly running: string;
  /** Another one means that running sums may have changed below the tip: after reorganisations, and closed gaps. */
  readonly epoch: string;
}

/** The origin of the stretch around the tip at that time, from what the node said. */
export interface KnownOrigin {
  readonly origin: string;
  readonly block: BlockRef;
  readonly epoch: string;
}

/** A {@link Counting} of the address in $1 as JSON, for statements with `tracing`. */
export function countingJson(chain: ChainCode): string {
  const stretch = "'since', since, 'until', until, 'isWhole', is_whole";
  return `(SELECT json_build_object(
      'base', (SELECT json_build_object('origin', h.origin::text, ${stretch})
        FROM (SELECT height, origin FROM ${chain}.address_balances WHERE (SELECT live FROM state) AND address_key = $1 LIMIT 1) h
        CROSS JOIN LATERAL (${stretchAround(chain, 'h.height')}) s WHERE h.height <= g.tip),
      'tip', (SELECT json_build_object(${stretch}) FROM (${stretchAround(chain, 'g.tip')}) s WHERE since <= g.tip),
      'running', coalesce((SELECT balance FROM ${chain}.address_transactions
        WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1), 0)::text,
      'epoch', concat_ws(':', g.revision, (SELECT max(id) FROM ${chain}.reorgs), (SELECT json ->> 'liveSince' FROM state)))
    FROM tracing g)`;
}

/** The origin that the balance at the tip tells. */
export function originFrom({ epoch, running }: Counting, said: string, block: BlockRef): KnownOrigin {
  return { origin: (BigInt(said) - BigInt(running)).toString(), block, epoch };
}

/** Stretches whose origin is known. @param known of the node, used only as long as it holds */
export function basesOf({ base, tip, epoch }: Counting, known: KnownOrigin | null): Base[] {
  const bases: Base[] = base === null ? [] : [base];
  const holds = known?.epoch === epoch && tip !== null && known.block.height >= tip.since - 1;
  if (holds && known.block.height <= tip.until) bases.push({ ...tip, origin: known.origin });
  // Nothing else gave it anything: neither a genesis block nor one that moved balances without a trace.
  return bases.map((each) => (each.isWhole && BigInt(each.origin) === 0n ? { ...each, since: 0 } : each));
}

/**
 * @returns what an address had before the transactions of a stretch, which has all of them: what a genesis block, or one
 *   that moved balances without a trace, gave it. Null where that is not known, or something was taken.
 */
export function givenBefore(bases: readonly Base[], { until, isWhole }: Stretch): string | null {
  const known = bases.find((base) => isWhole && base.isWhole && base.since <= until && until <= base.until);
  return known && BigInt(known.origin) >= 0n ? known.origin : null;
}

/** @returns a balance at the end of a block or after a transaction; null: not known. Below 0 traces lack something. */
export function balanceAt(bases: readonly Base[], height: number, running: string): string | null {
  const around = bases.filter(({ since, until }) => since <= height && height <= until);
  const balances = around.map(({ origin }) => BigInt(origin) + BigInt(running));
  return balances.find((balance) => balance >= 0n)?.toString() ?? null;
}
