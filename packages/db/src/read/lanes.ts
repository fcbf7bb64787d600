/** Lane of a question. Each lane has connections of its own: what is heavy keeps nothing waiting that is not. */
export type Lane = 'cheap' | 'heavy';
export const LANES: readonly Lane[] = ['cheap', 'heavy'];

/** Client that asks. */
export interface Asking {
  readonly lane: Lane;
  /** Clients have their turns one after the other. */
  readonly client: string;
}

/** Questions of the service itself: each is the same for all who wait for the answer, and bounded whatever clients do. */
export const OWN: Asking = { lane: 'cheap', client: '' };

/** Refusal of a question that takes more than it may. Nothing but its weight was read. */
export class TooHeavyError extends Error {
  override readonly name = 'TooHeavyError';
  /** In rows of a history, besides those that are asked for. */
  readonly weight: number;
  constructor(weight: number) {
    super(`what is asked for takes as long as ${weight} more rows of a history`);
    this.weight = weight;
  }
}

/**
 * @param most null: whatever it weighs
 * @throws TooHeavyError
 */
export function requireWeight(weight: number, most: number | null): void {
  if (most !== null && weight > most) throw new TooHeavyError(weight);
}

/** Share of the connections for heavy questions. */
const HEAVY_SHARE = 0.3;

/** Connections by lane, one of each at least. */
export function connectionsOf(max: number): Readonly<Record<Lane, number>> {
  const heavy = Math.max(1, Math.floor(max * HEAVY_SHARE));
  return { heavy, cheap: Math.max(1, max - heavy) };
}
