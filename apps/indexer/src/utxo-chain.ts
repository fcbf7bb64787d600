/** Puts together what following a UTXO chain takes: its node, its rows, its unconfirmed transactions. */
import { UtxoNode } from '@chaintrail/chains/node';
import { type UtxoChainSettings, utxoNodeOptions } from '@chaintrail/config';
import { openUtxoFirstSync, openUtxoLedger, openUtxoMempool, ReadAhead, saveFeeEstimates } from '@chaintrail/db';
import { inSequence } from './follow/background-work.js';
import { utxoBlockSource } from './follow/utxo-block-source.js';
import { followFeeEstimates } from './mempool/follow-fee-estimates.js';
import { MempoolFollower, mempoolOff } from './mempool/mempool-follower.js';
import { utxoMempoolSource } from './mempool/utxo-mempool-source.js';
import { type ChainOptions, commonRun, runChain } from './run-chain.js';

/** Resolves when `signal` fires and everything is closed. Never rejects. */
export function runUtxoChain(options: ChainOptions<UtxoChainSettings>): Promise<void> {
  const { settings, pool, decoder, memory, threads, helpers, log } = options;
  const { chain, network, startHeight, mempoolLimit, mempoolPollMs, scriptHashIndex } = settings;
  const { run, nodeEvents } = commonRun(options);
  const node = new UtxoNode({ ...utxoNodeOptions(settings), ...nodeEvents });
  return runChain({
    ...run,
    source: utxoBlockSource({ chain, network }, node, decoder, log),
    openLedger: (session) =>
      openUtxoLedger(session, chain, network, startHeight, scriptHashIndex, new ReadAhead(pool, chain.code)),
    openFirstSync: (session, historyFrom) =>
      openUtxoFirstSync({ session, pool, helpers, place: settings, historyFrom, memory, threads }),
    openBackgroundWork(session, historyFrom) {
      const ledger = openUtxoMempool({
        ...{ session, chain, historyFrom },
        askNode: (outpoints) => node.unspentOutputs(outpoints),
      });
      const fees = followFeeEstimates({
        read: () => node.feeEstimates(),
        save: (estimates) => saveFeeEstimates(session, chain.code, estimates),
        log,
      });
      if (mempoolLimit === 0) return inSequence([mempoolOff(ledger), fees]);
      const mempool = new MempoolFollower({
        source: utxoMempoolSource(chain, node, log),
        ledger,
        tip: () => node.tip(),
        limit: mempoolLimit,
        pollMs: mempoolPollMs,
        log,
      });
      return inSequence([mempool, fees]);
    },
    reorgLimit: settings.reorgLimit,
    finalityBinds: true,
  });
}
