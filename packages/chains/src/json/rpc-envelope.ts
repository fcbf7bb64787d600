import { JsonCursor } from './cursor.js';
import { MemberNames } from './member-names.js';

const ENVELOPE = new MemberNames(['result', 'error']);

/**
 * Reads the result of a JSON-RPC answer with `read`, which is called at its first byte.
 * @param what what the answer is about, for messages
 * @throws DecodeError where there is no result
 */
export function readResult<T>(body: Buffer, what: string, read: (json: JsonCursor) => T): T {
  const json = new JsonCursor(body, what);
  const result = readEnvelope(json, read);
  json.expectEnd();
  return result;
}

/** Reads one envelope, alone or in a batch. */
export function readEnvelope<T>(json: JsonCursor, read: (json: JsonCursor) => T): T {
  let result: { readonly value: T } | null = null;
  const start = json.at;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(ENVELOPE);
    if (name === 'result' && !json.takeNull()) {
      if (result !== null) json.fail('the answer has two results');
      result = { value: read(json) };
    } else if (name === 'error' && !json.takeNull()) json.fail('the answer is an error');
    else if (name === null) json.skip();
  }
  return result === null ? json.fail('the answer has no result', start) : result.value;
}
