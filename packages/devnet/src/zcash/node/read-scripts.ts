/** Reads unlocking scripts back from a transaction's bytes: the simulator does not keep them apart. */

interface UnlockingScript {
  readonly script: Buffer;
  readonly sequence: number;
}

/** Bytes in front of the inputs: the version, from 3 on its group, from 5 on branch id, lock time and expiry height. */
function inputsOffset(version: number): number {
  if (version >= 5) return 20;
  return version >= 3 ? 8 : 4;
}

export function readUnlockingScripts(bytes: Buffer): UnlockingScript[] {
  let at = inputsOffset(bytes.readUInt32LE(0) & 0x7fffffff);
  const compactSize = (): number => {
    const first = bytes.readUInt8(at++);
    if (first < 253) return first;
    const width = first === 253 ? 2 : 4;
    at += width;
    return bytes.readUIntLE(at - width, width);
  };
  return Array.from({ length: compactSize() }, () => {
    at += 36;
    const length = compactSize();
    const script = bytes.subarray(at, at + length);
    at += length + 4;
    return { script, sequence: bytes.readUInt32LE(at - 4) };
  });
}
