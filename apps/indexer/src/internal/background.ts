/** Work that goes on while blocks are written, and is looked at between them. Its failure is an outcome like another. */
export class Background<T> {
  outcome: { readonly value: T } | { readonly error: unknown } | null = null;
  /** Never rejects. */
  readonly settled: Promise<void>;

  constructor(work: Promise<T>) {
    this.settled = work.then(
      (value) => {
        this.outcome = { value };
      },
      (error: unknown) => {
        this.outcome = { error };
      },
    );
  }
}
