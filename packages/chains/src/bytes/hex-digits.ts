/** What each byte is as a hexadecimal digit in ASCII, in either case; negative where it is none. */
export const DIGIT = digits();

function digits(): Int8Array {
  const values = new Int8Array(256).fill(-1);
  for (let digit = 0; digit < 16; digit++) {
    const text = digit.toString(16);
    values[text.charCodeAt(0)] = digit;
    values[text.toUpperCase().charCodeAt(0)] = digit;
  }
  return values;
}
