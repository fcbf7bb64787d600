/**
 * Whose request is begun next. Requests are read from all connections at once, and each takes some of the event loop's
 * time before it waits for anything: a client with a hundred connections would have a hundred turns to one of another's.
 */
import type { RequestHandler } from 'express';
import { callerOf } from '../access/access.js';

/** In the order of their turns. */
const waitingOf = new Map<string, (() => void)[]>();
let isTaken = false;

/**
 * One request is begun in each turn of the loop, and clients have theirs one after the other. Where nobody else begins
 * one, nobody waits.
 */
export const beginInTurn: RequestHandler = (_request, response, next) => {
  if (!isTaken) {
    isTaken = true;
    setImmediate(beginNext);
    next();
    return;
  }
  const { client } = callerOf(response);
  const own = waitingOf.get(client) ?? [];
  waitingOf.set(client, own);
  own.push(() => {
    // Nobody waits for the answer any more.
    if (!response.destroyed) next();
  });
};

function beginNext(): void {
  const [first] = waitingOf;
  if (!first) {
    isTaken = false;
    return;
  }
  const [client, waiting] = first;
  const begin = waiting.shift();
  // Its next turn comes after everybody else's.
  waitingOf.delete(client);
  if (waiting.length > 0) waitingOf.set(client, waiting);
  setImmediate(beginNext);
  begin?.();
}
