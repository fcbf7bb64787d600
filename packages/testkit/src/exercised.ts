/**
 * Notes of a whole test run: which routes this process answered, which metrics its requests were shown. Test files load
 * it, and APIs that they spawn. `scripts/test.mjs` names the file of notes, `TEST_EXERCISED`, and compares with what there
 * is. Without it nothing is noted, and nothing costs.
 */
import { appendFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const PARAMETER = 'notes';
/** A spawned program gets no variable that its operator would not set. */
const named = new URL(import.meta.url).searchParams.get(PARAMETER) ?? process.env['TEST_EXERCISED'];
if (named !== undefined) noteExercised(named);

/** Arguments of Node with which a program notes what it answers, too. */
export function notingArguments(): string[] {
  if (named === undefined) return [];
  const url = new URL(import.meta.url);
  url.searchParams.set(PARAMETER, named);
  return [`--import=${url}`];
}

function noteExercised(file: string): void {
  const noted = new Set<string>();
  const note = (kind: string, what: string): void => {
    const line = `${kind}\t${what}\n`;
    if (noted.has(line)) return;
    noted.add(line);
    // Short lines, which several processes append whole.
    appendFileSync(file, line);
  };
  // Responses of WebSockets, too, which no event of Node's tells of.
  const { assignSocket } = ServerResponse.prototype;
  ServerResponse.prototype.assignSocket = function (this: RoutedResponse, socket: Socket): void {
    // A stream is left before it ends.
    this.once('close', () => {
      const { statusCode, headersSent, locals } = this;
      const isAnswered = statusCode === 101 || (headersSent && statusCode >= 200 && statusCode < 300);
      if (isAnswered && locals?.route) note('route', `${this.req.method} ${locals.route}`);
    });
    assignSocket.call(this, socket);
  };
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok && response.url.endsWith('/metrics')) {
      const text = await response.clone().text();
      for (const [, name] of text.matchAll(/^# HELP (chaintrail_\w+)/gm)) note('metric', name!);
      for (const [, name] of text.matchAll(/^(chaintrail_\w+?)(?:_bucket|_sum|_count)?[ {]/gm)) note('sample', name!);
    }
    return response;
  };
}

/** As Express and `nameRoute` of the API extend it. */
interface RoutedResponse extends ServerResponse {
  readonly locals?: { readonly route?: string };
}
