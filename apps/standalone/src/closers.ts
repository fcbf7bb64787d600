/** Things that were started, stopped in the opposite order. */
export class Closers {
  private readonly stack: { readonly name: string; close(): Promise<unknown> }[] = [];

  add(name: string, close: () => Promise<unknown>): void {
    this.stack.push({ name, close });
  }

  /** Stops everything, even if stopping one thing fails. @param onFailure one line about that */
  async closeAll(onFailure: (line: string) => void): Promise<void> {
    for (let entry = this.stack.pop(); entry; entry = this.stack.pop()) {
      try {
        await entry.close();
      } catch (error) {
        onFailure(`${entry.name} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}
