import type { Answer } from '../http/route.js';
import type { Tip } from '../shape/progress.js';
import { VERSION } from '../version.js';

/** Seconds. A new block can change any answer about a chain, and callers can afford to be this late. */
const NEAR_TIP_SECONDS = 5;

/** An answer that changes only when the chain does (or this program). */
export function answerAtTip<Body>(tip: Tip, body: () => Body): Answer<Body> {
  return { body, version: `${VERSION} ${tip.hash}`, maxAge: NEAR_TIP_SECONDS };
}

/** An answer that is told apart by its bytes. */
export function answerNow<Body>(body: Body, maxAge = 0): Answer<Body> {
  return { body: () => body, version: null, maxAge };
}
