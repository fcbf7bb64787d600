/** What a client of the EVM family is made from. */
import type { EvmChain, EvmNetwork } from '../../chain.js';
import { PreflightError } from '../../errors.js';
import { type HttpClientOptions, type HttpEndpoint, type HttpSettings, httpSettings } from '../../rpc/http-options.js';

export interface EvmNodeEndpoint extends HttpEndpoint {
  /** Where the node serves WebSockets, `ws(s)://host:port[/path]`; without it there are no notifications. */
  readonly wsUrl?: string | undefined;
}

export interface EvmNodeOptions extends HttpClientOptions {
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
  readonly endpoint: EvmNodeEndpoint;
}

export interface EvmSettings extends HttpSettings {
  readonly wsUrl: URL | null;
}

/** @throws PreflightError for a URL that nothing can be sent to, RangeError for numbers out of range. */
export function evmSettings(options: EvmNodeOptions): EvmSettings {
  const { chain, endpoint } = options;
  return { ...httpSettings(chain.code, endpoint, options, 'http://127.0.0.1:8545'), wsUrl: webSocketUrl(options) };
}

function webSocketUrl({ chain, endpoint }: EvmNodeOptions): URL | null {
  const text = endpoint.wsUrl ?? '';
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ['ws:', 'wss:'].includes(url.protocol)) return url;
  // The URL itself stays out of the sentence: it may hold a key.
  const setting = `${chain.code.toUpperCase()}_WS_URL`;
  throw new PreflightError(chain.code, `${setting} is not a ws or wss URL: write it like ws://127.0.0.1:8546`);
}
