import { type AnswerWriter, literal } from './answer-writer.js';
import type { LogDraft } from './draft.js';
import { EVENTS } from './events.js';

const NEXT = literal('","0x');
/** An address in a topic is 32 bytes long. */
const ADDRESS_PAD = literal('0'.repeat(24));
const UNLIMITED = literal('f'.repeat(64));
const NEGATIVE = literal('f'.repeat(48));

/** Digits of a log's topics, between the prefix of the first and the end of the last. */
export function writeTopics(out: AnswerWriter, log: LogDraft, id: number): void {
  const { signature, topics } = EVENTS[log.event];
  out.text(signature);
  for (const topic of topics) {
    out.text(NEXT);
    if (topic === 'id') out.padded(4, id);
    else {
      out.text(ADDRESS_PAD);
      out.party(log[topic]);
    }
  }
}

/** Digits of a log's data. @param number of the log, from which its amounts follow */
export function writeLogData(out: AnswerWriter, { event, digits }: LogDraft, number: number): void {
  let place = 0;
  for (const word of EVENTS[event].data) {
    place++;
    if (word === 'amount') out.padded(digits, number + place);
    else if (word === 'small') out.padded(6, number + place);
    else if (word === 'negative') {
      out.text(NEGATIVE);
      out.digits(16, number + place);
    } else if (word === 'unlimited') out.text(UNLIMITED);
    else out.paddedNumber(word);
  }
}
