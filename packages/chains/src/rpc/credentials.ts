/** The Authorization header of a node, from settings or from the cookie file that the node rewrites at every start. */
import { open } from 'node:fs/promises';
import type { ChainCode } from '../chain.js';
import { NodeError } from '../errors.js';

export interface CredentialSource {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Used when no user is given. */
  readonly cookieFile?: string | undefined;
}

/** Name in errors about the cookie file, in place of an RPC method. */
export const COOKIE_FILE = 'cookie file';

/** `__cookie__:` and 64 hex digits in Core (src/rpc/request.cpp GenerateAuthCookie); generous for others. */
const MAX_COOKIE_BYTES = 1024;

export class Credentials {
  readonly #chain: ChainCode;
  readonly #source: CredentialSource;
  #header: string | undefined;

  constructor(chain: ChainCode, source: CredentialSource) {
    this.#chain = chain;
    this.#source = source;
    if (source.user !== undefined) this.#header = basic(`${source.user}:${source.password ?? ''}`);
  }

  /**
   * @returns the header's value, or undefined when no credentials are configured. The cookie file is read once and
   *   kept.
   * @throws NodeError, retryable while the cookie file is missing or being written: a node writes it when it starts.
   */
  async header(): Promise<string | undefined> {
    if (this.#header === undefined && this.#source.cookieFile !== undefined) {
      this.#header = basic(await this.#readCookie(this.#source.cookieFile));
    }
    return this.#header;
  }

  /** Lets the next request read the cookie file again. Without a cookie file there is nothing else to try. */
  forget(): void {
    if (this.#source.user === undefined) this.#header = undefined;
  }

  /** Where the operator changes what is sent, for remedies. */
  get setting(): string {
    const code = this.#chain.toUpperCase();
    if (this.#source.user === undefined && this.#source.cookieFile !== undefined) {
      return `${code}_RPC_COOKIE_FILE (${this.#source.cookieFile})`;
    }
    return `the user and password in ${code}_RPC_URL`;
  }

  async #readCookie(path: string): Promise<string> {
    const asked = { chain: this.#chain, method: COOKIE_FILE };
    const buffer = Buffer.alloc(MAX_COOKIE_BYTES + 1);
    let length: number;
    try {
      const file = await open(path, 'r');
      try {
        ({ bytesRead: length } = await file.read(buffer, 0, buffer.length, 0));
      } finally {
        await file.close();
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
      const sentence =
        code === 'ENOENT'
          ? `${path} does not exist: start the node, or correct ${this.setting}`
          : `${path} cannot be read (${code}): let this process's user read it, or correct ${this.setting}`;
      throw new NodeError(sentence, code === 'ENOENT', { ...asked, cause: error });
    }
    const cookie = buffer.toString('latin1', 0, length).trim();
    if (cookie === '') throw new NodeError(`${path} is empty`, true, asked);
    if (length > MAX_COOKIE_BYTES || !/^[^:\s]+:\S+$/.test(cookie)) {
      throw new NodeError(`${path} holds no cookie of a node: correct ${this.setting}`, false, asked);
    }
    return cookie;
  }
}

function basic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword, 'utf8').toString('base64')}`;
}
