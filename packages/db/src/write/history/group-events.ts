/** Events of a batch by address. */
export interface EventGroups {
  /** Numbers of the events, those of each address together and in chain order. */
  readonly order: Uint32Array;
  /** Those of address `a` are `order[start[a]] … order[start[a + 1] - 1]`. */
  readonly start: Uint32Array;
}

/**
 * A counting sort. @param address number of each event's address, `count` of them in chain order
 * @param addresses how many addresses there are
 */
export function groupEvents(address: Int32Array, count: number, addresses: number): EventGroups {
  const start = new Uint32Array(addresses + 1);
  for (let e = 0; e < count; e++) start[address[e]! + 1]!++;
  for (let a = 0; a < addresses; a++) start[a + 1]! += start[a]!;
  const order = new Uint32Array(count);
  const next = start.slice();
  for (let e = 0; e < count; e++) order[next[address[e]!]!++] = e;
  return { order, start };
}
