/** Text that miners write about themselves into coinbases. */

/** Shorter runs of letters are chance: numbers and hashes stand beside them. */
const TEXT = /[ -~]{4,}/g;
/** A coinbase begins with the push of the height (BIP34), of so many bytes at most. */
const MOST_HEIGHT_BYTES = 8;

/** @param script hex of the coinbase's input script. @returns its printable ASCII; null where there is none */
export function minerTag(script: string | null): string | null {
  if (script === null) return null;
  const bytes = Buffer.from(script, 'hex');
  const pushed = bytes[0] ?? 0;
  const text = bytes.toString('latin1', pushed <= MOST_HEIGHT_BYTES ? 1 + pushed : 0);
  return text.match(TEXT)?.join(' ') ?? null;
}
