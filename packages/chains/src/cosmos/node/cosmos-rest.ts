/**
 * The REST server of a Cosmos chain's application. It does not answer while the application executes a block, nor about
 * blocks whose state is pruned. So it has time limits of its own, and following the chain never waits for it.
 */
import { z } from 'zod';
import type { CosmosChain } from '../../chain.js';
import { NodeError, NodeLieError, StateUnavailableError } from '../../errors.js';
import { HttpConnection } from '../../rpc/http-connection.js';
import { type HttpEndpoint, httpSettings, settingOf } from '../../rpc/http-options.js';
import { checked, type NodeCall, quoteForeign, RPC_METHOD_NOT_FOUND, tooLargeNamed } from '../../rpc/rpc-errors.js';
import { CALL_MAX_BYTES, type CosmosNodeOptions } from './cosmos-connection.js';

/** Lower than that of RPC. */
const MAX_TIMEOUT_MS = 10_000;
/** Elements of a list in one answer. */
const PAGE = 1000;
/** Bound of five million elements. */
const MAX_PAGES = 5000;
/** Source: cosmos-sdk types/grpc/types.go GRPCBlockHeightHeader */
const HEIGHT_HEADER = 'x-cosmos-block-height';

/** gRPC's codes in the bodies of errors. */
const NOT_FOUND = 5;
const UNIMPLEMENTED = 12;

/**
 * "failed to load state at height 5; version does not exist (latest height: 9)", "version mismatch on immutable IAVL
 * tree; version does not exist. Version has either been pruned, or is for a future block height". Source: cosmos-sdk
 * baseapp/abci.go CreateQueryContext
 */
const STATE_MISSING = /does not exist.*(height|pruned)|failed to load state|version mismatch|has either been pruned/i;
/**
 * "thornode is not ready; please wait for first block: invalid height"; of a block under execution "cannot query with
 * height in the future".
 */
const NOT_READY = /not ready|please wait|is catching up|height in the future/i;

const errorAnswer = z.object({
  code: z.number().catch(2),
  message: z.string().optional(),
  error: z.string().optional(),
});

/** Path of the newest block. */
export const LATEST_BLOCK = 'cosmos/base/tendermint/v1beta1/blocks/latest';

export class CosmosRest extends HttpConnection {
  readonly #maxBytes: number;

  /** @throws PreflightError for an endpoint that cannot be used */
  constructor({ code: chain }: CosmosChain, endpoint: HttpEndpoint, options: CosmosNodeOptions) {
    const settings = httpSettings(chain, endpoint, options, 'http://127.0.0.1:1317', 'REST_URL');
    const timeoutMs = Math.min(settings.timeoutMs, MAX_TIMEOUT_MS);
    super({ chain, endpoint, settings: { ...settings, timeoutMs }, onRetry: undefined, onRequest: options.onRequest });
    this.#maxBytes = options.maxCallBytes ?? CALL_MAX_BYTES;
  }

  /**
   * @param height of the state that is asked about; null for the newest
   * @returns the unchecked answer; null where there is no such thing
   * @throws StateUnavailableError where the node does not have that state; NodeError with code -32601 where it does not
   *   offer this
   */
  async get(path: string, height: number | null): Promise<unknown> {
    const asked = this.asked(path.replace(/\?.*/, ''));
    return this.retrying(asked.method, () => this.#ask(asked, path, height));
  }

  /** A list that comes in pages. @param read picks the elements of one page */
  async list<T>(path: string, height: number | null, read: (page: unknown) => readonly T[]): Promise<T[]> {
    const all: T[] = [];
    const seen = new Set<string>();
    for (let key: string | null = ''; key !== null; ) {
      const next: string = key === '' ? '' : `&pagination.key=${encodeURIComponent(key)}`;
      const page = await this.get(`${path}?pagination.limit=${PAGE}${next}`, height);
      const asked = this.asked(path);
      all.push(...checked(asked, page, read));
      key = checked(asked, page, (value) => pagination.parse(value).pagination?.next_key || null);
      if (key !== null && (seen.has(key) || seen.size >= MAX_PAGES)) {
        throw new NodeLieError('its pages have no end', asked);
      }
      seen.add(key ?? '');
    }
    return all;
  }

  async #ask(asked: NodeCall, path: string, height: number | null): Promise<unknown> {
    const headers = height === null ? {} : { headers: { [HEIGHT_HEADER]: String(height) } };
    const request = { asked, path: `/${path}`, ...headers, pool: 'shared', maxBytes: this.#maxBytes } as const;
    const { status, body } = await this.send(request).catch((error: unknown) => {
      throw tooLargeNamed(error, this.#maxBytes, settingOf(this.chain, 'REST_URL'));
    });
    let answer: unknown = null;
    try {
      answer = JSON.parse(body.toString('utf8'));
    } catch (error) {
      if (status !== 200) throw failure(asked, status, 2, quoteForeign(body.toString('utf8', 0, 500)));
      throw new NodeLieError('the answer is not JSON', { ...asked, cause: error });
    }
    if (status === 200 && answer !== null) return answer;
    const said = errorAnswer.safeParse(answer).data;
    const reason = said?.message ?? said?.error ?? '';
    // thornode has code 2 for what does not exist, mayanode no code.
    if (/doesn't exist/i.test(reason) || (said?.code === NOT_FOUND && !STATE_MISSING.test(reason))) return null;
    throw failure(asked, status, said?.code ?? 2, quoteForeign(reason));
  }
}

const pagination = z.object({ pagination: z.object({ next_key: z.string().nullish() }).nullish() });

function failure(asked: NodeCall, status: number, code: number, reason: string): NodeError {
  const sentence = `HTTP ${status}: ${reason}`;
  if (NOT_READY.test(reason)) return new NodeError(sentence, true, { ...asked, code: status });
  if (STATE_MISSING.test(reason)) return new StateUnavailableError(sentence, { ...asked, code: status });
  if (code === UNIMPLEMENTED || status === 501 || status === 404) {
    return new NodeError(sentence, false, { ...asked, code: RPC_METHOD_NOT_FOUND });
  }
  return new NodeError(sentence, status >= 500 || status === 429 || status === 408, { ...asked, code: status });
}
