/** A map that remembers which value it had at every height. */
interface Version<V> {
  readonly height: number;
  value: V;
}

export class VersionedMap<V> {
  private readonly cells = new Map<string, Version<V>[]>();

  /** @returns the value after the block of that height; by default the newest */
  get(key: string, height = Number.POSITIVE_INFINITY): V | undefined {
    const versions = this.cells.get(key);
    if (!versions) return undefined;
    for (let at = versions.length - 1; at >= 0; at--) {
      const version = versions[at] as Version<V>;
      if (version.height <= height) return version.value;
    }
    return undefined;
  }

  /** @returns what takes it back; to be called in the opposite order */
  set(key: string, height: number, value: V): () => void {
    const versions = this.cells.get(key);
    if (!versions) {
      this.cells.set(key, [{ height, value }]);
      return () => this.cells.delete(key);
    }
    const newest = versions.at(-1) as Version<V>;
    if (newest.height < height) {
      versions.push({ height, value });
      return () => versions.pop();
    }
    const before = newest.value;
    newest.value = value;
    return () => {
      newest.value = before;
    };
  }

  /** Keys that have a value, in the order in which they first had one. */
  keys(): IterableIterator<string> {
    return this.cells.keys();
  }
}
