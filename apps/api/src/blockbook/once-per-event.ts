/** Read once for all who are told of the same event. */
const told = new WeakMap<object, Promise<object | null>>();

/**
 * @param read may be called where it failed for another one: that one may have used what it may, or left
 * @throws why its own reading failed
 */
export async function readOncePerEvent(event: object, read: () => Promise<object | null>): Promise<object | null> {
  for (;;) {
    const known = told.get(event);
    if (!known) break;
    try {
      return await known;
    } catch {
      // One at a time reads it again.
      if (told.get(event) === known) told.delete(event);
    }
  }
  const made = read();
  told.set(event, made);
  return made;
}
