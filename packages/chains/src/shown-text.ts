/** Texts that strangers wrote into blocks, made safe to show. */

/** Control, format, private and unassigned characters, surrogates, separators of lines. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** These control characters end a line, or move within it: they become white space. */
const LINE_BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;
/** More marks on one letter than any script has: they grow over the lines above and below. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;
/** Most texts: nothing of them changes. */
const PLAIN = /^[\x20-\x7e]*$/;

/** One line, with no control characters and nothing that turns or hides the text around it. */
export function shownText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(LINE_BREAKS, ' ').replace(NOT_SHOWN, '').replace(STACKED_MARKS, '$1');
}

/** The same for every text of a JSON value, its names included. */
export function shownTexts<T>(value: T): T;
export function shownTexts(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map((each) => shownTexts<unknown>(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [shownText(name), shownTexts<unknown>(each)]));
}
