/** Which sources the settings name: the operator's own nodes first, exchanges only where they are turned on. */
import { CHAINS } from '@chaintrail/chains';
import { CosmosNode, EvmNode } from '@chaintrail/chains/node';
import {
  type ChainSettings,
  type CosmosChainSettings,
  cosmosNodeOptions,
  type EvmChainSettings,
  type ExchangeName,
  evmNodeOptions,
} from '@chaintrail/config';
import { chainlinkSource } from './chainlink.js';
import { type ChainlinkFeeds, MAINNET_FEEDS } from './chainlink-feeds.js';
import { exchangeSource } from './exchanges.js';
import { mayanodeSource, thornodeSource } from './pools.js';
import type { RateSource } from './rate-source.js';

export interface SourcesOptions {
  readonly chains: readonly ChainSettings[];
  readonly exchanges: readonly ExchangeName[];
}

export function openSources({ chains, exchanges }: SourcesOptions): RateSource[] {
  const symbols = new Set(CHAINS.map(({ symbol }) => symbol));
  return [
    ...chains.flatMap((settings) => sourceOfNode(settings) ?? []),
    ...exchanges.map((name) => exchangeSource(name, symbols)),
  ];
}

/** With a client of its own, so that the loop's calls never wait behind these. */
function sourceOfNode(settings: ChainSettings): RateSource | null {
  switch (settings.family) {
    case 'utxo':
      return null;
    case 'evm':
      return sourceOfFeeds(settings);
    case 'cosmos':
      return sourceOfPools(settings);
  }
}

function sourceOfFeeds(settings: EvmChainSettings): RateSource | null {
  const feeds = feedsOf(settings);
  if (feeds === null) return null;
  const kind = settings.rateFeeds === undefined ? 'chainlink' : 'feed';
  return chainlinkSource(`${kind}:${settings.chain.code}`, new EvmNode(evmNodeOptions(settings)), feeds);
}

/** Feeds of the main networks are known; on others, and in their place, settings name them. */
function feedsOf({ chain, network, rateFeeds }: EvmChainSettings): ChainlinkFeeds | null {
  const known = network.name === 'mainnet' ? (MAINNET_FEEDS[chain.code] ?? null) : null;
  if (rateFeeds === undefined) return known;
  const { prices, sequencer } = rateFeeds;
  return { prices, sequencer: sequencer ?? known?.sequencer ?? null, heartbeat: {} };
}

/** Pools of test networks hold coins that are worth nothing. */
function sourceOfPools(settings: CosmosChainSettings): RateSource | null {
  const { chain, network, restEndpoint } = settings;
  if (restEndpoint === undefined || network.name !== 'mainnet') return null;
  switch (chain.code) {
    case 'rune':
      return thornodeSource(new CosmosNode(cosmosNodeOptions(settings)));
    case 'cacao':
      return mayanodeSource(new CosmosNode(cosmosNodeOptions(settings)));
    default:
      return null;
  }
}
