/** What a client of a node that speaks bitcoind's dialect is made from, checked and with its defaults filled in. */
import type { UtxoChain, UtxoNetwork } from '../../chain.js';
import { PreflightError } from '../../errors.js';
import {
  type HttpClientOptions,
  type HttpEndpoint,
  type HttpSettings,
  httpSettings,
  positive,
} from '../../rpc/http-options.js';
import { isZmqEndpoint } from './zmq-sources.js';

/** REST is looked for below the same path as RPC. */
export interface NodeEndpoint extends HttpEndpoint {
  /**
   * Where the node publishes notifications by ZMQ, `tcp://host:port`; several are separated by commas. Without it the
   * node is asked (getzmqnotifications). `hashblock`, `hashtx` and `sequence` are of use there.
   */
  readonly zmqUrl?: string | undefined;
}

export interface NodeClientOptions extends HttpClientOptions {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly endpoint: NodeEndpoint;
  /**
   * Largest binary answer; JSON answers, which carry blocks as hex, may have twice this. Default 64 MiB, twice the
   * largest block of any chain of this family (32 MiB). `connections` times this bounds the memory of answers under way.
   */
  readonly maxBodyBytes?: number | undefined;
}

export interface NodeSettings extends HttpSettings {
  readonly zmqUrls: readonly string[];
  readonly maxBinaryBytes: number;
  readonly maxJsonBytes: number;
}

/** Room for the envelope around a block in hex. */
const ENVELOPE_BYTES = 65_536;

/** @throws PreflightError for a URL that no request can be sent to, RangeError for numbers out of range. */
export function nodeSettings(options: NodeClientOptions): NodeSettings {
  const maxBinaryBytes = positive('maxBodyBytes', options.maxBodyBytes ?? 64 * 2 ** 20);
  return {
    ...httpSettings(options.chain.code, options.endpoint, options, 'http://127.0.0.1:8332'),
    zmqUrls: zmqUrls(options),
    maxBinaryBytes,
    maxJsonBytes: 2 * maxBinaryBytes + ENVELOPE_BYTES,
  };
}

function zmqUrls({ chain, endpoint }: NodeClientOptions): string[] {
  const urls = (endpoint.zmqUrl ?? '').split(',').map((url) => url.trim());
  if (urls.length === 1 && urls[0] === '') return [];
  if (urls.every(isZmqEndpoint)) return urls;
  const setting = `${chain.code.toUpperCase()}_ZMQ_URL`;
  throw new PreflightError(chain.code, `${setting} is not a ZMQ endpoint: write it like tcp://127.0.0.1:28332`);
}
