/**
 * Order in which requests are begun. They are read from all connections at once, and each takes some of the event
 * loop's time before it waits for anything. So a client with a hundred connections would have a hundred turns to one
 * of another's.
 */
import { Waiting } from '@chaintrail/db';
import type { RequestHandler } from 'express';
import { callerOf } from '../access/access.js';
import { siteOf } from '../access/client-address.js';

const waiting = new Waiting<() => void>(siteOf);
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
  waiting.add(client, () => {
    // Nobody waits for the answer any more.
    if (!response.destroyed) next();
  });
};

function beginNext(): void {
  const begin = waiting.next();
  if (!begin) {
    isTaken = false;
    return;
  }
  setImmediate(beginNext);
  begin();
}
