/** How an unconfirmed transaction stands with those that it depends on, and that depend on it. Pure. */
import type { Kinship, MempoolRelatives } from '@chaintrail/db';
import type { Waiting } from '../../schemas/utxo-transaction-schema.js';
import { type ProjectedBlock, packagesOf } from './project-blocks.js';

export const roundedRate = (rate: number): number => Math.round(rate * 100) / 100;

type Figures = readonly [vsize: number, fee: number];

/** @param blocks that miners would make next; null where that is not known */
export function shapeWaiting(relatives: MempoolRelatives, blocks: readonly ProjectedBlock[] | null): Waiting {
  const { id, cut, members } = relatives;
  const known = new Map(
    members.flatMap(([id, vsize, fee]) => (vsize && fee !== null ? [[id, [vsize, fee] as Figures] as const] : [])),
  );
  const own = known.get(id);
  const isWhole = !cut && members.every(([id]) => known.has(id));
  const effective = isWhole ? effectiveRate(relatives, known) : null;
  return {
    feeRate: own ? roundedRate(own[1] / own[0]) : null,
    effectiveFeeRate: effective === null ? null : roundedRate(effective),
    rbf: replaceable(relatives),
    ancestors: cut ? null : sumOf(relatives, 'ancestor', known),
    descendants: cut ? null : sumOf(relatives, 'descendant', known),
    projectedBlock: effective === null || blocks === null ? null : placeOf(effective, blocks),
  };
}

function others({ id, kinships }: MempoolRelatives, kinship: Kinship): number[] {
  return kinships.filter(([other, kind]) => kind === kinship && other !== id).map(([other]) => other);
}

function sumOf(
  relatives: MempoolRelatives,
  kinship: Kinship,
  known: ReadonlyMap<number, Figures>,
): Waiting['ancestors'] {
  const ids = others(relatives, kinship);
  const figures = ids.flatMap((id) => known.get(id) ?? []);
  // Two figures of each, or one of them is not known.
  if (figures.length < 2 * ids.length) return { count: ids.length, vsize: null, fee: null };
  const sum = (of: 0 | 1) => figures.reduce((total, figure, at) => total + (at % 2 === of ? figure : 0), 0);
  return { count: ids.length, vsize: sum(0), fee: String(sum(1)) };
}

/** The rate of what it is chosen together with: of its ancestors, or of a child that pays for it. */
function effectiveRate({ id, spends }: MempoolRelatives, known: ReadonlyMap<number, Figures>): number | null {
  const related = [...known].map(([id, [vsize, fee]]) => [id, vsize, fee] as const);
  for (const chosen of packagesOf({ single: [], related, spends })) if (chosen?.ids.has(id)) return chosen.feeRate;
  return null;
}

/** BIP125: what depends on one that says that it may be replaced may be, too. */
function replaceable(relatives: MempoolRelatives): boolean | null {
  const upwards = new Set([relatives.id, ...others(relatives, 'ancestor')]);
  const signals = relatives.members.filter(([id]) => upwards.has(id)).map(([, , , signal]) => signal);
  if (signals.includes(true)) return true;
  return relatives.cut || signals.includes(null) ? null : false;
}

/** From 1; null where it is in none of them. What pays as much as the least of a block may also be in the next. */
function placeOf(rate: number, blocks: readonly ProjectedBlock[]): number | null {
  const at = blocks.findIndex(({ lowest, isFull }) => rate >= lowest || !isFull);
  return at === -1 ? null : at + 1;
}
