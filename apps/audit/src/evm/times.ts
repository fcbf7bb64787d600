/** How often each text is there, to be used up one by one. */
export class Times {
  private readonly left = new Map<string, number>();

  constructor(texts: readonly string[]) {
    for (const text of texts) this.left.set(text, (this.left.get(text) ?? 0) + 1);
  }

  /** @returns whether there was one left */
  take(text: string): boolean {
    const times = this.left.get(text) ?? 0;
    if (times > 0) this.left.set(text, times - 1);
    return times > 0;
  }
}
