/** What a question is read for. Each lane has connections of its own: what is heavy keeps nothing waiting that is not. */
export type Lane = 'cheap' | 'heavy';
export const LANES: readonly Lane[] = ['cheap', 'heavy'];

/** Whose question it is. */
export interface Asking {
  readonly lane: Lane;
  /** Clients have their turns one after the other. */
  readonly client: string;
}

/** Questions of the service itself: the same for all who wait for the answer, and bounded whatever clients do. */
export const OWN: Asking = { lane: 'cheap', client: '' };

/** Of the connections, those for heavy questions. */
const HEAVY_SHARE = 0.3;

/** Connections by lane, one of each at least. */
export function connectionsOf(max: number): Readonly<Record<Lane, number>> {
  const heavy = Math.max(1, Math.floor(max * HEAVY_SHARE));
  return { heavy, cheap: Math.max(1, max - heavy) };
}
