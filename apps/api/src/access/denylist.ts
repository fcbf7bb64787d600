/**
 * Tokens that are revoked, by `jti`. A file and no table: the API may only read its databases, some of which are
 * replicas, and it answers without any. Every process on a machine reads the same file; between machines it travels as
 * settings do.
 */
import { readFile, stat } from 'node:fs/promises';
import type { Logger } from 'pino';

/** Streams look for themselves now and then, and have to notice a change within a second. */
const LOOK_EVERY_MS = 500;
const MOST_BYTES = 16 * 1024 * 1024;

export class Denylist {
  readonly #path: string;
  readonly #log: Logger;
  #ids: ReadonlySet<string> = new Set();
  #version = '';
  #lookedMs = 0;
  #isReadable = true;

  private constructor(path: string, log: Logger) {
    this.#path = path;
    this.#log = log;
  }

  /** @throws the error of the file system where the file cannot be read */
  static async open(path: string, log: Logger): Promise<Denylist> {
    const list = new Denylist(path, log);
    await list.#read();
    return list;
  }

  async has(id: string): Promise<boolean> {
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs > LOOK_EVERY_MS) {
      this.#lookedMs = nowMs;
      await this.#look();
    }
    return this.#ids.has(id);
  }

  /** A file that cannot be read changes nothing: what was revoked stays so. */
  async #look(): Promise<void> {
    try {
      await this.#read();
      if (!this.#isReadable) this.#log.info('JWT_DENYLIST_FILE can be read again');
      this.#isReadable = true;
    } catch (error) {
      if (this.#isReadable)
        this.#log.error({ err: error }, 'JWT_DENYLIST_FILE cannot be read; what it said before holds');
      this.#isReadable = false;
    }
  }

  async #read(): Promise<void> {
    const { mtimeMs, size, ino } = await stat(this.#path);
    const version = `${mtimeMs} ${size} ${ino}`;
    if (version === this.#version) return;
    if (size > MOST_BYTES) throw new RangeError(`the file has ${size} bytes, expected at most ${MOST_BYTES}`);
    this.#ids = idsOf(await readFile(this.#path, 'utf8'));
    this.#version = version;
  }
}

function idsOf(text: string): ReadonlySet<string> {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return new Set(lines.filter((line) => line !== ''));
}
