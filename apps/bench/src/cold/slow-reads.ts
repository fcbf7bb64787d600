/** A PostgreSQL server whose reads each take as long as a disk's would, see slow-reads.c. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../src/cold/slow-reads.c', import.meta.url));

export class SlowReads {
  /** Environment of the server's processes. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #file: number;

  /**
   * Compiles the library. @param folder that every account can reach
   * @throws Error where that cannot be
   */
  constructor(folder: string) {
    const library = join(folder, 'slow-reads.so');
    const shared = join(folder, 'slow-reads');
    try {
      execFileSync('gcc', ['-O2', '-shared', '-fPIC', '-o', library, SOURCE, '-ldl']);
    } catch (error) {
      throw new Error('reads cannot be delayed here: install gcc, on Linux', { cause: error });
    }
    chmodSync(library, 0o755);
    writeFileSync(shared, Buffer.alloc(16));
    // The server may run as another account.
    chmodSync(shared, 0o666);
    this.environment = { LD_PRELOAD: library, SLOW_READS: shared };
    this.#file = openSync(shared, 'r+');
  }

  delay(microseconds: number): void {
    this.#write(0, BigInt(microseconds) * 1_000n);
  }

  /** @returns reads since the server was started */
  count(): number {
    const bytes = Buffer.alloc(8);
    readSync(this.#file, bytes, 0, 8, 8);
    return Number(bytes.readBigInt64LE());
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(place: number, value: bigint): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    writeSync(this.#file, bytes, 0, 8, place);
  }
}
