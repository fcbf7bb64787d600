/**
 * What tokens say their names are, made fit to be stored and shown: no control characters, nothing that turns or hides the text
 * around it, nothing that is not UTF-8, not longer than asked.
 */

/** More bytes are not even looked at. */
const MAX_BYTES = 4_096;

/** Controls, what turns or joins text invisibly, surrogates, private and unassigned characters, separators of lines, wreckage of UTF-8. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFD]/gu;
/** What ends a line, or moves within it, is white space, though a control character. */
const LINE_BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;
/** More marks on one letter than any script has: they grow over the lines above and below. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * @param maxCharacters longer texts are cut
 * @returns null where nothing is left
 */
export function cleanTokenText(bytes: Uint8Array, maxCharacters: number): string | null {
  const end = bytes.indexOf(0);
  const shown = bytes.subarray(0, Math.min(end < 0 ? bytes.length : end, MAX_BYTES));
  const text = Buffer.from(shown.buffer, shown.byteOffset, shown.byteLength).toString('utf8');
  const oneLine = text.replace(LINE_BREAKS, ' ').replace(NOT_SHOWN, '');
  const clean = oneLine.replace(STACKED_MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const cut = [...clean].slice(0, maxCharacters).join('').trim();
  return cut === '' ? null : cut;
}
