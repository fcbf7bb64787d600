/** Events, or runs of events, by address. */
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
export function groupEvents(address: Int32Array | Uint32Array, count: number, addresses: number): EventGroups {
  const start = new Uint32Array(addresses + 1);
  for (let e = 0; e < count; e++) start[address[e]! + 1]!++;
  for (let a = 0; a < addresses; a++) start[a + 1]! += start[a]!;
  const order = new Uint32Array(count);
  const next = start.slice();
  for (let e = 0; e < count; e++) order[next[address[e]!]!++] = e;
  return { order, start };
}

/** Numbers of the addresses that have events, rising. @param start of their {@link EventGroups} */
export function addressesOf(start: Uint32Array): Uint32Array {
  let count = 0;
  for (let a = 0; a + 1 < start.length; a++) if (start[a] !== start[a + 1]) count++;
  const numbers = new Uint32Array(count);
  for (let a = 0, n = 0; n < count; a++) if (start[a] !== start[a + 1]) numbers[n++] = a;
  return numbers;
}
