import { type RequestOptions, request } from 'node:http';
import { parseExactJson } from './exact-json.js';

/** Some calls of a scenario are slow: scantxoutset, hundreds of blocks made at once, traces of full blocks. */
const TIMEOUT_MS = 120_000;

/** The node answered with an error. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

/**
 * JSON-RPC for tests: one connection per call (litecoind answers large bodies 44 ms late on a kept-alive one), decimal
 * numbers as strings. `T` is the caller's word for what the node answers.
 */
export class RpcClient {
  readonly #url: URL;
  constructor(url: string) {
    this.#url = new URL(url);
  }

  async call<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const { hostname, port, pathname, username, password } = this.#url;
    const text = await postJson(
      { agent: false, hostname, port, path: pathname, auth: `${username}:${decodeURIComponent(password)}` },
      { jsonrpc: '1.0', id: 1, method, params },
    );
    const reply = parseExactJson(text) as { result: T; error: { code: number; message: string } | null };
    if (reply.error) throw new RpcFailure(method, reply.error.code, reply.error.message);
    return reply.result;
  }
}

/** Not by `fetch`, which takes three times as long and has the node compress its answers. @returns an object's text */
export function postJson(to: RequestOptions, document: unknown): Promise<string> {
  const body = JSON.stringify(document);
  const headers = { ...to.headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const posted = request({ ...to, method: 'POST', timeout: TIMEOUT_MS, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (text.startsWith('{')) resolve(text);
        else reject(new Error(`HTTP ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    posted.on('timeout', () => posted.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    posted.on('error', reject);
    posted.end(body);
  });
}
