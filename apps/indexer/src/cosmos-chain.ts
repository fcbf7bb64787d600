/** Puts together what following a Cosmos chain takes: node, rows, and what everybody had before the first block. */
import { CosmosNode } from '@chaintrail/chains/node';
import { type CosmosChainSettings, cosmosNodeOptions } from '@chaintrail/config';
import { openCosmosFirstSync, openCosmosLedger } from '@chaintrail/db';
import { NO_BACKGROUND_WORK } from './follow/background-work.js';
import { cosmosBlockSource } from './follow/cosmos-block-source.js';
import { OpeningBalances } from './follow/opening-balances.js';
import { type ChainOptions, commonRun, runChain } from './run-chain.js';

/** Resolves when `signal` fires and everything is closed. Never rejects. */
export function runCosmosChain(options: ChainOptions<CosmosChainSettings>): Promise<void> {
  const { settings, pool, decoder, memory, threads, helpers, log } = options;
  const { chain, startHeight } = settings;
  const { run, nodeEvents } = commonRun(options);
  const node = new CosmosNode({ ...cosmosNodeOptions(settings), ...nodeEvents });
  const opening = new OpeningBalances(settings, node, log);
  return runChain({
    ...run,
    source: cosmosBlockSource(settings, node, opening, decoder, log),
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
    // Blocks are final, and nothing is taken back.
    reorgLimit: chain.reorgLimit,
    finalityBinds: true,
  });
}
