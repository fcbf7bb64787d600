/**
 * Puts together what following a Cosmos chain takes: its node, its rows, and what everybody had before the first block.
 */
import { CosmosNode } from '@chaintrail/chains/node';
import { type CosmosChainSettings, cosmosNodeOptions } from '@chaintrail/config';
import { openCosmosFirstSync, openCosmosLedger, planMemory } from '@chaintrail/db';
import { OpeningBalances } from './first-sync/opening-balances.js';
import { NO_BACKGROUND_WORK } from './follow/background-work.js';
import { cosmosBlockSource } from './follow/cosmos-block-source.js';
import { NodeMeter } from './follow/meters.js';
import { type ChainOptions, runChain } from './follow/run-chain.js';

/** Resolves when `signal` fires and everything is closed. Never rejects. */
export function runCosmosChain(options: ChainOptions<CosmosChainSettings>): Promise<void> {
  const { settings, databaseUrl, pool, decoder, memory, threads, helpers, log, signal } = options;
  const { chain, startHeight } = settings;
  const nodeMeter = new NodeMeter();
  const node = new CosmosNode({
    ...cosmosNodeOptions(settings),
    onRetry: (info) => log.debug({ retry: info }, 'node call repeated'),
    onRequest: nodeMeter.count,
  });
  const opening = new OpeningBalances(settings, node, log);
  return runChain({
    chain,
    databaseUrl,
    pool,
    nodeMeter,
    source: cosmosBlockSource(settings, node, opening, decoder),
    async openLedger(session, onAlive) {
      opening.onAlive = onAlive;
      const ledger = await openCosmosLedger(session, settings, startHeight);
      opening.historyFrom = ledger.historyFrom;
      return ledger;
    },
    openFirstSync: (session, historyFrom) =>
      openCosmosFirstSync({ session, pool, helpers, place: settings, historyFrom, memory, threads }),
    // Nodes show the transactions that wait with them, in no order and without what they will move.
    openBackgroundWork: () => NO_BACKGROUND_WORK,
    startHeight,
    // Blocks are final, and nothing is taken back.
    reorgLimit: chain.reorgLimit,
    finalityBinds: true,
    pollMs: settings.pollMs,
    bytesAhead: planMemory(memory).aheadBytes,
    log,
    signal,
  });
}
