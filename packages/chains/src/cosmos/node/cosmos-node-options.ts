/** What a client of the Cosmos family is made from. */
import type { CosmosChain, CosmosNetwork } from '../../chain.js';
import { PreflightError } from '../../errors.js';
import { type HttpClientOptions, type HttpEndpoint, type HttpSettings, httpSettings } from '../../rpc/http-options.js';

export interface CosmosNodeEndpoint extends HttpEndpoint {
  /** Where the node serves WebSockets, `ws(s)://host:port[/path]`; without it `/websocket` of {@link url}. */
  readonly wsUrl?: string | undefined;
}

export interface CosmosNodeOptions extends HttpClientOptions {
  readonly chain: CosmosChain;
  readonly network: CosmosNetwork;
  /** CometBFT's JSON-RPC. */
  readonly endpoint: CosmosNodeEndpoint;
  /** The REST server of the application, which tells of balances and names. */
  readonly restEndpoint?: HttpEndpoint | undefined;
}

export interface CosmosSettings extends HttpSettings {
  readonly wsUrl: URL;
}

/** @throws PreflightError for a URL that nothing can be sent to, RangeError for numbers out of range. */
export function cosmosSettings(options: CosmosNodeOptions): CosmosSettings {
  const { chain, endpoint } = options;
  const settings = httpSettings(chain.code, endpoint, options, 'http://127.0.0.1:27147');
  return { ...settings, wsUrl: webSocketUrl(options, settings.url) };
}

function webSocketUrl({ chain, endpoint }: CosmosNodeOptions, rpc: URL): URL {
  const text = endpoint.wsUrl ?? '';
  if (text === '') {
    const url = new URL(rpc);
    url.protocol = rpc.protocol === 'https:' ? 'wss:' : 'ws:';
    url.pathname = `${rpc.pathname.replace(/\/+$/, '')}/websocket`;
    return url;
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ['ws:', 'wss:'].includes(url.protocol)) return url;
  // The URL itself stays out of the sentence: it may hold a key.
  const setting = `${chain.code.toUpperCase()}_WS_URL`;
  throw new PreflightError(
    chain.code,
    `${setting} is not a ws or wss URL: write it like ws://127.0.0.1:27147/websocket`,
  );
}

/** @returns the name of a setting of this chain, such as `RUNE_RPC_URL`. */
export function setting(chain: CosmosChain, name: 'RPC_URL' | 'REST_URL' | 'NETWORK' | 'START_HEIGHT'): string {
  return `${chain.code.toUpperCase()}_${name}`;
}
